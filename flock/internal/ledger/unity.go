package ledger

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/internal/lanes"
	"skein/flock/internal/pairs"
	"skein/flock/internal/torus"
)

const (
	wholeShare    = 0.95 // smallest fraction of the flock in its largest cluster for which the flock counts as whole
	splitShare    = 0.1  // smallest fraction in the second largest cluster for which the flock is split
	forgetSeconds = 60   // time after a split for which the ledger waits for the reunion
)

// Unity records whether a hunted flock is whole or split.
type Unity struct {
	Whole bool  `json:"whole,omitempty"`
	Split int64 `json:"split,omitempty"` // age of the World at the split, in ticks; 0 if the flock is not split

	checked int64
}

// Change is the result of [Unity.Check].
type Change int

const (
	Same Change = iota
	FellApart
	CameTogether
)

// IsChecked reports whether Check was already called in this tick. If two species hunt a flock, Check must be
// called only once.
func (u *Unity) IsChecked(now Time) bool { return u.checked == now.Age }

// Check compares the flock of n boids with its state at the last check. first and second are the numbers of
// boids in the two largest clusters. If the flock has come together again, away is the time for which it was
// split, s.
func (u *Unity) Check(now Time, first, second int32, n int) (c Change, away float32) {
	u.checked = now.Age
	total := max(1, float32(n))
	switch {
	case float32(first) >= wholeShare*total:
		if u.Split > 0 {
			c, away = CameTogether, float32(float64(now.Age-u.Split)/float64(now.TickRate))
		}
		u.Whole, u.Split = true, 0
	case u.Whole && float32(second) >= splitShare*total:
		c = FellApart
		u.Whole, u.Split = false, now.Age
	case u.Split > 0 && now.Age-u.Split > forgetSeconds*int64(now.TickRate):
		u.Split = 0
	}
	return c, away
}

// Plausible reports whether a flock can be in this state when the world has the given age, in ticks.
func (u *Unity) Plausible(age int64) bool {
	return u.Split >= 0 && u.Split <= age && !(u.Whole && u.Split > 0)
}

// Clusters holds the connected components of a flock at one tick. Later calls of Find reuse its memory.
type Clusters struct {
	foundAt   int64 // age of the world, ticks
	positions []mgl32.Vec3
	linker    pairs.Linker
	linked    pairs.Forest
	sizes     []int32 // number of boids in each cluster, by the slot of the cluster's root
}

// Find finds the clusters of the boids at pos, once in each tick. Boids in the same cluster are linked,
// directly or through others, by distances below link, m. The side of world is 0 if the world does not wrap
// around.
func (c *Clusters) Find(now Time, pos *lanes.Vec, n int, world torus.Torus, link float32) {
	if c.foundAt == now.Age {
		return
	}
	c.foundAt = now.Age
	c.positions, c.sizes = lanes.Grown(c.positions, n), lanes.Grown(c.sizes, n)
	for slot := range n {
		c.positions[slot] = pos.At(slot).Array()
	}
	c.linked = world.Link(&c.linker, c.positions, link)
	clear(c.sizes)
	for slot := range c.linked {
		c.sizes[c.linked.Root(int32(slot))]++
	}
}

// Largest returns the numbers of boids in the two largest clusters.
func (c *Clusters) Largest() (first, second int32) {
	for _, n := range c.sizes {
		if n > first {
			first, second = n, first
		} else if n > second {
			second = n
		}
	}
	return first, second
}

// InLargest reports whether the boid in a slot belongs to the largest cluster, or to one of several that are
// equally large.
func (c *Clusters) InLargest(slot int32) bool {
	first, _ := c.Largest()
	return c.sizes[c.linked.Root(slot)] == first
}
