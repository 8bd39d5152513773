package tracks

import (
	"math"

	"skein/flock"
	"skein/flock/vec"
)

// accelerationWindow is the time before and after a frame over which its acceleration is measured, s.
const accelerationWindow = 0.1

const gravity = 9.81 // m/s²

func (m *pathMaker) acceleration(p *path, k int) (a [3]float64) {
	h := max(1, int(math.Round(accelerationWindow*m.fps)))
	from, to := max(k-h, 0), min(k+h, len(p.vel)-1)
	if from == to {
		return a
	}
	for axis := range a {
		a[axis] = (float64(p.vel[to][axis]) - float64(p.vel[from][axis])) * m.fps / float64(to-from)
	}
	return a
}

// attitudes computes up-vectors, as unit vectors orthogonal to the heading. It uses the up-vectors in the
// table or, if there are none, those of a coordinated turn.
func (m *pathMaker) attitudes(p *path) {
	for k := range p.up {
		if up := p.up[k]; up != [3]float32{} {
			if !isUnitAcross(up, p.heading(k)) {
				p.up[k] = unitOrthogonal(unit(up), p.heading(k))
			}
			continue
		}
		lift := m.acceleration(p, k)
		lift[1] += gravity
		p.up[k] = unitOrthogonal(lift, p.heading(k))
	}
}

// isUnitAcross reports whether up is a unit vector orthogonal to v, apart from rounding errors.
func isUnitAcross(up, v [3]float32) bool {
	const near = 1e-5
	u, w := toFloat64(up), toFloat64(v)
	along := dot(u, w)
	return math.Abs(dot(u, u)-1) <= near && float64(along*along) <= near*near*dot(w, w)
}

func unit(v [3]float32) [3]float64 {
	u := toFloat64(v)
	return scaled(u, 1/math.Sqrt(dot(u, u)))
}

func toFloat64(v [3]float32) [3]float64 {
	return [3]float64{float64(v[0]), float64(v[1]), float64(v[2])}
}

// unitOrthogonal returns the unit vector along the component of a that is orthogonal to v. If a is parallel
// to v, it returns any unit vector orthogonal to v.
func unitOrthogonal(a [3]float64, v [3]float32) [3]float32 {
	u := toFloat64(v)
	for _, x := range [][3]float64{a, {0, 1, 0}, {0, 0, 1}} {
		if along := dot(u, u); along > 0 {
			factor := dot(x, u) / along
			for k := range x {
				x[k] -= float64(factor * u[k])
			}
		}
		if n := math.Sqrt(dot(x, x)); n > 1e-3 {
			return [3]float32{float32(x[0] / n), float32(x[1] / n), float32(x[2] / n)}
		}
	}
	return [3]float32{0, 1, 0}
}

func dot(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

// Accelerations above which a bird flaps instead of gliding, in m/s².
const (
	pushEffort = 1 // along the heading
	turnEffort = 6 // across the heading
)

// sinks reports whether a bird descends so fast and accelerates so little that it probably holds its wings
// open.
func (m *pathMaker) sinks(p *path, k int) bool {
	if -float64(p.vel[k][1]) <= m.o.Sink {
		return false
	}
	v := toFloat64(p.vel[k])
	a := m.acceleration(p, k)
	push := dot(a, v) / math.Sqrt(dot(v, v))
	return push <= pushEffort && dot(a, a)-float64(push*push) <= turnEffort*turnEffort
}

const forWingbeats vec.Purpose = 5000

// beat computes missing wingbeat phases. It uses the rate in the table or, if there is none, that of the
// scene, with a variation for each bird.
func (m *pathMaker) beat(p *path, r *trackPart, beats []float64) {
	if m.phased {
		return
	}
	id := m.ids[p.bird]
	die := vec.Dice(0, forWingbeats)
	pace := m.o.Flap * (1 + float64(0.1*float64(vec.Symmetric(die.Roll(id, 1)))))
	phase := float64(die.Roll(id, 0)>>40) / (1 << 24)
	held := false
	for k := range p.phase {
		sinks := false
		rate := beats[k]
		if k > 0 && !math.IsNaN(beats[k-1]) && !math.IsNaN(rate) {
			rate = (beats[k-1] + rate) / 2
		}
		if math.IsNaN(rate) {
			rate, sinks = pace, m.sinks(p, k)
		}
		if k > 0 && !(held && sinks) {
			phase += rate / m.fps
			if held = sinks && phase >= 1; held {
				phase = 0
			}
			phase -= math.Floor(phase)
		}
		p.phase[k] = wrapPhase(phase)
		if held {
			p.flags[k] |= flock.Gliding
		}
	}
}
