//go:build cgo && !nowindow

package program

import (
	"path/filepath"
	"slices"
	"strings"

	"skein/cmd/skein/internal/bird"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/models"
)

// choosable is a bird that can be chosen beside the built-in ones.
type choosable struct {
	name string // in the panel
	bird scenario.Bird
}

// birds returns the names that the panel offers.
func (s *session) birds() []string {
	names := models.Builtins()
	for _, m := range s.models {
		names = append(names, m.name)
	}
	return names
}

// birdOf returns the bird of a name that the panel offers.
func (s *session) birdOf(name string) scenario.Bird {
	for _, m := range s.models {
		if m.name == name {
			return m.bird
		}
	}
	b := scenario.DefaultBird()
	b.File = name
	return b
}

// adopt makes a bird be the one that a flock is drawn with, and on the panel's list.
func (s *session) adopt(flock int, b scenario.Bird) {
	if flock == 0 {
		s.scene.Bird = b
	} else {
		s.scene.Others[flock-1].Bird = b
	}
	s.drawn[flock] = s.list(b)
}

// bird returns the name of the one that the chosen flock is drawn with.
func (s *session) bird() string { return s.drawn[s.studio.Controls.Flock] }

// list has a bird on the panel's list and returns its name there.
func (s *session) list(b scenario.Bird) string {
	if !scenario.IsModelFile(b.File) {
		return birdName(b.File)
	}
	for i := range s.models {
		if m := &s.models[i]; m.bird.File == b.File {
			m.bird = b
			return m.name
		}
	}
	name := shortName(b.File, s.birds())
	s.models = append(s.models, choosable{name, b})
	return name
}

// unlist takes birds off the panel's list.
func (s *session) unlist(gone func(*scenario.Bird) bool) {
	s.models = slices.DeleteFunc(s.models, func(m choosable) bool { return gone(&m.bird) })
}

// shortName returns the end of a path, as long as it must be to be none of the names
// that are taken.
func shortName(path string, taken []string) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	for n := 1; n < len(parts); n++ {
		if name := strings.Join(parts[len(parts)-n:], "/"); !slices.Contains(taken, name) {
			return name
		}
	}
	return path
}

// birdName returns how a bird is called where there are no others.
func birdName(bird string) string {
	if bird == "" {
		return models.Builtins()[0]
	}
	if scenario.IsModelFile(bird) {
		return filepath.Base(bird)
	}
	return bird
}

// inside reports whether a bird lies in a recording, which may be none.
func inside(rec *recording.Reader, b *scenario.Bird) bool {
	if rec == nil || !scenario.IsModelFile(b.File) {
		return false
	}
	meta := rec.Meta()
	return slices.ContainsFunc(meta.Flocks(), func(f recording.Flock) bool { return f.Bird == b.File })
}

// hatched is a bird that hatch asked for.
type hatched struct {
	bird  scenario.Bird
	baked *models.Baked
	err   error
}

// hatch loads another bird for a flock in the background: the present one flies on until it
// is there. Of several for a flock the last counts.
func (s *session) hatch(number int, b scenario.Bird) {
	coming := make(chan hatched, 1)
	s.hatching[number] = coming
	what := "loading " + birdName(b.File)
	if names := s.studio.Species(); len(names) > 1 {
		what += " for " + names[number]
	}
	s.panel.Say(what)
	rec, sc := s.cmd.rec, &scenario.Scenario{Flock: scenario.Flock{Bird: b}}
	go func() {
		baked, err := bird.BakedOf(nil, rec, sc, number)
		coming <- hatched{b, baked, err}
	}()
}

// receive takes in what is ready: a bird, another scene, a file for an obstacle.
func (s *session) receive() {
	s.arrive()
	s.reread()
	s.given()
	s.browsed()
	s.receivePredator()
	for number := range s.hatching {
		s.receiveBird(number)
	}
}

// receiveBird draws a flock with the bird that was asked for, if it is ready.
func (s *session) receiveBird(number int) {
	select {
	case h := <-s.hatching[number]:
		s.hatching[number] = nil
		if h.err == nil {
			h.err = s.renderer.SetBirdOf(number, h.baked)
		}
		if h.err != nil {
			s.say(h.err)
			s.unlist(func(b *scenario.Bird) bool { return b.File == h.bird.File })
			return
		}
		s.adopt(number, h.bird)
		if n := len(h.baked.Analysis.Warnings); n > 0 {
			s.panel.Say(h.baked.Analysis.Warnings[n-1])
		}
	default:
	}
}
