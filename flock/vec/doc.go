// Package vec provides the arithmetic that flocks share: vectors, angles, rounding to quanta, and random
// numbers.
//
// The state of a flock must have the same bits on every machine. Therefore [Vec] converts each product before
// adding it, which forbids fused operations. Angles and exponentials use only the four basic operations and
// the square root. A random number is a function of (seed, boid, purpose, counter) and does not depend on
// earlier draws. [Vec64] is for measurements.
//
// Start reading at vec.go.
package vec
