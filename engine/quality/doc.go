// Package quality chooses the quality of drawing in a window by how long its pictures take.
package quality
