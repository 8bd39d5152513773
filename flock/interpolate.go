package flock

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/internal/lanes"
)

// Interpolate returns in dst the boids between two snapshots, alpha from 0 (prev)
// to 1 (cur): positions along the cubic whose ends have the snapshots'
// velocities, velocities and up-vectors blended, the up-vector kept unit and
// orthogonal to the velocity through the air, the phase forward modulo 1. Boids that cur flags
// as Jumped, or that prev lacks, are as in cur. Boids are told by their ids: dst has those
// of cur, in its order.
func Interpolate(dst []Boid, prev, cur *Snapshot, alpha float32) []Boid {
	dst = lanes.Grown(dst[:0], cur.Len())
	dt := float32(cur.Seconds() - prev.Seconds())
	for i := range dst {
		dst[i] = cur.boid(i)
		if k, there := prev.Index(cur.ID(i)); there && dst[i].Flags&Jumped == 0 {
			dst[i] = between(prev.boid(k), dst[i], alpha, dt)
		}
	}
	return dst
}

func (s *Snapshot) boid(i int) Boid {
	return Boid{s.Pos[i], s.Vel[i], s.Up[i], s.Phase[i], s.Flags[i], s.ThroughAir()[i]}
}

func between(a, b Boid, t, dt float32) Boid {
	out := b
	out.Pos = hermite(a.Pos, b.Pos, a.Vel.Mul(dt), b.Vel.Mul(dt), t)
	out.Vel = blend(a.Vel, b.Vel, t)
	out.Air = blend(a.Air, b.Air, t)
	out.Up = steady(blend(a.Up, b.Up, t), out.Air, b.Up)
	ahead := b.Phase - a.Phase
	if ahead < 0 {
		ahead++
	}
	out.Phase = a.Phase + float32(t*ahead)
	if out.Phase >= 1 {
		out.Phase--
	}
	if t < 0.5 || a.Flags&Landing != 0 && b.Flags&Perched != 0 && t < 1 {
		out.Flags = a.Flags &^ Jumped
	}
	return out
}

func blend(a, b mgl32.Vec3, t float32) mgl32.Vec3 { return a.Mul(1 - t).Add(b.Mul(t)) }

// hermite is the cubic from a to b with tangents da and db, t in [0,1].
func hermite(a, b, da, db mgl32.Vec3, t float32) mgl32.Vec3 {
	s := 1 - t
	return a.Mul(s * s * (1 + 2*t)).Add(da.Mul(t * s * s)).
		Add(b.Mul(t * t * (3 - 2*t))).Sub(db.Mul(t * t * s))
}

// steady makes up a unit vector orthogonal to vel, or takes another.
func steady(up, vel, otherwise mgl32.Vec3) mgl32.Vec3 {
	u := vecOf(up).Across(vecOf(vel).Unit()).Unit()
	if u == (Vec{}) {
		return otherwise
	}
	return u.Array()
}
