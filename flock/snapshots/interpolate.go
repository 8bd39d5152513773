package snapshots

import (
	"math"
	"runtime"
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Cubic evaluates cubic Hermite curves at an instant between two moments, given the positions and velocities
// at both. All code that shows or exports motion between snapshots uses Cubic, so that speeds agree.
type Cubic struct {
	share     float64
	positions [4]float64 // weights of both positions and both velocities, for the position
	rates     [3]float64 // weights of the difference of the positions and of both velocities, for the velocity
}

// CubicAt returns the Cubic for an instant between two moments that are dt seconds apart. share is the
// fraction of this time that has passed, from 0 to 1.
func CubicAt(share, dt float64) Cubic {
	t, s := share, 1-share
	c := Cubic{
		share:     share,
		positions: [4]float64{s * s * (1 + float64(2*t)), t * t * (3 - float64(2*t)), t * s * s * dt, -t * t * s * dt},
		rates:     [3]float64{0, s * (1 - float64(3*t)), t * (float64(3*t) - 2)},
	}
	if dt > 0 {
		c.rates[0] = 6 * t * s / dt
	}
	return c
}

// Axis returns the position and the velocity along one axis, on the curve from p to q with the velocities v
// and w at its ends.
func (c *Cubic) Axis(p, q, v, w float64) (pos, vel float64) {
	pos = float64(p*c.positions[0]) + float64(q*c.positions[1]) + (float64(v*c.positions[2]) + float64(w*c.positions[3]))
	vel = float64((q-p)*c.rates[0]) + (float64(v*c.rates[1]) + float64(w*c.rates[2]))
	return pos, vel
}

// Move returns a boid's position, its velocity over the ground, and its velocity through the air. The boid
// has index i in snapshot a and index k in snapshot b, and must not have jumped in between. In wind, the
// velocity through the air is interpolated linearly.
//
// The velocity of a perched boid only gives the direction that it faces, so it is interpolated linearly, too.
func (c *Cubic) Move(a, b *Snapshot, i, k int) (pos, vel, air mgl32.Vec3) {
	p, q, v, w := a.Pos[i], b.Pos[k], a.Vel[i], b.Vel[k]
	for axis := range pos {
		x, rate := c.Axis(float64(p[axis]), float64(q[axis]), float64(v[axis]), float64(w[axis]))
		pos[axis], vel[axis] = float32(x), float32(rate)
	}
	if a.Flags[i]&b.Flags[k]&Perched != 0 {
		pos = p.Add(q.Sub(p).Mul(float32(c.share)))
	}
	if (a.Flags[i]|b.Flags[k])&Perched != 0 {
		vel = blend(v, w, float32(c.share))
	}
	if len(a.Air) == 0 && len(b.Air) == 0 {
		return pos, vel, vel
	}
	return pos, vel, blend(a.ThroughAir()[i], b.ThroughAir()[k], float32(c.share))
}

// Extrapolate returns the position that boid i would reach in straight flight after some seconds, which may
// be negative. A boid that jumps between two snapshots is drawn at this position.
func (s *Snapshot) Extrapolate(i int, seconds float64) mgl32.Vec3 {
	return s.Pos[i].Add(s.Vel[i].Mul(float32(seconds)))
}

// Interpolate stores in dst the boids at an instant between two snapshots, and returns dst. alpha is 0 at
// prev and 1 at cur. dst holds the boids of cur, in the order of cur. Boids are matched by their ids. A boid
// that has the flag Jumped in cur, or that is not in prev, is copied from cur.
//
// Positions and velocities follow [Cubic]. Headings and up-vectors are blended, and the up-vector remains a
// unit vector orthogonal to the heading. Phases increase modulo 1. Flags are those of the nearer snapshot,
// but a landing bird counts as perched only at cur.
func Interpolate(dst []Boid, prev, cur *Snapshot, alpha float32) []Boid {
	dst = lanes.Grown(dst[:0], cur.Len())
	workers := max(1, min(runtime.GOMAXPROCS(0), len(dst)/2048))
	if workers == 1 {
		interpolateRange(dst, prev, cur, alpha, 0)
		return dst
	}
	interpolateTogether(dst, prev, cur, alpha, workers)
	return dst
}

// InterpolateOne returns boid i of the result of [Interpolate].
func InterpolateOne(prev, cur *Snapshot, alpha float32, i int) Boid {
	var one [1]Boid
	interpolateRange(one[:], prev, cur, alpha, i)
	return one[0]
}

func interpolateTogether(dst []Boid, prev, cur *Snapshot, alpha float32, workers int) {
	var all sync.WaitGroup
	for w := range workers {
		from, to := w*len(dst)/workers, (w+1)*len(dst)/workers
		all.Go(func() { interpolateRange(dst[from:to], prev, cur, alpha, from) })
	}
	all.Wait()
}

func interpolateRange(dst []Boid, prev, cur *Snapshot, alpha float32, first int) {
	cubic := CubicAt(float64(alpha), secondsBetween(prev, cur))
	for n := range dst {
		i := first + n
		dst[n] = cur.Boid(i)
		if k, ok := prev.Index(cur.ID(i)); ok && dst[n].Flags&Jumped == 0 {
			dst[n] = blendBoids(prev.Boid(k), dst[n], alpha)
			dst[n].Pos, dst[n].Vel, dst[n].Air = cubic.Move(prev, cur, k, i)
		}
	}
}

func secondsBetween(a, b *Snapshot) float64 {
	if a.TickRate != b.TickRate || a.TickRate == 0 {
		return b.Seconds() - a.Seconds()
	}
	return float64(b.Tick-a.Tick) / float64(a.TickRate)
}

// Boid returns the boid with index i.
func (s *Snapshot) Boid(i int) Boid {
	return Boid{Pos: s.Pos[i], Vel: s.Vel[i], Up: s.Up[i], Phase: s.Phase[i], Flags: s.Flags[i], Air: s.ThroughAir()[i]}
}

// Beats returns the number of wingbeats between the phases from and to. usual is the bird's usual number of
// wingbeats in this time, or 0 if unknown. If usual is below 1, the result is in [0,1). Otherwise, the result
// is the number nearest to usual that leads from the first phase to the second.
func Beats(from, to float32, usual float64) float64 {
	d := float64(to) - float64(from)
	if d < 0 {
		d++
	}
	if usual >= 1 {
		d += math.Round(usual - d)
	}
	return max(d, 0)
}

func blendBoids(a, b Boid, t float32) Boid {
	out := b
	out.heading = blend(a.Air, b.Air, t)
	out.Up = orthogonalUp(blend(a.Up, b.Up, t), out.heading, b.Up)
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

// orthogonalUp returns the unit vector nearest to up that is orthogonal to vel. If there is none, it returns
// fallback.
func orthogonalUp(up, vel, fallback mgl32.Vec3) mgl32.Vec3 {
	u := vec.FromArray(up).Across(vec.FromArray(vel).Unit()).Unit()
	if u == (vec.Vec{}) {
		return fallback
	}
	return u.Array()
}
