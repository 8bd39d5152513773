package near

// Eight is what eight boids each find in a sphere about them.
type Eight struct {
	Count [8]int32    // how many
	May   [8]int32    // and how many by a limit that is a little further
	sums  [6][8]int32 // of the numbers of their kin, modulo 2³²
}

// SumSphere has the eight boids from number boid on sum up those points whose indices
// are given, one at least, and whose squared distance is less than below; above is the
// further limit. Only CanLook says that there is such a kernel.
func SumSphere(to *Eight, x, y, z []float32, boid int, at []int32, kin []Kin, below, above float32) {
	sumSphere(to, x, y, z, boid, at, kin, below, above)
}

// Of is what number i of the eight, whose own kin is self, finds: the sums of positions
// and velocities relative to it, in the units of kin. They are to stay within 32 bits.
func (e *Eight) Of(i int, self *Kin) (n int, pos, vel [3]int64) {
	n = int(e.Count[i])
	of := func(k int) int64 {
		own := uint32(self[k/2] >> (32 * (k % 2)))
		return int64(int32(uint32(e.sums[k][i]) - uint32(n)*own))
	}
	return n, [3]int64{of(0), of(1), of(2)}, [3]int64{of(3), of(4), of(5)}
}
