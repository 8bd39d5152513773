package near

// Words returns the number of mask words for n points.
func Words(n int) int { return (n + 63) / 64 }

// Row fills d2 with the squared distances from p to the points (x[k], y[k],
// z[k]), k < len(d2). Bit k of mask says whether d2[k] is less than limit; the
// bits past the last point are clear. x, y and z are at least as long as d2,
// mask has Words(len(d2)) words. Within the capacities of d2, x, y and z are
// whole eights; d2 may be written up to them.
func Row(d2 []float32, mask []uint64, x, y, z []float32, p Point, limit float32) {
	n := len(d2)
	row(d2, mask[:Words(n)], x[:n], y[:n], z[:n], p, limit)
}

// Meet adds all[i] to sums[j] and all[j] to sums[i] for every bit j that is set
// in mask, j < len(d2), and sets in near those of these bits whose d2[j] is less
// than limit, clearing the rest. near has the length of mask; all and sums hold i
// and every j, and bit i of mask is clear.
func Meet(sums, all []Kin, i int, mask, near []uint64, d2 []float32, limit float32) {
	if len(mask) == 0 {
		return
	}
	last := max(i, len(d2)-1)
	_, _, _ = sums[last], all[last], d2[0]
	meet(sums, all, i, mask, near[:len(mask)], d2, limit)
}
