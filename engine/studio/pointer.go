package studio

import (
	"errors"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// ErrFearless is that of a pointer that is to frighten nobody who could be.
var ErrFearless = errors.New("the pointer frightens nobody: no flock here has the rule fear")

// fear returns the parameters of the feared point: whether somebody is there, and where it is.
func fear() []string { return []string{"fear_present", "fear_x", "fear_y", "fear_z"} }

// fearful reports whether parameters are of a model that has the rule fear.
func fearful(p *flock.Params) bool {
	_, ok := p.Spec(fear()[0])
	return ok
}

// anyFearful reports whether any flock's are.
func (s *Studio) anyFearful() bool {
	return slices.ContainsFunc(s.params, func(p flock.Params) bool { return fearful(&p) })
}

// Pointer returns where the pointer is in the picture of the last frame, in pixels, or
// that it is not over it. While it frightens, boids fear the place under it, see
// [Studio.Under], and nobody where there is none. What it changes is recorded like
// every edit, but is none to undo or to keep.
func (s *Studio) Pointer(x, y float32, over bool) error {
	switch {
	case s.Playing() || s.Controls.Paused:
		return nil
	case !s.Controls.Frightens:
		return s.calmDown()
	case s.calm == nil:
		s.calm = slices.Clone(s.params)
	}
	var at mgl32.Vec3
	if over {
		at, over = s.Under(x, y)
	}
	for k := range s.calm {
		p := *s.of(k)
		if !fearful(&p) {
			continue
		}
		if err := s.threaten(k, threat(p, at, over)); err != nil {
			return err
		}
	}
	return nil
}

// threat are parameters with somebody to fear at a place, or with nobody, also where
// the place is farther off than they can say.
func threat(p flock.Params, at mgl32.Vec3, there bool) flock.Params {
	out := p
	for i, key := range fear()[1:] {
		spec, _ := p.Spec(key)
		there = there && float64(at[i]) >= spec.Min && float64(at[i]) <= spec.Max
		*spec.Float(&out) = at[i]
	}
	if !there {
		out = p
	}
	spec, _ := p.Spec(fear()[0])
	*spec.Bool(&out) = there
	return out
}

// threaten puts parameters of a flock in force that differ in whom it fears.
func (s *Studio) threaten(k int, p flock.Params) error {
	if p == *s.of(k) {
		return nil
	}
	if err := s.world.SetParamsOf(k, p); err != nil {
		return err
	}
	*s.of(k) = p
	if k == s.Controls.Flock {
		s.Controls.Params = p
	}
	return nil
}

// calmDown has the flocks fear whom they did before the pointer came.
func (s *Studio) calmDown() error {
	if s.calm == nil {
		return nil
	}
	for k := range s.calm {
		if err := s.threaten(k, s.unfrightened(k, *s.of(k))); err != nil {
			return err
		}
	}
	s.calm = nil
	return nil
}

// unfrightened are parameters of a flock but for what the pointer changed.
func (s *Studio) unfrightened(k int, p flock.Params) flock.Params {
	if s.calm != nil {
		feared(&p, &s.calm[k])
	}
	return p
}

// feared has p fear whom others do.
func feared(p, as *flock.Params) {
	for _, key := range fear() {
		if spec, ok := p.Spec(key); ok {
			spec.Reset(p, as)
		}
	}
}

// Under returns the place under a pixel of the last frame: where its ray meets the plane
// through the middle of the flock that cameras go by which faces the camera, or in a
// flat world the world's plane. It is false where they do not meet, and in the inset.
func (s *Studio) Under(x, y float32) (mgl32.Vec3, bool) {
	f := &s.frame
	if in := f.Inset; in != nil && in.Contains(x, y) || len(s.boids) == 0 {
		return mgl32.Vec3{}, false
	}
	who := s.cast()
	normal := f.View.Forward()
	if m := s.of(who.Flock).Model(); m.Plane() {
		normal = mgl32.Vec3{0, 1, 0}
	}
	return meet(f.View.Eye, f.View.Ray(x, y, f.Size.X, f.Size.Y), who.Centre(), normal)
}

// meet returns where a ray meets a plane through a point; false where it does not.
func meet(eye, ray, point, normal mgl32.Vec3) (mgl32.Vec3, bool) {
	way := point.Sub(eye).Dot(normal) / ray.Dot(normal)
	if !(way > 0) || math.IsInf(float64(way), 0) {
		return mgl32.Vec3{}, false
	}
	return eye.Add(ray.Mul(way)), true
}
