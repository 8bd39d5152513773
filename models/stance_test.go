package models

import (
	"slices"
	"testing"
)

// What built-in birds hold stands behind their beat, which stays as it was: folded wings
// reach less than half as far to the sides as open ones, and those of a flare nearly as far;
// only the falcon stoops.
func TestStances(t *testing.T) {
	if testing.Short() {
		t.Skip("bakes")
	}
	for _, name := range Builtins() {
		m, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		beat, err := m.Bake(BakeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := m.Bake(BakeOptions{Stances: true})
		if err != nil {
			t.Fatal(err)
		}
		if b.Cycle() != beat.Poses || beat.Cycle() != beat.Poses || b.Poses <= beat.Poses {
			t.Fatalf("%s: a beat of %d of %d poses, alone %d", name, b.Cycle(), b.Poses, beat.Poses)
		}
		if n := len(beat.Parts[0].Positions); !slices.Equal(b.Parts[0].Positions[:n], beat.Parts[0].Positions) {
			t.Errorf("%s: the beat is another", name)
		}
		wide := func(pose int) (half float32) {
			n := b.Parts[0].Vertices(b.Poses)
			for _, p := range b.Parts[0].Positions[pose*n : (pose+1)*n] {
				half = max(half, p[0], -p[0])
			}
			return half
		}
		for _, c := range []struct {
			stance    Stance
			has       bool
			low, high float32
		}{{Rest, true, 0.05, 0.22}, {Flare, true, 0.35, 0.5}, {Stoop, name == "falcon", 0.05, 0.25}} {
			pose := b.Held[c.stance]
			if (pose != 0) != c.has {
				t.Errorf("%s: stance %d is pose %d", name, c.stance, pose)
				continue
			}
			if w := wide(pose); c.has && (w < c.low || w > c.high) {
				t.Errorf("%s: in stance %d it reaches %v wingspans to its sides, want %v to %v", name, c.stance, w, c.low, c.high)
			}
		}
	}
}
