//go:build cgo && !nowindow

package ui

import (
	"image"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/scenario"
)

// In a picture of any usual width, the caption shows all its buttons inside the picture, one beside or below
// the other.
func TestCaptionFitsNarrowPictures(t *testing.T) {
	sc, err := scenario.Builtin("paper")
	if err != nil {
		t.Fatal(err)
	}
	keys := []string{"strip.lesson"}
	for k := range sc.Suggestions {
		keys = append(keys, suggestionKey(&sc.Suggestions[k]))
	}
	if len(keys) < 3 {
		t.Fatal("the scene suggests too little for this test")
	}
	p := newPage(t, 1)
	for _, size := range []image.Point{{260, 600}, {300, 400}, {480, 700}, {760, 700}} {
		s := &State{Scene: sc, Toured: true, Title: "paper", Picture: image.Rectangle{Max: size}}
		s.Controls = p.controls
		p.layOut = func() {
			clear(p.panel.Probe)
			p.panel.showStrip(s, &Outcome{Controls: p.controls})
		}
		p.panel.strip.hovered = true // a folded caption shows no buttons
		for range 3 {
			p.frame(0.1)
			p.panel.strip.hovered = true
		}
		p.frame(0.1)
		for i, key := range keys {
			r, shown := p.panel.Probe[key]
			if !shown || !r.In(s.Picture) {
				t.Errorf("picture of %v: the button %s is at %v, outside of the picture", size, key, r)
			}
			for _, other := range keys[:i] {
				if o := p.panel.Probe[other]; r.Overlaps(o) {
					t.Errorf("picture of %v: the buttons %s at %v and %s at %v overlap", size, key, r, other, o)
				}
			}
		}
		imgui.InternalClearActiveID()
	}
}
