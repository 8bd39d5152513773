package studio

import "skein/engine/camera"

// Bookmark returns a bookmark of the current camera.
func (s *Studio) Bookmark() camera.Bookmark {
	return camera.Bookmark{Camera: s.CameraToSave(), Boid: s.Controls.Selected, Rig: s.Rig}
}

// Glide makes the camera fly smoothly to a bookmark.
func (s *Studio) Glide(to camera.Bookmark) {
	s.standing = nil
	c, current := s.Controls, s.Controls.Camera
	c.Camera = to.Camera
	c.Camera.CameraOptions = current.CameraOptions
	if _, ok := s.cur.Index(to.Boid); to.Camera.Mode.IsTied() && ok {
		c.Selected = to.Boid
	}
	s.Controls = s.syncSelection(c)
	s.Rig = to.GlideFrom(&s.Rig, camera.RigMode(s.Controls.Camera.Mode), s.Controls.Selected)
}
