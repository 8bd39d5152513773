// Package noise makes tiles of pseudo-random values for clouds and lands. The same seed gives the same
// values. Start reading in noise.go.
package noise
