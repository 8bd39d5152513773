package tracks

import (
	"math"

	"skein/flock"
	"skein/flock/vec"
)

// steadied is the time over which accelerations are taken, to either side, s.
const steadied = 0.1

const gravity = 9.81 // m/s²

// acceleration at a frame of a path, m/s².
func (m *maker) acceleration(p *path, k int) (a [3]float64) {
	h := max(1, int(math.Round(steadied*float64(m.fps))))
	from, to := max(k-h, 0), min(k+h, len(p.vel)-1)
	if from == to {
		return a
	}
	for axis := range a {
		a[axis] = (float64(p.vel[to][axis]) - float64(p.vel[from][axis])) * float64(m.fps) / float64(to-from)
	}
	return a
}

// attitudes gives a path its up-vectors: those of the table, across where the bird heads
// and 1 long, or else those of a coordinated turn.
func (m *maker) attitudes(p *path) {
	for k := range p.up {
		if up := p.up[k]; up != [3]float32{} {
			if !settled(up, p.heading(k)) {
				p.up[k] = across(unit(up), p.heading(k))
			}
			continue
		}
		lift := m.acceleration(p, k)
		lift[1] += gravity
		p.up[k] = across(lift, p.heading(k))
	}
}

// settled reports whether a vector is 1 long and across another already, as far as float32
// go: then it stays as it is, to the bit.
func settled(up, v [3]float32) bool {
	const near = 1e-5
	u, w := wide(up), wide(v)
	along := dot(u, w)
	return math.Abs(dot(u, u)-1) <= near && float64(along*along) <= near*near*dot(w, w)
}

// unit returns a vector's direction.
func unit(v [3]float32) [3]float64 {
	u := wide(v)
	return scaled(u, 1/math.Sqrt(dot(u, u)))
}

func wide(v [3]float32) [3]float64 { return [3]float64{float64(v[0]), float64(v[1]), float64(v[2])} }

// across returns the unit vector along what of a lies across v, or else any across v.
func across(a [3]float64, v [3]float32) [3]float32 {
	u := wide(v)
	for _, x := range [][3]float64{a, {0, 1, 0}, {0, 0, 1}} {
		if along := dot(u, u); along > 0 {
			by := dot(x, u) / along
			for k := range x {
				x[k] -= float64(by * u[k])
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

// Efforts that a bird does not glide through, m/s².
const (
	pushEffort = 1 // along its heading
	turnEffort = 6 // across it
)

// sinks reports whether a bird may hold its wings open at a frame.
func (m *maker) sinks(p *path, k int) bool {
	if -float64(p.vel[k][1]) <= m.o.Sink {
		return false
	}
	v := wide(p.vel[k])
	a := m.acceleration(p, k)
	push := dot(a, v) / math.Sqrt(dot(v, v))
	return push <= pushEffort && dot(a, a)-float64(push*push) <= turnEffort*turnEffort
}

// forBeat is the purpose of what of a wingbeat is left to chance.
const forBeat vec.Purpose = 5000

// beat gives a path its phases, where the table has none: from how often wings beat, or
// else made up.
func (m *maker) beat(p *path, r *run, beats []float64) {
	if m.phased {
		return
	}
	id := m.ids[p.bird]
	die := vec.Dice(0, forBeat)
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
			phase += rate / float64(m.fps)
			if held = sinks && phase >= 1; held {
				phase = 0
			}
			phase -= math.Floor(phase)
		}
		p.phase[k] = turn(phase)
		if held {
			p.flags[k] |= flock.Gliding
		}
	}
}
