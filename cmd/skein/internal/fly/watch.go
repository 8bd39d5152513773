//go:build cgo && !nowindow

package fly

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

type watch struct {
	file     string
	lastRead *scenario.Scenario
	text     []byte
	changes  <-chan sceneText
	watcher  *fsnotify.Watcher
}

type sceneText struct {
	text []byte
	err  error
}

// settleTime is the time without changes after which a file is read. Editors write a file in several steps.
const settleTime = 150 * time.Millisecond

func (s *session) watchFile(file string) {
	s.watch.close()
	s.watch = nil
	if slices.Contains(scenario.Names(), file) || filepath.Ext(file) != ".toml" {
		return
	}
	old, err := scenario.Load(file)
	if err == nil {
		err = s.cmd.AddRules(old)
	}
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
	s.watch = &watch{file: file, lastRead: old, text: text, changes: changed, watcher: w}
	go sendChanges(w, files.Absolute(file), changed)
}

// sendChanges sends a file's text when the file has not changed for settleTime. A newer text replaces one
// that was not received.
func sendChanges(w *fsnotify.Watcher, file string, changed chan sceneText) {
	rest := time.NewTimer(time.Hour)
	for {
		select {
		case e, open := <-w.Events:
			if !open {
				return
			}
			if filepath.Clean(e.Name) == file {
				rest.Reset(settleTime)
			}
		case _, open := <-w.Errors:
			if !open {
				return
			}
		case <-rest.C:
			text, err := scenario.ReadFile(file)
			if errors.Is(err, fs.ErrNotExist) {
				continue // an editor is replacing the file
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

// receiveFileChange applies the changes in the open file after another program has saved it. After an error,
// the scene stays and the panel shows it.
func (s *session) receiveFileChange() {
	if s.watch == nil {
		return
	}
	var text []byte
	select {
	case read := <-s.watch.changes:
		if read.err != nil {
			s.watch.text = nil
			s.panel.ShowFileError(read.err.Error())
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
		err = s.cmd.AddRules(now)
	}
	if err == nil {
		err = input.ReadObstacles(nil, now)
	}
	if err == nil && !(sameFlocks(s.watch.lastRead, now) && sameFlocks(s.scene, now)) {
		s.panel.ShowFileError("")
		file := s.watch.file
		s.unlessEdited("reloading "+filepath.Base(file)+", because the file now has different flocks or a different model", func() {
			s.panel.Say(filepath.Base(file) + " now has different flocks or a different model; the scene restarts")
			s.open(file)
		})
		return
	}
	if err == nil {
		err = s.applyFileChange(s.watch.lastRead, now)
	}
	if err != nil {
		s.panel.ShowFileError(err.Error())
		return
	}
	s.watch.lastRead = now
	s.panel.ShowFileError("")
	if !edited {
		s.markSaved()
	}
}

func sameFlocks(a, b *scenario.Scenario) bool {
	return slices.EqualFunc(a.Flocks(), b.Flocks(), func(x, y scenario.Flock) bool {
		return x.Params.Model() == y.Params.Model() && x.Name() == y.Name()
	})
}

func (s *session) applyFileChange(old, now *scenario.Scenario) error {
	if s.Studio.Playing() {
		return s.Studio.WhyReadOnly()
	}
	planned := !reflect.DeepEqual(old.Events, now.Events)
	if err := s.Studio.AsOneEdit(func() error {
		if err := s.applyDifferences(old, now); err != nil || !planned {
			return err
		}
		return s.setEvents("changed the scene's events", now.Events)
	}); err != nil {
		return err
	}
	s.Studio.SetNextStart(now.Def())
	for k := range now.Flocks() {
		if scenario.WithFlock(old, k).Bird != scenario.WithFlock(now, k).Bird {
			s.loadSceneBird(now, k)
		}
	}
	events := s.scene.Events
	if s.scene = withBirdsOf(now, s.scene); !planned {
		s.scene.Events = events // keep the keys that the user added in the window
	}
	copy(s.savedState.Params, input.ParamsOf(now))
	s.savedState.Look = s.cmd.lookOf(now)
	if s.cameraFit != (cameraFit{}) && now.Camera == old.Camera {
		s.savedState.Look.Camera.Distance = s.cameraFit.distance // like fitCamera
	}
	text := filepath.Base(now.File) + " has changed and was read again"
	if later := changedStartKeys(old, now); len(later) > 0 {
		text += ", except for " + strings.Join(later, ", ") + "; press R to restart with these"
	}
	s.panel.Say(text)
	return nil
}

func withBirdsOf(sc, from *scenario.Scenario) *scenario.Scenario {
	c := *sc
	c.Bird, c.Others = from.Bird, slices.Clone(sc.Others)
	for k := range c.Others {
		c.Others[k].Bird = from.Others[k].Bird
	}
	return &c
}

func (s *session) applyDifferences(old, now *scenario.Scenario) error {
	if err := s.Studio.MergeSurroundings(&old.Surroundings, &now.Surroundings); err != nil {
		return err
	}
	chosen := s.Studio.Controls.Flock
	for k := range now.Flocks() {
		if k != chosen {
			if err := s.applyFlockDifferences(k, old, now); err != nil {
				return err
			}
		}
	}
	return s.applyFlockDifferences(chosen, old, now)
}

func (s *session) applyFlockDifferences(k int, old, now *scenario.Scenario) error {
	return s.editFlock(k, func(c *studio.Controls) {
		before, after := &old.Flocks()[k].Params, &now.Flocks()[k].Params
		for _, spec := range after.Specs() {
			as := *before
			if spec.Reset(&as.Values, &after.Values); as != *before {
				spec.Reset(&c.Params.Values, &after.Values)
			}
		}
		look.Carry(&c.Look, &old.Look, &now.Look)
	})
}

func (s *session) editFlock(k int, edit func(*studio.Controls)) error {
	c := s.Studio.Controls
	chosen := c.Flock
	if c.Flock = k; k != chosen {
		if err := s.Studio.Set(c, studio.Done); err != nil {
			return err
		}
		c = s.Studio.Controls
	}
	edit(&c)
	err := s.Studio.Set(c, studio.Done)
	if k != chosen {
		c = s.Studio.Controls
		c.Flock = chosen
		err = errors.Join(err, s.Studio.Set(c, studio.Done))
	}
	return err
}

func (s *session) loadSceneBird(sc *scenario.Scenario, flockIndex int) {
	b := sc.Flocks()[flockIndex].Bird
	b.RenameFiles(func(path string) string { return files.Absolute(sc.PathOf(path)) })
	s.loadBird(flockIndex, b, fileChange)
}

// changedStartKeys returns the keys that differ and apply only after a restart.
func changedStartKeys(old, now *scenario.Scenario) (keys []string) {
	for key, differs := range map[string]bool{
		"seed": old.Seed != now.Seed, "warm_up": old.WarmUp != now.WarmUp, "start": old.Settings("start") != now.Settings("start"),
	} {
		if differs {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}
