package camera

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/flock/look"
)

type modeRow struct {
	view func(r *Rig, dt float32, d Drive, s Subject) frame.View
	like look.Mode
}

func modes() [look.NumModes]modeRow {
	return [look.NumModes]modeRow{
		look.Fly:    {view: (*Rig).fly},
		look.Orbit:  {view: (*Rig).orbit},
		look.Follow: {view: (*Rig).follow},
		look.Eye:    {view: (*Rig).eye},
		look.Auto:   {view: (*Rig).auto},
		look.Leader: {like: look.Follow}, // like Follow, but the followed boid differs

		look.Director: {view: (*Rig).direct},
	}
}

// RigMode returns the mode in which a rig works: Follow for Leader, and m for all other modes.
func RigMode(m look.Mode) look.Mode {
	if row := modes()[m]; row.view == nil {
		return row.like
	}
	return m
}

func (r *Rig) fly(dt float32, d Drive, _ Subject) frame.View {
	r.Yaw -= d.Turn[0]
	r.Pitch = mgl32.Clamp(r.Pitch+d.Turn[1], -1.55, 1.55)
	r.Speed = mgl32.Clamp(r.Speed*num.Pow(1.2, d.Zoom), 0.2, 400)
	v := flatView(r.Pos, r.Yaw, r.Pitch)
	step := r.Speed * dt
	if d.Fast {
		step *= 4
	}
	if d.Move.Len() > 1 {
		d.Move = d.Move.Normalize()
	}
	axes := v.Rotation.Mat4().Mat3()
	r.Pos = r.Pos.Add(axes.Col(0).Mul(d.Move[0] * step)).
		Add(mgl32.Vec3{0, d.Move[1] * step, 0}).
		Add(axes.Col(2).Mul(-d.Move[2] * step))
	r.Pos[1] = max(r.Pos[1], 0.2)
	v.Eye = r.Pos
	return v
}

func (r *Rig) orbit(_ float32, d Drive, s Subject) frame.View {
	r.Azimuth -= d.Turn[0]
	r.Elevation = mgl32.Clamp(r.Elevation-d.Turn[1], -Steepest, Steepest)
	r.Distance = mgl32.Clamp(r.Distance*num.Pow(1.1, -d.Zoom), 0.5, maxDistance)
	return orbitView(r.orbitCentre(s), r.Azimuth, r.Elevation, r.Distance)
}

// minTrail is the smallest distance behind a boid, in wingspans.
const minTrail = 0.7

func (r *Rig) follow(_ float32, d Drive, s Subject) frame.View {
	r.Sway -= d.Turn[0]
	r.Rise = mgl32.Clamp(r.Rise-d.Turn[1], -1, 1.4)
	r.Trail = mgl32.Clamp(r.Trail*num.Pow(1.1, -d.Zoom), minTrail, 500)
	ahead := s.heading(s.ID, look.StanceBehind).Rotate(mgl32.Vec3{0, 0, 1})
	tail := num.Atan2(-ahead[0], -ahead[2])
	return orbitView(s.Boid.Pos, tail+r.Sway, r.Rise, r.Trail*s.Span)
}

func (r *Rig) eye(_ float32, _ Drive, s Subject) frame.View { return EyeView(s, r.EyeLevel) }

// EyeView returns the view from a boid's head along its heading. It rolls with the boid unless level is true.
func EyeView(s Subject, level bool) frame.View {
	heading := s.heading(s.ID, look.StanceInside)
	ahead := heading.Rotate(mgl32.Vec3{0, 0, 1})
	up := heading.Rotate(mgl32.Vec3{0, 1, 0})
	head := s.Boid.Pos.Add(ahead.Mul(0.25 * s.Span)).Add(up.Mul(0.08 * s.Span))
	if level && num.Abs(ahead[1]) < 0.999 {
		up = mgl32.Vec3{0, 1, 0}
	}
	return frame.View{
		Eye: head, Rotation: frame.LookAt(head, head.Add(ahead), up),
		Near: 0.05, Far: Far, Hide: s.Index,
	}
}

// auto keeps the direction of an orbit and shows the whole flock, both now and in the near future.
func (r *Rig) auto(_ float32, _ Drive, s Subject) frame.View {
	l := r.lens()
	middle := s.middle()
	eye := l.nearestEye(s.reach(&l).extendAhead(&l, s.drift().Mul(leadTime)), middle, max(4*s.Span, 2))
	back := l.turn.Rotate(mgl32.Vec3{0, 0, 1})
	eye[1] = smoothMax(eye[1], lowestEye(back.Dot(eye.Sub(middle))))
	r.Distance = back.Dot(eye.Sub(middle))
	return frame.View{Eye: eye, Rotation: l.turn, Near: Near, Far: Far, Hide: -1}
}

// lowestEye returns the smallest height in m of the automatic camera at the given distance from the flock.
// Far away, the camera must see over the reeds. Near the flock it may be lower, which keeps low birds in the
// picture.
func lowestEye(distance float32) float32 {
	return mgl32.Clamp(distance/15, minEyeHeight, standingHeight)
}
