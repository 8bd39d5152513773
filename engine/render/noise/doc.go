// Package noise makes the tiles of random values that clouds and lands are made of. The same seed
// gives the same values. Start reading in noise.go.
package noise
