package models

import (
	"math"
	"testing"
)

// TestSharesOfModels checks that the models of a flock of any size occur in proportion to their
// weights, within 5 birds. A bird must keep its model when birds are added.
func TestSharesOfModels(t *testing.T) {
	for _, shares := range []Shares{{1, 1}, {3, 1}, {1, 99}, {5, 3, 2}, {1, 1, 1, 1, 1, 1, 1, 1}, {1000, 1}, {0, 1}} {
		total := 0
		for _, n := range shares {
			total += n
		}
		counts := make([]int, len(shares))
		for number := range 20_000 {
			counts[shares.Model(number)]++
			for k, n := range shares {
				want := float64(n) / float64(total) * float64(number+1)
				if got := float64(counts[k]); math.Abs(got-want) > 5 {
					t.Fatalf("shares %v: %v of %d birds have model %d, want %.1f", shares, got, number+1, k, want)
				}
			}
		}
	}
	for _, shares := range []Shares{nil, {7}} {
		if got := shares.Model(12345); got != 0 || shares.Models() != 1 {
			t.Errorf("shares %v: model %d of %d", shares, got, shares.Models())
		}
	}
}
