package geometry

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skein/flock/vec"
)

// The hull of points inside a box and at its corners is the box itself.
func TestHullOfABox(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var pos []vec.Vec64
	for range 500 {
		pos = append(pos, vec.Vec64{4 * r.Float64(), 2 * r.Float64(), 6 * r.Float64()})
	}
	for corner := range 8 {
		pos = append(pos, vec.Vec64{4 * float64(corner&1), float64(corner & 2), 1.5 * float64(corner&4)})
	}
	h, ok := NewHull(pos)
	if !ok || len(h.Corners) != 8 || len(h.faces) != 12 || len(h.Edges()) != 18 {
		t.Fatalf("the hull exists: %v, with %d faces and %d edges; want 12 and 18", ok, len(h.faces), len(h.Edges()))
	}
	for _, e := range h.Edges() {
		if e[0] < 500 || e[1] < 500 || e[0] >= e[1] {
			t.Errorf("edge %v does not join two corners", e)
		}
	}
	if want := math.Sqrt(16 + 4 + 36); math.Abs(h.Diameter()-want) > 1e-3 {
		t.Errorf("the diameter is %v, want %v", h.Diameter(), want)
	}
	for what, flat := range map[string][]vec.Vec64{"none": nil, "three": pos[:3], "a plane": {{0, 1, 0}, {1, 1, 0}, {0, 1, 1}, {1, 1, 1}, {2, 1, 5}}} {
		if h, ok := NewHull(flat); ok || len(h.Edges()) > 0 {
			t.Errorf("%s: has a hull", what)
		}
	}
}

// Row finds the same points as Contains. The rows lead through hulls of few and of many points, beside
// hulls, and exactly through a corner.
func TestRowOfAHull(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	inside := 0
	for _, n := range []int{4, 5, 8, 30, 300} {
		pos := make([]vec.Vec64, n)
		for i := range pos {
			pos[i] = vec.Vec64{5 * r.NormFloat64(), 2 * r.NormFloat64(), r.NormFloat64()}
		}
		h, ok := NewHull(pos)
		if !ok {
			t.Fatal("no hull")
		}
		xs := make([]float64, 60)
		for k := range xs {
			xs[k] = 0.5 * float64(k-30)
		}
		for row := range 200 {
			y, z := 2*r.NormFloat64(), r.NormFloat64()
			if row == 0 {
				xs[29], y, z = h.Corners[0][0], h.Corners[0][1], h.Corners[0][2]
				slices.Sort(xs)
			}
			from, to := h.Row(xs, y, z)
			inside += to - from
			for k, x := range xs {
				if want := h.Contains(vec.Vec64{x, y, z}); (k >= from && k < to) != want {
					t.Fatalf("%d points: the hull contains (%v, %v, %v): %v, but the row is from %d to %d, and this is point %d", n, x, y, z, want, from, to, k)
				}
			}
		}
	}
	if inside < 1000 {
		t.Errorf("only %d points of all rows are inside, want at least 1000", inside)
	}
	h := Hull{}
	if from, to := h.Row(nil, 0, 0); from != 0 || to != 0 {
		t.Errorf("an empty row is from %d to %d, want 0 to 0", from, to)
	}
}

// The matrix with the rows (2,-1,0), (-1,2,-1), (0,-1,2) has the eigenvalues 2 - √2, 2 and 2 + √2.
func TestEigen(t *testing.T) {
	values, vectors, ok := Eigen([9]float64{2, -1, 0, 0, 2, -1, 0, 0, 2})
	if !ok {
		t.Fatal("no eigenvalues")
	}
	for k, want := range [3]float64{2 - math.Sqrt2, 2, 2 + math.Sqrt2} {
		v := vectors[k]
		image := vec.Vec64{2*v[0] - v[1], 2*v[1] - v[0] - v[2], 2*v[2] - v[1]}
		if math.Abs(values[k]-want) > 1e-12 || image.Distance(v.Scale(want)) > 1e-12 || math.Abs(v.Length()-1) > 1e-12 {
			t.Errorf("the eigenvalue is %v with the eigenvector %v, want %v", values[k], v, want)
		}
	}
}

// The principal axes of the ends of three perpendicular lines are these lines.
func TestPrincipalAxes(t *testing.T) {
	centre := vec.Vec64{5, -2, 7}
	var pos []vec.Vec64
	for k := range 3 {
		var half vec.Vec64
		half[k] = float64(3 - k)
		pos = append(pos, centre.Add(half), centre.Sub(half))
	}
	a, ok := PrincipalAxes(pos)
	if !ok || a.Centre.Distance(centre) > 1e-12 {
		t.Fatalf("the centre is %v, want %v", a.Centre, centre)
	}
	for k := range 3 {
		want := float64((k+1)*(k+1)) / 3
		if math.Abs(a.Variances[k]-want) > 1e-12 || math.Abs(math.Abs(a.Directions[k][2-k])-1) > 1e-12 {
			t.Errorf("the variance is %v along %v, want %v along axis %d", a.Variances[k], a.Directions[k], want, 2-k)
		}
	}
	if _, ok := PrincipalAxes[vec.Vec64](nil); ok {
		t.Error("no points have axes")
	}
}
