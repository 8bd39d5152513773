// Package vec holds the arithmetic that flocks share: vectors, angles, rounding to quanta,
// and random numbers.
//
// The state of a flock must have the same bits on every machine. So [Vec] converts each
// product before it is summed, which forbids fused operations; angles and exponentials use
// the four operations and the square root alone; and a random number is a function of (seed,
// boid, purpose, counter), however many were drawn before. [Vec64] is for measurements.
//
// Start reading at vec.go.
package vec
