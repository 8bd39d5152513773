package flock_test

import (
	"runtime"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
	"skein/flock/vec"
)

// rampedWorld returns a World with 19 paths of the given number of points, and a ramp on a property of a
// thing.
func rampedWorld(t *testing.T, points int, kind, key string, value any) *flock.World {
	t.Helper()
	def := testscene.Def("murmuration")
	def.WarmUp, def.Workers = 0, 1
	def.Params = model.With(def.Params, "count", 10, "leadership", 0)
	for k := range 19 {
		path := def.Surroundings.Add("path").(*around.Path)
		for j := range points {
			path.Points = append(path.Points, vec.Vec{X: float32(j % 100), Y: float32(20 + k), Z: float32(j / 100)})
		}
	}
	for _, kind := range []string{"wind", "place", "obstacle", "path"} {
		thing := def.Surroundings.Add(kind)
		*thing.NamePointer() = "own-" + kind
		if path, ok := thing.(*around.Path); ok {
			path.Points = []vec.Vec{{Y: 40}, {X: 100, Y: 40}}
		}
	}
	def.Schedule = []schedule.Change{{Thing: "own-" + kind, Key: key, Value: value, Ramp: 10_000}}
	return newWorld(t, def)
}

// costOfTicks returns the allocations and bytes of a tick with its hash: the smallest of three rounds,
// because other goroutines allocate, too.
func costOfTicks(w *flock.World) (allocations, bytes float64) {
	allocations, bytes = roundOfTicks(w)
	for range 2 {
		a, b := roundOfTicks(w)
		allocations, bytes = min(allocations, a), min(bytes, b)
	}
	return allocations, bytes
}

func roundOfTicks(w *flock.World) (allocations, bytes float64) {
	var events []flock.Event
	tick := func() {
		w.Step()
		_ = w.Hash()
		events = w.TakeEvents(events[:0])
	}
	for range 20 {
		tick()
	}
	const ticks = 200
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range ticks {
		tick()
	}
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / ticks, float64(after.TotalAlloc-before.TotalAlloc) / ticks
}

// While a ramp changes one thing, the size of other things does not affect allocations.
func TestCostOfARamp(t *testing.T) {
	for _, c := range []struct {
		kind, key string
		value     any
	}{
		{"wind", "speed", float32(9)},
		{"place", "at", vec.Vec{X: 200, Y: 30}},
		{"obstacle", "radius", float32(20)},
		{"path", "width", float32(30)},
	} {
		small, smallBytes := costOfTicks(rampedWorld(t, 10, c.kind, c.key, c.value))
		large, largeBytes := costOfTicks(rampedWorld(t, 1000, c.kind, c.key, c.value))
		if large > small+1 || largeBytes > 1.05*smallBytes+100 {
			t.Errorf("a tick of a ramp on a %s makes %.0f allocations of %.0f bytes with paths of 1,000 points, but %.0f of %.0f bytes with paths of 10", c.kind, large, largeBytes, small, smallBytes)
		}
		t.Logf("%s: a tick makes %.0f allocations of %.0f bytes", c.kind, large, largeBytes)
	}
}

// The hash that a World updates for changed things equals a hash computed from all things.
func TestHashOfChangedThings(t *testing.T) {
	for _, c := range []struct {
		kind, key string
		value     any
	}{{"wind", "speed", float32(9)}, {"path", "width", float32(30)}, {"obstacle", "at", vec.Vec{X: 200, Y: 30}}} {
		w := rampedWorld(t, 10, c.kind, c.key, c.value)
		for range 60 {
			w.Step()
			was := w.Hash()
			again, err := flock.Resume(w.Checkpoint(), 1, flock.Auto, model.Hartman())
			if err != nil {
				t.Fatal(err)
			}
			if again.Hash() != was {
				t.Fatalf("tick %d of a ramp on a %s: the hash is %x, but %x when computed from all things", w.Tick(), c.kind, was, again.Hash())
			}
		}
	}
}
