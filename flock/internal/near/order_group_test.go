package near

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// Group.Order sorts by distance, with and without the kernel, and leaves out the same boids: those with too
// few or too many candidates, or with candidates at almost the same distance.
func TestOrderGroup(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	done, left := 0, [3]int{}
	for range 4000 {
		g, l := anyGroup(r)
		most, stride := 1+r.IntN(OrderPad), 9+r.IntN(300)
		plain := g
		plain.Limits = slices.Clone(g.Limits)
		limits := slices.Clone(g.Limits)
		to, all := room(most*stride+GroupMost, int32(-7))
		toPlain := make([]int32, len(to))
		got := g.Order(to, stride, l, most, &GroupMemory{})
		untouched(t, "order", all, -7)
		free := len(l.X) + pad
		want := plain.orderGo(toPlain, stride, l, most, &GroupMemory{make([]int32, free), make([]float32, free)})
		if got != want || !slices.Equal(g.Limits, plain.Limits) {
			t.Fatalf("the kernel sorts for the boids %08b, want %08b; the limits become %v, want %v", got, want, g.Limits, plain.Limits)
		}
		for i := range g.X {
			hits := byDistance(&g, i, l, limits[i])
			switch {
			case got>>i&1 == 1:
				done++
				for k, one := range hits[:most] {
					if to[k*stride+i] != one.at || toPlain[k*stride+i] != one.at {
						t.Fatalf("candidate %d of boid %d is %d, and %d without the kernel, want %d", k, i, to[k*stride+i], toPlain[k*stride+i], one.at)
					}
				}
				if last := hits[most-1].d2; g.Limits[i] != last {
					t.Fatalf("the limit becomes %v, want %v", g.Limits[i], last)
				}
			case len(hits) < most:
				left[0]++
			case len(hits) > OrderPad:
				left[1]++
			default:
				left[2]++
				if least := leastGap(hits, limits[i]); least > 1.01*limits[i]/RankScale {
					t.Fatalf("a boid with %d candidates is left out, whose squares differ by %v or more", len(hits), least)
				}
			}
		}
	}
	if done < 3000 || slices.Min(left[:]) < 100 {
		t.Errorf("%d boids were sorted for, and %d left out for each reason, want 3000 and 100", done, left)
	}
}

type hit struct {
	at int32
	d2 float32
}

// byDistance returns the candidates of boid i by their distance.
func byDistance(g *Group, i int, l *List, limit float32) (hits []hit) {
	for k, at := range l.At {
		if d2 := square(l.X[k]-g.X[i], l.Y[k]-g.Y[i], l.Z[k]-g.Z[i]); d2 < limit {
			hits = append(hits, hit{at, d2})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Compare(a.d2, b.d2) })
	return hits
}

// leastGap returns the smallest difference between two squares, or between a square and the limit.
func leastGap(hits []hit, limit float32) float32 {
	least := limit - hits[len(hits)-1].d2
	for k := range hits[1:] {
		least = min(least, hits[k+1].d2-hits[k].d2)
	}
	return least
}

// anyGroup returns a random group and its candidates. Some candidates are at almost the same distance from
// a boid.
func anyGroup(r *rand.Rand) (g Group, l *List) {
	l = &List{}
	boids, n := 1+r.IntN(GroupMost), 1+r.IntN(120)
	place := func(int) Point { return Point{4 * r.Float32(), 4 * r.Float32(), 4 * r.Float32()} }
	l.Fill(n, place)
	if r.IntN(4) == 0 {
		k := r.IntN(n)
		l.X[k], l.Y[k], l.Z[k] = l.X[0], l.Y[0], l.Z[0]+1e-4*float32(r.IntN(3))
	}
	for range boids {
		p := place(0)
		g.X, g.Y, g.Z = append(g.X, p.X), append(g.Y, p.Y), append(g.Z, p.Z)
		g.Limits = append(g.Limits, 20*r.Float32()*r.Float32())
	}
	return g, l
}
