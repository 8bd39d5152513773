package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/flock/look"
)

// Place sets the position, mode and other settings of the rig. middle is the middle of the flock at its
// start.
func (r *Rig) Place(c *look.Camera, middle mgl32.Vec3) {
	r.FovY, r.CameraOptions = mgl32.DegToRad(c.FOV), c.CameraOptions
	r.Azimuth, r.Elevation, r.Distance = mgl32.DegToRad(c.Azimuth), mgl32.DegToRad(c.Elevation), c.Distance
	r.placeBehind(c)
	pos := middle
	if c.Target.Fixed {
		pos = c.Target.At
		r.Anchor = &pos
	}
	r.Stand(pos)
	r.Mode = RigMode(c.Mode)
}

func (r *Rig) placeBehind(c *look.Camera) {
	r.Trail, r.Sway, r.Rise = c.Trail, mgl32.DegToRad(c.Sway), mgl32.DegToRad(c.Rise)
}

// Apply applies new settings. The camera moves only if the settings of its position have changed.
func (r *Rig) Apply(to, old *look.Camera) {
	if to.Trail != old.Trail || to.Sway != old.Sway || to.Rise != old.Rise {
		r.placeBehind(to)
	}
	r.FovY, r.CameraOptions = mgl32.DegToRad(to.FOV), to.CameraOptions
	if to.Distance == old.Distance && to.Azimuth == old.Azimuth && to.Elevation == old.Elevation && to.Target == old.Target {
		return
	}
	r.Distance, r.Azimuth, r.Elevation = to.Distance, mgl32.DegToRad(to.Azimuth), mgl32.DegToRad(to.Elevation)
	r.Elevation = mgl32.Clamp(r.Elevation, -Steepest, Steepest)
	switch {
	case to.Mode.Stance() == look.StanceFree:
		r.Stand(to.Target.At)
	case to.Target.Fixed:
		pos := to.Target.At
		r.Anchor = &pos
	default:
		r.Anchor = nil
	}
}

// Settings returns the settings that describe the rig in a scene. The target of a free camera is a point that
// it looks at. Settings that the rig does not determine are copied from old.
func (r *Rig) Settings(old look.Camera) look.Camera {
	c := old
	c.Target = look.Target{}
	if !c.Mode.Framed() { // the distance of a framed camera is computed
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
	if undoRounding(&c, &old); c.Elevation != old.Elevation {
		c.Elevation = mgl32.Clamp(c.Elevation, -85, 85)
	}
	return c
}

// undoRounding restores a value of old in c if the two differ only because of rounding in the conversion to
// the rig and back.
func undoRounding(c, old *look.Camera) {
	size := max(c.Distance, old.Target.At.Len())
	if c.Target.Fixed && old.Target.Fixed && isRounding(c.Target.At.Sub(old.Target.At).Len(), size) {
		c.Target = old.Target
	}
	if isRounding(c.Distance-old.Distance, old.Distance) {
		c.Distance = old.Distance
	}
	for _, pair := range []struct{ fresh, old *float32 }{
		{&c.Azimuth, &old.Azimuth}, {&c.Elevation, &old.Elevation}, {&c.Sway, &old.Sway}, {&c.Rise, &old.Rise},
	} {
		if isRounding(wrapDegrees(*pair.fresh-*pair.old), *pair.old) {
			*pair.fresh = *pair.old
		}
	}
}

func isRounding(change, size float32) bool { return num.Abs(change) <= 1e-4*max(1, num.Abs(size)) }

func wrapDegrees(deg float32) float32 { return float32(math.Remainder(float64(deg), 360)) }
