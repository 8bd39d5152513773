package stages

import (
	"testing"

	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// H16: between level flight and the glide, the wings never go back or stop half-way.
func TestH16BeatsUntilOpen(t *testing.T) {
	b := wing{phase: 0.45, flags: lanes.Resting}
	last := b.phase
	for k := 0; b.flags&lanes.Held == 0; k++ {
		b.beat(0.13)
		if b.flags&lanes.Held == 0 && b.phase != last+0.13 || k > 5 {
			t.Fatalf("from %v to %v", last, b.phase)
		}
		last = b.phase
	}
	if b.phase != 0 {
		t.Errorf("held at %v", b.phase)
	}
}

// H16: a bird does not glide through an escape or a hard turn.
func TestH16Effort(t *testing.T) {
	const glideSink = 1 // m/s
	down, heading := vec.Vec{X: 0, Y: -3, Z: 9}, vec.Vec{X: 0, Y: -3, Z: 9}.Unit()
	for name, c := range map[string]struct {
		pull    vec.Vec
		leading bool
		rests   bool
	}{
		"none":    {vec.Vec{}, false, true},
		"leading": {vec.Vec{}, true, false},
		"push":    {heading.Scale(2), false, false},
		"brake":   {heading.Scale(-2), false, true},
		"turn":    {vec.Vec{X: 8, Y: 0, Z: 0}, false, false},
	} {
		b := wing{pull: c.pull}
		if b.decide(glideSink, heading, down, c.leading); (b.flags&lanes.Resting != 0) != c.rests {
			t.Errorf("%s: Resting is %v, want %v", name, !c.rests, c.rests)
		}
	}
}
