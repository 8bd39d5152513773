package metrics

import (
	"slices"

	"skein/flock"
	"skein/flock/internal/pairs"
)

// Gathering tests whether boids that come from several sides form a good flock, by the criteria of S4
// (section 1.2): all boids become one flock, and afterwards no boid collides or is lost, and the flock does
// not split.
//
// Two boids become flockmates when they are near each other and their velocities differ by less than half of
// the faster speed. They stay flockmates within 1.5 times the near distance. A flock is a set of boids that
// are linked as flockmates, directly or through others. If a flock breaks into parts, its largest part
// remains the flock. A part of one boid is a loss, and a larger part is a split.
type Gathering struct {
	Joined     float64 // time at which all boids became one flock, s; -1 if they have not yet
	Collisions int     // number of times that two boids came closer than their width
	Lost       int     // number of boids lost from the flock
	Splits     int
	Failed     int64 // tick of the first collision, loss or split; -1 if there was none

	near, wide float64
	mates      []bool  // whether two boids are flockmates, for each pair
	touching   []bool  // whether two boids are closer than wide, for each pair
	flocks     []int32 // index of each boid's flock; nil before the first tick
}

// NewGathering returns a test in which boids are near each other below distance, and collide below wide, in
// metres.
func NewGathering(distance, wide float32) *Gathering {
	return &Gathering{Joined: -1, Failed: -1, near: float64(distance), wide: float64(wide)}
}

// Good reports whether all boids have become one flock, without any failure so far.
func (g *Gathering) Good() bool { return g.Joined >= 0 && g.Failed < 0 }

// Frame adds the snapshot of the next tick. All snapshots must have the same boids.
func (g *Gathering) Frame(s *flock.Snapshot) {
	before := g.Collisions + g.Lost + g.Splits
	flocks, count := g.linkFlockmates(s)
	if g.flocks != nil && !slices.Equal(flocks, g.flocks) {
		g.countParts(flocks)
	}
	g.flocks = flocks
	if g.Joined < 0 && count == 1 {
		g.Joined = float64(s.Tick) / float64(s.TickRate)
	}
	if g.Failed < 0 && g.Collisions+g.Lost+g.Splits > before {
		g.Failed = s.Tick
	}
}

// linkFlockmates finds the flockmates and counts new collisions. It returns the index of each boid's flock
// and the number of flocks.
func (g *Gathering) linkFlockmates(s *flock.Snapshot) (flocks []int32, count int) {
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
			g.mates[pair] = d < g.near && flyAlike(s, i, j) || g.mates[pair] && d < 1.5*g.near
			if g.mates[pair] {
				linked.Link(int32(i), int32(j))
			}
		}
	}
	return linked.Labels()
}

func flyAlike(s *flock.Snapshot, i, j int) bool {
	vel := s.ThroughAir()
	return length(vel[i].Sub(vel[j])) < 0.5*max(length(vel[i]), length(vel[j]))
}

// countParts counts losses and splits since the previous tick. current holds the index of each boid's flock.
func (g *Gathering) countParts(current []int32) {
	parts := map[int32]map[int32]int{} // number of boids, by previous and current flock
	for i, before := range g.flocks {
		if parts[before] == nil {
			parts[before] = map[int32]int{}
		}
		parts[before][current[i]]++
	}
	for _, sizesByFlock := range parts {
		var sizes []int
		for _, size := range sizesByFlock {
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
