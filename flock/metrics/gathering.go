package metrics

import (
	"slices"

	"skein/flock"
	"skein/flock/internal/pairs"
)

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
	mates      []bool // of each pair
	touching   []bool
	flocks     []int32 // number of each boid's flock; none before the first tick
}

// NewGathering judges boids so wide that are near each other within so many metres.
func NewGathering(near, wide float32) *Gathering {
	return &Gathering{Joined: -1, Failed: -1, near: float64(near), wide: float64(wide)}
}

// Good reports whether all is well so far, and all were one flock.
func (g *Gathering) Good() bool { return g.Joined >= 0 && g.Failed < 0 }

// Frame takes in the boids at the next tick: always the same ones.
func (g *Gathering) Frame(s *flock.Snapshot) {
	before := g.Collisions + g.Lost + g.Splits
	flocks, count := g.meet(s)
	if g.flocks != nil && !slices.Equal(flocks, g.flocks) {
		g.part(flocks)
	}
	g.flocks = flocks
	if g.Joined < 0 && count == 1 {
		g.Joined = float64(s.Tick) / float64(s.TickRate)
	}
	if g.Failed < 0 && g.Collisions+g.Lost+g.Splits > before {
		g.Failed = s.Tick
	}
}

// meet notes of each pair whether they are flockmates, and whether they collide. It
// returns the flocks that they make.
func (g *Gathering) meet(s *flock.Snapshot) (flocks []int32, count int) {
	n := s.Len()
	if g.mates == nil {
		g.mates, g.touching = make([]bool, n*n), make([]bool, n*n)
	}
	linked := pairs.NewForest(n)
	for i := range n {
		for j := range i {
			pair := i*n + j
			d := length(s.Pos[i].Sub(s.Pos[j]))
			if d < g.wide && !g.touching[pair] {
				g.Collisions++
			}
			g.touching[pair] = d < g.wide
			g.mates[pair] = d < g.near && alike(s, i, j) || g.mates[pair] && d < 1.5*g.near
			if g.mates[pair] {
				linked.Link(int32(i), int32(j))
			}
		}
	}
	return linked.Labels()
}

// alike reports whether two fly in about the same direction at about the same speed.
func alike(s *flock.Snapshot, i, j int) bool {
	vel := s.ThroughAir()
	return length(vel[i].Sub(vel[j])) < 0.5*max(length(vel[i]), length(vel[j]))
}

// part counts what the flocks come apart into.
func (g *Gathering) part(into []int32) {
	parts := map[int32]map[int32]int{} // of each flock, by the flock they are in now
	for i, of := range g.flocks {
		if parts[of] == nil {
			parts[of] = map[int32]int{}
		}
		parts[of][into[i]]++
	}
	for _, of := range parts {
		var sizes []int
		for _, size := range of {
			sizes = append(sizes, size)
		}
		slices.Sort(sizes)
		for _, size := range sizes[:len(sizes)-1] {
			if size == 1 {
				g.Lost++
			} else {
				g.Splits++
			}
		}
	}
}
