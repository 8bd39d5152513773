package sight

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/seek"
	"skein/flock/internal/workerpool"
	"skein/flock/vec"
)

// Sight lets the boids of one flock perceive each other.
type Sight struct {
	Pool  *workerpool.Pool
	N     int // number of boids
	Boids lanes.Boids

	Leaders  []int32 // slots of the boids that lead
	Deciding bool    // whether boids decide in this tick whether they take the lead

	// OwnVision returns the vision radius of the boid with this id, m. It is nil if all boids have the same.
	OwnVision func(id int32) float32

	// Pulled is called for each boid that heeds leaders in a tick of decisions.
	Pulled func(worker, slot int, by *Heeding)

	Kind        Kind
	set         Settings
	memory      []Memory // by worker
	kin         []near.Kin
	pairs       seek.Matrix
	grid        seek.Grid
	cache       seek.CandidateCache
	records     seek.Records
	leaderSpans leaderSpans
}

// Kind is a way to find neighbours.
type Kind int

const (
	Matrix Kind = iota + 1 // the distance of every pair, each computed once
	Grid                   // boids sorted into cells
	Brute                  // every boid checks every other boid
)

// Start prepares the sight of a flock without boids.
func (v *Sight) Start(pool *workerpool.Pool) {
	v.Pool, v.memory = pool, make([]Memory, len(pool.Tasks))
	for k := range v.memory {
		v.memory[k].worker = k
	}
}

// Use changes the settings. Resize must follow before the next tick.
func (v *Sight) Use(s Settings) {
	s.searchesTogether = s.looksTogether(v.Kind, near.CanLook())
	v.set = s
}

// Settings returns the settings, which the caller must not change.
func (v *Sight) Settings() *Settings { return &v.set }

// SearchAlone makes each boid search alone, without the kernels for groups.
func (v *Sight) SearchAlone() { v.set.searchesTogether = false }

// Memory returns the memory of a worker.
func (v *Sight) Memory(worker int) *Memory { return &v.memory[worker] }

// Pos returns the position of the boid in a slot.
func (v *Sight) Pos(slot int) vec.Vec { return v.Boids.Pos.At(slot) }

// Vel returns the velocity of the boid in a slot.
func (v *Sight) Vel(slot int) vec.Vec { return v.Boids.Vel.At(slot) }

// VisionOf returns a boid's vision radius, m.
func (v *Sight) VisionOf(id int32) float32 {
	if v.OwnVision == nil {
		return v.set.Vision
	}
	return v.OwnVision(id)
}

// Vision2Of returns the square of the vision radius of the boid in a slot, m².
func (v *Sight) Vision2Of(slot int) float32 {
	if v.OwnVision == nil {
		return v.set.Vision2
	}
	r := v.VisionOf(v.Boids.ID[slot])
	return float32(r * r)
}
