package near

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

type gatherFunc = func(*List, []float32, []float32, []float32, []Span, Box, float32)

func plainGather(l *List, x, y, z []float32, spans []Span, box Box, limit float32) {
	n := 0
	for _, s := range spans {
		n += int(s.To - s.From)
	}
	l.reserve(n)
	n = gatherGo(l, 0, x, y, z, spans, &box, limit, Point{})
	l.X, l.Y, l.Z, l.At = l.X[:n], l.Y[:n], l.Z[:n], l.At[:n]
}

var gathers = ways[gatherFunc]{{"gather", Gather}, {"plain gather", plainGather}}

// fromBox returns the squared distance of a point from a box. It treats each side of the box as a separate
// case.
func fromBox(p Point, b Box) float32 {
	var near [3]float32
	for k, c := range [3]float32{p.X, p.Y, p.Z} {
		switch {
		case c < b.Low[k]:
			near[k] = b.Low[k] - c
		case c > b.High[k]:
			near[k] = c - b.High[k]
		}
	}
	return d2(Point{near[0], near[1], near[2]}, Point{})
}

func boxOf(p points, from, to int) Box {
	around := func(c []float32) (float32, float32) {
		if from == to {
			return 0, 0
		}
		return slices.Min(c[from:to]), slices.Max(c[from:to])
	}
	var b Box
	b.Low[0], b.High[0] = around(p.x)
	b.Low[1], b.High[1] = around(p.y)
	b.Low[2], b.High[2] = around(p.z)
	return b
}

// someSpans returns up to six random spans of n points. Some may be empty. The last one ends at n.
func someSpans(r *rand.Rand, n int) (spans []Span) {
	for range r.IntN(6) {
		from := r.IntN(n + 1)
		spans = append(spans, Span{int32(from), int32(from + r.IntN(n-from+1))})
	}
	return append(spans, Span{int32(r.IntN(n + 1)), int32(n)})
}

func TestGather(t *testing.T) {
	for _, way := range gathers {
		var l List
		clouds(func(r *rand.Rand, n int, p points) {
			from := r.IntN(n + 1)
			box := boxOf(p, from, min(n, from+r.IntN(9)))
			squares := make([]float32, n)
			for k := range squares {
				squares[k] = fromBox(p.at(k), box)
			}
			for _, limit := range limits(r, squares) {
				spans := someSpans(r, n)
				way.do(&l, p.x, p.y, p.z, spans, box, limit)
				checkList(t, way.name, &l, p, spans, squares, limit)
			}
		})
	}
}

func checkList(t *testing.T, name string, l *List, p points, spans []Span, squares []float32, limit float32) {
	var want []int32
	for _, s := range spans {
		for k := s.From; k < s.To; k++ {
			if squares[k] < limit {
				want = append(want, k)
			}
		}
	}
	if !slices.Equal(l.At, want) {
		t.Fatalf("%s of the spans %v within %v: the list is %v, want %v", name, spans, limit, l.At, want)
	}
	if len(l.X) != len(want) || len(l.Y) != len(want) || len(l.Z) != len(want) {
		t.Fatalf("%s: the list has %d, %d and %d coordinates for %d points", name, len(l.X), len(l.Y), len(l.Z), len(want))
	}
	for k, a := range l.At {
		if (Point{l.X[k], l.Y[k], l.Z[k]}) != p.at(int(a)) {
			t.Fatalf("%s: point %d is at (%v, %v, %v), want %v", name, a, l.X[k], l.Y[k], l.Z[k], p.at(int(a)))
		}
	}
	n := len(want)
	for k := range pad {
		far := Point{l.X[:n+pad][n+k], l.Y[:n+pad][n+k], l.Z[:n+pad][n+k]}
		if s := d2(far, Point{2000, 2000, 2000}); !math.IsInf(float64(s), 1) {
			t.Fatalf("%s: the padding is at %v, want infinitely far away", name, far)
		}
	}
}

// The list contains each point that is within the limit of any point in the box, despite rounding. So all
// boids of a group can share the list.
func TestGatherIsComplete(t *testing.T) {
	for _, way := range gathers {
		var l List
		clouds(func(r *rand.Rand, n int, p points) {
			if n < 2 {
				return
			}
			size := 1 + r.IntN(min(8, n))
			box := boxOf(p, 0, size)
			limit := d2(p.at(r.IntN(size)), p.at(r.IntN(n)))
			limit = math.Nextafter32(limit, 1e10)
			way.do(&l, p.x, p.y, p.z, []Span{{0, int32(n)}}, box, limit)
			for i := range size {
				for k := range n {
					if d2(p.at(i), p.at(k)) < limit && !slices.Contains(l.At, int32(k)) {
						t.Fatalf("%s: the point %v is within %v of %v, but not listed", way.name, p.at(k), limit, p.at(i))
					}
				}
			}
		})
	}
}

func TestGatherReusesMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	p := cloud(r, 200, 1)
	var l List
	spans := []Span{{0, 200}}
	do := func() { Gather(&l, p.x, p.y, p.z, spans, Box{}, 1) }
	do()
	if allocs := testing.AllocsPerRun(10, do); allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// Keep leaves only the selected candidates, in their order, with padding after them.
func TestKeep(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for n := range 40 {
		p, keep := cloud(r, n, 10), make([]bool, n)
		for k := range keep {
			keep[k] = r.IntN(3) == 0
		}
		var l List
		l.Fill(n, p.at)
		l.Keep(keep)
		var want []int32
		for k, ok := range keep {
			if ok {
				want = append(want, int32(k))
			}
		}
		if !slices.Equal(l.At, want) || len(l.X) != len(want) {
			t.Fatalf("%d of %d points remain in the list %v, want %v", len(l.X), n, l.At, want)
		}
		for k, at := range l.At {
			if (Point{l.X[k], l.Y[k], l.Z[k]}) != p.at(int(at)) {
				t.Errorf("candidate %d has the wrong position", at)
			}
		}
		indices, d2 := make([]int32, n+2*pad), make([]float32, n+2*pad)
		if got := Scan(indices, d2, &l, Point{}, 1e9); got != len(want) {
			t.Errorf("Scan finds %d candidates, want %d", got, len(want))
		}
	}
}
