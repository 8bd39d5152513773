//go:build cgo && !nowindow

package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/flock/look"
)

func (p *Panel) cameraPage(s *State, o *Outcome) {
	c := &o.Controls
	p.cameraMode(s, o)
	p.button("Frame flock", "frame", func() { o.Commands = append(o.Commands, studio.FrameFlock) })
	imgui.SameLine()
	p.button("<", "previous", func() { o.Commands = append(o.Commands, studio.PreviousBoid) })
	imgui.SameLine()
	p.button(">", "next", func() { o.Commands = append(o.Commands, studio.NextBoid) })
	if s.Tape == nil || !s.Tape.Tracks {
		imgui.SameLine()
		p.button("Leader", "leader", func() { o.Commands = append(o.Commands, studio.NextLeader) })
	}
	name := "No boid selected"
	if c.Selected >= 0 {
		name = s.boidName(c.Selected)
	}
	sameLineIfFits(imgui.CalcTextSize(name).X)
	if c.Selected >= 0 {
		write(name)
	} else {
		writeGrey(name)
	}
	for i := range p.look {
		if row := &p.look[i]; row.Section == "camera" && row.Key != "mode" && !row.InFile {
			p.setting(row, o)
		}
	}
}

func (p *Panel) cameraMode(s *State, o *Outcome) {
	c := &o.Controls
	names, choice := append(look.ModeNames(), "path"), int(c.Camera.Mode)
	path := len(names) - 1
	if s.OnPath || s.Previews {
		choice = path
	}
	p.choose("Camera", "camera", fmt.Sprintf("How the camera moves: modes 1 to %[1]d (keys 1 to %[1]d), or along the camera path (Shift C).", look.NumModes), names, choice, func(i int) {
		if i == path && !s.OnPath {
			o.Actions = append(o.Actions, FlyPath)
		}
		if i != path {
			c.Camera.Mode, o.ChoosesMode = look.Mode(i), true
			o.Edit = studio.Done
		}
	})
}
