//go:build cgo && !nowindow

package fly

import (
	"fmt"

	"skein/cmd/skein/internal/bird"
	"skein/flock/scenario"
	"skein/models"
	"skein/models/facing"
)

type birdCause int

const (
	userChoice birdCause = iota
	undoOrRedo
	fileChange
)

type loadingBird struct {
	bird   scenario.Bird
	cause  birdCause
	result <-chan loadedBird
}

type loadedBird struct {
	mix models.Mix
	err error
}

// loadBird loads a bird in the background. Until then, the flock keeps its current bird. A later call for the
// same flock replaces an earlier one.
func (s *session) loadBird(flockIndex int, b scenario.Bird, cause birdCause) {
	if s.sharesDiffer(flockIndex, &b) {
		s.loadingBirds[flockIndex] = nil
		s.replaceBird(flockIndex, b, cause)
		return
	}
	result := make(chan loadedBird, 1)
	s.loadingBirds[flockIndex] = &loadingBird{b, cause, result}
	what := "loading " + birdNames(&b)
	if names := s.Studio.Species(); len(names) > 1 {
		what += " for " + names[flockIndex]
	}
	s.panel.Say(what)
	rec, sc := s.cmd.rec, &scenario.Scenario{Flock: scenario.Flock{Bird: b}}
	go func() {
		mix, err := bird.BakedOf(nil, rec, sc, flockIndex)
		result <- loadedBird{mix, err}
	}()
}

func (s *session) sharesDiffer(flockIndex int, b *scenario.Bird) bool {
	old := *s.birdOf(flockIndex)
	if old == *b {
		return false
	}
	old.Shares = b.Shares
	return old == *b
}

// kindsOf returns the range [first, end) of a flock's models among the models of all flocks.
func (s *session) kindsOf(flockIndex int) (first, end int) {
	for _, f := range s.scene.Flocks()[:flockIndex+1] {
		first, end = end, end+len(f.Bird.Files())
	}
	return first, end
}

func (s *session) chooseBird(b scenario.Bird) { s.loadBird(s.Studio.Controls.Flock, b, userChoice) }

func (s *session) restoreBird() {
	if k := s.Studio.Controls.Flock; k < len(s.savedState.Birds) {
		s.chooseBird(s.savedState.Birds[k])
	}
}

// turnBird corrects the axes of a model, given the side, such as "left", on which the user sees its head. If
// the head is already in front, it removes the user's axes, and skein detects them again.
func (s *session) turnBird(model int, side string) {
	flockIndex := s.Studio.Controls.Flock
	b, found := *s.birdOf(flockIndex), scenario.DefaultBird()
	if model >= min(len(b.Files()), len(s.facings[flockIndex])) {
		return
	}
	o, own := s.facings[flockIndex][model].Turned(side), b.Settings(model)
	own.Forward, own.Up = models.AxisName(o.Forward), models.AxisName(o.Up)
	if side == facing.HeadSides()[0] {
		own.Forward, own.Up = found.Forward, found.Up
	}
	s.chooseBird(b)
}

func (s *session) headSides() (all [][]string) {
	for _, file := range s.birdOf(s.Studio.Controls.Flock).Files() {
		var sides []string
		if scenario.IsModelFile(file) {
			sides = facing.HeadSides()
		}
		all = append(all, sides)
	}
	return all
}

func facingsOf(mix *models.Mix) (all []facing.Orientation) {
	for _, b := range mix.Birds {
		all = append(all, b.Analysis.Orientation())
	}
	return all
}

func (s *session) cancelChoice() string {
	flockIndex := s.Studio.Controls.Flock
	l := s.loadingBirds[flockIndex]
	if l == nil || l.cause != userChoice {
		return ""
	}
	s.loadingBirds[flockIndex] = nil
	return birdNames(&l.bird)
}

func (s *session) receiveLoaded() {
	s.receiveScene()
	s.receiveFileChange()
	s.receiveObstacle()
	s.receiveDialog()
	s.receiveFlock()
	s.receiveOffered()
	for flockIndex := range s.loadingBirds {
		s.receiveBird(flockIndex)
	}
}

func (s *session) receiveBird(flockIndex int) {
	l := s.loadingBirds[flockIndex]
	if l == nil {
		return
	}
	select {
	case h := <-l.result:
		s.loadingBirds[flockIndex] = nil
		if h.err == nil {
			first, end := s.kindsOf(flockIndex)
			h.err = s.Renderer.ReplaceBirds(first, end, h.mix.Birds...)
		}
		if h.err != nil {
			s.say(h.err)
			s.unlistFailed(&l.bird)
			return
		}
		s.facings[flockIndex] = facingsOf(&h.mix)
		s.replaceBird(flockIndex, l.bird, l.cause)
		for k, b := range h.mix.Birds {
			s.sayWarnings(b)
			s.pictureBird(s.listBird(l.bird.Model(k)), b)
		}
	default:
	}
}

func (s *session) replaceBird(flockIndex int, b scenario.Bird, cause birdCause) {
	edited, old := s.edited(), *s.birdOf(flockIndex)
	s.setBird(flockIndex, b)
	s.Studio.SetModels(flockIndex, b.AllShares())
	switch {
	case cause == fileChange && !edited:
		s.markSaved()
	case cause == userChoice && old != b:
		load := func(b scenario.Bird) func() error {
			return func() error { s.loadBird(flockIndex, b, undoOrRedo); return nil }
		}
		what := fmt.Sprintf("changed the bird of %s from %s to %s", s.Studio.Species()[flockIndex], birdNames(&old), birdNames(&b))
		switch {
		case old.File != b.File || old.More != b.More:
		case old.Shares != b.Shares:
			what = "changed the shares of the models of " + s.Studio.Species()[flockIndex]
		default:
			what = "turned the bird of " + s.Studio.Species()[flockIndex]
		}
		s.say(s.Studio.AsOneEdit(func() error {
			s.Studio.AddEdit(what, load(old), load(b))
			return s.bringSize(flockIndex, &old, &b)
		}))
	}
}
