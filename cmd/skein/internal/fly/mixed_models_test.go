//go:build cgo && !nowindow

package fly

import (
	"fmt"
	"strings"
	"testing"

	"skein/engine/studio"
	"skein/flock/scenario"
	"skein/ui"
)

// TestMixedModels checks that the user can mix models in a flock. New shares apply without loading. Undo
// restores the earlier shares and models. The scene file contains the shares and models.
func TestMixedModels(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	was := *s.birdOf(0)
	s.chooseBird(s.mixOf([]ui.BirdShare{{Name: "gull", Share: 3}, {Name: "goose", Share: 1}}))
	l := s.loadingBirds[0]
	if l == nil || fmt.Sprint(l.bird.Files()) != "[gull goose]" {
		t.Fatalf("%+v is loaded, want a gull and a goose", l)
	}
	s.loadingBirds[0] = nil
	s.replaceBird(0, l.bird, l.cause)
	s.chooseBird(s.mixOf([]ui.BirdShare{{Name: "gull", Share: 2}, {Name: "goose", Share: 5}}))
	if got := fmt.Sprint(s.mix()); s.loadingBirds[0] != nil || got != "[{gull 2} {goose 5}]" {
		t.Errorf("after a change of shares the models are %s (loading %v), want other shares at once", got, s.loadingBirds[0])
	}
	again, err := scenario.Parse("mixed.toml", s.sceneToSave("mixed.toml").TOML())
	if err != nil || again.Bird != *s.birdOf(0) {
		t.Errorf("the saved scene has the bird %+v (error %v), want %+v", again.Bird, err, *s.birdOf(0))
	}
	s.birdOf(0).Settings(1).Forward = "-z"
	if b := s.mixOf([]ui.BirdShare{{Name: "falcon", Share: 1}, {Name: "goose", Share: 1}}); b.Model(0).Forward != "found" || b.Model(1).Forward != "-z" {
		t.Errorf("after a change of models, they face %s and %s; want the goose to keep its direction", b.Model(0).Forward, b.Model(1).Forward)
	}
	s.birdOf(0).Settings(1).Forward = "found" // Undo expects the bird that the last edit left
	s.command(studio.Undo)
	if got := fmt.Sprint(s.mix()); got != "[{gull 3} {goose 1}]" {
		t.Errorf("after Undo the models are %s", got)
	}
	s.command(studio.Undo)
	if l := s.loadingBirds[0]; l == nil || l.bird != was {
		t.Errorf("a second Undo loads %+v, want %+v", l, was)
	}
	if got := s.panel.Message(); !strings.Contains(got, "loading") && !strings.Contains(got, "undone") {
		t.Errorf("the message is %q", got)
	}
}
