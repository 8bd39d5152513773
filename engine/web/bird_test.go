package web

import (
	"testing"

	"skein/flock/look"
	"skein/models"
)

func TestBirdsOf(t *testing.T) {
	birds := []models.Mix{models.Only(&models.Baked{Name: "one"}), models.Only(&models.Baked{Name: "two"})}
	if got := BirdsOf(look.Birds, birds); got[0].Birds[0] != birds[0].Birds[0] || got[1].Birds[0] != birds[1].Birds[0] {
		t.Errorf("the style birds draws %v, want the birds", got)
	}
	var p Page
	p.addBirds(BirdsOf(look.Spheres, birds))
	if len(p.Scene.Birds) != 1 || len(p.Scene.Birds[0].Levels) == 0 {
		t.Fatalf("the page has the birds %+v, want one with levels", p.Scene.Birds)
	}
	if l := p.Scene.Birds[0].Levels[0]; l.Reach != 1 || l.Triangles < 100 {
		t.Errorf("the sphere reaches %v wingspans and has %d triangles, want 1 and at least 100", l.Reach, l.Triangles)
	}
}
