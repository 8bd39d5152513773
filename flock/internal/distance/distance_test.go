package distance

import (
	"math/rand/v2"
	"testing"
)

// Every length, against the formula written out.
func TestSquares(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	coordinates := func(n int) []float32 {
		c := make([]float32, n)
		for k := range c {
			c[k] = float32(r.NormFloat64() * 10)
		}
		return c
	}
	for n := range 300 {
		x, y, z := coordinates(n), coordinates(n), coordinates(n)
		p := Point{float32(r.NormFloat64()), float32(r.NormFloat64()), 3}
		if n > 2 {
			x[2], y[2], z[2] = p.X+4, p.Y, p.Z // at the limit: not below it
		}
		d2, mask := make([]float32, n+1), make([]uint64, Words(n)+1)
		d2[n], mask[Words(n)] = -1, 99
		Squares(d2[:n], mask, x, y, z, p, 16)
		for k := range n {
			dx, dy, dz := x[k]-p.X, y[k]-p.Y, z[k]-p.Z
			want := float32(dx*dx) + float32(dy*dy)
			want += float32(dz * dz)
			if d2[k] != want {
				t.Fatalf("%d points: square %d is %v, want %v", n, k, d2[k], want)
			}
			if got := mask[k/64]>>(k%64)&1 == 1; got != (want < 16) {
				t.Fatalf("%d points: point %d at %v marked %v", n, k, want, got)
			}
		}
		if n%64 != 0 && mask[n/64]>>(n%64) != 0 {
			t.Fatalf("%d points: bits past the last are set", n)
		}
		if d2[n] != -1 || mask[Words(n)] != 99 {
			t.Fatalf("%d points: wrote past the end", n)
		}
	}
}
