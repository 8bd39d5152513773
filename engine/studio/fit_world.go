package studio

import (
	"skein/engine/camera"
	"skein/engine/picture"
)

// Hold moves an orbiting camera back until the edge of the world fits into a picture. If the world has no
// edge, the flock without stray boids must fit. aspect is width divided by height.
func (s *Studio) Hold(aspect float32) {
	s.interpolate()
	all := s.group()
	s.completeBoids()
	points := picture.WorldCorners(s.boids, s.shownSnapshot, s.params)
	if points == nil {
		points = all.FramePoints()
	}
	s.Rig.Hold(s.subject(all, camera.ExactMotion(all)), points, aspect)
}
