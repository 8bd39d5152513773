package flock

import "math"

// matrix holds the squared distance of every pair of boids, computed once a
// tick and stored as one triangle (S3, "visibility matrix"; H15).
type matrix struct {
	n  int
	d2 []float32 // row i holds j < i
}

func (m *matrix) resize(n int) {
	m.n = n
	m.d2 = grown(m.d2, n*(n-1)/2)
}

// row i holds the squared distances of boid i to those of lower id.
func (m *matrix) row(i int) []float32 { return m.d2[i*(i-1)/2:][:i] }

// at is the squared distance of two different boids.
func (m *matrix) at(i, j int) float32 {
	if i < j {
		i, j = j, i
	}
	return m.d2[i*(i-1)/2+j]
}

// share is the first row of a worker, rows being shared out by area.
func (m *matrix) share(worker, of int) int {
	return int(float64(m.n) * math.Sqrt(float64(worker)/float64(of)))
}

// grown is s with length n, its memory reused where it reaches.
func grown[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	return append(s[:cap(s)], make([]T, n-cap(s))...)
}
