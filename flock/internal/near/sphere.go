package near

// Eight holds the results of SumSphere for eight boids.
type Eight struct {
	Count [8]int32    // number of points within the limit
	May   [8]int32    // number of points within a slightly greater limit
	Sums  [6][8]int32 // sums of positions and velocities relative to the boid, modulo 2³²
}

// SumSphere sums up points in the spheres around the eight boids from index boid on. Of the points with the
// indices at, it includes those whose squared distance from a boid is less than the limit below; May has the
// slightly greater limit above. kin is the result of Pack for the positions, velocities and scale. Call it
// only if CanLook returns true.
func SumSphere(to *Eight, x, y, z, vx, vy, vz []float32, boid int, at []int32, kin []Kin, below, above, scale float32) {
	if len(at) == 0 {
		*to = Eight{}
		return
	}
	sumSphere(to, x, y, z, vx, vy, vz, boid, at, kin, below, above, scale)
}

// Unsure returns a bit mask of the boids whose two counts differ, or whose count is greater than many. The
// lowest bit is for the first boid.
func (e *Eight) Unsure(many int32) (bits int) {
	for i, n := range e.Count {
		if n != e.May[i] || n > many {
			bits |= 1 << i
		}
	}
	return bits
}
