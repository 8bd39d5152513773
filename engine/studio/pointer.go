package studio

import (
	"errors"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/rules"
)

// ErrFearless is returned if no flock has the rule fear, so that the pointer cannot frighten boids.
var ErrFearless = errors.New("the pointer cannot frighten this flock: it has no fear rule")

func (s *Studio) anyHasFear() bool {
	return slices.ContainsFunc(s.params, func(p flock.Params) bool { return rules.HasFear(&p) })
}

// Pointer tells the studio where the pointer is in the last frame, in pixels, and whether it is inside the
// picture. With the option Frightens, boids fear the place under the pointer (see [Studio.PlaceUnder]). These
// changes are recorded like edits, but they cannot be undone and are not saved.
func (s *Studio) Pointer(x, y float32, inside bool) error {
	switch {
	case s.Playing() || s.Controls.Paused:
		return nil
	case !s.Controls.Frightens:
		return s.calmDown()
	case s.calmParams == nil:
		s.calmParams = slices.Clone(s.params)
	}
	var pos mgl32.Vec3
	if inside {
		pos, inside = s.PlaceUnder(x, y)
	}
	for k := range s.calmParams {
		p := *s.paramsOf(k)
		if !rules.HasFear(&p) {
			continue
		}
		if err := s.setThreat(k, rules.WithFearedPoint(p, pos, inside)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Studio) setThreat(k int, p flock.Params) error {
	if p == *s.paramsOf(k) {
		return nil
	}
	if err := s.world.SetParamsOf(k, p); err != nil {
		return err
	}
	*s.paramsOf(k) = p
	if k == s.Controls.Flock {
		s.Controls.Params = p
	}
	return nil
}

func (s *Studio) calmDown() error {
	if s.calmParams == nil {
		return nil
	}
	for k := range s.calmParams {
		if err := s.setThreat(k, s.withoutFright(k, *s.paramsOf(k))); err != nil {
			return err
		}
	}
	s.calmParams = nil
	return nil
}

func (s *Studio) withoutFright(k int, p flock.Params) flock.Params {
	if s.calmParams != nil {
		rules.CopyFearedPoint(&p, &s.calmParams[k])
	}
	return p
}

// PlaceUnder returns the point where the ray of a pixel of the last frame meets a plane. In a flat world,
// this is the plane of the world. Otherwise it is the plane through the middle of the flock that faces the
// camera. It returns false if the ray does not meet the plane, and in the inset.
func (s *Studio) PlaceUnder(x, y float32) (mgl32.Vec3, bool) {
	f := &s.frame
	if inset := f.Inset; inset != nil && inset.Contains(x, y) || len(s.boids) == 0 {
		return mgl32.Vec3{}, false
	}
	followed := s.group()
	normal := f.View.Forward()
	if m := s.paramsOf(followed.Flock).Model(); m.Plane() {
		normal = mgl32.Vec3{0, 1, 0}
	}
	return intersectPlane(f.View.Eye, f.View.Ray(x, y, f.Size.X, f.Size.Y), followed.Centre(), normal)
}

// intersectPlane returns the point where a ray from eye meets a plane. It returns false if the plane is not
// in front of the eye.
func intersectPlane(eye, ray, point, normal mgl32.Vec3) (mgl32.Vec3, bool) {
	way := point.Sub(eye).Dot(normal) / ray.Dot(normal)
	if !(way > 0) || math.IsInf(float64(way), 0) {
		return mgl32.Vec3{}, false
	}
	return eye.Add(ray.Mul(way)), true
}
