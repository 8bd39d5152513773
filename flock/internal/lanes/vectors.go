package lanes

import "skein/flock/vec"

// At returns the vector of boid i.
func (v *Vec) At(i int) vec.Vec { return vec.Vec{X: v.X[i], Y: v.Y[i], Z: v.Z[i]} }

// Set sets the vector of boid i.
func (v *Vec) Set(i int, a vec.Vec) { v.X[i], v.Y[i], v.Z[i] = a.X, a.Y, a.Z }

// Push adds a to the steering force of boid i.
func (s *Seen) Push(i int, a vec.Vec) { s.Steer.Set(i, s.Steer.At(i).Add(a)) }
