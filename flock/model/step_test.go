package model_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/sample"
	"skein/flock/scenario"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
	"skein/flock/vec"
)

type v3 [3]float64

func norm(a v3) float64        { return math.Sqrt(a[0]*a[0] + a[1]*a[1] + a[2]*a[2]) }
func toV3(a [3]float32) v3     { return v3{float64(a[0]), float64(a[1]), float64(a[2])} }
func plus(a, b v3) v3          { return v3{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func minus(a, b v3) v3         { return v3{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func scale(a v3, s float64) v3 { return v3{a[0] * s, a[1] * s, a[2] * s} }

// roundingOff is the largest difference between a step of skein and a step of a test's slow program, if all
// terms are whole quanta: half a quantum of the velocity, plus the rounding of float32.
const roundingOff = vec.Quantum/2 + 1e-5

func newWorld(t testing.TB, d flock.Def) *flock.World {
	t.Helper()
	if d.Workers == 0 {
		d.Workers = 1 // one worker, because this small flock is not faster with more
	}
	w, err := flock.NewWorld(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func builtin(t *testing.T, name string) flock.Def {
	t.Helper()
	s, err := scenario.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	def := s.Def()
	def.Schedule = nil
	return def
}

// variants returns a scene for TestGolden, and how many ticks it flies. Most scenes are built-in scenes
// with changes. "falcon" has fewer starlings, because a large matrix would take minutes. "crowd" has more
// starlings than leadership_crowd. In "reeds", birds settle in a patch and leave it.
func variants(t *testing.T, name string) (def flock.Def, ticks int) {
	t.Helper()
	switch name {
	case "falcon":
		def = builtin(t, name)
		def.Params = model.With(def.Params, "count", 600)
		return def, 450 // until the first attack is over
	case "crowd":
		def = builtin(t, "starlings")
		def.WarmUp = 2
		def.Params = model.With(def.Params, "count", 400, "leadership", 0.8, "leadership_crowd", 100)
		return def, 300
	case "reeds":
		def = builtin(t, "wire")
		def.Start.Perched = false
		p := &def.Surroundings.Perches[0]
		p.Obstacle, p.Points, p.Radius, p.Spacing = "", p.Points[:1], 6, 0.8
		def.Schedule = []schedule.Change{{At: 10, Thing: p.Name, Key: "open", Value: false}}
		return def, 720
	}
	return builtin(t, name), 300
}

// The flight of each model has the same bits with any number of workers, every index, and on every machine.
func TestGolden(t *testing.T) {
	hashes := map[string]uint64{
		"cornell": 0x8e1a23d1c8e96623, "cornell-3d": 0xf9049b4f17ed3d7c,
		"brundage": 0xad8cd28fec67ca56, "parker": 0xc8085559e414c1f3,
		"erneholm": 0x52392e6aadc8c097, "erneholm-3d": 0x5337f86b5ddada25,
		"heppner": 0xd62e2dd5f561492d, "falcon": 0xe4d25c02516dbfe9,
		"towers": 0xb9abb3e9c063bc53, "wire": 0x99521c970158e4a7, "geese": 0x408dc19a2a26abcc,
		"thermal": 0xee29c49e2c4b7210, "river": 0xaf8e292b30d6be23,
		"crowd": 0x16b5e2e5e7fbb358, "reeds": 0x38d7ca51878fd556,
	}
	for _, name := range sample.UnderRace(t, 3, slices.Sorted(maps.Keys(hashes))) {
		for _, by := range someWays(t) {
			t.Run(fmt.Sprintf("%s/%d/%v", name, by.workers, by.index), func(t *testing.T) {
				def, ticks := variants(t, name)
				def.Workers, def.Index = by.workers, by.index
				w := newWorld(t, def)
				for range ticks {
					w.Step()
				}
				if got := w.Hash(); got != hashes[name] {
					t.Errorf("the hash is %#016x, want %#016x", got, hashes[name])
				}
			})
		}
	}
}

type way struct {
	index   flock.Index
	workers int
}

// someWays returns ways to simulate a flock that must give the same bits.
func someWays(t *testing.T) []way {
	t.Helper()
	ways := []way{{flock.Grid, 3}, {flock.Brute, 3}, {flock.Matrix, 3}, {flock.Matrix, 1}, {flock.Grid, 1}, {flock.Brute, 1}}
	if testing.Short() {
		ways = ways[:2]
	}
	return sample.Some(t, 1, ways)
}

// In the plane, no rule changes the height or the upright attitude of birds.
func TestPlaneIsFlat(t *testing.T) {
	for _, m := range model.All() {
		if !m.Plane() {
			continue
		}
		def := testscene.Home(m)
		def.Params = model.With(def.Params, "count", 60, "ground_margin", 50)
		w := newWorld(t, def)
		var s flock.Snapshot
		for range 200 {
			w.Step()
		}
		def.Params = model.With(def.Params, "count", 90)
		if err := w.SetParams(def.Params); err != nil {
			t.Fatal(err)
		}
		w.Step()
		w.Snapshot(&s)
		for i := range s.Pos {
			if s.Pos[i][1] != def.Start.Altitude || s.Vel[i][1] != 0 || s.Up[i] != [3]float32{0, 1, 0} {
				t.Fatalf("%s: boid %d left the plane: it is at %v with the velocity %v and up %v", m.Name(), i, s.Pos[i], s.Vel[i], s.Up[i])
			}
		}
	}
}

func TestNoModelAllocates(t *testing.T) {
	for _, m := range model.All() {
		for _, index := range []flock.Index{flock.Matrix, flock.Grid, flock.Brute} {
			def := testscene.Home(m)
			def.Workers, def.Index, def.WarmUp = 1, index, 0
			def.Params = model.With(def.Params, "count", 60)
			w := newWorld(t, def)
			if w.Params().Model() != m {
				t.Fatalf("the default parameters of %s have the model %s", m.Name(), w.Params().Model().Name())
			}
			var events []flock.Event
			step := func() {
				w.Step()
				events = w.TakeEvents(events[:0])
			}
			for range 900 {
				step()
			}
			if n := testing.AllocsPerRun(100, step); n != 0 {
				t.Errorf("%s, %v: %v allocations a step, want none", m.Name(), index, n)
			}
		}
	}
}

// A value just outside a range, NaN or an infinity is an error. So is a spread of vision in a model that
// needs the same vision for all boids. The test uses all models, with their own rules and guest rules.
func TestValidateEnds(t *testing.T) {
	oneVision := []string{"cornell", "cornell-3d", "brundage", "heppner"} // a rule reads vision for all boids at once
	for _, m := range model.All() {
		for _, s := range m.Params().Specs() {
			if s.Float == nil {
				continue
			}
			for value, ok := range map[float32]bool{
				float32(s.Min): true, float32(s.Max): true,
				math.Nextafter32(float32(s.Min), -1e9): false, math.Nextafter32(float32(s.Max), 1e9): false,
				float32(math.Inf(1)): false, float32(math.Inf(-1)): false, float32(math.NaN()): false,
			} {
				p := model.With(m.Params(), "min_speed", 0, "bounds", "none")
				switch s.Key {
				case "min_speed":
					p = model.With(p, "max_speed", 50)
				case "max_speed":
					p = model.With(p, "min_speed", 0)
				}
				*s.Float(&p.Values) = value
				if s.Key == "vision_spread" && slices.Contains(oneVision, m.Name()) {
					ok = value == 0
				}
				if err := p.Validate(); (err == nil) != ok {
					t.Errorf("%s: %s = %v gives the error %v, want one only outside the range", m.Name(), s.Key, value, err)
				}
			}
		}
	}
}

// A parameter that is idle with a model's own values changes no bit of a flight. TestGuestRules tests the
// parameters that are not idle.
func TestIdle(t *testing.T) {
	for _, m := range model.All() {
		t.Run(m.Name(), func(t *testing.T) {
			t.Parallel()
			def := testscene.Home(m)
			home := def.Params
			def.WarmUp, def.Workers = 0, 1
			def.Params = model.With(def.Params, "count", 30)
			fly := func(key string, value any) uint64 {
				w := newWorld(t, def)
				if key != "" { // set after the start, because some parameters also affect how a flock starts
					if err := w.SetParams(model.With(w.Params(), key, value)); err != nil {
						t.Fatal(err)
					}
				}
				for range 40 {
					w.Step()
				}
				return w.Hash()
			}
			want, idle := fly("", nil), 0
			for _, s := range home.Specs() {
				if !home.IsIdle(&s) {
					continue
				}
				idle++
				for _, value := range others(&s) {
					if got := fly(s.Key, value); got != want {
						t.Errorf("no active rule reads %s, but the value %v changes the flight", s.Key, value)
					}
				}
			}
			if idle < 10 {
				t.Errorf("%d lie idle", idle)
			}
		})
	}
}

func others(s *flock.Spec) (all []any) {
	switch {
	case s.Float != nil:
		return []any{s.Min, s.Max}
	case s.Int != nil:
		return []any{int(s.Min), int(s.Max)}
	case s.Bool != nil:
		return []any{false, true}
	}
	for _, name := range s.Options {
		all = append(all, name)
	}
	return all
}
