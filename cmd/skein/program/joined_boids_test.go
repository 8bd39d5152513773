package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/recording"
	"skein/flock/scenario/testscene"
)

// recordGrowing records a flock of 3 boids. Two more join in the sixth frame, and three leave in the 11th.
// The recording has 15 frames.
func recordGrowing(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "grown.mcap")
	w, err := recording.Create(path, recording.Meta{
		TOML: []byte("version = 1\nparams.count = 3\n"), TickRate: 60, FPS: 30, Flock: recording.Flock{Count: 3}, Live: true,
	}, recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	def := testscene.Def("murmuration")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 3)
	world, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	rec := recording.NewRecorder(w)
	if err := rec.Tick(world, nil); err != nil {
		t.Fatal(err)
	}
	for world.Tick() < 28 {
		if p := world.Params(); world.Tick() == 8 || world.Tick() == 18 {
			p = model.With(p, "count", map[int64]int{8: 5, 18: 2}[world.Tick()])
			if err := world.SetParams(p); err != nil {
				t.Fatal(err)
			}
		}
		world.Step()
		if err := rec.Tick(world, world.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := rec.Close(); err != nil || n != 15 {
		t.Fatal(n, err)
	}
	return path
}

func TestBoidsThatJoined(t *testing.T) {
	path := recordGrowing(t)
	rec, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	for boid, want := range map[string]string{"5": "--boid 5: must be 0 to 4, or leader", "-1": "must be 0 to 4"} {
		picture := filepath.Join(t.TempDir(), "a.png")
		if code, _, msg := skein("render", path, "--camera", "eye", "--boid", boid, "--frames", "1", "-o", picture); code != exitUsage || !strings.Contains(msg, want) {
			t.Errorf("--boid %s: exit code %d, message %q; want %q in it", boid, code, msg, want)
		}
	}
	out := filepath.Join(t.TempDir(), "a.csv")
	must(t, "export", path, "-o", out, "--boids", "4")
	rows, _ := os.ReadFile(out)
	if got := strings.Count(string(rows), "\n"); got != 1+5 {
		t.Errorf("boid 4 has %d rows, want a header and the 5 frames in which it exists", got)
	}
	if code, _, msg := skein("export", path, "-o", out, "--force", "--boids", "5"); code != exitUsage || !strings.Contains(msg, "the recording has 0-4") {
		t.Errorf("exit %d: %s", code, msg)
	}
}
