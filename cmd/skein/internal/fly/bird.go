//go:build cgo && !nowindow

package fly

import (
	"path/filepath"
	"slices"
	"strings"

	"skein/flock/message"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/models"
	"skein/ui"
)

type birdChoice struct {
	name string
	bird scenario.Bird
}

func (s *session) birdNames() []string {
	names := models.Builtins()
	for _, m := range s.models {
		names = append(names, m.name)
	}
	return names
}

func (s *session) birdNamed(name string) scenario.Bird {
	for _, m := range s.models {
		if m.name == name {
			return m.bird
		}
	}
	b := scenario.DefaultBird()
	b.File = name
	return b
}

func (s *session) setBird(flock int, b scenario.Bird) {
	*s.birdOf(flock) = b
	for k := range b.Files() {
		if name := s.listBird(b.Model(k)); k == 0 {
			s.birdsShown[flock] = name
		}
	}
}

func (s *session) mix() (all []ui.BirdShare) {
	b := s.birdOf(s.Studio.Controls.Flock)
	shares := b.AllShares()
	for k := range b.Files() {
		all = append(all, ui.BirdShare{Name: s.listBird(b.Model(k)), Share: shares[k]})
	}
	return all
}

func (s *session) mixOf(all []ui.BirdShare) scenario.Bird {
	b := *s.birdOf(s.Studio.Controls.Flock)
	now := s.mix()
	var files []string
	var shares []int
	var settings []scenario.ModelSettings
	for _, one := range all {
		model := s.birdNamed(one.Name)
		if k := slices.IndexFunc(now, func(n ui.BirdShare) bool { return n.Name == one.Name }); k >= 0 {
			model = b.Model(k)
		}
		files, shares, settings = append(files, model.File), append(shares, one.Share), append(settings, model.ModelSettings)
	}
	b.SetFiles(files)
	b.SetShares(shares)
	for k, own := range settings {
		*b.Settings(k) = own
	}
	return b
}

func (s *session) birdOf(flock int) *scenario.Bird {
	if flock == 0 {
		return &s.scene.Bird
	}
	return &s.scene.Others[flock-1].Bird
}

func (s *session) bird() string { return s.birdsShown[s.Studio.Controls.Flock] }

func (s *session) listBird(b scenario.Bird) string {
	if !scenario.IsModelFile(b.File) {
		return birdName(b.File)
	}
	for i := range s.models {
		if m := &s.models[i]; m.bird.File == b.File {
			m.bird = b
			return m.name
		}
	}
	name := shortName(b.File, s.birdNames())
	s.models = append(s.models, birdChoice{name, b})
	return name
}

func (s *session) unlistFailed(b *scenario.Bird) {
	var drawn []string
	for _, f := range s.scene.Flocks() {
		drawn = append(drawn, f.Bird.Files()...)
	}
	s.unlistBirds(func(listed *scenario.Bird) bool {
		return slices.Contains(b.Files(), listed.File) && !slices.Contains(drawn, listed.File)
	})
}

func (s *session) unlistBirds(gone func(*scenario.Bird) bool) {
	s.models = slices.DeleteFunc(s.models, func(m birdChoice) bool { return gone(&m.bird) })
}

// shortName returns the last parts of a path, as many as it takes to differ from the names in taken.
func shortName(path string, taken []string) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	for n := 1; n < len(parts); n++ {
		if name := strings.Join(parts[len(parts)-n:], "/"); !slices.Contains(taken, name) {
			return name
		}
	}
	return path
}

func birdName(bird string) string {
	if bird == "" {
		return models.Builtins()[0]
	}
	if scenario.IsModelFile(bird) {
		return filepath.Base(bird)
	}
	return bird
}

func birdNames(b *scenario.Bird) string {
	var all []string
	for _, file := range b.Files() {
		all = append(all, birdName(file))
	}
	return strings.Join(all, " and ")
}

func inRecording(rec *recording.Reader, path string) bool {
	if rec == nil || !scenario.IsModelFile(path) {
		return false
	}
	meta := rec.Meta()
	return slices.ContainsFunc(meta.Flocks(), func(f recording.Flock) bool { return slices.Contains(f.Birds(), path) })
}

func (s *session) sayFaultyBirds() {
	said := map[string]bool{}
	for _, b := range s.faultyBirds {
		for _, w := range b.ModelWarnings() {
			if text := message.Line(b.Name + ": " + w); !said[text] {
				said[text] = true
				s.panel.Say(text)
			}
		}
	}
}

func (s *session) sayWarnings(b *models.Baked) {
	for _, w := range b.ModelWarnings() {
		s.panel.Say(message.Line(b.Name + ": " + w))
	}
	for _, w := range b.Analysis.Warnings {
		s.panel.Say(w)
	}
}
