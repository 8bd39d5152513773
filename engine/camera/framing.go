package camera

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/flock/look"
)

// FrameBox moves the camera so that a box fills most of the image, and turns it as little as possible. aspect
// is width divided by height.
func (r *Rig) FrameBox(low, high mgl32.Vec3, aspect float32) {
	centre, radius := low.Add(high).Mul(0.5), high.Sub(low).Len()/2
	up := num.Tan(r.FovY/2) * min(aspect, 1) * defaultFill
	distance := max(radius*num.Sqrt(1+up*up)/up, 2)
	from := r.view
	if r.Mode.Stance() == look.StanceFree {
		r.Pos = centre.Add(from.Rotation.Rotate(mgl32.Vec3{0, 0, distance}))
		r.Pos[1] = max(r.Pos[1], 1.6)
		look := centre.Sub(r.Pos).Normalize()
		r.Yaw, r.Pitch = num.Atan2(-look[0], -look[2]), num.Asin(look[1])
	} else {
		r.SetMode(look.Orbit)
		r.Anchor = &centre
		r.aim = subjectKey{mode: look.Orbit, boid: -1}
		r.Distance = min(distance, maxDistance)
	}
	r.blendFrom, r.blendLeft, r.blendTime = from, switchTime, switchTime
}

// Frame moves the camera so that the flock fills the image, except for a few boids far from the others, and
// turns it as little as possible. aspect is width divided by height.
func (r *Rig) Frame(s Subject, aspect float32) {
	r.Anchor = nil
	middle := s.middle()
	distance := r.fitDistance(s, middle, aspect)
	from := r.view
	switch r.Mode.Stance() {
	case look.StanceFree:
		back := from.Rotation.Rotate(mgl32.Vec3{0, 0, 1})
		r.Pos = middle.Add(back.Mul(distance))
		r.Pos[1] = max(r.Pos[1], 1.6)
		look := middle.Sub(r.Pos).Normalize()
		r.Yaw, r.Pitch = num.Atan2(-look[0], -look[2]), num.Asin(look[1])
	default:
		r.SetMode(look.Orbit)
		r.retarget(look.Orbit, s)
		r.Distance = distance
	}
	r.blendFrom, r.blendLeft, r.blendTime = from, switchTime, switchTime
}

func (r *Rig) fitDistance(s Subject, middle mgl32.Vec3, aspect float32) float32 {
	up := num.Tan(r.FovY / 2)
	across := up * aspect
	inverse := r.view.Rotation.Inverse()
	needed := make([]float32, 0, len(s.Boids))
	for i := range s.Boids {
		p := inverse.Rotate(s.Boids[i].Pos.Sub(middle))
		needed = append(needed, p[2]+max(num.Abs(p[0])/across, num.Abs(p[1])/up))
	}
	if len(needed) == 0 {
		return 10 / up
	}
	slices.Sort(needed)
	return max(1.15*needed[len(needed)*29/30], 2)
}

// Stand turns an orbit around target into a free camera at the same place that looks at target.
func (r *Rig) Stand(target mgl32.Vec3) {
	v := orbitView(target, r.Azimuth, r.Elevation, r.Distance)
	ahead := v.Forward()
	r.Pos, r.Yaw, r.Pitch = v.Eye, num.Atan2(-ahead[0], -ahead[2]), num.Asin(ahead[1])
}

// Hold moves the camera away from the centre of its orbit until all points are in the picture, with half a
// wingspan around each.
func (r *Rig) Hold(s Subject, points []mgl32.Vec3, aspect float32) {
	centre, span := r.orbitCentre(s), s.Span
	up := defaultFill * num.Tan(r.FovY/2)
	across := up * aspect
	turn := flatView(mgl32.Vec3{}, r.Azimuth, -mgl32.Clamp(r.Elevation, -Steepest, Steepest)).Rotation.Inverse()
	for _, p := range points {
		pos := turn.Rotate(p.Sub(centre))
		r.Distance = max(r.Distance, pos[2]+max((num.Abs(pos[0])+span/2)/across, (num.Abs(pos[1])+span/2)/up))
	}
	r.Distance = min(r.Distance, maxDistance)
}
