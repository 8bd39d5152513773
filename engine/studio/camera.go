package studio

import (
	"skein/engine/camera"
	"skein/flock/look"
)

// CameraToSave returns the camera as a scene stores it.
func (s *Studio) CameraToSave() look.Camera { return s.Rig.Settings(s.Controls.Camera) }

// SetMode sets the camera mode, for input or a command. The change is not an edit that can be
// undone.
func (s *Studio) SetMode(m look.Mode) {
	s.Controls.Camera.Mode = m
	s.Controls = s.syncSelection(s.Controls)
	s.Rig.SetMode(camera.RigMode(s.Controls.Camera.Mode))
}

func (s *Studio) advanceLeader() {
	if now := s.Controls.Selected; s.Controls.Camera.Mode.FollowsLeaders() && now >= 0 && !s.leads(now) {
		s.Controls.Selected = s.next(now, 1, s.leads)
	}
}

// LeavePath ends the flight along the camera path. The camera moves on from its present view.
func (s *Studio) LeavePath() {
	if s.Path == nil {
		return
	}
	s.Path = nil
	s.Rig.TakeOver(s.frame.View)
}
