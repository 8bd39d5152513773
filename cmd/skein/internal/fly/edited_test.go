//go:build cgo && !nowindow && linux

package fly

import (
	"math/rand/v2"
	"testing"

	"skein/engine/studio"
	"skein/flock/around"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/ui"
)

// textToSave returns the text of the scene as it would be saved, without the camera and the simulation speed.
func (s *session) textToSave() string {
	sc := withoutGoneFlocks(s.sceneToSave("a.toml"), s.Studio.IsGone)
	sc.Camera, sc.Show.Speed = scenario.Camera{}, 0
	return string(sc.TOML())
}

// The scene is edited if and only if the text to save differs from the text that was saved last. The test
// makes random edits.
func TestEditedComparesTexts(t *testing.T) {
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 5))
		s, _ := newWatchingSession(t, yard)
		saved, now := s.textToSave(), 0.0
		var done []string
		for range 25 {
			what := []string{"vision", "separation", "light", "speed", "tower", "key", "undo", "undo", "redo", "fly", "past", "restart", "seed", "save"}[random.IntN(14)]
			done = append(done, what)
			c := s.Studio.Controls
			switch what {
			case "vision", "separation":
				_ = c.Params.Set(what, float32(1+random.IntN(3)))
				_ = s.Studio.Set(c, studio.Done)
			case "light":
				c.Light.SunElevation = float32(20 + 10*random.IntN(3))
				_ = s.Studio.Set(c, studio.Done)
			case "speed":
				c.Show.Speed, c.Camera.Mode = float32(1+random.IntN(3)), look.Orbit
				_ = s.Studio.Set(c, studio.Done)
			case "tower":
				all := s.Studio.Surroundings()
				if o, ok := all.Thing("tower").(*around.Obstacle); ok {
					o.At.Y = float32(10 + random.IntN(2))
				}
				_ = s.Studio.Surround(all, studio.Done)
			case "key":
				_ = s.editEvents(ui.KeyEdit{Command: ui.AddKey, Param: "vision", To: now + float64(random.IntN(4))})
			case "undo":
				_ = s.Studio.Do(studio.Undo, 1)
			case "redo":
				_ = s.Studio.Do(studio.Redo, 1)
			case "fly":
				s.flyOn(t, now, 0.8)
				now += 0.8
			case "past":
				if s.Studio.Visit(s.liveTime()-0.5) == nil && s.Studio.InPast() && random.IntN(2) == 0 {
					_ = s.Studio.Do(studio.Branch, 1)
					for s.Studio.Restarting() {
						s.flyOn(t, now, 0.01)
					}
				}
				s.Studio.Return()
			case "save":
				s.markSaved()
				saved = s.textToSave()
			case "restart", "seed":
				_ = s.Studio.Do(map[string]studio.Command{"restart": studio.Restart, "seed": studio.RestartNewSeed}[what], 1)
				for s.Studio.Restarting() {
					s.flyOn(t, now, 0.01)
				}
			}
			if got, want := s.edited(), s.textToSave() != saved; got != want {
				t.Fatalf("seed %d: after %v, the scene counts as edited %t, but its text has changed %t", seed, done, got, want)
			}
		}
	}
}

// A change of the bird is an edit. If the file names no bird, the first built-in bird is no edit.
func TestBirdIsAnEdit(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	for _, c := range []struct {
		bird string
		want bool
	}{{"gull", true}, {"starling", false}, {"goose", true}, {"", false}} {
		b := scenario.DefaultBird()
		b.File = c.bird
		if s.setBird(0, b); s.edited() != c.want {
			t.Errorf("with the bird %q, the scene counts as edited %t, want %t", c.bird, s.edited(), c.want)
		}
	}
}

// An object that is named in an event cannot be removed or renamed, because the saved scene could not be
// opened.
func TestEventsKeepTheirObjects(t *testing.T) {
	wire, err := scenario.Builtin("wire")
	if err != nil {
		t.Fatal(err)
	}
	s, _ := newWatchingSession(t, string(wire.TOML()))
	for what, change := range map[string]func(*around.Surroundings){
		"removed": func(a *around.Surroundings) { a.Remove("wire") },
		"renamed": func(a *around.Surroundings) { *a.Thing("wire").NamePointer() = "line" },
	} {
		all := s.Studio.Surroundings()
		change(&all)
		if err := s.Studio.Surround(all, studio.Done); err == nil {
			t.Errorf("the wire was %s, although events name it", what)
		}
		if _, err := scenario.Parse("a.toml", s.sceneToSave("a.toml").TOML()); err != nil {
			t.Errorf("after the wire was %s: %v", what, err)
		}
	}
}
