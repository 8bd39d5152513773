package model_test

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
	"skein/flock/view"
)

// For rules that perceive neighbours, kernels give the same bits as AddNeighbour and Steer. The test uses
// random parameters, worlds that wrap around, and many boids in one place.
func TestKernelsForEach(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for run := range short(8, 10) {
		for _, m := range []*flock.Model{model.Heppner(), model.Brundage(), model.Erneholm(), model.Erneholm3D(), model.Cornell(), model.Cornell3D(), model.Parker()} {
			boids := []int{1, 2, 50, 400, 600}[r.IntN(5)]
			d := testscene.CrowdOf(m, boids, cloud.Ball)
			d.Seed = r.Uint64()
			if r.IntN(3) == 0 {
				d.Start.Radius *= 0.2
			}
			d.Params = anyRanges(r, d.Params)
			compareIndices(t, run, d)
		}
	}
}

// The kernel of "take course" gives the same bits as the formula, also for equal, opposite, perpendicular
// and vertical courses, and for boids at rest.
func TestKernelOfCourses(t *testing.T) {
	courses := []mgl32.Vec3{{}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 0.5}, {0, 0, -0.5}, {0, 1, 0}, {0, -1, 0}, {0.25, 0.5, 0.5}, {-0.25, -0.5, -0.5}}
	for _, m := range []*flock.Model{model.Erneholm(), model.Erneholm3D()} {
		d := testscene.CrowdOf(m, 400, cloud.Ball)
		d.Params = model.With(d.Params, "min_speed", 0)
		var worlds []*flock.World
		for _, index := range []flock.Index{flock.Grid, flock.Brute} {
			d.Index = index
			worlds = append(worlds, newWorld(t, d))
		}
		var s flock.Snapshot
		worlds[0].Snapshot(&s)
		for _, w := range worlds {
			for k := range s.Pos {
				v := courses[k%len(courses)]
				if m == model.Erneholm() {
					v[1] = 0
				}
				place(t, w, k, flock.Spot{At: vec.FromArray(s.Pos[k]), Velocity: vec.FromArray(v).Scale(float32(d.TickRate))})
			}
		}
		for tick := range 3 {
			for _, w := range worlds {
				w.Step()
			}
			if a, b := worlds[0].Hash(), worlds[1].Hash(); a != b {
				t.Fatalf("%s, tick %d: the state is %016x with kernels and %016x without", m.Name(), tick+1, a, b)
			}
		}
	}
}

// Sums of many large terms do not overflow in the kernels, whose terms have 32 bits.
// Each of a few boids has hundreds of neighbours that are one quantum away, all on one side, so that every
// term of the rule "repel" is as large as possible.
func TestKernelsWithLargeSums(t *testing.T) {
	d := testscene.CrowdOf(model.Brundage(), 600, cloud.Ball)
	d.Params = model.With(d.Params, "neighbourhood", view.Everyone, "field_of_view", 360, "desired_separation", 10, "separation_weight", 1)
	hashes := map[flock.Index]uint64{}
	for _, index := range []flock.Index{flock.Grid, flock.Brute} {
		d.Index = index
		w := newWorld(t, d)
		for k := range w.Len() {
			at := vec.Vec{X: 0, Y: 50, Z: 0}
			if k < 20 {
				at.X = vec.Quantum
			}
			place(t, w, k, flock.Spot{At: at, Velocity: vec.Vec{X: 0, Y: 0, Z: 5}})
		}
		w.Step()
		hashes[index] = w.Hash()
	}
	if hashes[flock.Grid] != hashes[flock.Brute] {
		t.Errorf("the state is %016x with kernels and %016x without", hashes[flock.Grid], hashes[flock.Brute])
	}
}

func place(t *testing.T, w *flock.World, boid int, to flock.Spot) {
	t.Helper()
	if err := w.Put(boid, to); err != nil {
		t.Fatal(err)
	}
}

func anyRanges(r *rand.Rand, p flock.Params) flock.Params {
	for _, key := range []string{
		"band_near", "band_repel", "band_attract", "desired_separation", "turn_away_range", "flocking_distance", "field_of_view", "vision",
		"protected_range", "avoid_factor", "near_distance", "m2", "max_force", "easing_distance", "course_share", "turn_to_share",
	} {
		s, ok := p.Spec(key)
		if !ok || r.IntN(2) == 0 {
			continue
		}
		x := s.Min + (s.Max-s.Min)*r.Float64()*r.Float64()
		if changed := p; changed.Set(key, []float64{x, x, s.Min}[r.IntN(3)]) == nil && changed.Validate() == nil {
			p = changed
		}
	}
	if _, ok := p.Spec("one_rule"); ok {
		p = model.With(p, "one_rule", r.IntN(2) == 0, "neighbourhood", view.Neighbourhood(r.IntN(int(view.Everyone)+1)))
	}
	return p
}
