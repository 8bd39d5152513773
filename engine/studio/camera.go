package studio

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/internal/num"
	"skein/flock/look"
)

// aimed makes the rig be where a camera was set to, if it was set.
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

// Seen returns the camera as a scene keeps it. Free flight is kept as the place it looks at.
func (s *Studio) Seen() look.Camera {
	r, was := &s.Rig, s.Controls.Camera
	c := was
	c.Target = look.Target{}
	if c.Mode != look.Auto { // there it follows from the flock, and nobody set it
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

// steadied makes a camera be what it was set to, where the way there and back was all that
// changed it.
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

// rounds reports whether a difference, in metres or degrees, is the rounding of what is of a size.
func rounds(by, size float32) bool { return num.Abs(by) <= 1e-4*max(1, num.Abs(size)) }

// wrapped returns an angle within half a turn, in degrees.
func wrapped(deg float32) float32 { return float32(math.Remainder(float64(deg), 360)) }

// Take makes the camera be in a mode that hands or a command brought it to, which is no edit
// to be undone.
func (s *Studio) Take(m look.Mode) {
	s.Controls.Camera.Mode = m
	s.Controls = s.bound(s.Controls)
	s.Rig.SetMode(camera.RigMode(s.Controls.Camera.Mode))
}

// lead goes on to the next leader, where the camera is behind leaders and this one leads no
// longer.
func (s *Studio) lead() {
	if now := s.Controls.Selected; s.Controls.Camera.Mode == look.Leader && now >= 0 && !s.leads(now) {
		s.Controls.Selected = s.next(now, 1, s.leads)
	}
}
