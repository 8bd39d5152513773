package pairs

import "math"

func meet(sums, all []Lanes, i int, mask, near []uint64, d2 []float32, limit float32) {
	meetSSE(&sums[0], &all[0], i, &mask[0], &near[0], len(mask), &d2[0], math.Float32bits(limit))
}

// meetSSE compares squares as the integers that their bits are, which for
// positive floats are in the same order.
//
//go:noescape
func meetSSE(sums, all *Lanes, i int, mask, near *uint64, words int, d2 *float32, limit uint32)
