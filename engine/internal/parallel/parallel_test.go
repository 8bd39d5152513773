package parallel

import (
	"slices"
	"testing"
)

func TestRangesCoverAllOnce(t *testing.T) {
	for _, n := range []int{0, 1, 4095, 4096, 50_001} {
		counts := make([]int, n)
		Ranges(n, counts, func(counts []int, from, to int) {
			for i := from; i < to; i++ {
				counts[i]++
			}
		})
		if slices.ContainsFunc(counts, func(c int) bool { return c != 1 }) {
			t.Errorf("some of %d indices are in several ranges or in none, want each in one range", n)
		}
	}
}
