//go:build cgo && !nowindow

package main

import (
	"path/filepath"
	"strings"

	"skein/flock/scenario"
	"skein/models"
)

// hatched is a bird that hatch asked for.
type hatched struct {
	bird  scenario.Bird
	baked *models.Baked
	err   error
}

// hatch loads another bird in the background: the present one flies on until it
// is there. Of several the last counts.
func (s *session) hatch(bird string) {
	to := scenario.DefaultBird()
	to.File = wherever(bird)
	coming := make(chan hatched, 1)
	s.hatching = coming
	s.panel.Say("loading " + birdName(bird))
	go func() {
		baked, err := bakedBird(&scenario.Scenario{Bird: to})
		coming <- hatched{to, baked, err}
	}()
}

// receive takes in a bird that is ready, and files that were dropped on the
// window.
func (s *session) receive(dropped []string) {
	for _, path := range dropped {
		switch strings.ToLower(filepath.Ext(path)) {
		case ".glb", ".gltf":
			s.hatch(path)
		default:
			s.panel.Say(filepath.Base(path) + " is no bird: drop a .glb or .gltf file")
		}
	}
	select {
	case h := <-s.hatching:
		s.hatching = nil
		if h.err == nil {
			h.err = s.renderer.SetBird(h.baked)
		}
		if h.err != nil {
			s.say(h.err)
			return
		}
		s.scene.File, s.scene.Bird, s.bird = "", h.bird, birdName(h.bird.File)
		if n := len(h.baked.Sense.Warnings); n > 0 {
			s.panel.Say(h.baked.Sense.Warnings[n-1])
		}
	default:
	}
}

// birdName is how a bird is called in the panel.
func birdName(bird string) string {
	if bird == "" {
		return models.Builtins()[0]
	}
	if scenario.IsModelFile(bird) {
		return filepath.Base(bird)
	}
	return bird
}
