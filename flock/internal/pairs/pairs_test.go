package pairs

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The machine's own way against the plain loop, for every length.
func TestMeet(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	lanes := func(n int) []Lanes {
		l := make([]Lanes, n)
		for i := range l {
			for k := range l[i] {
				l[i][k] = float64(r.IntN(1<<20)) / 4096
			}
		}
		return l
	}
	for n := 1; n < 200; n++ {
		all, sums := lanes(n+1), lanes(n+1)
		mask, d2 := make([]uint64, (n+63)/64), make([]float32, n)
		for j := range d2 {
			d2[j] = float32(r.IntN(10))
			if r.IntN(3) == 0 {
				mask[j/64] |= 1 << (j % 64)
			}
		}
		wantSums, wantNear := slices.Clone(sums), make([]uint64, len(mask))
		for j := range d2 {
			if mask[j/64]>>(j%64)&1 == 0 {
				continue
			}
			for k := range all[j] {
				wantSums[j][k] += all[n][k]
				wantSums[n][k] += all[j][k]
			}
			if d2[j] < 4 {
				wantNear[j/64] |= 1 << (j % 64)
			}
		}
		for name, f := range map[string]func([]Lanes, []Lanes, int, []uint64, []uint64, []float32, float32){"Meet": Meet, "plain": meetGo} {
			got, near := slices.Clone(sums), make([]uint64, len(mask))
			f(got, all, n, mask, near, d2, 4)
			if !slices.Equal(got, wantSums) || !slices.Equal(near, wantNear) {
				t.Fatalf("%s of %d: wrong sums or near %x, want %x", name, n, near, wantNear)
			}
		}
	}
	Meet(nil, nil, 0, nil, nil, nil, 1) // nobody to meet
}
