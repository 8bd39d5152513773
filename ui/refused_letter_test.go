//go:build cgo && !nowindow

package ui

import (
	"strconv"
	"strings"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/look"
)

// Each printable character that a reader of Go numbers would not accept is refused in a number field, with a
// note. The note disappears with the next valid character and when the field closes.
func TestRefusedLetters(t *testing.T) {
	for key, isValid := range map[string]func(c string) bool{
		"land_seed": func(c string) bool { _, err := strconv.Atoi("1" + c + "1"); return err == nil || c == "-" || c == "+" },
		"sun_elevation": func(c string) bool {
			_, err := strconv.ParseFloat("1"+c+"1", 64)
			return err == nil && c != "_" || strings.Contains("-+,", c)
		},
	} {
		p := newRowsPage(t, func(s *look.Setting) bool { return s.Key == key })
		io := imgui.CurrentIO()
		noted := func() bool {
			w := imgui.InternalFindWindowByName("##Tooltip_00")
			return w != nil && w.CData != nil && w.Active()
		}
		length := func() int32 { return imgui.InternalInputTextState(imgui.InternalActiveID()).TextLen() }
		open := func() {
			p.frame()
			p.moveTo(p.at(key, 0.5, 0.5))
			p.frame()
			io.AddKeyEvent(imgui.ModCtrl, true)
			p.press(0)
			io.AddKeyEvent(imgui.ModCtrl, false)
			p.frame()
		}
		enter := func() {
			for _, down := range []bool{true, false} {
				io.AddKeyEvent(imgui.KeyEnter, down)
				p.frame()
			}
		}
		open()
		io.AddInputCharactersUTF8("1")
		p.frame()
		for c := rune('!'); c <= '~'; c++ {
			before := length()
			io.AddInputCharactersUTF8(string(c))
			p.frame()
			typed := length() > before
			if want := isValid(string(c)); typed != want || noted() == want {
				t.Errorf("%s: %q is typed: %t, a note is shown: %t; want %t", key, c, typed, noted(), want)
			}
			if typed {
				io.AddKeyEvent(imgui.KeyBackspace, true)
				p.frame()
				io.AddKeyEvent(imgui.KeyBackspace, false)
				p.frame()
			}
		}
		io.AddInputCharactersUTF8("2é")
		if p.frame(); !noted() {
			t.Errorf("%s: there is no note about é", key)
		}
		enter()
		if imgui.IsAnyItemActive() || noted() {
			t.Errorf("%s: after Enter, the field is open: %t, the note is shown: %t", key, imgui.IsAnyItemActive(), noted())
		}
		if light := &p.controls.Light; key == "land_seed" && light.LandSeed != 12 || key == "sun_elevation" && light.SunElevation != 12 {
			t.Errorf("%s: after 1, 2 and refused letters, the land's seed is %d and the sun is at %v°; want 12", key, light.LandSeed, light.SunElevation)
		}
	}
}
