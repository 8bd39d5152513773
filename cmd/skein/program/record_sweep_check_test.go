package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/build"
	"skein/flock"
	"skein/flock/model"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// beginRecording writes 10 frames of a scene file to a recording. The recording names the given version of
// skein as its author.
func beginRecording(t *testing.T, path, version, scene string, change func(*scenario.Scenario, *recording.Meta)) {
	t.Helper()
	sc, err := scenario.Load(scene)
	if err != nil {
		t.Fatal(err)
	}
	meta := recording.Meta{Version: version, TickRate: 60, FPS: 30}
	if change != nil {
		change(sc, &meta)
	}
	meta.Scenario, meta.TOML, meta.Seed, meta.Count = sc.Name, sc.TOML(), sc.Seed, sc.Params.Int("count")
	w, err := recording.Create(path, meta, recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	world, err := flock.NewWorld(sc.Def())
	if err != nil {
		t.Fatal(err)
	}
	rec := recording.NewRecorder(w)
	for rec.Frames() < 10 {
		if err := rec.Tick(world, world.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
		world.Step()
	}
	if _, err := rec.Close(); err != nil {
		t.Fatal(err)
	}
}

// A sweep does not continue with recordings of another sweep. This includes complete recordings and
// recordings of another version of skein. The error says what differs, and the file stays unchanged.
func TestSweepRefusesOtherRecordings(t *testing.T) {
	scene := smallScene(t)
	for want, change := range map[string]func(*scenario.Scenario, *recording.Meta){
		"":                                              nil,
		"has seed 4, not 3":                             func(sc *scenario.Scenario, _ *recording.Meta) { sc.Seed = 4 },
		"has 20 frames per second, not 30":              func(_ *scenario.Scenario, m *recording.Meta) { m.FPS = 20 },
		"has params.count = 4, not 20":                  func(sc *scenario.Scenario, _ *recording.Meta) { sc.Params = model.With(sc.Params, "count", 4) },
		"has tick_rate = 120, not 60":                   func(sc *scenario.Scenario, m *recording.Meta) { sc.TickRate, m.TickRate = 120, 120 },
		"has camera.fov = 30.0, not 47.0":               func(sc *scenario.Scenario, _ *recording.Meta) { sc.Camera.FOV = 30 },
		"was recorded in the window":                    func(_ *scenario.Scenario, m *recording.Meta) { m.Live = true },
		`has bird.file = "gull", not ""`:                func(sc *scenario.Scenario, _ *recording.Meta) { sc.Bird.File = "gull" },
		"contains 10 frames, more than the requested 6": nil,
		"contains only 10 of 12 frames":                 nil,
	} {
		for _, version := range []string{build.Version, "0.0.9"} {
			for _, part := range []bool{false, true} {
				seconds := "0.3333"
				if strings.Contains(want, "requested 6") {
					seconds = "0.2"
				} else if strings.Contains(want, "of 12 frames") {
					seconds = "0.4"
				}
				dir := t.TempDir()
				path := filepath.Join(dir, "seed=3.mcap")
				beginRecording(t, path, version, scene, func(sc *scenario.Scenario, m *recording.Meta) {
					if sc.Seed = 3; change != nil {
						change(sc, m)
					}
				})
				there := path
				if part {
					there = recording.Part(path)
					if err := os.Rename(path, there); err != nil {
						t.Fatal(err)
					}
				}
				before, _ := os.ReadFile(there)
				code, _, msg := skein("record", scene, "-o", dir, "--sweep", "seed=3", "--resume", "--seconds", seconds, "-q")
				after, _ := os.ReadFile(there)
				switch {
				case want == "" || part && seconds == "0.4": // a .part file is continued
					if n := len(framesOf(t, path)); code != 0 || n != map[string]int{"0.3333": 10, "0.4": 12}[seconds] {
						t.Errorf("changed by %s, part %v: exit code %d, message %q, %d frames; want the missing frames to be added", version, part, code, msg, n)
					}
				case code != exitFailed || !strings.Contains(msg, there+": "+want) || !strings.Contains(msg, "--force without --resume") || strings.Count(msg, "\n") != 1:
					t.Errorf("changed by %s, part %v: exit code %d, message %q; want one line with %q", version, part, code, msg, want)
				case string(after) != string(before):
					t.Errorf("changed by %s, part %v: the sweep wrote to %s", version, part, there)
				}
			}
		}
	}
}

func TestSweepLeavesOtherFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"seed=3.mcap", "seed=3.mcap.part"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		code, _, msg := skein("record", smallScene(t), "-o", dir, "--sweep", "seed=3", "--resume", "--seconds", "1", "-q")
		if text, _ := os.ReadFile(path); code != exitFailed || string(text) != "mine" || strings.Count(msg, "\n") != 1 {
			t.Errorf("%s: exit code %d, message %q, the file contains %q; want an error and the file unchanged", name, code, msg, text)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}
