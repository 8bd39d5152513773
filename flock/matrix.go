package flock

import "math"

// matrix holds the squared distance of every pair of boids, computed once a
// tick and stored as one triangle (S3, "visibility matrix"; H15), and for each
// boid the list of those within a radius, in id order.
type matrix struct {
	n     int
	d2    []float32 // row i holds j < i
	ids   []uint16  // n for each boid, the first count[i] of them in use
	count []int32
}

func (m *matrix) resize(n int) {
	m.n = n
	m.d2 = grown(m.d2, n*(n-1)/2)
	m.ids = grown(m.ids, n*n)
	m.count = grown(m.count, n)
}

// at is the squared distance of two different boids.
func (m *matrix) at(i, j int) float32 {
	if i < j {
		i, j = j, i
	}
	return m.d2[i*(i-1)/2+j]
}

// near lists the boids within the radius of boid i.
func (m *matrix) near(i int) []uint16 { return m.ids[i*m.n:][:m.count[i]] }

// fill computes one worker's rows, shared out by area.
func (m *matrix) fill(x, y, z []float32, radius2 float32, worker, of int) {
	for i := m.share(worker, of); i < m.share(worker+1, of); i++ {
		row := m.d2[i*(i-1)/2:][:i]
		m.count[i] = fillRow(row, m.ids[i*m.n:][:m.n], x, y, z, radius2)
	}
}

// share is the first row of a worker.
func (m *matrix) share(worker, of int) int {
	return int(float64(m.n) * math.Sqrt(float64(worker)/float64(of)))
}

// fillRow computes the squared distances of the boid that follows the row's,
// and lists those below radius2. It always writes the id and moves on by the
// outcome of the comparison, because a branch would be mispredicted too often:
// positive floats compare as their bits do.
func fillRow(row []float32, found []uint16, x, y, z []float32, radius2 float32) int32 {
	i := len(row)
	xi, yi, zi := x[i], y[i], z[i]
	x, y, z = x[:i], y[:i], z[:i]
	limit := int64(math.Float32bits(radius2))
	n := 0
	for j := range row {
		dx, dy, dz := x[j]-xi, y[j]-yi, z[j]-zi
		d2 := float32(dx*dx) + float32(dy*dy) + float32(dz*dz)
		row[j] = d2
		found[n] = uint16(j)
		n += int(uint64(int64(math.Float32bits(d2))-limit) >> 63)
	}
	return int32(n)
}

// mirror adds to each list the boids of higher id that list it.
func (m *matrix) mirror() {
	for i := range m.n {
		for _, j := range m.ids[i*m.n:][:m.count[i]] {
			m.ids[int(j)*m.n+int(m.count[j])] = uint16(i)
			m.count[j]++
		}
	}
}

// grown is s with length n, its memory reused where it reaches.
func grown[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	return append(s[:cap(s)], make([]T, n-cap(s))...)
}
