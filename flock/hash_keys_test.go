package flock

import (
	"maps"
	"slices"
	"testing"

	"skein/flock/around"
	"skein/flock/schedule"
	"skein/flock/vec"
)

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
