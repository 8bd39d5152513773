//go:build cgo && !nowindow

package ui

import (
	"image"
	"testing"

	"skein/engine/studio"
)

func TestStripLeavesTheInsetFree(t *testing.T) {
	const em, high = 16, 120 // size of a letter and height of a strip, screen units
	for _, size := range []image.Point{{1600, 900}, {1000, 600}, {700, 500}, {500, 420}} {
		picture := image.Rectangle{Min: image.Pt(200, 30), Max: image.Pt(200, 30).Add(size)}
		inset := image.Rect(210, picture.Max.Y-10-size.X*27/160, 210+size.X*3/10, picture.Max.Y-10)
		for _, in := range []image.Rectangle{{}, inset} {
			position, wide := stripCorner(picture, in, em)
			strip := image.Rect(int(position.X), int(position.Y)-high, int(position.X+wide), int(position.Y))
			if strip.Overlaps(in) || !strip.In(picture) || wide < stripLeastWide*em {
				t.Errorf("picture %v, inset %v: the strip is %v", picture, in, strip)
			}
		}
	}
}

// The selection of a bird completes a step. The selection of a predator does not, because a new predator is
// selected without the user.
func TestPredatorIsNoSelectedBird(t *testing.T) {
	for id, want := range map[int]bool{-1: false, 3: true, 7: false} {
		s := &State{Hunters: []studio.Hunter{{ID: 7}}}
		s.Controls.Selected = -1
		w := watchUser(s)
		s.Controls.Selected = id
		if got := w.did("select", nil, s, &Outcome{Controls: s.Controls}); got != want {
			t.Errorf("with the boid %d selected, the step is done: %t, want %t", id, got, want)
		}
	}
}
