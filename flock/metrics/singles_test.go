package metrics

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

func TestSingles(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	s := &flock.Snapshot{TickRate: 60}
	for i := range 200 {
		wide := 10.0
		if i%20 == 0 {
			wide = 500 // far from all other boids
		}
		p := mgl32.Vec3{}
		v := mgl32.Vec3{}
		for k := range p {
			p[k], v[k] = float32(wide*r.NormFloat64()), float32(8*r.NormFloat64())
		}
		s.Pos, s.Vel, s.Flags = append(s.Pos, p), append(s.Vel, v), append(s.Flags, 0)
	}
	got := SinglesOf(s)
	if len(got.Speed) != 200 || len(got.Nearest) != 200 || len(got.Bearing) != 200 {
		t.Fatalf("there are %d speeds, %d nearest distances and %d bearings, want 200 each", len(got.Speed), len(got.Nearest), len(got.Bearing))
	}
	for i := range s.Pos {
		best, pos := float32(math.Inf(1)), mgl32.Vec3{}
		for j := range s.Pos {
			if d := s.Pos[j].Sub(s.Pos[i]); j != i && d.Len() < best {
				best, pos = d.Len(), d
			}
		}
		angle := mgl32.RadToDeg(float32(math.Atan2(float64(pos.Cross(s.Vel[i]).Len()), float64(pos.Dot(s.Vel[i])))))
		for what, pair := range map[string][2]float64{
			"nearest": {got.Nearest[i], float64(best)}, "bearing": {got.Bearing[i], float64(angle)}, "speed": {got.Speed[i], float64(s.Vel[i].Len())},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-3*(1+pair[1]) {
				t.Errorf("boid %d: %s is %v, want %v", i, what, pair[0], pair[1])
			}
		}
	}
	if one := SinglesOf(&flock.Snapshot{Pos: s.Pos[:1], Vel: s.Vel[:1], Flags: s.Flags[:1]}); len(one.Speed) != 1 || len(one.Nearest) != 0 || len(one.Bearing) != 0 {
		t.Errorf("one boid: %+v", one)
	}
}

// In a flock with a dense core and stragglers, the work per boid hardly depends on the number of boids.
func TestSinglesWork(t *testing.T) {
	work := func(n int) float64 {
		r := rand.New(rand.NewPCG(7, 8))
		s := &flock.Snapshot{TickRate: 60, Vel: make([]mgl32.Vec3, n), Flags: make([]flock.Flags, n)}
		for i := range n {
			wide := 0.5
			if i%10 == 0 {
				wide = 1000
			}
			s.Pos = append(s.Pos, mgl32.Vec3{float32(wide * r.NormFloat64()), float32(wide * r.NormFloat64()), float32(wide * r.NormFloat64())})
		}
		tree := treeOf(s.Pos)
		if one := singlesOf(s, tree); len(one.Nearest) != n {
			t.Fatalf("there are %d distances, want one for each of the %d boids", len(one.Nearest), n)
		}
		return float64(tree.Distances()) / float64(n)
	}
	few, many := work(1000), work(20000)
	t.Logf("computed %.1f distances for each of 1,000 boids, %.1f for each of 20,000", few, many)
	if many > 100 || many > 1.5*few {
		t.Errorf("computed %.1f distances for each of 1,000 boids and %.1f for each of 20,000, want O(log n)", few, many)
	}
}
