package models

import (
	"math"
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/sample"
)

// TestStances checks that the poses of stances follow the unchanged wingbeat. Folded wings must be
// less than half as wide as open wings, and flared wings nearly as wide. Only the falcon must have
// a stoop.
func TestStances(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, name := range sample.Some(t, 2, Builtins()) {
		m, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		beat, err := Bake(m, BakeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := Bake(m, BakeOptions{Stances: true})
		if err != nil {
			t.Fatal(err)
		}
		if b.BeatPoses() != beat.Poses || beat.BeatPoses() != beat.Poses || b.Poses <= beat.Poses {
			t.Fatalf("%s: %d of %d poses form the wingbeat; without stances it has %d", name, b.BeatPoses(), b.Poses, beat.Poses)
		}
		if n := len(beat.Parts[0].Positions); !slices.Equal(b.Parts[0].Positions[:n], beat.Parts[0].Positions) {
			t.Errorf("%s: the wingbeat changed", name)
		}
		halfWidth := func(pose int) (half float32) {
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
			pose := b.StancePose[c.stance]
			if (pose != 0) != c.has {
				t.Errorf("%s: stance %d is pose %d, want one only if the model has it", name, c.stance, pose)
				continue
			}
			if w := halfWidth(pose); c.has && (w < c.low || w > c.high) {
				t.Errorf("%s: in stance %d the wings reach %v wingspans to the side, want %v to %v", name, c.stance, w, c.low, c.high)
			}
		}
	}
}

// A resting bird stands on its perch. Simulations place its middle above the perch, at a height of
// flock.Clearance plus 3 cm. So its soles must be at this distance below its middle, minus the
// radius of a wire.
func TestRestingBirdsStand(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const wireRadius = 0.008 // m
	for name, span := range map[string]float64{"starling": 0.33, "goose": 1.65, "gull": 1.2, "falcon": 1.0} {
		m, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Bake(m, BakeOptions{Stances: true})
		if err != nil {
			t.Fatal(err)
		}
		sin, cos := math.Sincos(25 * math.Pi / 180)
		n, pose := b.Parts[0].Vertices(b.Poses), b.StancePose[Rest]
		lowest := math.Inf(1) // height of the lowest point straight below the middle, where the perch is
		for _, p := range b.Parts[0].Positions[pose*n : (pose+1)*n] {
			if ahead := cos*float64(p[2]) - sin*float64(p[1]); math.Abs(ahead) < 0.05 {
				lowest = min(lowest, cos*float64(p[1])+sin*float64(p[2]))
			}
		}
		want := (float64(flock.Clearance(float32(span))) + 0.03 - wireRadius) / span
		// The toes slope down on both sides of the perch, by up to 0.02 wingspans.
		if down := -lowest; down < want-0.01 || down > want+0.03 {
			t.Errorf("%s: the toes end %.3f wingspans below its middle, want %.3f to %.3f", name, down, want-0.01, want+0.03)
		}
	}
}
