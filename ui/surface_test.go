//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
)

// A panel that was moved here from a screen with another scale looks like a panel that started on this
// screen. Its font has the right size.
func TestPanelFollowsTheScale(t *testing.T) {
	for _, scale := range []float32{1, 1.25, 2} {
		fresh := newPage(t, scale)
		for range 3 {
			fresh.frame(0.1)
		}
		moved := newPage(t, 1)
		for _, s := range []float32{1, 2, 1.25, 3, scale} {
			setStyle(s, false)
			for range 3 {
				moved.frame(0.1)
			}
		}
		if len(fresh.panel.Probe) < 10 || !maps.Equal(fresh.panel.Probe, moved.panel.Probe) {
			t.Errorf("scale %v: the widgets are at %v, want %v", scale, moved.panel.Probe, fresh.panel.Probe)
		}
		if want := fresh.letters[0]; moved.letters != [2]float32{want, want} {
			t.Errorf("scale %v: the letters' size, and the size that they were made for, are %v, want %v", scale, moved.letters, want)
		}
	}
}

func TestLayoutFollowsTheScale(t *testing.T) {
	dir := t.TempDir()
	file := func(workspace string, scale float32) string { return filepath.Join(dir, fmt.Sprint(workspace, scale)) }
	newPage(t, 1)
	imgui.CurrentIO().SetConfigFlags(imgui.ConfigFlagsDockingEnable)
	s := &Surface{file: file, workspace: "Fly"}
	var width float32
	frames := func(scale float32) {
		s.setScale(scale)
		for range 4 {
			imgui.CurrentIO().SetDeltaTime(0.1)
			imgui.NewFrame()
			s.node = imgui.DockSpaceOverViewport()
			s.dock()
			imgui.Begin(propertiesWindow)
			width = imgui.WindowSize().X
			imgui.End()
			imgui.Render()
		}
	}
	near := func(want float32) {
		t.Helper()
		if math.Abs(float64(width-want)) > 4 {
			t.Errorf("the panel is %v wide, want about %v", width, want)
		}
	}
	frames(1)
	near(272) // 0.34 of a width of 800 units
	side := imgui.InternalFindWindowByName(propertiesWindow).DockNode().ParentNode()
	imgui.InternalDockBuilderSetNodeSize(side.ID(), imgui.Vec2{X: 250, Y: 800})
	frames(1)
	near(250)
	frames(1.5)
	near(272) // the panel takes at most 0.34 of the width of 800 units
	if _, err := os.Stat(file("Fly", 1)); err != nil {
		t.Error(err)
	}
	frames(1)
	near(250)
	frames(1.5)
	near(272)
}
