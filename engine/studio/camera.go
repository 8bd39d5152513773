package studio

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/internal/num"
	"skein/flock/look"
)

// applyCamera moves the rig where the camera setting to says, if that differs from the present one.
func (s *Studio) applyCamera(to *look.Camera) {
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
	case to.Mode.Stance() == look.StanceFree:
		r.Stand(to.Target.At)
	case to.Target.Fixed:
		at := to.Target.At
		r.Anchor = &at
	default:
		r.Anchor = nil
	}
}

// CameraToSave returns the camera as a scene stores it. For a free-flying camera, its target is the
// place it looks at.
func (s *Studio) CameraToSave() look.Camera {
	r, was := &s.Rig, s.Controls.Camera
	c := was
	c.Target = look.Target{}
	if !c.Mode.Framed() { // a framed distance follows from the flock, nobody set it
		c.Distance = r.Distance
	}
	c.Azimuth, c.Elevation = wrapDegrees(mgl32.RadToDeg(r.Azimuth)), mgl32.RadToDeg(r.Elevation)
	c.Trail, c.Sway, c.Rise = r.Trail, wrapDegrees(mgl32.RadToDeg(r.Sway)), mgl32.RadToDeg(r.Rise)
	if c.Mode.Stance() == look.StanceFree {
		v := r.View()
		ahead := v.Forward()
		c.Target = look.Target{Fixed: true, At: v.Eye.Add(ahead.Mul(r.Distance))}
		c.Azimuth = mgl32.RadToDeg(num.Atan2(-ahead[0], -ahead[2]))
		c.Elevation = mgl32.RadToDeg(-num.Asin(ahead[1]))
	} else if r.Anchor != nil {
		c.Target = look.Target{Fixed: true, At: *r.Anchor}
	}
	if undoRounding(&c, &was); c.Elevation != was.Elevation {
		c.Elevation = mgl32.Clamp(c.Elevation, -85, 85)
	}
	return c
}

// undoRounding restores the earlier values of a camera that differ only by rounding errors of the
// conversion to the rig and back.
func undoRounding(c, was *look.Camera) {
	size := max(c.Distance, was.Target.At.Len())
	if c.Target.Fixed && was.Target.Fixed && isRounding(c.Target.At.Sub(was.Target.At).Len(), size) {
		c.Target = was.Target
	}
	if isRounding(c.Distance-was.Distance, was.Distance) {
		c.Distance = was.Distance
	}
	for _, pair := range []struct{ now, was *float32 }{
		{&c.Azimuth, &was.Azimuth}, {&c.Elevation, &was.Elevation}, {&c.Sway, &was.Sway}, {&c.Rise, &was.Rise},
	} {
		if isRounding(wrapDegrees(*pair.now-*pair.was), *pair.was) {
			*pair.now = *pair.was
		}
	}
}

// isRounding reports whether a difference, in metres or degrees, is a rounding error of a value of
// the given size.
func isRounding(by, size float32) bool { return num.Abs(by) <= 1e-4*max(1, num.Abs(size)) }

// wrapDegrees returns an angle between -180 and 180 degrees.
func wrapDegrees(deg float32) float32 { return float32(math.Remainder(float64(deg), 360)) }

// SetMode sets the camera mode after input or a command changed it. It is not an edit that can be
// undone.
func (s *Studio) SetMode(m look.Mode) {
	s.Controls.Camera.Mode = m
	s.Controls = s.syncSelection(s.Controls)
	s.Rig.SetMode(camera.RigMode(s.Controls.Camera.Mode))
}

// advanceLeader selects the next leader if the camera follows leaders and the selected boid no longer
// leads.
func (s *Studio) advanceLeader() {
	if now := s.Controls.Selected; s.Controls.Camera.Mode.FollowsLeaders() && now >= 0 && !s.leads(now) {
		s.Controls.Selected = s.next(now, 1, s.leads)
	}
}
