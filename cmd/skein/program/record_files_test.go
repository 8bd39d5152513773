package program

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/stage"
	"skein/flock"
	"skein/flock/export"
	"skein/flock/model"
	"skein/flock/recording"
	"skein/flock/scenario/testscene"
)

func TestRecordingContainsTheCamera(t *testing.T) {
	dir := t.TempDir()
	path, scene, way := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "scene.toml"), filepath.Join(dir, "dolly.toml")
	for name, text := range map[string]string{
		scene: "version = 1\nwarm_up = 0.0\nparams.count = 3\ncamera.path = \"dolly.toml\"\n",
		way:   "version = 1\n[[key]]\ntime = 0.0\nposition = [1.0, 2.0, 3.0]\ntarget = [0.0, 5.0, 0.0]\n[[key]]\ntime = 1.0\nposition = [4.0, 2.0, 3.0]\ntarget = [0.0, 5.0, 0.0]\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	must(t, "record", scene, "-o", path, "--seconds", "1")
	if err := os.Remove(way); err != nil {
		t.Fatal(err)
	}
	r, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	sc, err := export.Scene(r.Meta())
	if err != nil {
		t.Fatal(err)
	}
	film, err := stage.FilmOf(r, sc, false)
	if err != nil {
		t.Fatal(err)
	}
	if eye := film.Path.View(0.5).Eye; eye[0] < 1.5 || eye[0] > 3.5 || eye[1] != 2 {
		t.Errorf("at half time the camera is at %v, want x from 1.5 to 3.5 and y = 2", eye)
	}
	must(t, "export", path, "-o", filepath.Join(dir, "run.usda"))
	if code, _, msg := skein("record", scene, "-o", path, "--force"); code != 1 || !strings.Contains(msg, "dolly.toml") || strings.Count(msg, "\n") != 1 {
		t.Errorf("without its camera file: exit code %d, message %q; want 1 and one line that names dolly.toml", code, msg)
	}
}

// --bird replaces the scene's bird in a recording. If that bird does not exist, the command fails.
func TestRecordWithAnotherBird(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	must(t, "record", smallScene(t), "-o", path, "--seconds", "1", "--bird", "gull")
	r, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if m := r.Meta(); m.Bird != "gull" {
		t.Errorf("the bird is %q", m.Bird)
	}
	other := filepath.Join(t.TempDir(), "run.mcap")
	for args, want := range map[string]string{
		"--bird dodo":                  `no built-in bird "dodo"`,
		"--bird gull --bird-clip swim": `no clip "swim"`,
	} {
		code, _, msg := skein(append([]string{"record", smallScene(t), "-o", other}, strings.Fields(args)...)...)
		if code == 0 || !strings.Contains(msg, want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("%s: exit code %d, message %q; want one line with %q", args, code, msg, want)
		}
	}
	if _, err := os.Stat(recording.Part(other)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file was created although the command failed: %v", err)
	}
}

func TestRecordErrorsSayWhatToDo(t *testing.T) {
	for args, want := range map[string]string{
		"run.mcap -o b.mcap":       "run.mcap is a recording, but record needs a scenario; use --resume to continue it",
		"run.mcap.part -o b.mcap":  "is a recording",
		"bird.glb -o b.mcap":       "bird.glb has the extension of a glTF model (--bird bird.glb",
		"-o -":                     "--output -: a recording must be a regular file",
		"-o /dev/stdout":           "must be a regular file",
		"-o run":                   "must be a name that ends in .mcap",
		"-o b.mcap --fps 25":       "--fps 25: must divide the scenario's 30 ticks per second, such as 15 or 30",
		"-o b.mcap --fps 0":        "such as 1;",
		"-o b.mcap --fps 61":       "such as 30;",
		"-o b.mcap --seconds 0":    "--seconds 0: must be 0.0333 to 71582788 at 30 frames per second",
		"-o b.mcap --seconds nan":  "--seconds NaN: must be",
		"--verify":                 "--verify needs a recording",
		"--resume b.mcap --bird x": "the recording contains its bird",
	} {
		code, out, msg := skein(append([]string{"record"}, strings.Fields(args)...)...)
		if code != exitUsage || out != "" || !strings.Contains(msg, want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("record %s: exit code %d, message %q; want one line with %q", args, code, msg, want)
		}
	}
}

func TestBirdOfARecordingIsMissing(t *testing.T) {
	dir := t.TempDir()
	path, out := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "run.glb")
	w, err := recording.Create(path, recording.Meta{TOML: []byte("version = 1\n"), TickRate: 60, FPS: 30, Flock: recording.Flock{Count: 2, Bird: filepath.Join(dir, "gone.glb")}}, recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	def := testscene.Def("murmuration")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 2)
	world, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	rec := recording.NewRecorder(w)
	for range 9 {
		if err := rec.Tick(world, nil); err != nil {
			t.Fatal(err)
		}
		world.Step()
	}
	if _, err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	code, _, msg := skein("export", path, "-o", out, "-q")
	if code != 1 || !strings.Contains(msg, "gone.glb") || !strings.Contains(msg, "use --bird to draw another") || strings.Count(msg, "\n") != 1 {
		t.Errorf("exit %d, %s", code, msg)
	}
	if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file was written although the command failed: %v", err)
	}
	must(t, "export", path, "-o", out, "-q", "--bird", "gull")
}
