package flock

import "skein/flock/internal/lanes"

// A block is a run of boids that the rules take together.
type block = lanes.Block

func at(v *lanes.Vec, i int) vec { return vec{v.X[i], v.Y[i], v.Z[i]} }

func set(v *lanes.Vec, i int, a vec) { v.X[i], v.Y[i], v.Z[i] = a.x, a.y, a.z }

// push adds to a boid's steer.
func push(b *block, i int, a vec) { set(&b.Steer, i, at(&b.Steer, i).add(a)) }

// each adds to the steer of every boid in the block.
func each(b *block, steer func(i int) vec) {
	for i := range b.N {
		push(b, i, steer(i))
	}
}
