package studio

import (
	"skein/engine/camera"
	"skein/flock/look"
)

type standing struct {
	thing   string
	mode    look.Mode
	subject camera.Subject
}

// StandStill stops a camera that moves with the flock while the named thing is selected, so that a new thing
// stays in the picture. The user can still move the camera. StandStill returns false if the camera does not
// move with the flock.
func (s *Studio) StandStill(thing string) bool {
	mode := s.Controls.Camera.Mode
	if s.Path != nil || mode.Stance() == look.StanceFree || mode == look.Director || mode == look.Orbit && s.Rig.Anchor != nil {
		return false
	}
	s.interpolate()
	all := s.group()
	s.standing = &standing{thing, mode, s.subject(all, camera.ExactMotion(all)).Still(&all)}
	s.Rig.Blend()
	return true
}

func (s *Studio) subjectNow(all camera.Group, motion camera.Motion) camera.Subject {
	if st := s.standing; st != nil {
		if s.Controls.Thing == st.thing && s.Controls.Camera.Mode == st.mode && s.around.Thing(st.thing) != nil {
			return st.subject
		}
		s.standing = nil
		s.Rig.Blend()
	}
	return s.subject(all, motion)
}
