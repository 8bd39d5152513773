package studio

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/internal/num"
	"skein/flock/look"
)

// aimed moves the rig where the camera setting to says, if that differs from the present one.
func (s *Studio) aimed(to *look.Camera) {
	r, was := &s.Rig, &s.Controls.Camera
	if to.Trail != was.Trail || to.Sway != was.Sway || to.Rise != was.Rise {
		r.Behind(to)
	}
	r.FovY, r.EyeFovY, r.EyeLevel, r.Fill = mgl32.DegToRad(to.FOV), mgl32.DegToRad(to.EyeFOV), to.EyeLevel, to.Fill
	if to.Distance == was.Distance && to.Azimuth == was.Azimuth && to.Elevation == was.Elevation && to.Target == was.Target {
		return
	}
	r.Distance, r.Azimuth, r.Elevation = to.Distance, mgl32.DegToRad(to.Azimuth), mgl32.DegToRad(to.Elevation)
	r.Elevation = mgl32.Clamp(r.Elevation, -camera.Steepest, camera.Steepest)
	switch {
	case to.Mode == look.Fly:
		r.Stand(to.Target.At)
	case to.Target.Fixed:
		at := to.Target.At
		r.Anchor = &at
	default:
		r.Anchor = nil
	}
}

// Seen returns the camera as a scene stores it. For a free-flying camera, its target is the
// place it looks at.
func (s *Studio) Seen() look.Camera {
	r, was := &s.Rig, s.Controls.Camera
	c := was
	c.Target = look.Target{}
	if c.Mode != look.Auto { // in auto mode it follows from the flock, nobody set it
		c.Distance = r.Distance
	}
	c.Azimuth, c.Elevation = wrapped(mgl32.RadToDeg(r.Azimuth)), mgl32.RadToDeg(r.Elevation)
	c.Trail, c.Sway, c.Rise = r.Trail, wrapped(mgl32.RadToDeg(r.Sway)), mgl32.RadToDeg(r.Rise)
	if c.Mode == look.Fly {
		v := r.View()
		ahead := v.Forward()
		c.Target = look.Target{Fixed: true, At: v.Eye.Add(ahead.Mul(r.Distance))}
		c.Azimuth = mgl32.RadToDeg(num.Atan2(-ahead[0], -ahead[2]))
		c.Elevation = mgl32.RadToDeg(-num.Asin(ahead[1]))
	} else if r.Anchor != nil {
		c.Target = look.Target{Fixed: true, At: *r.Anchor}
	}
	if steadied(&c, &was); c.Elevation != was.Elevation {
		c.Elevation = mgl32.Clamp(c.Elevation, -85, 85)
	}
	return c
}

// steadied restores the earlier values of a camera that differ only by rounding errors of the
// conversion to the rig and back.
func steadied(c, was *look.Camera) {
	size := max(c.Distance, was.Target.At.Len())
	if c.Target.Fixed && was.Target.Fixed && rounds(c.Target.At.Sub(was.Target.At).Len(), size) {
		c.Target = was.Target
	}
	if rounds(c.Distance-was.Distance, was.Distance) {
		c.Distance = was.Distance
	}
	for _, of := range []struct{ now, was *float32 }{
		{&c.Azimuth, &was.Azimuth}, {&c.Elevation, &was.Elevation}, {&c.Sway, &was.Sway}, {&c.Rise, &was.Rise},
	} {
		if rounds(wrapped(*of.now-*of.was), *of.was) {
			*of.now = *of.was
		}
	}
}

// rounds reports whether a difference, in metres or degrees, is a rounding error of a value of
// the given size.
func rounds(by, size float32) bool { return num.Abs(by) <= 1e-4*max(1, num.Abs(size)) }

// wrapped returns an angle between -180 and 180 degrees.
func wrapped(deg float32) float32 { return float32(math.Remainder(float64(deg), 360)) }

// Take sets the camera mode after input or a command changed it. It is not an edit that can be
// undone.
func (s *Studio) Take(m look.Mode) {
	s.Controls.Camera.Mode = m
	s.Controls = s.bound(s.Controls)
	s.Rig.SetMode(camera.RigMode(s.Controls.Camera.Mode))
}

// lead selects the next leader if the camera follows leaders and the selected boid no longer
// leads.
func (s *Studio) lead() {
	if now := s.Controls.Selected; s.Controls.Camera.Mode == look.Leader && now >= 0 && !s.leads(now) {
		s.Controls.Selected = s.next(now, 1, s.leads)
	}
}
