//go:build cgo && !nowindow

package ui

import (
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/frame"
	"skein/engine/studio"
	"skein/engine/window"
	"skein/flock/look"
)

// rowsPage shows rows of view settings. All rows are enabled.
type rowsPage struct {
	*page
	rows   []look.Setting
	out    Outcome
	active bool
}

func newRowsPage(t *testing.T, wanted func(*look.Setting) bool) *rowsPage {
	p := &rowsPage{page: newPage(t, 1)}
	p.layOut = p.rowsOnly
	for _, s := range look.Settings() {
		if s.Idle = nil; wanted(&s) {
			p.rows = append(p.rows, s)
		}
	}
	return p
}

func (p *rowsPage) frame() { p.page.frame(1.0 / 60) }

func (p *rowsPage) rowsOnly() {
	imgui.SetNextWindowPos(imgui.Vec2{})
	imgui.SetNextWindowSize(imgui.Vec2{X: 400, Y: 780})
	imgui.Begin("Light")
	p.out, p.active = Outcome{Controls: p.controls}, false
	for i := range p.rows {
		p.panel.setting(&p.rows[i], &p.out)
		p.active = p.active || imgui.IsItemActive()
	}
	p.controls = p.out.Controls
	imgui.End()
}

func (p *rowsPage) press(button int32) (edit studio.Edit) {
	for _, down := range []bool{true, false} {
		imgui.CurrentIO().AddMouseButtonEvent(button, down)
		p.frame()
		edit = max(edit, p.out.Edit)
	}
	return edit
}

// drag drags the number under the pointer by a fraction of the field's width, in three steps, and returns
// how the edit ended.
func (p *rowsPage) drag(share float64) (edit studio.Edit) {
	wide := float64(p.panel.Probe[widgetOf(&p.rows[0])].Dx())
	p.queue.Add(button(true))
	p.frame()
	for range 3 {
		p.queue.Add(window.Event{Kind: window.PointerMoved, X: p.in.X + share*wide/3, Y: p.in.Y})
		p.frame()
	}
	p.queue.Add(button(false))
	p.frame()
	return p.out.Edit
}

func TestEverySettingHasAnEditor(t *testing.T) {
	for _, s := range look.Settings() {
		if s.InFile {
			continue
		}
		p := newRowsPage(t, func(o *look.Setting) bool { return o.Section == s.Section && o.Key == s.Key })
		p.frame()
		p.moveTo(p.at(widgetOf(&s), 0.06, 0.5))
		p.frame()
		imgui.CurrentIO().AddMouseButtonEvent(0, true)
		p.frame()
		if !p.active && !imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup) {
			t.Errorf("%s.%s, a %T, has no editor", s.Section, s.Key, s.At(&p.controls.Look))
		}
	}
}

// The field of a whole number can be dragged. A typed number may lie beyond the end of the field, but must be
// within the limits of the value. Backspace or the row's menu resets the number.
func TestWholeNumber(t *testing.T) {
	p := newRowsPage(t, func(s *look.Setting) bool { return s.Key == "land_seed" })
	seed, io := &p.controls.Light.LandSeed, imgui.CurrentIO()
	p.frame()
	middle := p.at("land_seed", 0.5, 0.5)
	p.moveTo(middle)
	p.frame()
	if edit := p.drag(0.5); *seed < 40 || *seed > 60 || edit != studio.Done {
		t.Errorf("after a drag by half the width, the seed is %d and the edit %v; want about 50, done", *seed, edit)
	}
	p.moveTo(middle)
	p.frame()
	for range 60 { // one second later, so that the next click is not a double-click
		p.frame()
	}
	for typed, want := range map[string]int{"1234": 1234, "99999": 9999, "-3": 0, "7": 7} {
		io.AddKeyEvent(imgui.ModCtrl, true)
		p.press(0)
		io.AddKeyEvent(imgui.ModCtrl, false)
		p.frame()
		io.AddInputCharactersUTF8(typed)
		p.frame()
		edit := studio.Dragging
		for _, down := range []bool{true, false} {
			io.AddKeyEvent(imgui.KeyEnter, down)
			p.frame()
			edit = max(edit, p.out.Edit)
		}
		if *seed != want || edit != studio.Done {
			t.Errorf("after %s was typed, the seed is %d and the edit %v; want %d, done", typed, *seed, edit, want)
		}
		for range 60 {
			p.frame()
		}
	}
	p.press(1)
	p.frame()
	p.moveTo(p.at("reset.one", 0.5, 0.5))
	p.frame()
	if edit := p.press(0); *seed != 0 || edit != studio.Done {
		t.Errorf("after a reset by the menu, the seed is %d and the edit %v; want 0, done", *seed, edit)
	}
	p.moveTo(middle)
	for range 60 {
		p.frame()
	}
	if p.drag(0.2); *seed == 0 {
		t.Error("a drag does not change the number")
	}
	p.moveTo(middle)
	p.frame()
	io.AddKeyEvent(imgui.KeyBackspace, true)
	if p.frame(); *seed != 0 || p.out.Edit != studio.Done {
		t.Errorf("after Backspace, the seed is %d, want 0", *seed)
	}
}

func TestWeatherIsChosenAfterItChanged(t *testing.T) {
	p := newRowsPage(t, func(s *look.Setting) bool { return s.Key == "weather" })
	l := &p.controls.Look.Light
	l.Weather, l.Next, l.NextAt, l.NextOver = look.Fair, look.Storm, 2, 5
	p.panel.settingsTime = 54
	p.frame()
	if v := weatherNow(l, p.panel.settingsTime); look.Weather(v.Get()) != look.Storm {
		t.Errorf("the list shows %v in a storm, want the storm", v.Get())
	}
	p.moveTo(p.at("weather", 0.3, 0.5))
	p.frame()
	p.press(0)
	p.frame()
	p.moveTo(p.at("weather", 0.3, 1.6)) // the first entry below the list
	p.frame()
	p.press(0)
	p.frame()
	if l := frame.NewLight(p.controls.Look.Light).At(54); l.Cloud != (frame.Cloud{}) {
		t.Errorf("after clear was chosen, the weather is %v, want no clouds", l.Cloud)
	}
}
