package studio

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/scenery"
	"skein/flock/around"
)

// Pick selects the object at a pixel of the last frame: a thing or one of its points by its mark, or else a
// boid or an obstacle. On empty space, it deselects the thing or else the boid. In the inset, it selects only
// boids and never deselects. A boid and a thing are never selected together. Pick reports whether it selected
// a boid.
func (s *Studio) Pick(x, y float32) (boid bool) {
	f := &s.frame
	birds := f.AllBirds()
	birds = birds[:min(len(s.boids), len(birds))]
	if inset := f.Inset; inset != nil && inset.Contains(x, y) {
		size := inset.Rect.Size()
		if i := frame.Pick(inset.View, size.X, size.Y, birds, x-float32(inset.Rect.Min.X), y-float32(inset.Rect.Min.Y), slack); i >= 0 {
			s.choose(s.frame.ID(i))
			return true
		}
		return false
	}
	stand, far := s.standAt(x, y)
	name, point := s.markAt(x, y, far)
	i := frame.Pick(f.View, f.Size.X, f.Size.Y, birds, x, y, slack)
	if i >= 0 && f.View.Depth(birds[i].Pos) > far {
		i = -1 // the boid is behind an obstacle
	}
	c := &s.Controls
	switch {
	case name != "" && (i < 0 || name == c.Thing):
		c.Thing, c.Point = name, point
	case i >= 0:
		s.choose(s.frame.ID(i))
		c.Thing, c.Point = "", 0
		return true
	case stand != "":
		c.Thing, c.Point = stand, 0
	case c.Thing != "":
		c.Thing, c.Point = "", 0
	default:
		s.choose(-1)
	}
	return false
}

// slack is the largest distance in pixels between a click and the object that it selects.
const slack = 12

func (s *Studio) standAt(x, y float32) (name string, far float32) {
	f := &s.frame
	ray := f.View.Ray(x, y, f.Size.X, f.Size.Y)
	far = float32(math.Inf(1))
	for i := range f.Stands {
		stand := &f.Stands[i]
		inward := stand.Matrix.Inv()
		eye, along := inward.Mul4x1(f.View.Eye.Vec4(1)).Vec3(), inward.Mul4x1(ray.Vec4(0)).Vec3()
		if distance, ok := scenery.Hit(stand.Solid, eye, along, far); ok {
			name, far = stand.Name, distance
		}
	}
	return name, far
}

// markAt returns the thing whose mark is at a pixel, and the number of its point, from 1. Marks deeper than
// far are hidden. Without guides, only the mark of the selected object can be clicked.
func (s *Studio) markAt(x, y, far float32) (name string, point int) {
	f := &s.frame
	best := float32(slack)
	try := func(t around.Thing, k int, pos mgl32.Vec3) {
		px, py, depth, ok := f.View.Project(pos, f.Size.X, f.Size.Y)
		offset := mgl32.Vec2{px - x, py - y}.Len()
		if ok && depth < far && offset < best {
			name, point, best = *t.NamePointer(), k, offset
		}
	}
	for _, t := range s.around.Things() {
		if _, is := t.(*around.Obstacle); is || !s.Controls.Show.Things && *t.NamePointer() != s.Controls.Thing {
			continue
		}
		points := scenery.PointsOf(t)
		for k, p := range points {
			try(t, k+1, p.Array())
		}
		if pos, _, ok := scenery.Pivot(t, 0); ok && len(points) == 0 {
			try(t, 0, pos)
		}
		for _, pos := range s.things.Tops[*t.NamePointer()] {
			try(t, 0, pos.Sub(pos.Sub(f.View.Eye).Mul(0.02))) // nearer to the eye, so that the surface under the mark does not hide it
		}
	}
	return name, point
}
