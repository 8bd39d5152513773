package picture

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock/look"
)

func TestBones(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	half, centre := [3]float64{9, 4, 1.5}, mgl32.Vec3{30, 12, -7}
	turn := mgl32.QuatRotate(0.7, mgl32.Vec3{1, 2, 3}.Normalize())
	var pos []mgl32.Vec3
	for len(pos) < 40_000 {
		p := [3]float64{2*r.Float64() - 1, 2*r.Float64() - 1, 2*r.Float64() - 1}
		if p[0]*p[0]+p[1]*p[1]+p[2]*p[2] <= 1 {
			pos = append(pos, centre.Add(turn.Rotate(mgl32.Vec3{float32(half[0] * p[0]), float32(half[1] * p[1]), float32(half[2] * p[2])})))
		}
	}
	b, ok := BonesOf(pos)
	if !ok || b.Centre.Sub(centre).Len() > 0.1 {
		t.Fatalf("the centre is %v, want %v", b.Centre, centre)
	}
	for k, axis := range b.Axes {
		var want mgl32.Vec3
		want[k] = float32(half[k])
		if want = turn.Rotate(want); min(axis.Sub(want).Len(), axis.Add(want).Len()) > 0.03*float32(half[k])+0.05 {
			t.Errorf("axis %d is %v, want %v", k, axis, want)
		}
	}
	if _, ok := BonesOf(nil); ok {
		t.Error("an empty flock has bones, want none")
	}
}

func TestHull(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{4, 5, 20, 300} {
		var pos []mgl32.Vec3
		for range n {
			pos = append(pos, mgl32.Vec3{r.Float32() * 20, r.Float32() * 5, r.Float32() * 9})
		}
		edges := hullEdges(pos)
		corners := map[int]bool{}
		for _, e := range edges {
			corners[e[0]], corners[e[1]] = true, true
		}
		if len(edges) != 3*len(corners)-6 { // by Euler's formula for a hull made of triangles
			t.Errorf("%d places: the hull has %d edges for %d corners, want 3n - 6", n, len(edges), len(corners))
		}
		for range 500 {
			way := mgl32.Vec3{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}
			most, found := float32(math.Inf(-1)), float32(math.Inf(-1))
			for i, p := range pos {
				most = max(most, p.Dot(way))
				if corners[i] {
					found = max(found, p.Dot(way))
				}
			}
			if found < most-1e-4 {
				t.Fatalf("%d places: one of them is %v m outside the hull", n, most-found)
			}
		}
	}
	for _, flat := range [][]mgl32.Vec3{nil, {{1, 2, 3}}, {{}, {1}, {2}, {3}}, {{}, {1}, {0, 1}, {1, 1}, {0.5, 0.5}}} {
		if edges := hullEdges(flat); len(edges) > 0 {
			t.Errorf("the flat places %v have a hull %v, want none", flat, edges)
		}
	}
}

func TestLinks(t *testing.T) {
	sc := starlings(t, 60, 12)
	points := (&sketch{}).drawLinks(nil, sc)
	if len(points) == 0 || len(points)%2 != 0 {
		t.Fatalf("the links have %d points, want two for each link", len(points))
	}
	rankOf := func(i, j int) (rank int) {
		d := sc.Boids[j].Pos.Sub(sc.Boids[i].Pos).Len()
		for k := range sc.Boids {
			if k != i && sc.Boids[k].Pos.Sub(sc.Boids[i].Pos).Len() < d {
				rank++
			}
		}
		return rank
	}
	at := map[mgl32.Vec3]int{}
	for i, b := range sc.Boids {
		at[b.Pos] = i
	}
	for k := 0; k < len(points); k += 2 {
		i, j := at[points[k].Pos], at[points[k+1].Pos]
		if rankOf(i, j) >= linkNeighbours || rankOf(j, i) >= linkNeighbours {
			t.Errorf("boids %d and %d are linked, but are neighbours number %d and %d of each other", i, j, rankOf(i, j), rankOf(j, i))
		}
	}
}

func BenchmarkStudies(b *testing.B) {
	sc := starlings(b, 250, 60)
	b.Run("links", func(b *testing.B) {
		for b.Loop() {
			(&sketch{}).drawLinks(nil, sc)
		}
	})
	b.Run("bones", func(b *testing.B) {
		for b.Loop() {
			(&sketch{}).drawBones(nil, sc, frame.View{})
		}
	})
	b.Run("colours", func(b *testing.B) {
		f := sc.shown()
		sc.Show.Colour = look.ColourBySpeed
		for b.Loop() {
			(&overlay{}).colour(f, sc)
		}
	})
}
