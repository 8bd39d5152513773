package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

type block = lanes.Block

func at(v *lanes.Vec, i int) vec.Vec { return vec.Vec{X: v.X[i], Y: v.Y[i], Z: v.Z[i]} }

func set(v *lanes.Vec, i int, a vec.Vec) { v.X[i], v.Y[i], v.Z[i] = a.X, a.Y, a.Z }

func push(b *block, i int, a vec.Vec) { set(&b.Steer, i, at(&b.Steer, i).Add(a)) }
