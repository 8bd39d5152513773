package scenario

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/snapshots"
)

// In the scene "evening", groups arrive from far away and become one flock. The first leaders appear during
// the display, and at nightfall all birds land in the reeds.
func TestEvening(t *testing.T) {
	if testing.Short() {
		t.Skip("this test flies four minutes")
	}
	s, err := Builtin("evening")
	if err != nil {
		t.Fatal(err)
	}
	const n = 600
	if err := s.Params.Set("count", n); err != nil {
		t.Fatal(err)
	}
	d := s.Def()
	d.Workers = 1
	w, err := flock.NewWorld(d)
	if err != nil {
		t.Fatal(err)
	}
	var current flock.Snapshot
	leaders := 0
	fly := func(second int) {
		for w.Tick() < int64(second*s.TickRate) {
			w.Step()
			if w.Tick()%10 == 0 {
				w.Snapshot(&current)
				leaders += snapshots.Leaders(&current)
			}
		}
		w.Snapshot(&current)
	}
	before := 0
	for _, c := range []struct{ second, most int }{{0, n / 5}, {15, n * 3 / 5}, {75, n}} {
		fly(c.second)
		near := 0
		for _, pos := range current.Pos {
			if math.Hypot(float64(pos[0]), float64(pos[2])) < 150 {
				near++
			}
		}
		if near <= before || near > c.most {
			t.Errorf("at %d s, %d birds are over the reeds, want more than %d and at most %d", c.second, near, before, c.most)
		}
		if before = near; c.second == 0 {
			if sizes := parts(current.Pos, 8); len(sizes) != len(s.Start.Groups) {
				t.Errorf("the birds start in %d parts, want %d", len(sizes), len(s.Start.Groups))
			}
		}
	}
	if before != n || leaders > 0 {
		t.Errorf("at 75 s, %d of %d birds have arrived, want all, and %d have led, want none", before, n, leaders)
	}
	fly(180)
	if largest := parts(current.Pos, 8)[0]; largest < n*9/10 || leaders == 0 {
		t.Errorf("in the display, the largest part has %d of %d birds, want 90 %%, and %d lead, want some", largest, n, leaders)
	}
	fly(240)
	for i, pos := range current.Pos {
		if current.Flags[i]&flock.Perched == 0 || pos[1] > 2.1 || math.Hypot(float64(pos[0]), float64(pos[2])) > 60 {
			t.Fatalf("at nightfall, bird %d is at %v with the flags %b, want it perched in the reeds", i, pos, current.Flags[i])
		}
	}
}

// parts returns the sizes of groups of positions closer than link, the largest first.
func parts(positions []mgl32.Vec3, link float32) (sizes []int) {
	left := make([]bool, len(positions))
	for first := range positions {
		if left[first] {
			continue
		}
		left[first] = true
		part := []int{first}
		for k := 0; k < len(part); k++ {
			for j := range positions {
				if !left[j] && positions[j].Sub(positions[part[k]]).Len() < link {
					left[j], part = true, append(part, j)
				}
			}
		}
		if sizes = append(sizes, len(part)); len(part) > sizes[0] {
			last := len(sizes) - 1
			sizes[0], sizes[last] = sizes[last], sizes[0]
		}
	}
	return sizes
}
