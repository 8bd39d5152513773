package studio

import (
	"skein/engine/camera"
	"skein/engine/picture"
)

// Hold moves an orbiting camera back, if need be, until a picture of an aspect (width
// over height) holds the edge of the world, or where it has none all of the flock but
// strays.
func (s *Studio) Hold(aspect float32) {
	s.interpolate()
	all := s.cast()
	points := picture.WorldCorners(s.boids, s.shown, s.params)
	if points == nil {
		points = all.FramePoints()
	}
	s.Rig.Hold(s.subject(all, camera.ExactMotion(all)), points, aspect)
}
