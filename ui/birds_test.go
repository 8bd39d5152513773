//go:build cgo && !nowindow

package ui

import (
	"testing"

	"skein/engine/studio"
	"skein/flock/look"
)

func TestSpheresAreNotBirds(t *testing.T) {
	p := &Panel{}
	s := &State{Bird: "starling", Mix: []BirdShare{{Name: "starling", Share: 1}}, Species: []string{"boid"}}
	for _, c := range []struct {
		style       look.Style
		bird, label string
	}{{look.Birds, "starling", "starling"}, {look.Spheres, "none: the flock is drawn as spheres", "boids"}} {
		s.Controls.Show.Style = c.style
		if got := drawnBird(s); got != c.bird {
			t.Errorf("style %v: the page Birds says %q, want %q", c.style, got, c.bird)
		}
		if got := s.FlockLabel(0); got != c.label {
			t.Errorf("style %v: the flock is called %q, want %q", c.style, got, c.label)
		}
	}
	for _, mixing := range []bool{false, true} {
		p.mixing = mixing
		o := &Outcome{Controls: s.Controls}
		p.clickBird(s, o, "starling")
		if o.Controls.Show.Style != look.Birds || o.Edit != studio.Done || len(o.Mix) > 0 {
			t.Errorf("several models %t: after the click, the style is %v, the edit %v and the models %v; want birds, done and no change", mixing, o.Controls.Show.Style, o.Edit, o.Mix)
		}
	}
}
