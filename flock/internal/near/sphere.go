package near

// Eight holds the results of SumSphere for eight boids.
type Eight struct {
	Count [8]int32    // number of points within the limit
	May   [8]int32    // number of points within a slightly larger limit
	Sums  [6][8]int32 // sums of positions and velocities relative to the boid, modulo 2³²
	Same  [8]int32    // number of points at the boid's own place
}

// Points are the boids that SumSphere adds up.
type Points struct {
	X, Y, Z    []float32 // positions, m
	VX, VY, VZ []float32 // velocities
	Kin        []Kin     // result of Pack for the positions, velocities and Scale
	Scale      float32   // quanta in 1 m
}

// SumSphere adds to the results the points with the given indices that lie in the spheres around eight boids
// at the positions own. The velocities of the boids begin at index boid. Count and Sums cover the points
// whose squared distance from a boid is less than limit, m². May counts the points below upperLimit, which is
// slightly larger. Call it only if CanLook returns true.
func SumSphere(to *Eight, own *Vec, all *Points, boid int, indices []int32, limit, upperLimit float32) {
	if len(indices) == 0 {
		return
	}
	sumSphere(to, own, all, boid, indices, limit, upperLimit)
}

// Vec holds the coordinates of points.
type Vec struct{ X, Y, Z []float32 }

// IsAlone reports whether each of the first n boids shares its place with the given number of points.
func (e *Eight) IsAlone(n int, points int32) bool {
	for _, same := range e.Same[:n] {
		if same != points {
			return false
		}
	}
	return true
}

// AddOwnPlace adds the given number of points, all with the position and velocity of the boid itself.
func (e *Eight) AddOwnPlace(points int32) {
	for i := range e.Count {
		e.Count[i] += points
		e.May[i] += points
		e.Same[i] += points
	}
}

// Unsure returns a bit mask of the boids whose two counts differ, or whose count is greater than many. The
// lowest bit stands for the first boid.
func (e *Eight) Unsure(many int32) (bits int) {
	for i, n := range e.Count {
		if n != e.May[i] || n > many {
			bits |= 1 << i
		}
	}
	return bits
}

// Subtract subtracts the counts and sums of inner from those of e, which gives the results for the ring
// between two spheres. It writes the six sums to the arrays in sums, and the counts to both arrays in counts.
// All arrays must have at least eight elements.
func (e *Eight) Subtract(inner *Eight, sums *[6][]float64, counts *[2][]int32) {
	e.less(inner, sums, counts)
}

func (e *Eight) lessGo(inner *Eight, sums *[6][]float64, counts *[2][]int32) {
	for i := range e.Count {
		for _, to := range counts {
			to[i] = e.Count[i] - inner.Count[i]
		}
		for k, to := range sums {
			to[i] = float64(e.Sums[k][i] - inner.Sums[k][i])
		}
	}
}
