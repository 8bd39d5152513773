package testscene_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/lead"
	"skein/flock/model"
	"skein/flock/param"
	"skein/flock/sample"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
	"skein/flock/vec"
	"skein/flock/view"
)

// golden is a scene and the hash of its state after some ticks, on every machine, for any number of workers
// and every index.
type golden struct {
	def                flock.Def
	hash300, hash10000 uint64 // hashes after 300 ticks, and after 10,000
}

func goldens() map[string]golden {
	scene := func(name string, hash300, hash10000 uint64, pairs ...any) golden {
		d := testscene.Def(name)
		d.Params = model.With(d.Params, pairs...)
		return golden{d, hash300, hash10000}
	}
	murmuration := func(hash300, hash10000 uint64, pairs ...any) golden {
		g := scene("murmuration", hash300, hash10000, append([]any{"roost_agree", false}, pairs...)...)
		g.def.Seed, g.def.WarmUp = 4, 2
		return g
	}
	paper := scene("paper", 0xcdba664cbc81343b, 0x3ec10b666fefc721)
	paper.def.WarmUp = 2
	crowd := murmuration(0x3f29a58fa9065d78, 0xd11fe62e5c7e4064,
		"count", 400, "falloff", flock.InverseSquare, "separation", 0.02, "bounds", flock.SoftSphere, "roost_pull", 0)
	d := &crowd.def
	d.Start.Roomy, d.Start.Radius, d.TickRate, d.Index, d.Workers = false, 14, 30, flock.Grid, 2
	return map[string]golden{
		"each boid pulled to the roost": murmuration(0xe3623b12207b61d4, 0xf79dbc940c2dfaf1),
		"murmuration":                   murmuration(0xa752fd748695ab82, 0xd436fe39888f023a, "roost_agree", true),
		"paper":                         paper,
		"as printed": scene("paper", 0x7b0cc068ce92ef83, 0x3c8c0020e1b9dc53,
			"count", 50, "separation_form", "printed", "alignment_form", "printed", "trigger", lead.PrintedTrigger),
		"seven nearest in a torus": murmuration(0x4d36012bad35d369, 0x79fb690a2702be15,
			"count", 90, "neighbourhood", view.NearestN, "bounds", flock.Wrap, "bounds_size", 30, "ground_margin", 0),
		"at least twelve": murmuration(0xc5680ab814cf9716, 0x994462a854cf1270,
			"count", 60, "neighbourhood", view.RadiusAndNearest, "nearest", 12, "vision", 2, "lonely_count", 0, "escape_speed", 1),
		"three more outside": murmuration(0xbe704a6732637c6a, 0x7fc6420e20a84bb3,
			"count", 60, "neighbourhood", view.RadiusPlusNearest, "nearest", 3, "vision", 2, "lonely_count", 0, "escape_speed", 1),
		"narrow views, many leaders": murmuration(0x86ebbfba6cc68238, 0x5b062c3d8f8d09b2,
			"count", 80, "field_of_view", 240, "leadership", 0.6, "escape_scaling", lead.Current, "escape_shape", lead.Custom,
			"escape_points", param.CurveThrough([][2]float32{{0, 0}, {0.1, 1}, {0.6, 0.3}, {1, 0}})),
		"a crowd on a grid": crowd,
	}
}

func newWorld(t *testing.T, d flock.Def) *flock.World {
	t.Helper()
	d.Workers = max(1, d.Workers) // one worker, because these flocks are small
	w, err := flock.NewWorld(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func short(a, b int) int {
	if testing.Short() {
		return a
	}
	return b
}

func TestGoldenScenes(t *testing.T) {
	t.Parallel()
	for name, g := range goldens() {
		t.Run(name, func(t *testing.T) { checkGolden(t, g.def, 300, g.hash300) })
	}
}

func TestGoldenLong(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	all := goldens()
	for _, name := range sample.Keys(t, 2, all) {
		g := all[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkGolden(t, g.def, 10_000, g.hash10000)
		})
	}
}

func checkGolden(t *testing.T, d flock.Def, ticks int, want uint64) {
	w := newWorld(t, d)
	for range ticks {
		w.Step()
		w.TakeEvents(nil)
	}
	if got := w.Hash(); got != want {
		t.Errorf("after %d ticks: hash %#016x, want %#016x", ticks, got, want)
	}
}

// Law 1: the golden hashes hold with every index, for any number of workers.
func TestGoldenHashForAnyWorkers(t *testing.T) {
	t.Parallel()
	someWorkers := []int{3}
	if !testing.Short() {
		someWorkers = sample.Some(t, 2, []int{1, 2, 3, 7, 32})
	}
	for _, name := range []string{"murmuration", "narrow views, many leaders"} {
		g := goldens()[name]
		for _, index := range sample.UnderRace(t, 1, []flock.Index{flock.Matrix, flock.Grid, flock.Brute}) {
			for _, workers := range someWorkers {
				d := g.def
				d.Index, d.Workers = index, workers
				t.Run(fmt.Sprint(name, ", ", index, ", ", workers), func(t *testing.T) { checkGolden(t, d, 300, g.hash300) })
			}
		}
	}
}

// Every golden scene continues from a checkpoint bit for bit, even if escapes are under way and boids cross
// the edge of the world.
func TestResumeGoldens(t *testing.T) {
	t.Parallel()
	all := goldens()
	for _, name := range sample.UnderRace(t, 3, slices.Sorted(maps.Keys(all))) {
		g := all[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, g.def)
			for range short(60, 240) {
				w.Step()
			}
			data := w.Checkpoint()
			for k, index := range []flock.Index{flock.Auto, flock.Matrix, flock.Grid, flock.Brute} {
				again := resume(t, data, k, index)
				if again.Hash() != w.Hash() || again.Tick() != w.Tick() || again.Params() != w.Params() {
					t.Fatal("the resumed flock's state, tick or parameters differ")
				}
				if !bytes.Equal(again.Checkpoint(), data) {
					t.Error("the resumed flock's checkpoint differs")
				}
			}
			sameSteps(t, w, resume(t, data, 3, flock.Brute), short(20, 120))
		})
	}
}

func resume(t *testing.T, data []byte, workers int, index flock.Index) *flock.World {
	t.Helper()
	w, err := flock.Resume(data, workers, index, model.Hartman())
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// sameSteps steps two worlds, and fails if their states, events or checkpoints differ.
func sameSteps(t *testing.T, w, again *flock.World, ticks int) {
	t.Helper()
	w.TakeEvents(nil)
	for k := range ticks {
		w.Step()
		again.Step()
		if w.Hash() != again.Hash() {
			t.Fatalf("tick %d: the resumed flock's state differs", k+1)
		}
		if a, b := eventsOf(t, w), eventsOf(t, again); a != b {
			t.Fatalf("tick %d: the events are %s, but the resumed flock's are %s", k+1, a, b)
		}
	}
	if !bytes.Equal(w.Checkpoint(), again.Checkpoint()) {
		t.Error("checkpoints of equal worlds differ")
	}
}

func eventsOf(t *testing.T, w *flock.World) string {
	t.Helper()
	text, err := json.Marshal(w.TakeEvents(nil))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The flight of a flock with formulas has the same bits on every architecture.
func TestGoldenFormulas(t *testing.T) {
	def := testscene.EveryCrowd()
	def.WarmUp, def.Start.Radius = 0, 3
	def.Params = model.With(def.Params, "count", 70)
	checkGolden(t, def, 12, 0x2430b55d221a281b)
}

// aroundAll returns a few boids and a thing of each kind, mostly with defaults. Of three scheduled changes,
// one waits for its time, one for a condition, and one has begun.
func aroundAll(t *testing.T) *flock.World {
	t.Helper()
	d := testscene.Def("murmuration")
	d.WarmUp, d.Index = 0, flock.Matrix
	d.Params = model.With(d.Params, "count", 20)
	for _, kind := range around.ThingKinds() {
		d.Surroundings.Add(kind)
	}
	s := &d.Surroundings
	s.Obstacles[0].At, s.Obstacles[0].Radius = vec.Vec{X: 100, Y: 20, Z: -0.5}, 7.25
	s.Paths[0].Points = []vec.Vec{{X: 30, Y: 20, Z: 0}, {X: 0, Y: 25, Z: 30}, {X: -30, Y: 20, Z: 0}}
	s.Places[0].At = vec.Vec{X: 5, Y: 30, Z: 5}
	s.Perches[0].Points = []vec.Vec{{X: 70, Y: 5, Z: 60}, {X: 70, Y: 5, Z: 64}}
	s.Winds[0].Speed = 3
	d.Schedule = []schedule.Change{
		{At: 50, Key: "cohesion", Value: 0.5, Ramp: 2, Hold: 3, Smooth: true},
		{At: 0.25, When: &schedule.Condition{Measure: "height", Above: true, Value: 900}, Key: "alignment", Value: 0.01},
		{At: 0.5, Thing: s.Obstacles[0].Name, Key: "radius", Value: float32(9), Ramp: 5},
	}
	w := newWorld(t, d)
	for range 45 {
		w.Step()
	}
	return w
}

// checkpointName begins every checkpoint. Its version follows.
const checkpointName = "skein world"

// olderCheckpoint returns a checkpoint as an older version of skein wrote it, which computed another hash.
// No boid may be away from the flock, because older versions stored less about its escape.
func olderCheckpoint(data []byte, version uint16, hash uint64) []byte {
	le, end := binary.LittleEndian, len(data)-12
	out := le.AppendUint16([]byte(checkpointName), version)
	out = append(out, data[len(out):end]...)
	out = le.AppendUint64(out, hash)
	return le.AppendUint32(out, crc32.Checksum(out, crc32.MakeTable(crc32.Castagnoli)))
}

// The hashes of surroundings, which recordings contain, are the same on every machine and in every release.
// A World resumed from an older checkpoint computes its hash as the older version did.
func TestGoldenSurroundingsHash(t *testing.T) {
	const boids, texts, pairs = 0x9cd73bf2adb8f9c, 0xa8b8855ee5f03129, 0x21f1cee46216ada7
	for _, c := range []struct {
		version, later uint16
		hash           uint64
	}{{2, 2, boids}, {3, 3, texts}, {4, 5, pairs}, {5, 5, pairs}} { // versions 4 and 5 compute the same hash
		w := aroundAll(t)
		back := resume(t, olderCheckpoint(w.Checkpoint(), c.version, c.hash), 1, flock.Grid)
		if w.HashLike(back); w.Hash() != c.hash || back.Hash() != c.hash {
			t.Errorf("version %d: the hash is %#x, and %#x after a checkpoint; want %#x", c.version, w.Hash(), back.Hash(), c.hash)
		}
		for range 10 {
			back.Step()
		}
		if got := binary.LittleEndian.Uint16(back.Checkpoint()[len(checkpointName):]); got != c.later {
			t.Errorf("a World resumed from version %d writes version %d, want %d", c.version, got, c.later)
		}
	}
}
