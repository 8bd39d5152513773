// Package num contains small functions for float32 numbers, vectors and rotations.
package num
