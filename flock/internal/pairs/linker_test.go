package pairs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// linkClouds returns n boids in each of several shapes that are difficult for a Linker, by name. The
// coordinates also suit a world that wraps around every 40 m.
func linkClouds(n int) map[string][]mgl32.Vec3 {
	r := rand.New(rand.NewPCG(7, 8))
	ball := func(n int, pos mgl32.Vec3, size float64) (all []mgl32.Vec3) {
		for range n {
			all = append(all, pos.Add(mgl32.Vec3{float32(size * r.NormFloat64()), float32(size * r.NormFloat64()), float32(size * r.NormFloat64())}))
		}
		return all
	}
	between := func(low, high float64) float32 { return float32(low + (high-low)*r.Float64()) }
	var spread, sheets []mgl32.Vec3
	for i := range n {
		spread = append(spread, mgl32.Vec3{between(-20, 20), between(0, 40), between(-20, 20)})
		sheets = append(sheets, mgl32.Vec3{between(-20, 20), between(0, 3) / 1000, between(-20, 20)}.Add(mgl32.Vec3{0, float32(i%3) * 2.6}))
	}
	return map[string][]mgl32.Vec3{
		"spread":                  spread,
		"a dense core":            ball(n, mgl32.Vec3{1, 20, 3}, 0.5),
		"a dense core and others": append(ball(n-n/10, mgl32.Vec3{1, 20, 3}, 0.5), spread[:n/10]...),
		"two cores not far apart": append(ball(n/2, mgl32.Vec3{0, 20, 0}, 0.3), ball(n/2, mgl32.Vec3{3.2, 20, 2}, 0.3)...),
		"cores at the edges":      append(ball(n/2, mgl32.Vec3{-19.5, 20, 0}, 0.3), ball(n/2, mgl32.Vec3{19.5, 20, 0}, 0.3)...),
		"one place":               make([]mgl32.Vec3, n),
		"three sheets":            sheets,
		"too far away for cubes":  append(slices.Repeat([]mgl32.Vec3{{1e30, 0, 0}, {2e30, 0, 0}, {3e30, 0, 0}}, n/6), spread[:n/2]...),
	}
}

// A Linker finds the same trees as a search through all pairs, also in a world that wraps around. It can be
// used again for another flock.
func TestLinkerLinksAllPairs(t *testing.T) {
	var l Linker
	for name, pos := range linkClouds(600) {
		for _, side := range []float64{0, 40} {
			if side > 0 && name == "too far away for cubes" {
				continue // in a world that wraps around, all boids must be inside
			}
			for _, link := range []float64{0.2, 2.5, 9} {
				c := Cells{side: side}
				closer := func(i, j int32) bool { return c.distance2(pos[i], pos[j]) < link*link }
				want := NewForest(len(pos))
				for i := range pos {
					for j := range i {
						if closer(int32(i), int32(j)) {
							want.Link(int32(i), int32(j))
						}
					}
				}
				labels, count := want.Labels()
				got, n := l.Link(pos, 1.001*link, side, closer).Labels()
				if n != count || !slices.Equal(got, labels) {
					t.Errorf("%s, links of %v m, side %v m: %d trees, want %d, or the labels differ", name, link, side, n, count)
				}
			}
		}
	}
}

// The number of comparisons per boid hardly depends on the number of boids, for any density of the flock.
func TestLinkerWork(t *testing.T) {
	var l Linker
	work := func(pos []mgl32.Vec3, side float64) float64 {
		c, comparisons := Cells{side: side}, 0
		l.Link(pos, 2.5, side, func(i, j int32) bool {
			comparisons++
			return c.distance2(pos[i], pos[j]) < 2.4*2.4
		})
		return float64(comparisons) / float64(len(pos))
	}
	few, many := linkClouds(1000), linkClouds(20_000)
	for _, name := range []string{"a dense core", "a dense core and others", "two cores not far apart", "cores at the edges", "one place", "three sheets"} {
		for _, side := range []float64{0, 40} {
			a, b := work(few[name], side), work(many[name], side)
			t.Logf("%s, side %v m: %.2f comparisons for each of 1,000 boids, %.2f for each of 20,000", name, side, a, b)
			if b > 60 {
				t.Errorf("%s, side %v m: %.1f comparisons for each of 20,000 boids, want at most 60", name, side, b)
			}
		}
	}
}

func TestLinkerAllocatesNothing(t *testing.T) {
	for name, pos := range linkClouds(2000) {
		var l Linker
		link := func() { l.Link(pos, 2.5, 0, func(i, j int32) bool { return pos[i].Sub(pos[j]).Len() < 2.4 }) }
		link()
		if n := testing.AllocsPerRun(3, link); n > 0 {
			t.Errorf("%s: %v allocations, want none", name, n)
		}
	}
}
