// Package encounter keeps boids out of obstacles. It finds the obstacle ahead of a boid and free places, and
// lets a boid slide along a surface. [Obstacles] holds the obstacles of a flock.
package encounter

import "skein/flock/internal/solid"

// Obstacles holds the obstacles of a flock, and limits that apply when its boids avoid them.
type Obstacles struct {
	Bodies    []solid.Body
	Clearance float32 // smallest distance between an obstacle and the middle of a bird, m
	Plane     bool    // whether boids cannot change their height
	Floor     float32 // smallest height of a boid, m
	MinSpeed  float32 // lowest speed of a moving boid, m/s
}

// Memory is the scratch memory of a worker.
type Memory struct {
	Ahead Ahead // result of FindAhead

	near  []*solid.Body // obstacles near some boids of the block
	ahead []*solid.Body // obstacles ahead of any boid of the block
	touch []*solid.Body
}
