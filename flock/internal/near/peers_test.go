package near

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestOrder(t *testing.T) {
	const stride = 5
	r := rand.New(rand.NewPCG(15, 16))
	for n := 1; n < 140; n++ {
		for _, most := range []int{1, 2, 24, 31, 32, 48, 139} {
			for _, kinds := range []int{2 * n, 1 << 24} {
				indices, d2 := make([]int32, n+OrderPad), make([]float32, n+OrderPad)
				for k := range n {
					indices[k], d2[k] = r.Int32N(1<<20), float32(r.IntN(kinds))
				}
				checkOrder(t, stride, indices, d2, n, most)
			}
		}
	}
}

func checkOrder(t *testing.T, stride int, indices []int32, d2 []float32, n, most int) {
	t.Helper()
	byDistance := make([]int, n)
	for k := range byDistance {
		byDistance[k] = k
	}
	slices.SortFunc(byDistance, func(a, b int) int {
		if d2[a] < d2[b] {
			return -1
		}
		return 1
	})
	tied := len(slices.Compact(slices.Sorted(slices.Values(d2[:n])))) < n
	for _, do := range []func([]int32, int, []int32, []float32, int, int) bool{Order, orderGo} {
		to, all := room(most*stride+1, int32(-7))
		if ok := do(to, stride, indices, d2, n, most); ok == tied {
			t.Fatalf("%d hits, tied is %v: Order returns %v, want the opposite", n, tied, ok)
		}
		for k := range min(n, most) {
			if !tied && to[k*stride] != indices[byDistance[k]] {
				t.Fatalf("%d hits, most %d: hit number %d is %d, want %d", n, most, k, to[k*stride], indices[byDistance[k]])
			}
			if most > 1 && to[stride*k+1] != -7 {
				t.Fatal("Order wrote between the columns")
			}
		}
		untouched(t, "order", all, -7)
	}
}

func TestFetch(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	peers := make([]Peer, 100)
	for k := range peers {
		for c := range peers[k] {
			peers[k][c] = float32(100*c + k)
		}
	}
	for n := range 40 {
		whole := (n + 7) / 8 * 8
		indices := make([]int32, n, whole)
		for i := range indices[:whole] {
			indices[:whole][i] = r.Int32N(100)
		}
		for _, do := range []func(*[Columns][]float32, []Peer, []int32){Fetch, fetchGo} {
			var to [Columns][]float32
			var all [Columns][]float32
			for c := range to {
				to[c], all[c] = room(whole, float32(-7))
			}
			if n > 0 {
				do(&to, peers, indices)
			}
			for c := range to {
				for i, k := range indices {
					if to[c][i] != peers[k][c] {
						t.Fatalf("array %d of peer %d contains %v, want the peer's number", c, k, to[c][i])
					}
				}
				untouched(t, "fetch", all[c], -7)
			}
		}
	}
}
