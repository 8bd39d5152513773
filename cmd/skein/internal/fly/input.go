//go:build cgo && !nowindow

package fly

import (
	"fmt"

	"skein/engine/camera"
	"skein/engine/studio"
	"skein/engine/window"
	"skein/flock/look"
	"skein/ui"
)

// handleInput processes the input since the last frame in steps, and returns how it moves the camera. It lays
// out the panel for each step, because a step may open a widget that the next one uses. Only the last layout
// is drawn.
func (s *session) handleInput() (all camera.Drive) {
	if !s.panelReady { // draw the first frame before any input
		s.panelReady = true
		return s.handleStep(s.Win.EmptyStep(), true)
	}
	for s.surface.Settling() { // wait for pages that are coming to the front, because they would hide a page that a key opens
		s.handleStep(s.Win.EmptyStep(), false)
		s.surface.Skip()
	}
	for more := true; more; {
		var in *window.Input
		in, more = s.Win.Next()
		d := s.handleStep(in, !more)
		d.Turn, d.Zoom = d.Turn.Add(all.Turn), d.Zoom+all.Zoom
		if all = d; more {
			s.surface.Skip()
		}
	}
	if s.Studio.Path != nil && all != (camera.Drive{}) {
		s.say(studio.ErrOnPath)
	}
	return all
}

func (s *session) handleStep(in *window.Input, last bool) camera.Drive {
	out := ui.Outcome{Controls: s.Studio.Controls}
	s.region = s.surface.Begin(in, last, !s.panel.IsHidden())
	s.fitCamera()
	state := s.state()
	s.panel.Keys(in, state, &out)
	s.panel.Pad(&in.Pad, state, &out)
	s.hands.Handling = s.panel.Handling()
	reach := s.hands.Use(in, s.region, s.Win.Density(), &out)
	if reach.ChangesMode {
		if s.Studio.Controls.Camera.Mode == look.Director && s.Studio.Path == nil {
			s.panel.Say(fmt.Sprintf("you now control the camera; press %d to return to the director", look.Director+1))
		}
		s.Studio.SetMode(reach.Mode)
		out.Controls = s.withTakenView(out.Controls)
	}
	s.panel.Show(state, &out)
	s.updateGauges(&out)
	s.leavePreview(&out, &reach)
	s.apply(&out)
	s.endPreview()
	s.updateOpeningPath()
	s.openDropped(in.Dropped)
	s.receiveLoaded()
	s.Win.Grab(reach.Grab)
	if reach.Pick && !s.panel.Handling() {
		if s.Studio.Pick(reach.X, reach.Y) {
			s.panel.Picked(&s.Studio.Controls)
		}
	}
	s.say(s.Studio.Pointer(reach.X, reach.Y, reach.Over))
	return reach.Drive
}
