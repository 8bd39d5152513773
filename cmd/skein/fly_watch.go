//go:build cgo && !nowindow

package main

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"skein/cmd/skein/internal/input"
	"skein/engine/studio"
	"skein/flock/files"
	"skein/flock/look"
	"skein/flock/scenario"
)

// watch tells when a scenario file that is open was saved by another program.
type watch struct {
	file    string
	was     *scenario.Scenario // as it was read the last time
	text    []byte             // likewise
	changed <-chan sceneText
	watcher *fsnotify.Watcher
}

// sceneText is what was read from the file after it changed.
type sceneText struct {
	text []byte
	err  error
}

// saved is how long a file must rest: editors write in several steps.
const saved = 150 * time.Millisecond

// follow watches the scenario file that a scene was read from; none of a built-in scene or
// of a recording.
func (s *session) follow(file string) {
	s.watch.close()
	s.watch = nil
	if slices.Contains(scenario.Names(), file) || filepath.Ext(file) != ".toml" {
		return
	}
	was, err := scenario.Load(file)
	if err != nil {
		return
	}
	text, _ := scenario.ReadFile(file)
	w, err := fsnotify.NewWatcher()
	if err != nil {
		s.say(err)
		return
	}
	if err := w.Add(filepath.Dir(files.Absolute(file))); err != nil {
		w.Close()
		s.say(err)
		return
	}
	changed := make(chan sceneText, 1)
	s.watch = &watch{file: file, was: was, text: text, changed: changed, watcher: w}
	go tell(w, files.Absolute(file), changed)
}

// tell reads a file once it rests after a change, and sends the latest text only.
func tell(w *fsnotify.Watcher, file string, changed chan sceneText) {
	rest := time.NewTimer(time.Hour)
	for {
		select {
		case e, open := <-w.Events:
			if !open {
				return
			}
			if filepath.Clean(e.Name) == file {
				rest.Reset(saved)
			}
		case _, open := <-w.Errors:
			if !open {
				return
			}
		case <-rest.C:
			text, err := scenario.ReadFile(file)
			if errors.Is(err, fs.ErrNotExist) {
				continue // it is being replaced
			}
			select {
			case <-changed:
			default:
			}
			changed <- sceneText{text, err}
		}
	}
}

func (w *watch) close() {
	if w != nil {
		w.watcher.Close()
	}
}

// reread takes in the open file if it was saved. What is wrong with it is said, and the
// scene flies on as it was.
func (s *session) reread() {
	if s.watch == nil {
		return
	}
	var text []byte
	select {
	case read := <-s.watch.changed:
		if read.err != nil {
			s.watch.text = nil
			s.panel.Wrong(read.err.Error())
			return
		}
		text = read.text
	default:
		return
	}
	if bytes.Equal(text, s.watch.text) {
		return
	}
	s.watch.text = text
	edited := s.edited()
	now, err := scenario.Parse(s.watch.file, text)
	if err == nil {
		err = input.ReadObstacles(nil, now)
	}
	if err == nil && !(sameFlocks(s.watch.was, now) && sameFlocks(s.scene, now)) {
		s.panel.Wrong("")
		file := s.watch.file
		s.unlessEdited("beginning anew with "+filepath.Base(file)+", which has other flocks or another model", func() {
			s.panel.Say(filepath.Base(file) + " has other flocks or another model: it begins anew")
			s.open(file)
		})
		return
	}
	if err == nil {
		err = s.takeIn(s.watch.was, now)
	}
	if err != nil {
		s.panel.Wrong(err.Error())
		return
	}
	s.watch.was = now
	s.panel.Wrong("")
	if !edited {
		s.settle()
	}
}

// sameFlocks reports whether the flocks of two scenes are of the same models and species.
func sameFlocks(a, b *scenario.Scenario) bool {
	return slices.EqualFunc(a.Flocks(), b.Flocks(), func(x, y scenario.Flock) bool {
		return x.Params.Model() == y.Params.Model() && x.Name() == y.Name()
	})
}

// takeIn has what differs between two readings of a file hold in the flock that flies, and
// leaves alone what else was edited.
func (s *session) takeIn(was, now *scenario.Scenario) error {
	if s.studio.Playing() {
		return s.studio.Played()
	}
	planned := !reflect.DeepEqual(was.Events, now.Events)
	if err := s.studio.Together(func() error {
		if err := s.carryAll(was, now); err != nil || !planned {
			return err
		}
		return s.setEvents(now.Events)
	}); err != nil {
		return err
	}
	s.studio.BeginWith(now.Def())
	for k := range now.Flocks() {
		if scenario.WithFlock(was, k).Bird != scenario.WithFlock(now, k).Bird {
			s.hatchFrom(now, k)
		}
	}
	events := s.scene.Events
	if s.scene = drawnAs(now, s.scene); !planned {
		s.scene.Events = events // with the keys that hands made
	}
	s.panel.Rebase(input.ParamsOf(now), s.cmd.seen(now))
	said := filepath.Base(now.File) + " was saved: its changes hold"
	if later := beginnings(was, now); len(later) > 0 {
		said += "; " + strings.Join(later, ", ") + " after a restart (R)"
	}
	s.panel.Say(said)
	return nil
}

// drawnAs returns a scene with the birds of another of as many flocks.
func drawnAs(sc, birds *scenario.Scenario) *scenario.Scenario {
	as := *sc
	as.Bird, as.Others = birds.Bird, slices.Clone(sc.Others)
	for k := range as.Others {
		as.Others[k].Bird = birds.Others[k].Bird
	}
	return &as
}

// carryAll has what differs between two readings of a file hold: things, flocks and look.
func (s *session) carryAll(was, now *scenario.Scenario) error {
	if err := s.studio.SurroundBy(&was.Surroundings, &now.Surroundings); err != nil {
		return err
	}
	chosen := s.studio.Controls.Flock
	for k := range now.Flocks() {
		if k != chosen {
			if err := s.carryFlock(k, was, now); err != nil {
				return err
			}
		}
	}
	return s.carryFlock(chosen, was, now)
}

// carryFlock has what differs between two readings of a flock's parameters hold, and of the
// look, as one edit.
func (s *session) carryFlock(k int, was, now *scenario.Scenario) error {
	c := s.studio.Controls
	chosen := c.Flock
	if c.Flock = k; k != chosen {
		if err := s.studio.Set(c, studio.Done); err != nil {
			return err
		}
		c = s.studio.Controls
	}
	before, after := &was.Flocks()[k].Params, &now.Flocks()[k].Params
	for _, spec := range after.Specs() {
		as := *before
		if spec.Reset(&as, after); as != *before {
			spec.Reset(&c.Params, after)
		}
	}
	look.Carry(&c.Look, &was.Look, &now.Look)
	err := s.studio.Set(c, studio.Done)
	if k != chosen {
		c = s.studio.Controls
		c.Flock = chosen
		err = errors.Join(err, s.studio.Set(c, studio.Done))
	}
	return err
}

// hatchFrom draws a flock as a scene says.
func (s *session) hatchFrom(sc *scenario.Scenario, number int) {
	of := scenario.WithFlock(sc, number)
	b := of.Bird
	if scenario.IsModelFile(b.File) {
		b.File = files.Absolute(of.BirdPath())
	}
	s.hatch(number, b)
}

// beginnings returns the keys that differ and hold from the beginning of a flight on only.
func beginnings(was, now *scenario.Scenario) (keys []string) {
	for key, differs := range map[string]bool{
		"seed": was.Seed != now.Seed, "warm_up": was.WarmUp != now.WarmUp, "start": was.Settings("start") != now.Settings("start"),
	} {
		if differs {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}
