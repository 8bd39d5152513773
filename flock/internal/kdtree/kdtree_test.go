package kdtree

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// points returns sets of n points that are difficult for a search, by name.
func points(n int) map[string][][3]float64 {
	r := rand.New(rand.NewPCG(1, 2))
	ball := func(n int, size float64) (all [][3]float64) {
		for range n {
			all = append(all, [3]float64{size * r.NormFloat64(), size * r.NormFloat64(), size * r.NormFloat64()})
		}
		return all
	}
	flat, line, lattice := ball(n, 10), ball(n, 10), ball(n, 1)
	for i := range flat {
		flat[i][1] = 5
		line[i][0], line[i][2] = 0, 0
		for k := range 3 {
			lattice[i][k] = math.Round(lattice[i][k])
		}
	}
	return map[string][][3]float64{
		"ball": ball(n, 5), "dense core and stragglers": append(ball(n-n/10, 0.01), ball(n/10, 1000)...),
		"plane": flat, "line": line, "lattice": lattice, "one place": make([][3]float64, n),
		"one place and stragglers": append(make([][3]float64, n-n/10), ball(n/10, 1000)...),
	}
}

func bruteForce(points [][3]float64, i, k int) (all []Neighbour) {
	for j, p := range points {
		if j == i {
			continue
		}
		d2 := 0.0
		for k, x := range points[i] {
			d2 += float64((p[k] - x) * (p[k] - x)) // the conversion prevents a fused multiply-add
		}
		all = append(all, Neighbour{int32(j), d2})
	}
	slices.SortFunc(all, func(a, b Neighbour) int { return cmp.Or(cmp.Compare(a.D2, b.D2), cmp.Compare(a.ID, b.ID)) })
	return all[:min(k, len(all))]
}

func TestNearestAgainstBruteForce(t *testing.T) {
	for _, n := range []int{1, 2, 9, 300} {
		for name, pos := range points(n) {
			for _, k := range []int{0, 1, 7, 15} {
				for i, got := range New(pos).AllNearest(k) {
					if want := bruteForce(pos, i, k); !slices.Equal(got, want) {
						t.Fatalf("%s of %d points: the %d nearest of point %d are %v, want %v", name, n, k, i, got, want)
					}
				}
			}
		}
	}
}

// The work per point grows at most with the logarithm of the number of points, for any distribution.
func TestNearestWork(t *testing.T) {
	work := func(pos [][3]float64) float64 {
		tree := New(pos)
		tree.AllNearest(1)
		return float64(tree.Distances()) / float64(len(pos))
	}
	small, large := points(1000), points(16000)
	for name := range small {
		few, many := work(small[name]), work(large[name])
		t.Logf("%s: %.1f distances per point with 1,000 points, %.1f with 16,000", name, few, many)
		if log := math.Log(16000) / math.Log(1000); many > 2*log*few+2*leafSize || many > 150 {
			t.Errorf("%s: %.1f distances per point with 1,000 points and %.1f with 16,000, want growth like log n and at most 150", name, few, many)
		}
	}
}
