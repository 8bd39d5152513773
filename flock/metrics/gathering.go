package metrics

import "skein/flock"

// Gathering judges boids that come from several sides by what good flocking is to S4
// (section 1.2): those that meet form a flock, its members do not collide, it loses
// none, and it does not split.
//
// Two boids become flockmates when they are near and fly alike, that is when their
// velocities differ by less than half of the faster one's speed; they are it until they
// are half as far again apart. A flock is all that are flockmates by way of others.
// When some of a flock are so no longer, the largest part is the flock: a part of one
// is a member lost, a larger one a split.
type Gathering struct {
	Joined     float64 // seconds until all were one flock; -1: not yet
	Collisions int     // times that two came nearer than they are wide
	Lost       int     // members
	Splits     int
	Failed     int64 // tick of the first of these three; -1: there was none

	near, wide float64
	mates      []bool // of each pair, in a row for each boid
	touching   []bool
	flocks     []int32 // the lowest id in each boid's flock
	before     []int32
	stack      []int32
}

// NewGathering judges boids so wide that are near each other within so many metres.
func NewGathering(near, wide float32) *Gathering {
	return &Gathering{Joined: -1, Failed: -1, near: float64(near), wide: float64(wide)}
}

// Good says whether all is well so far, and all are one flock.
func (g *Gathering) Good() bool { return g.Joined >= 0 && g.Failed < 0 }

// Frame takes in the boids at the next tick: always the same ones.
func (g *Gathering) Frame(s *flock.Snapshot) {
	n := s.Len()
	first := g.flocks == nil
	if first {
		g.mates, g.touching = make([]bool, n*n), make([]bool, n*n)
		g.flocks, g.before = make([]int32, n), make([]int32, n)
	}
	worse := g.Collisions + g.Lost + g.Splits
	g.meet(s)
	g.before, g.flocks = g.flocks, g.before
	one := g.label(n)
	if !first {
		g.part()
	}
	if g.Joined < 0 && one {
		g.Joined = float64(s.Tick) / float64(s.TickRate)
	}
	if g.Failed < 0 && g.Collisions+g.Lost+g.Splits > worse {
		g.Failed = s.Tick
	}
}

// meet notes of each pair whether they are flockmates, and whether they collide.
func (g *Gathering) meet(s *flock.Snapshot) {
	n := s.Len()
	for i := range n {
		for j := range i {
			pair := i*n + j
			d := length(s.Pos[i].Sub(s.Pos[j]))
			if d < g.wide && !g.touching[pair] {
				g.Collisions++
			}
			g.touching[pair] = d < g.wide
			mates := d < g.near && alike(s, i, j) || g.mates[pair] && d < 1.5*g.near
			g.mates[pair], g.mates[j*n+i] = mates, mates
		}
	}
}

// alike says whether two fly in about the same direction at about the same speed.
func alike(s *flock.Snapshot, i, j int) bool {
	return length(s.Vel[i].Sub(s.Vel[j])) < 0.5*max(length(s.Vel[i]), length(s.Vel[j]))
}

// label finds the flock of each boid, and says whether there is but one.
func (g *Gathering) label(n int) (one bool) {
	for i := range g.flocks {
		g.flocks[i] = -1
	}
	count := 0
	for i := range int32(n) {
		if g.flocks[i] >= 0 {
			continue
		}
		count++
		g.flocks[i], g.stack = i, append(g.stack[:0], i)
		for len(g.stack) > 0 {
			a := g.stack[len(g.stack)-1]
			g.stack = g.stack[:len(g.stack)-1]
			for b, mates := range g.mates[int(a)*n : (int(a)+1)*n] {
				if mates && g.flocks[b] < 0 {
					g.flocks[b], g.stack = i, append(g.stack, int32(b))
				}
			}
		}
	}
	return count == 1
}

// part counts what the flocks of the tick before have come apart into.
func (g *Gathering) part() {
	for i, old := range g.before {
		if int(old) != i {
			continue // not the first of its flock
		}
		parts, largest := map[int32]int{}, 0
		for j, of := range g.before {
			if of == old {
				parts[g.flocks[j]]++
				largest = max(largest, parts[g.flocks[j]])
			}
		}
		if len(parts) == 1 {
			continue
		}
		kept := false
		for _, size := range parts {
			switch {
			case size == largest && !kept:
				kept = true
			case size == 1:
				g.Lost++
			default:
				g.Splits++
			}
		}
	}
}
