package flock

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"testing"

	"skein/flock/cloud"
	"skein/flock/internal/lanes"
	"skein/flock/internal/ledger"
	"skein/flock/lead"
	"skein/flock/vec"
)

// towardsMates steers towards a few of the nearest flockmates. The steering force decreases with their
// distance.
type towardsMates struct{}

const towardsCount = 5

func (*towardsMates) About() About { return About{Name: "towards mates", Social: true} }
func (*towardsMates) Mates() int   { return towardsCount }
func (*towardsMates) Steer(_ *Self, mates []Mate) (sum vec.Vec) {
	for k := range mates {
		sum = sum.Add(mates[k].Direction.Scale(0.3 * mates[k].Weight / float32(k+1)))
	}
	return sum
}

const testSalience = 4

// pullOn returns the pull of a leader on a boid, as recordPulls defines it.
func pullOn(s *Snapshot, boid, leader int) float64 {
	to := func(i int) v3 { return toV3(vec.FromArray(s.Pos[i])).minus(toV3(vec.FromArray(s.Pos[boid]))) }
	var others []int
	for i := range s.Pos {
		if i != boid {
			others = append(others, i)
		}
	}
	slices.SortStableFunc(others, func(a, b int) int { return cmp.Compare(to(a).norm(), to(b).norm()) })
	steer := func(without int) (sum v3) {
		all := slices.DeleteFunc(slices.Clone(others), func(i int) bool { return i == without })
		for k, i := range all[:towardsCount] {
			weight := 0.3 / float64(k+1)
			if s.Flags[i]&Leading != 0 {
				weight *= testSalience
			}
			sum = sum.plus(to(i).towards().times(weight))
		}
		return sum
	}
	return steer(none).minus(steer(leader)).dot(to(leader).towards())
}

// The ledger adds up the pulls of leaders that are among a boid's nearest flockmates. Other leaders do not
// pull.
func TestLeadersPullTheirMates(t *testing.T) {
	for _, index := range []Index{Brute, Matrix, Grid} {
		d := def(&towardsMates{}, &drag{Speed: 5})
		d.Count = 60
		d.Leadership = &lead.Leadership{Influence: 0.6, DrawSigma: 0.1, EscapeSeconds: 2, EscapeStrength: 0.1,
			EscapePoints: lead.Smooth.Curve(), EscapeSpeed: 1.5, Salience: testSalience}
		w, err := NewWorld(Def{
			Seed: 3, TickRate: 30, Index: index, Workers: 2,
			Flock: Flock{Start: cloud.Start{Radius: 6, Altitude: 30, Speed: 5, Disorder: 0.1}, Params: mustModel(t, d).Params()},
		})
		if err != nil {
			t.Fatal(err)
		}
		pulled, spared := 0, 0
		for range 80 {
			var s Snapshot
			w.Snapshot(&s)
			f := w.flocks[0]
			before := map[int32]map[int32]float32{}
			for _, a := range f.ledger.Open {
				before[a.Boid] = sumsOf(&a)
			}
			leading := slices.Clone(f.ledger.Open)
			w.Step()
			for _, a := range f.ledger.Open {
				k := slices.IndexFunc(leading, func(b ledger.Excursion) bool { return b.Boid == a.Boid && b.Began == a.Began && b.Leading })
				if k < 0 {
					continue
				}
				after := sumsOf(&a)
				for boid := range int32(s.Len()) {
					sees := toV3(vec.FromArray(s.Pos[a.Boid])).minus(toV3(vec.FromArray(s.Pos[boid]))).norm() < 5 // the vision
					want := 0.0
					if boid != a.Boid && sees && s.Flags[boid]&Leading == 0 {
						want = pullOn(&s, int(boid), int(a.Boid))
					}
					if want == 0 {
						spared++
					} else {
						pulled++
					}
					if got := float64(after[boid] - before[a.Boid][boid]); math.Abs(got-want) > 2e-5 {
						t.Fatalf("index %v: leader %d pulls boid %d by %g m/s, want %g", index, a.Boid, boid, got, want)
					}
				}
			}
		}
		if pulled < 100 || spared < 100 {
			t.Errorf("index %v: %d pulls and %d boids without a pull; the test needs both", index, pulled, spared)
		}
	}
}

func sumsOf(e *ledger.Excursion) map[int32]float32 {
	all := map[int32]float32{}
	e.EachPull(func(id int32, sum float32, _ bool) { all[id] = sum })
	return all
}

// The pulls that kernels compute for many boids at once equal the pulls by the rules' formulas.
func TestPullsByKernels(t *testing.T) {
	m := Scenes.Models()[slices.IndexFunc(Scenes.Models(), func(m *Model) bool { return m.Name() == "starlings" })]
	d := Scenes.CrowdOf(m, 700, cloud.Ball)
	d.Seed = 8 // birds lead within the first ticks
	var worlds []*World
	for _, index := range []Index{Grid, Brute} {
		d.Index, d.Workers = index, 1
		worlds = append(worlds, world(t, d))
	}
	pulls := 0
	for tick := range short(60, 150) {
		var open [2][]ledger.Excursion
		for k, w := range worlds {
			w.Step()
			open[k] = w.flocks[0].ledger.Open
		}
		if len(open[0]) != len(open[1]) {
			t.Fatalf("tick %d: %d escapes with kernels, %d without", tick, len(open[0]), len(open[1]))
		}
		for k := range open[0] {
			fast, plain := sumsOf(&open[0][k]), sumsOf(&open[1][k])
			if !maps.Equal(fast, plain) {
				t.Fatalf("tick %d: the pulls of leader %d are %v with kernels and %v without", tick, open[0][k].Boid, fast, plain)
			}
			pulls += len(fast)
		}
	}
	used := len(worlds[0].flocks[0].scratch[0].pullBlock.sums) > 0
	if k := lanes.Fast(); used != (k.Meet != nil) {
		t.Errorf("kernels computed pulls: %v, want the opposite", used)
	}
	if pulls < 1000 {
		t.Errorf("%d pulls were compared, want at least 1000", pulls)
	}
}
