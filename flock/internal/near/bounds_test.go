package near

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The box reaches from the smallest to the largest coordinate on each axis. It ignores the padding.
func TestBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for n := 1; n < 20; n++ {
		for range 50 {
			p := cloud(r, n+8, 1000)
			x, y, z := p.x[:n], p.y[:n], p.z[:n]
			want := Box{
				[3]float32{slices.Min(x), slices.Min(y), slices.Min(z)},
				[3]float32{slices.Max(x), slices.Max(y), slices.Max(z)},
			}
			if got, plain := Bounds(x, y, z), boundsGo(x, y, z); got != want || plain != want {
				t.Fatalf("%d points: the bounds are %v, and %v in Go, want %v", n, got, plain, want)
			}
		}
	}
}

// Farthest finds the greatest squared distance for arrays of every length.
func TestFarthest(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for n := range 70 {
		p, q, by := cloud(r, n, 100), cloud(r, n, 100), Point{1, 2, 3}
		want := float32(0)
		for k := range n {
			from, to := q.at(k), p.at(k)
			want = max(want, d2(Point{to.X - from.X, to.Y - from.Y, to.Z - from.Z}, by))
		}
		got, plain := Farthest(p.x, p.y, p.z, q.x, q.y, q.z, by), farthestGo(p.x, p.y, p.z, q.x, q.y, q.z, by)
		if got != want || plain != want {
			t.Fatalf("%d points: the bounds are %v, and %v in Go, want %v", n, got, plain, want)
		}
	}
}
