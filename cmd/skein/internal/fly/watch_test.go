//go:build cgo && !nowindow && linux

package fly

import (
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/testfiles"
	"skein/engine/studio"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/scenario"
	"skein/ui"
)

// newWatchingSession returns a session without a window for a scenario file. The function that it returns
// saves another text to the file, as an editor would.
func newWatchingSession(t *testing.T, text string) (*session, func(string)) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "live.toml")
	sc, err := scenario.Parse(file, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	w, err := flock.NewWorld(sc.Def())
	if err != nil {
		t.Fatal(err)
	}
	changed := make(chan sceneText, 1)
	s := &session{
		cmd: &Options{}, scene: sc, Studio: studio.New(w, sc.Def(), sc.Look), panel: ui.NewPanel(input.ParamsOf(sc), sc.Look, ""),
		watch: &watch{file: file, lastRead: sc, text: []byte(text), changes: changed}, birdsShown: make([]string, len(sc.Flocks())),
	}
	s.markSaved()
	return s, func(text string) {
		t.Helper()
		testfiles.Write(t, file, text)
		changed <- sceneText{text: []byte(text)}
		s.receiveFileChange()
		if wrong := s.panel.FileError(); wrong != "" {
			t.Fatal(wrong)
		}
	}
}

const yard = `version = 1
warm_up = 0.0
[params]
count = 9
vision = 10.0
[light]
sun_elevation = 40.0
[[obstacle]]
name = "tower"
shape = "box"
at = [0.0, 10.0, 0.0]
size = [8.0, 20.0, 8.0]
[[wind]]
name = "breeze"
speed = 2.0
`

// When the file is saved, only the changes in the file apply: a tower that was moved in the window stays
// where it is. All changes are one edit for undo.
func TestReloadKeepsEdits(t *testing.T) {
	s, save := newWatchingSession(t, yard)
	things := s.Studio.Surroundings()
	things.Thing("tower").(*around.Obstacle).At.X = 33
	if err := s.Studio.Surround(things, studio.Done); err != nil {
		t.Fatal(err)
	}
	is := func(when string, tower, wind, vision, sun float32) {
		t.Helper()
		things := s.Studio.Surroundings()
		x, speed := things.Thing("tower").(*around.Obstacle).At.X, things.Thing("breeze").(*around.Wind).Speed
		c := &s.Studio.Controls
		if v := c.Params.Float("vision"); x != tower || speed != wind || v != vision || c.Look.Light.SunElevation != sun {
			t.Errorf("%s: the tower at %v m, wind of %v m/s, vision %v m, the sun at %v degrees; want %v, %v, %v, %v", when, x, speed, v, c.Look.Light.SunElevation, tower, wind, vision, sun)
		}
	}
	is("moved", 33, 2, 10, 40)
	save(strings.NewReplacer("speed = 2.0", "speed = 5.0", "vision = 10.0", "vision = 12.0", "elevation = 40.0", "elevation = 50.0").Replace(yard))
	is("saved", 33, 5, 12, 50)
	if err := s.Studio.Do(studio.Undo, 1); err != nil {
		t.Fatal(err)
	}
	is("undone", 33, 2, 10, 40)
	if err := s.Studio.Do(studio.Undo, 1); err != nil {
		t.Fatal(err)
	}
	is("undone twice", 0, 2, 10, 40)
}

// If the changed scene file names another model, the scene restarts. If there are unsaved edits, the window
// asks first.
func TestReloadAsks(t *testing.T) {
	s, save := newWatchingSession(t, yard)
	c := s.Studio.Controls
	c.Params = model.With(c.Params, "vision", 14)
	if err := s.Studio.Set(c, studio.Done); err != nil {
		t.Fatal(err)
	}
	save(yard + "[[flock]]\nspecies = \"others\"\n[flock.params]\ncount = 5\n")
	if s.loading != nil || s.afterAnswer == nil {
		t.Fatalf("the changed scene loads without a question: loading is %v", s.loading)
	}
	s.handleAnswer(&ui.Outcome{Answer: ui.CancelAction})
	if s.loading != nil || s.afterAnswer != nil {
		t.Error("after Cancel, the scene loads or still waits for an answer")
	}
}

// If the bird of a flock changes in the file, only this flock gets the new bird. It does not matter which
// flock is chosen.
func TestReloadLoadsBirds(t *testing.T) {
	const two = "version = 1\nwarm_up = 0.0\nbird.file = \"starling\"\n[params]\ncount = 5\n[[flock]]\nspecies = \"others\"\nbird.file = \"gull\"\n[flock.params]\ncount = 5\n"
	s, save := newWatchingSession(t, two)
	save(strings.Replace(two, "gull", "goose", 1))
	if s.loadingBirds[0] != nil || s.loadingBirds[1] == nil {
		t.Fatalf("the birds being loaded are %v, want only the second flock's", s.loadingBirds)
	}
	l := s.loadingBirds[1]
	if h := <-l.result; h.err != nil || l.bird.File != "goose" {
		t.Errorf("it is %q, %v", l.bird.File, h.err)
	}
	if was, now := s.scene.Others[0].Bird.File, s.watch.lastRead.Others[0].Bird.File; was != "gull" || now != "goose" {
		t.Errorf("until then the flock is drawn with a %s and the file says %s, want a gull and a goose", was, now)
	}
	s.loadingBirds[1] = nil
	save(strings.Replace(two, "starling", "goose", 1))
	if s.loadingBirds[0] == nil || s.loadingBirds[1] == nil {
		t.Errorf("both birds changed, but the birds being loaded are %v", s.loadingBirds)
	}
}
