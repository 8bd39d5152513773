package near

// Eight is what eight boids each find in a sphere about them.
type Eight struct {
	Count [8]int32    // how many
	May   [8]int32    // and how many by a limit that is a little further
	Sums  [6][8]int32 // of their positions and velocities relative to the boid, modulo 2³²
}

// SumSphere makes the eight boids from number boid on sum up those points whose indices
// are given, and whose squared distance is less than below; above is the
// further limit. kin is what Pack makes of places, velocities and scale. Only CanLook
// says that there is such a kernel.
func SumSphere(to *Eight, x, y, z, vx, vy, vz []float32, boid int, at []int32, kin []Kin, below, above, scale float32) {
	if len(at) == 0 {
		*to = Eight{}
		return
	}
	sumSphere(to, x, y, z, vx, vy, vz, boid, at, kin, below, above, scale)
}

// Unsure has a bit for each boid, the lowest for the first, for which the two limits
// tell different numbers, or more than so many.
func (e *Eight) Unsure(many int32) (bits int) {
	for i, n := range e.Count {
		if n != e.May[i] || n > many {
			bits |= 1 << i
		}
	}
	return bits
}
