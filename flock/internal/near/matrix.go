package near

// Words returns the number of mask words for n points.
func Words(n int) int { return (n + 63) / 64 }

// Row fills d2 with the squared distances from p to the points (x[k], y[k], z[k]), k < len(d2). It sets bit k
// of mask if d2[k] is less than limit, and clears all other bits.
//
// x, y and z must be at least as long as d2, and mask must have Words(len(d2)) words. The capacities of d2,
// x, y and z must reach the next multiple of eight, up to which Row may write d2.
func Row(d2 []float32, mask []uint64, x, y, z []float32, p Point, limit float32) {
	n := len(d2)
	row(d2, mask[:Words(n)], x[:n], y[:n], z[:n], p, limit)
}

// Meet adds all[i] to sums[j] and all[j] to sums[i] for each bit j that is set in mask, with j below len(d2).
// It sets bit j of near if the bit is set in mask and d2[j] is less than limit, and clears it otherwise.
//
// near and mask must have the same length. all and sums must be longer than i and each j. Bit i of mask must
// be 0.
func Meet(sums, all []Kin, i int, mask, near []uint64, d2 []float32, limit float32) {
	if len(mask) == 0 {
		return
	}
	last := max(i, len(d2)-1)
	_, _, _ = sums[last], all[last], d2[0]
	meet(sums, all, i, mask, near[:len(mask)], d2, limit)
}
