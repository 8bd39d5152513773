// Package pairs adds up what boids see of each other, both sides of a pair at
// once, in arithmetic that is exact as long as the lanes hold whole multiples of
// a quantum, and then free of order.
package pairs

import "math/bits"

// Lanes are eight numbers that are added side by side.
type Lanes [8]float64

// Add adds o to l.
func (l *Lanes) Add(o *Lanes) {
	for k := range l {
		l[k] += o[k]
	}
}

// Meet adds all[i] to sums[j] and all[j] to sums[i] for every bit j that is set
// in mask, j < len(d2), and sets in near those of these bits whose d2[j] is less
// than limit. d2 and limit are not negative; near has the length of mask; all
// and sums hold i and every j.
func Meet(sums, all []Lanes, i int, mask, near []uint64, d2 []float32, limit float32) {
	if len(mask) == 0 {
		return
	}
	near = near[:len(mask)]
	_, _, _ = sums[max(i, len(d2)-1)], all[max(i, len(d2)-1)], d2[0]
	meet(sums, all, i, mask, near, d2, limit)
}

func meetGo(sums, all []Lanes, i int, mask, near []uint64, d2 []float32, limit float32) {
	for k, word := range mask {
		near[k] = 0
		for ; word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			j := 64*k + bit
			sums[j].Add(&all[i])
			sums[i].Add(&all[j])
			if d2[j] < limit {
				near[k] |= 1 << bit
			}
		}
	}
}
