package flock

import (
	"maps"
	"slices"
	"testing"

	"skein/flock/around"
	"skein/flock/schedule"
	"skein/flock/vec"
)

// aroundAll returns a few boids and a thing of each kind, mostly with defaults. Of three scheduled changes,
// one waits for its time, one for a condition, and one has begun.
func aroundAll(t *testing.T) *World {
	t.Helper()
	d := small(20)
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
	w := world(t, d)
	for range 45 {
		w.Step()
	}
	return w
}

// The hashes of surroundings, which recordings contain, are the same on every machine and in every release.
func TestGoldenSurroundingsHash(t *testing.T) {
	w := aroundAll(t)
	for format, want := range map[uint16]uint64{2: 0x9cd73bf2adb8f9c, 3: 0xa8b8855ee5f03129, 4: 0x21f1cee46216ada7} {
		w.format, w.cachedHash = format, 0
		if h := w.Hash(); h != want {
			t.Errorf("version %d: the hash is %#x, want %#x", format, h, want)
		}
		back, err := Resume(w.Checkpoint(), 1, Grid, w.Params().Model())
		if err != nil {
			t.Fatalf("version %d: %v", format, err)
		}
		for range 10 {
			back.Step()
		}
		if format == pairsHash {
			format = hasWaves // checkpoints of this version have the hashes of version pairsHash
		}
		if back.format != format {
			t.Errorf("a World resumed from version %d has the version %d, want the same", format, back.format)
		}
	}
}

// The hash leaves out defaults, so that a new property does not change hashes.
func TestHashLeavesOutDefaults(t *testing.T) {
	for _, kind := range around.ThingKinds() {
		thing := new(around.Surroundings).Add(kind)
		keys := func() []string { return slices.Sorted(maps.Keys(thingValues(thing))) }
		if got := keys(); !slices.Equal(got, []string{"kind", "name"}) {
			t.Errorf("a new %s has the values %v, want kind and name", kind, got)
		}
		for _, p := range around.Properties(thing) {
			at, ok := p.At.(*float32)
			if !ok {
				continue
			}
			was := *at
			*at += 0.125
			if got, want := keys(), slices.Sorted(slices.Values([]string{"kind", "name", p.Key})); !slices.Equal(got, want) {
				t.Errorf("a %s with another %s has the values %v, want this one, too", kind, p.Key, got)
			}
			*at = was
		}
	}
	c := plannedChange{Change: schedule.Change{Key: "vision", Value: float32(3)}}
	if got := slices.Sorted(maps.Keys(c.keyValues(false))); !slices.Equal(got, []string{"key", "value"}) {
		t.Errorf("an immediate change has the values %v, want key and value", got)
	}
}

// The same words, divided differently into key and value, have a different hash.
func TestHashParts(t *testing.T) {
	seen := map[uint64]int{}
	for k, s := range []keyValues{
		{}, {"a": around.Words("b")}, {"b": around.Words("a")}, {"a": around.Words("b"), "b": around.Words("a")}, {"ab": around.Words("")}, {"a": around.Words("")},
		{"a": around.Words([]vec.Vec{{X: 1, Y: 2, Z: 3}})}, {"a": around.Words([]vec.Vec{{X: 1, Y: 2, Z: 3}, {}})}, {"a": around.Words(-float32(1))}, {"a": nil},
		{"a": around.Words("abcdefgh")}, {"a": around.Words("abcdefgh\x00")}, {"a": around.Words(true)}, {"a": around.Words(int64(1) << 40)},
	} {
		if other, ok := seen[s.hash()]; ok && k > 0 {
			t.Errorf("numbers %d and %d have the same hash", other, k)
		}
		seen[s.hash()] = k
	}
}
