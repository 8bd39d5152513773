package model_test

import (
	"math"
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

func windy(d flock.Def, winds ...around.Wind) flock.Def {
	for _, w := range winds {
		t := d.Surroundings.Add("wind").(*around.Wind)
		name := t.Name
		*t = w
		t.Name = name
	}
	return d
}

func newWind(pairs ...any) around.Wind {
	var s around.Surroundings
	t := s.Add("wind")
	for k := 0; k < len(pairs); k += 2 {
		p, _ := around.PropertyOf(t, pairs[k].(string))
		if err := p.Set(pairs[k+1]); err != nil {
			panic(err)
		}
	}
	return s.Winds[0]
}

// A flock in a steady wind flies with the same bits as in still air, and the wind carries it along. In
// models that count in steps, positions are exact everywhere.
func TestSteadyWindCarries(t *testing.T) {
	def := testscene.Def("parker")
	def.WarmUp, def.Workers, def.Others, def.Flees = 0, 1, nil, nil
	def.Start = cloud.Start{Radius: 30, Altitude: 40, Speed: 0.5, Disorder: 1}
	def.Params = model.With(def.Params, "count", 60, "bounds", "none", "max_speed", 1, "turn_factor", 0, "perch_longest", 0, "place_multiplier", 0, "ground_margin", 0)
	const seconds = 8
	still, carried := world(t, def), world(t, windy(def, newWind("speed", float32(5), "from", float32(-90)), newWind("speed", float32(0.7))))
	fly(t, still, nil, seconds*def.TickRate)
	fly(t, carried, nil, seconds*def.TickRate)
	var a, b flock.Snapshot
	still.Snapshot(&a)
	carried.Snapshot(&b)
	if len(a.Air) > 0 || len(b.Air) != b.Len() {
		t.Fatalf("velocities through the air of %d and %d boids, want 0 and %d", len(a.Air), len(b.Air), b.Len())
	}
	if !slices.Equal(a.Vel, b.Air) || !slices.Equal(a.Up, b.Up) || !slices.Equal(a.Phase, b.Phase) || !slices.Equal(a.Flags, b.Flags) {
		t.Fatal("with wind, the velocities through the air differ from those without")
	}
	way := b.Pos[0].Sub(a.Pos[0])
	for i := range a.Pos {
		if b.Pos[i].Sub(a.Pos[i]) != way {
			t.Fatalf("boid %d is carried by %v, but boid 0 by %v", i, b.Pos[i].Sub(a.Pos[i]), way)
		}
	}
	wantCarried(t, way, seconds)
}

// wantCarried fails the test unless the displacement way equals the wind of these tests times the given
// seconds.
func wantCarried(t *testing.T, way [3]float32, seconds float64) {
	t.Helper()
	for k, want := range [3]float64{5 * seconds, 0, -0.7 * seconds} {
		if math.Abs(float64(way[k])-want) > 3*vec.Quantum {
			t.Errorf("the wind carries the boids by %v along axis %d, want %v", way[k], k, want)
		}
	}
}

// A bird has the same heading and wingbeat in a wind as in still air, at every tick rate. Its velocity over
// the ground is its velocity through the air plus the wind.
func TestHeadingInSteadyWind(t *testing.T) {
	def := testscene.Def("paper")
	def.WarmUp, def.Workers = 0, 1
	def.Params = model.With(def.Params, "count", 1, "gust_strength", 0.05)
	for _, rate := range []int{30, 60, 240, 960} {
		def.TickRate = rate
		still, carried := world(t, def), world(t, windy(def, newWind("speed", float32(5), "from", float32(-90)), newWind("speed", float32(0.7))))
		fly(t, still, nil, 8*rate)
		fly(t, carried, nil, 8*rate)
		var a, b flock.Snapshot
		still.Snapshot(&a)
		carried.Snapshot(&b)
		if a.Vel[0] != b.Air[0] || a.Up[0] != b.Up[0] || a.Phase[0] != b.Phase[0] {
			t.Errorf("at %d ticks a second, the bird flies differently through the air", rate)
		}
		wind := b.Vel[0].Sub(b.Air[0])
		if math.Abs(float64(wind[0])-5) > 1e-5 || wind[1] != 0 || math.Abs(float64(wind[2])+0.7) > 1e-5 {
			t.Errorf("the bird feels a wind of %v, want 5, 0, -0.7", wind)
		}
		way := b.Pos[0].Sub(a.Pos[0])
		if offset := math.Hypot(float64(way[0])-40, float64(way[2])+5.6); offset > 0.05 {
			t.Errorf("at %d ticks a second, the bird is carried by %v, want 40, 0, -5.6", rate, way)
		}
	}
}

// scatteredFlock flies many birds that start in a wide box, and returns the last snapshot.
func scatteredFlock(t *testing.T, w around.Wind, seconds int) flock.Snapshot {
	t.Helper()
	def := testscene.Def("paper")
	def.WarmUp, def.Params = 0, model.With(def.Params, "count", 2000)
	def.Start = cloud.Start{Shape: cloud.Box, Radius: 100, Altitude: 101, Speed: 5, Disorder: 1}
	f := world(t, windy(def, w))
	fly(t, f, nil, seconds*def.TickRate)
	var s flock.Snapshot
	f.Snapshot(&s)
	return s
}

// Winds agree with the published formulas: a shear has the logarithmic profile, gusts are a wave of (1 -
// cos)/2 that moves with the wind, and a thermal has Gedeon's profile horizontally and Lenschow's
// vertically.
func TestWindForms(t *testing.T) {
	const speed, height, rough, length, travel, radius = 9, 60, 0.1, 70, 4, 25
	for _, c := range []struct {
		wind    around.Wind
		seconds int
		at      func(x, y, z float64) (wx, wy, wz float64)
	}{
		{newWind("form", "shear", "speed", float32(speed), "height", float32(height), "roughness", float32(rough), "from", float32(180)), 0,
			func(x, y, z float64) (wx, wy, wz float64) {
				return 0, 0, speed * math.Log(math.Max(1, y/rough)) / math.Log(height/rough)
			}},
		{newWind("form", "gusts", "speed", float32(speed), "length", float32(length), "travel", float32(travel), "from", float32(270)), 3,
			func(x, y, z float64) (wx, wy, wz float64) {
				return speed * (1 - math.Cos(2*math.Pi*(x-travel*3)/length)) / 2, 0, 0
			}},
		{newWind("form", "thermal", "speed", float32(speed), "height", float32(150), "radius", float32(radius), "at", vec.Vec{X: 10, Y: 5}, "soar", float32(0)), 0,
			func(x, y, z float64) (wx, wy, wz float64) {
				r2, h := ((x-10)*(x-10)+z*z)/(radius*radius), (y-5)/150
				if h <= 0 || h >= 1 {
					return 0, 0, 0
				}
				up := math.Cbrt(h) * (1 - h) / (math.Cbrt(0.25) * 0.75)
				return 0, speed * up * (1 - r2) * math.Exp(-r2), 0
			}},
	} {
		s := scatteredFlock(t, c.wind, c.seconds)
		least, most := math.Inf(1), math.Inf(-1)
		for i, p := range s.Pos {
			wx, wy, wz := c.at(float64(p[0]), float64(p[1]), float64(p[2]))
			got := s.Vel[i].Sub(s.Air[i])
			for k, want := range [3]float64{wx, wy, wz} {
				least, most = math.Min(least, want), math.Max(most, want)
				if math.Abs(float64(got[k])-want) > 0.02 {
					t.Fatalf("%s at %v: the wind is %v, want %v %v %v", c.wind.Form, p, got, wx, wy, wz)
				}
			}
		}
		if most < speed/2 || c.wind.Form == "thermal" && least > -0.3 {
			t.Errorf("%s: the wind is from %v to %v m/s; the test needs a wider range", c.wind.Form, least, most)
		}
	}
}

// The same amount of air rises in a thermal and sinks around it.
func TestThermalMovesNoNetAir(t *testing.T) {
	s := scatteredFlock(t, newWind("form", "thermal", "speed", float32(5), "height", float32(1000), "radius", float32(20), "soar", float32(0)), 0)
	up, down := 0.0, 0.0
	for i, p := range s.Pos { // evenly spread over a box that contains the thermal
		if w := float64(s.Vel[i][1] - s.Air[i][1]); w > 0 {
			up += w / (float64(p[1]) / 100)
		} else {
			down -= w / (float64(p[1]) / 100)
		}
	}
	if up == 0 || down/up < 0.5 || down/up > 2 {
		t.Errorf("an air flow of %v rises and %v sinks, want about the same", up, down)
	}
}

// In a gale, all birds stay within the world. The total speed of several winds is limited.
func TestGale(t *testing.T) {
	for _, m := range model.All() {
		def := sceneNearGround(m, "")
		for k := range 10 {
			def = windy(def, newWind("speed", float32(40), "from", float32(7*k)), newWind("form", "thermal", "speed", float32(40), "height", float32(1000)))
		}
		w := world(t, def)
		fly(t, w, nil, 40*def.TickRate)
		wantInsideWorld(t, w)
		var s flock.Snapshot
		w.Snapshot(&s)
		for i := range s.Pos {
			if wind := s.Vel[i].Sub(s.Air[i]).Len(); wind > 60.001 {
				t.Fatalf("%s: boid %d flies in a wind of %v m/s, want at most 60", m.Name(), i, wind)
			}
		}
	}
}

// With winds and places, the flight has the same bits with any number of workers and any index, and after a
// restart from a checkpoint.
func TestSurroundingsAreExact(t *testing.T) {
	ticks := 90
	if testing.Short() {
		ticks = 40
	}
	hashes := map[uint64]bool{}
	for _, index := range []flock.Index{flock.Matrix, flock.Grid, flock.Brute} {
		def := sceneWithAllThings()
		def.Index, def.Workers = index, 1+2*len(hashes)
		w := world(t, def)
		fly(t, w, nil, ticks)
		second, err := flock.Resume(w.Checkpoint(), 2, index, model.All()...)
		if err != nil {
			t.Fatal(err)
		}
		var a, b flock.Snapshot
		w.Snapshot(&a)
		second.Snapshot(&b)
		if !slices.Equal(a.Vel, b.Vel) || !slices.Equal(a.Air, b.Air) {
			t.Error("in the resumed World, the velocities differ")
		}
		fly(t, w, nil, ticks)
		fly(t, second, nil, ticks)
		hashes[w.Hash()], hashes[second.Hash()] = true, true
	}
	if len(hashes) != 1 {
		t.Errorf("there are %d different flights, want 1", len(hashes))
	}
}

func sceneWithAllThings() flock.Def {
	def := testscene.Def("murmuration")
	def.WarmUp = 0
	for _, rule := range []string{"paths", "goals", "roosts", "shun", "soar", "perches"} {
		own := thingsFor(rule)
		for _, thing := range own.Things() {
			def.Surroundings = withThing(def.Surroundings, thing)
		}
	}
	return windy(def, newWind("form", "shear"), newWind("form", "gusts"), newWind())
}

func TestSurroundingsAllocateNothing(t *testing.T) {
	def := sceneWithAllThings()
	def.Workers = 1
	w := world(t, def)
	fly(t, w, nil, 120)
	if n := testing.AllocsPerRun(60, w.Step); n > 0 {
		t.Errorf("%v allocations a tick, want none", n)
	}
}
