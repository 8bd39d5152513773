//go:build cgo && !nowindow

package ui

import (
	"strings"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/studio"
	"skein/engine/window"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario/testscene"
)

// rows are the keys of a keyboard's main block, in their US order.
const rows = "1234567890-=qwertyuiop[]asdfghjkl;'\\zxcvbnm,./"

// layoutOf returns a layout with the given characters in that order. A space means a key without a
// character.
func layoutOf(t *testing.T, chars string) window.Layout {
	t.Helper()
	l, keys := window.Layout{}, []rune(strings.ToUpper(rows))
	if n := len([]rune(chars)); n != len(keys) {
		t.Fatalf("%q has %d keys, want %d", chars, n, len(keys))
	}
	for i, c := range []rune(chars) {
		if c != ' ' {
			l[glfw.Key(keys[i])] = string(c)
		}
	}
	l[glfw.KeyKPSubtract] = "-"
	return l
}

// On each layout, a shortcut is on the key that writes its character. If no key writes it, the shortcut is
// on the key at the character's position on a US keyboard. The table names keys by this position.
func TestKeysOfLayouts(t *testing.T) {
	const shift, ctrl = glfw.ModShift, glfw.ModControl
	type press struct {
		at    rune
		mods  glfw.ModifierKey
		typed string
		want  string // the binding's name; empty: none
	}
	for _, layout := range []struct {
		name, chars string
		presses     []press
	}{
		{"US", rows, []press{
			{'n', 0, "n", "N"}, {'N', shift, "N", "Shift N"}, {'1', 0, "1", "1"}, {'z', ctrl, "", "Ctrl Z"},
			{'z', ctrl | shift, "", "Ctrl Shift Z"}, {'.', 0, ".", "."}, {'.', shift, ">", ""}, {'w', 0, "w", "W"},
			{'n', ctrl, "", ""}, {'n', glfw.ModCapsLock, "N", "N"}, {'x', 0, "x", "X"}, {'a', 0, "a", ""}, {'a', ctrl, "", ""},
		}},
		{"Russian", `1234567890-=йцукенгшщзхъфывапролджэ\ячсмитьбю.`, []press{
			{'n', 0, "т", "N"}, {'n', shift, "Т", "Shift N"}, {'l', 0, "д", "L"}, {'r', 0, "к", "R"},
			{'z', ctrl, "", "Ctrl Z"}, {'q', ctrl, "", "Ctrl Q"}, {'[', 0, "х", "["}, {']', 0, "ъ", "]"},
			{'1', 0, "1", "1"}, {'/', 0, ".", "."}, {'.', 0, "ю", ""}, {',', 0, "б", ","}, {'/', shift, ",", ","},
		}},
		{"Greek", `1234567890-=;ςερτυθιοπ[]ασδφγηξκλ΄'\ζχψωβνμ,./`, []press{
			{'n', 0, "ν", "N"}, {'l', 0, "λ", "L"}, {'h', 0, "η", "H"}, {'v', 0, "ω", "V"}, {'z', ctrl, "", "Ctrl Z"},
			{'[', 0, "[", "["}, {'.', 0, ".", "."},
		}},
		{"French", `&é"'(-è_çà)=azertyuiop $qsdfghjklmù*wxcvbn,;:!`, []press{
			{'1', 0, "&", "1"}, {'2', 0, "é", "2"}, {'5', 0, "(", "5"}, {'5', shift, "5", "5"},
			{'6', 0, "-", "-"}, {'6', shift, "6", "6"}, {';', 0, "m", "M"}, {'m', 0, ",", ","},
			{',', 0, ";", ""}, {',', shift, ".", "."}, {'.', 0, ":", "."}, {'z', ctrl, "", ""}, {'w', ctrl, "", "Ctrl Z"},
			{'a', ctrl, "", "Ctrl Q"}, {'q', ctrl, "", ""}, {'5', glfw.ModControl | glfw.ModAlt, "[", "["}, {'[', 0, "", "["},
		}},
		{"German", `1234567890ß qwertzuiopü+asdfghjklöä#yxcvbnm,.-`, []press{
			{'y', ctrl, "", "Ctrl Z"}, {'z', ctrl, "", "Ctrl Y"}, {'/', 0, "-", "-"}, {'0', shift, "=", "="},
			{'8', 0, "8", ""}, {'8', 0, "[", "["}, {'[', 0, "ü", "["}, {'=', 0, "", "="},
		}},
		{"Dvorak", `1234567890[]',.pyfgcrl/=aoeuidhtns-\;qjkxbmwvz`, []press{
			{'q', ctrl, "", ""}, {'x', ctrl, "", "Ctrl Q"}, {'l', 0, "n", "N"}, {'n', 0, "b", "B"}, {'e', 0, ".", "."}, {'-', 0, "[", "["},
		}},
	} {
		l, all := layoutOf(t, layout.chars), bindings()
		for _, p := range layout.presses {
			got := ""
			if b := findBinding(all, window.Key{Code: glfw.Key([]rune(strings.ToUpper(string(p.at)))[0]), Mods: p.mods, Text: p.typed}, l); b != nil {
				got = b.name
			}
			if got != p.want {
				t.Errorf("%s: the key at %c with the modifiers %x and the text %q triggers %q, want %q", layout.name, p.at, p.mods, p.typed, got, p.want)
			}
		}
	}
}

func TestBindingsAreDistinct(t *testing.T) {
	all, us := bindings(), layoutOf(t, rows)
	for i := range all {
		b := &all[i]
		k := window.Key{Code: b.key, Mods: b.mods}
		if b.char != "" {
			k.Code = placeOf(b.char)
		}
		if got := findBinding(all, k, us); got != b {
			t.Errorf("the key of %q triggers %q, want its own action", b.name, got.name)
		}
	}
}

// If a pressed key has no visible effect, a message says why. Keys for recordings work only while a recording
// is playing.
func TestKeysWithoutEffect(t *testing.T) {
	tapes := map[string]*Tape{"living": nil, "branched": {Frames: 9, FPS: 30, Branched: true}, "played": {Frames: 9, FPS: 30}}
	for _, c := range []struct {
		key, tape string
		selected  int
		speed     float32
		says      string
	}{
		{"Enter", "living", -1, 1, "no recording is open"}, {"Enter", "played", -1, 1, ""}, {"Enter", "branched", -1, 1, ""},
		{"Home", "living", -1, 1, ""}, {"Home", "branched", -1, 1, ""}, {"Home", "played", -1, 1, ""},
		{"End", "living", -1, 1, "already shows the live flock"}, {"J", "living", -1, 1, "no recording is open"},
		{"[", "living", -1, 1, "range from"}, {"]", "branched", -1, 1, "range from"}, {"\\", "living", -1, 1, "no recording is open"},
		{"-", "living", -1, 0.05, "the slowest"}, {"=", "living", -1, 20, "the fastest"}, {"=", "living", -1, 1, "× 2"},
		{"Esc", "living", -1, 1, "no boid is selected"}, {"Esc", "living", 2, 1, ""},
		{"V", "living", -1, 1, "select a boid to see it"}, {"V", "living", 2, 1, ""},
		{"I", "living", -1, 1, "select a boid to see it"}, {"I", "living", 2, 1, ""},
		{"T", "living", -1, 1, "traces: all"}, {"M", "living", -1, 1, "are off"},
		{"3", "living", -1, 1, "there are no boids"}, {"2", "living", -1, 1, "camera: orbit"},
	} {
		s := &State{Snapshot: &flock.Snapshot{}, Tape: tapes[c.tape]}
		s.Controls = studio.Controls{Selected: c.selected, Look: look.Look{Show: look.Show{Speed: c.speed}}}
		o := Outcome{Controls: s.Controls}
		for _, b := range bindings() {
			if b.name == c.key {
				b.do(s, &o)
			}
		}
		for _, do := range o.later {
			do(&Panel{}, s, &o)
		}
		if c.says == "" && o.Say != "" || !strings.Contains(o.Say, c.says) {
			t.Errorf("%s, %s, boid %d: the message is %q, want %q", c.key, c.tape, c.selected, o.Say, c.says)
		}
	}
}

func TestEscapeClosesDialogs(t *testing.T) {
	p := &Panel{}
	figure, file := &p.figures.open, &p.saving.open
	for _, opened := range [][]*bool{{figure, file}, {file, figure}, {figure, file, figure}} {
		for _, d := range opened {
			map[*bool]func(*State, *Outcome){figure: p.askFigure, file: p.askFile}[d](nil, nil)
		}
		last := opened[len(opened)-1]
		if !p.closeDialog() || *last || *figure == *file {
			t.Errorf("after the first Esc, Figure is open: %v, Save: %v; want only the one that was opened first", *figure, *file)
		}
		if !p.closeDialog() || *figure || *file {
			t.Errorf("after the second Esc, Figure is open: %v, Save: %v; want none", *figure, *file)
		}
		if p.closeDialog() {
			t.Error("a dialog was closed, although none was open")
		}
	}
}

// The keys N, Shift N and L show the properties of the boid that they select.
func TestNextBoidIsShown(t *testing.T) {
	p := NewPanel([]flock.Params{testscene.Def("murmuration").Params}, look.Default(), "")
	for _, key := range []string{"N", "Shift N", "L"} {
		o := &Outcome{}
		p.binding(key).do(&State{}, o)
		if !o.ShowsBoid || len(o.Commands) != 1 {
			t.Errorf("key %s: the properties of the boid are shown: %t; commands %v", key, o.ShowsBoid, o.Commands)
		}
	}
}
