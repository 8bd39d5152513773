package model_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
	"skein/flock/vec"
)

func quietFlock(count int) flock.Def {
	def := testscene.Def("murmuration")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", count, "roost_pull", 0, "roost_wander", 0, "height_pull", 0, "meander", 0, "leadership", 0)
	return def
}

// flySeconds steps a flock for some seconds, and calls check with the snapshot after each second.
func flySeconds(t *testing.T, w *flock.World, seconds int, check func(second int, s *flock.Snapshot)) {
	t.Helper()
	var s flock.Snapshot
	rate := int(60)
	for k := range seconds {
		for range rate {
			w.Step()
		}
		w.Snapshot(&s)
		check(k+1, &s)
	}
}

// A flock beside a closed path flies onto the path, mostly stays within the path's width, and flies around
// it at the path's speed.
func TestRiverOfBirds(t *testing.T) {
	const radius, width, speed = 60, 12, 10
	def := quietFlock(120)
	p := def.Surroundings.Add("path").(*around.Path)
	for k := range 10 {
		a := 2 * math.Pi * float64(k) / 10
		p.Points = append(p.Points, vec.Vec{X: float32(radius * math.Sin(a)), Y: 25, Z: float32(radius * math.Cos(a))})
	}
	p.Closed, p.Width, p.Speed = true, width, speed
	def.Start.Altitude = 20
	w := world(t, def)
	turned, old := 0.0, []float64(nil)
	flySeconds(t, w, 70, func(second int, s *flock.Snapshot) {
		if second < 20 {
			return
		}
		inside, swift := 0, 0.0
		angles := make([]float64, s.Len())
		for i, pos := range s.Pos {
			r := math.Hypot(float64(pos[0]), float64(pos[2]))
			if offset := math.Hypot(r-radius, float64(pos[1])-25); offset < width/2+2 {
				inside++
			}
			swift += float64(s.Vel[i].Len()) / float64(s.Len())
			angles[i] = math.Atan2(float64(pos[0]), float64(pos[2]))
			if old != nil {
				step := math.Remainder(angles[i]-old[i], 2*math.Pi)
				if step <= 0 {
					t.Fatalf("after %d s, bird %d flies backwards along the river", second, i)
				}
				turned += step / float64(s.Len())
			}
		}
		old = angles
		if inside < s.Len()*95/100 {
			t.Errorf("after %d s, %d of %d birds are in the river, want 95 %%", second, inside, s.Len())
		}
		if math.Abs(swift-speed) > 0.7 {
			t.Errorf("after %d s, the birds fly at %v m/s, want %v", second, swift, speed)
		}
	})
	if turned < 2*math.Pi {
		t.Errorf("the birds went around by %v rad, want more than once", turned)
	}
}

// At the end of an open path, birds fly straight on. A closed path would turn them back there.
func TestOpenPathReleasesBirds(t *testing.T) {
	def := quietFlock(1)
	def.Params = model.With(def.Params, "gust_strength", 0)
	p := def.Surroundings.Add("path").(*around.Path)
	p.Points = []vec.Vec{{X: 0, Y: 20, Z: 20}, {X: 0, Y: 20, Z: 60}, {X: 30, Y: 20, Z: 90}}
	def.Start = cloud.Start{Altitude: 20, Speed: 9}
	w := world(t, def)
	var last mgl32.Vec3
	passed := false
	flySeconds(t, w, 60, func(second int, s *flock.Snapshot) {
		pos, vel := s.Pos[0], s.Vel[0]
		passed = passed || pos.Sub(mgl32.Vec3{0, 20, 60}).Len() < 10
		if beyond := pos[0] > 45; beyond && last.Len() > 0 && vel.Normalize().Sub(last).Len() > 1e-3 {
			t.Fatalf("after %d s, the bird still turns beyond the path", second)
		} else if beyond {
			last = vel.Normalize()
		}
	})
	if !passed || last.Len() == 0 {
		t.Errorf("the bird did not fly along the path: passed is %v, its last heading %v", passed, last)
	}
}

// All birds reach one goal after the other. The last goal releases them.
func TestGoalsInTurn(t *testing.T) {
	def := quietFlock(80)
	for _, pos := range []vec.Vec{{X: 60, Y: 25}, {X: 60, Y: 15, Z: 90}, {X: -80, Y: 30, Z: 60}} {
		p := def.Surroundings.Add("place").(*around.Place)
		p.At, p.Radius = pos, 8
	}
	w := world(t, def)
	near := [3]map[int]int{{}, {}, {}}
	var s flock.Snapshot
	for range 60 * 60 {
		w.Step()
		w.Snapshot(&s)
		for k, p := range def.Surroundings.Places {
			for i, pos := range s.Pos {
				if _, there := near[k][i]; !there && pos.Sub(p.At.Array()).Len() <= 8.2 {
					near[k][i] = int(s.Tick)
				}
			}
		}
	}
	for i := range s.Len() {
		for k := range near {
			if near[k][i] == 0 || k > 0 && near[k][i] < near[k-1][i] {
				t.Fatalf("bird %d reached the goals at ticks %d, %d and %d, want all in this order", i, near[0][i], near[1][i], near[2][i])
			}
		}
	}
}

func TestGoalMoves(t *testing.T) {
	def := quietFlock(40)
	p := def.Surroundings.Add("place").(*around.Place)
	p.Name, p.At, p.Radius = "lure", vec.Vec{X: 100, Y: 20}, 1
	def.Schedule = []schedule.Change{{At: 1, Thing: "lure", Key: "at", Value: vec.Vec{Y: 20, Z: 300}, Ramp: 5}}
	w := world(t, def)
	fly(t, w, nil, 20*60)
	var s flock.Snapshot
	w.Snapshot(&s)
	for i, pos := range s.Pos {
		if pos[2] < 100 {
			t.Errorf("bird %d is at %v, want it on its way to z = 300", i, pos)
		}
	}
}

// A flock stays near its roost, keeps flying, and stays together.
func TestRoostHoldsFlock(t *testing.T) {
	const radius = 30
	def := quietFlock(200)
	p := def.Surroundings.Add("place").(*around.Place)
	p.Role, p.At, p.Radius = "roost", vec.Vec{X: 20, Y: 30, Z: -10}, radius
	w := world(t, def)
	flySeconds(t, w, 90, func(second int, s *flock.Snapshot) {
		for i, pos := range s.Pos {
			offset := pos.Sub(p.At.Array())
			if d := math.Hypot(float64(offset[0]), float64(offset[2])); second > 10 && d > 2.2*radius || pos[1] > 30+radius {
				t.Fatalf("after %d s, bird %d is %v m from its roost, at %v, which is too far or too high", second, i, d, pos)
			}
			if v := s.Vel[i].Len(); v < 4.9 {
				t.Fatalf("after %d s, bird %d flies at %v m/s, want at least 5", second, i, v)
			}
		}
	})
}

// Birds fly around a repelling place on their way, and then continue on their course.
func TestPlaceRepels(t *testing.T) {
	def := quietFlock(100)
	def.Start = cloud.Start{Shape: cloud.Ball, Radius: 6, Altitude: 30, Speed: 9}
	goal := def.Surroundings.Add("place").(*around.Place)
	goal.At, goal.Radius = vec.Vec{Y: 30, Z: 200}, 10
	shun := def.Surroundings.Add("place").(*around.Place)
	shun.Role, shun.At, shun.Radius, shun.Pull = "repel", vec.Vec{Y: 30, Z: 90}, 15, 1
	w := world(t, def)
	reached := map[int]bool{}
	var s flock.Snapshot
	for range 60 * 40 {
		w.Step()
		w.Snapshot(&s)
		for i, pos := range s.Pos {
			if d := pos.Sub(shun.At.Array()).Len(); d < 12 {
				t.Fatalf("after %d ticks bird %d is %v m from the middle of a place that repels within 15 m, want at least 12 m", s.Tick, i, d)
			}
			if pos.Sub(vec.Vec{Y: 30, Z: 200}.Array()).Len() < 11 {
				reached[i] = true
			}
		}
	}
	if len(reached) < 95 {
		t.Errorf("%d of 100 birds passed the place, want at least 95", len(reached))
	}
}

// Other species ignore a thing that is for one species. An unknown species is an error.
func TestPlacesAreForSpecies(t *testing.T) {
	def := quietFlock(20)
	def.Species = "gull"
	crow := def.Flock
	crow.Species = "crow"
	def.Others = []flock.Flock{crow}
	p := def.Surroundings.Add("place").(*around.Place)
	p.At, p.Radius, p.Species = vec.Vec{X: 100, Y: 20}, 1, "crow"
	w, bare := world(t, def), def
	bare.Surroundings = around.Surroundings{}
	never := world(t, bare)
	fly(t, w, nil, 300)
	fly(t, never, nil, 300)
	var a, b flock.Snapshot
	w.Snapshot(&a)
	never.Snapshot(&b)
	for i := range a.Pos {
		if same := a.Pos[i] == b.Pos[i]; same != (i < 20) {
			t.Fatalf("bird %d flies as without the place: %v, want the opposite", i, same)
		}
	}
	def.Surroundings.Places[0].Species = "duck"
	if def.Validate() == nil {
		t.Error("a place for an unknown species was accepted")
	}
}

// Boids of a model that counts in steps follow a path at its speed in m/s. Boids of a model in the plane keep
// their height.
func TestPathsInOtherUnits(t *testing.T) {
	for _, m := range model.All() {
		def := sceneNearGround(m, "")
		def.Others, def.Flees = nil, nil
		if m.Units() != flock.PerStep {
			continue
		}
		top := def.Params.Float("max_speed") * float32(def.TickRate)
		p := def.Surroundings.Add("path").(*around.Path)
		p.Points, p.Pull, p.Width = []vec.Vec{{Y: 20, Z: -100}, {Y: 20, Z: 300}}, 5, 20
		p.Speed = min(50, 0.7*top)
		w := world(t, def)
		var before, s flock.Snapshot
		w.Snapshot(&before)
		fly(t, w, nil, 2*def.TickRate)
		w.Snapshot(&s)
		ahead := float32(0)
		for i := range s.Pos {
			ahead += s.Vel[i].Normalize()[2] / float32(s.Len())
			if m.Plane() && s.Pos[i][1] != before.Pos[i][1] {
				t.Fatalf("%s: bird %d left its height", m.Name(), i)
			}
		}
		if ahead < 0.8 {
			t.Errorf("%s: the mean course has a part of %v along the path, want at least 0.8", m.Name(), ahead)
		}
	}
}
