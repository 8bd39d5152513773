//go:build cgo && !nowindow

package ui

import (
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
)

func TestEnterSavesTheScene(t *testing.T) {
	p := newPage(t, 1)
	p.panel.SavedAs("")
	var o Outcome
	p.layOut = func() {
		imgui.SetNextWindowPos(imgui.Vec2{})
		imgui.SetNextWindowSize(imgui.Vec2{X: 400, Y: 400})
		imgui.Begin("Save")
		o = Outcome{}
		p.panel.saveFields(&o)
		imgui.End()
	}
	frame := func() Outcome {
		p.frame(1.0 / 60)
		return o
	}
	frame()
	p.moveTo(p.at("file", 0.5, 0.5))
	frame()
	for _, down := range []bool{true, false} {
		imgui.CurrentIO().AddMouseButtonEvent(0, down)
		frame()
	}
	io := imgui.CurrentIO()
	io.AddInputCharactersUTF8("sc1")
	if o := frame(); o.Save != "" {
		t.Errorf("typing without Enter saves in %q, want nothing saved", o.Save)
	}
	got := ""
	for _, down := range []bool{true, false} {
		io.AddKeyEvent(imgui.KeyEnter, down)
		if o := frame(); o.Save != "" {
			got = o.Save
		}
	}
	if got != "sc1" {
		t.Errorf("Enter saves in %q, want sc1", got)
	}
}
