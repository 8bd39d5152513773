package near

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// GatherMore appends the points that Gather lists for a displaced cloud.
func TestGatherMore(t *testing.T) {
	plain := func(l *List, x, y, z []float32, spans []Span, box Box, limit float32, by Point) {
		n := len(l.X)
		l.room(n + Total(spans))
		l.cut(gatherGo(l, n, x, y, z, spans, &box, limit, by))
	}
	for _, do := range []func(l *List, x, y, z []float32, spans []Span, box Box, limit float32, by Point){GatherMore, plain} {
		clouds(func(r *rand.Rand, n int, p points) {
			by := Point{float32(r.IntN(3)-1) * 64, 0, -32}
			moved := points{slices.Clone(p.x), slices.Clone(p.y), slices.Clone(p.z)}
			for k := range n {
				moved.x[k], moved.y[k], moved.z[k] = p.x[k]+by.X, p.y[k]+by.Y, p.z[k]+by.Z
			}
			for _, c := range []*[]float32{&moved.x, &moved.y, &moved.z} {
				*c = slices.Grow(*c, pad)
			}
			box, spans, before := boxOf(moved, 0, min(n, 3)), someSpans(r, n), r.IntN(12)
			var want, got List
			plainGather(&want, moved.x, moved.y, moved.z, spans, box, 40)
			got.Fill(before, func(k int) Point { return Point{float32(k), 1, 2} })
			do(&got, p.x, p.y, p.z, spans, box, 40, by)
			for k := range before {
				if got.X[k] != float32(k) || got.Y[k] != 1 || got.Z[k] != 2 || got.At[k] != int32(k) {
					t.Fatalf("candidate %d of %d is (%v, %v, %v) with the index %d, want the one before", k, before, got.X[k], got.Y[k], got.Z[k], got.At[k])
				}
			}
			if !slices.Equal(got.At[before:], want.At) || !slices.Equal(got.X[before:], want.X) || !slices.Equal(got.Y[before:], want.Y) || !slices.Equal(got.Z[before:], want.Z) {
				t.Fatalf("%d points displaced by %v: the list is %v at %v, want %v at %v", n, by, got.At[before:], got.X[before:], want.At, want.X)
			}
		})
	}
}
