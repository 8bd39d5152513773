package studio

import "skein/engine/camera"

// Bookmark returns a bookmark of the present camera.
func (s *Studio) Bookmark() camera.Bookmark {
	return camera.Bookmark{Camera: s.CameraToSave(), Boid: s.Controls.Selected, Rig: s.Rig}
}

// Glide makes the camera fly smoothly to a bookmark.
func (s *Studio) Glide(to camera.Bookmark) {
	c, now := s.Controls, s.Controls.Camera
	c.Camera = to.Camera
	c.Camera.Path, c.Camera.Boid = now.Path, now.Boid
	c.Camera.Shutter, c.Camera.Aperture, c.Camera.Focus = now.Shutter, now.Aperture, now.Focus
	c.Camera.EyeFOV, c.Camera.EyeLevel, c.Camera.Fill = now.EyeFOV, now.EyeLevel, now.Fill
	if _, there := s.cur.Index(to.Boid); to.Camera.Mode.Tied() && there {
		c.Selected = to.Boid
	}
	s.Controls = s.syncSelection(c)
	s.Rig = to.GlideFrom(&s.Rig, camera.RigMode(s.Controls.Camera.Mode), s.Controls.Selected)
}
