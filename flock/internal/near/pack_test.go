package near

import (
	"math/rand/v2"
	"testing"
)

// Sums of packed numbers can be separated again, for any number of boids.
func TestPack(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	for n := range 70 {
		var in [6][]float32
		for k := range in {
			in[k] = make([]float32, n, n+pad)
			for i := range in[k] {
				in[k][i] = float32(r.IntN(1<<23)-1<<22) / 4096
			}
		}
		kin, plain := make([]Kin, n+1), make([]Kin, n)
		kin[n] = Kin{7, 7, 7, 7}
		Pack(kin[:n], in[0], in[1], in[2], in[3], in[4], in[5], 4096)
		packGo(plain, in[0], in[1], in[2], in[3], in[4], in[5], 4096)
		if kin[n] != (Kin{7, 7, 7, 7}) {
			t.Fatalf("with %d boids, the kernel wrote past the end", n)
		}
		var sum Kin
		var want [6]int64 // sums of differences from the first boid
		for i := range n {
			if kin[i] != plain[i] || kin[i][3] != 1 {
				t.Fatalf("with %d boids, boid %d is packed as %x, but in Go as %x", n, i, kin[i], plain[i])
			}
			sum.Add(&kin[i])
			for k := range in {
				want[k] += int64(in[k][i]*4096) - int64(in[k][0]*4096)
			}
		}
		for w := range 3 {
			if n == 0 {
				break
			}
			lo, hi := SplitWord(sum[w] - uint64(n)*kin[0][w])
			if lo != want[2*w] || hi != want[2*w+1] {
				t.Fatalf("with %d boids, word %d contains %d and %d, want %d and %d", n, w, lo, hi, want[2*w], want[2*w+1])
			}
		}
	}
}
