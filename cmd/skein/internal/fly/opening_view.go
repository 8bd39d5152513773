//go:build cgo && !nowindow

package fly

import (
	"skein/flock/look"
)

func (s *session) showOpeningView() error {
	if err := s.openPath(); err != nil {
		return err
	}
	s.Studio.Glide(s.openedView)
	s.cameraFit = cameraFit{}
	s.panel.Say("the camera is back at the opening view of the scene")
	return nil
}

func (s *session) frameAsOpened() {
	to := s.openedView
	to.Camera.Mode, to.Rig.Mode, to.Rig.Anchor = look.Auto, look.Auto, nil
	s.Studio.Path, s.camera.opening = nil, openingPath{}
	s.Studio.Glide(to)
	s.panel.Say("camera: auto")
}

// smallestPicture is the fraction of the window that a restored layout must leave for the picture. The
// workspace Study leaves a tenth of a window of 1000 × 600 screen units.
const smallestPicture = 0.08

// settledFrame is the first frame in which a restored layout is complete.
const settledFrame = 4

func (s *session) uncoverOpening() {
	fb := s.Win.Framebuffer()
	if !s.surface.RestoredLayout() || s.panel.IsHidden() {
		return
	}
	if picture := float32(s.region.Dx() * s.region.Dy()); picture < smallestPicture*float32(fb.X*fb.Y) {
		s.panel.Toggle()
		s.panel.Say("the panel is hidden, because it would leave little room for the flock; press H to show it")
	}
}
