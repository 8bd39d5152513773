package sight

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/seek"
)

// Plan describes how the boids search in the present tick. It never affects what they find, so only tests
// need it.
type Plan struct {
	Sorts   bool // whether the boids are sorted
	Records bool // whether boids see each other by records and lists
	Groups  bool // whether groups of boids share kernels
	TooFast int  // number of boids too fast for records
}

// Plan returns the plan.
func (v *Sight) Plan() Plan {
	p := Plan{Sorts: v.Sorts(), Records: v.records.Use, Groups: v.set.searchesTogether}
	for k := range v.memory {
		p.TooFast += v.memory[k].records.tooFast
	}
	return p
}

// HasList reports whether a list of the boids near the boid in a slot is stored. Without records, it does so
// only for the first boid of a group.
func (v *Sight) HasList(slot int) bool {
	if v.records.Use {
		return v.records.Blocks[slot/lanes.Size] != seek.NoLists
	}
	return slot < len(v.cache.Start) && v.cache.Start[slot] >= 0
}

// AvoidRecords searches without records up to the given age of the World.
func (v *Sight) AvoidRecords(until int64) { v.records.Rest = until }

// SquaredDistance returns the squared distance of two boids, for the index Matrix.
func (v *Sight) SquaredDistance(i, j int) float32 { return v.pairs.SquaredDistance(i, j) }
