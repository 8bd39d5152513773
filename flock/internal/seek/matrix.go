package seek

import (
	"math"

	"skein/flock/internal/lanes"
)

// Matrix holds the squared distance of every pair of boids (S3, "visibility matrix"; H15). It is computed
// once a tick. Only one half of it is stored, as a triangle.
type Matrix struct {
	n  int
	d2 []float32 // row i holds the squared distances to the boids j < i, padded to a multiple of eight
}

// Resize makes room for the squared distances of n boids.
func (m *Matrix) Resize(n int) {
	m.n = n
	m.d2 = lanes.Grown(m.d2, rowStart(n))
}

// rowStart returns the index of row i. Rows are padded to multiples of eight.
func rowStart(i int) int {
	before := max(i-1, 0) // earlier rows that are not empty
	eights, remainder := before/8, before%8
	return 8 * (eights + 1) * (4*eights + remainder)
}

// Row returns the squared distances from boid i to the boids in lower slots, in m².
func (m *Matrix) Row(i int) []float32 { return m.d2[rowStart(i):][:i] }

// SquaredDistance returns the squared distance of two different boids.
func (m *Matrix) SquaredDistance(i, j int) float32 {
	if i < j {
		i, j = j, i
	}
	return m.d2[rowStart(i)+j]
}

// Share returns the first row of a worker's part of the matrix. All workers get about the same number of
// pairs.
func (m *Matrix) Share(worker, workers int) int {
	return int(float64(m.n) * math.Sqrt(float64(worker)/float64(workers)))
}

// Find finds the boids whose squared distance to boid i is less than limit, including boid i itself. It
// stores their indices in indices and their squared distances in d2, and returns their number.
func (m *Matrix) Find(indices []int32, d2 []float32, i int, limit float32) (n int) {
	for j, d := range m.Row(i) {
		indices[n], d2[n] = int32(j), d
		if d < limit {
			n++
		}
	}
	for j := i + 1; j < m.n; j++ {
		d := m.SquaredDistance(i, j)
		indices[n], d2[n] = int32(j), d
		if d < limit {
			n++
		}
	}
	indices[n], d2[n] = int32(i), 0
	return n + 1
}
