package program

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/flock/scenario"
)

func TestExportCamera(t *testing.T) {
	dir := t.TempDir()
	rec, path := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "shot.toml")
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "1", "-q")
	text := "version = 1\n[[key]]\ntime = 0\nposition = [0, 12, 40]\nlook = [0, 0, -1]\nfov = 40\nlinear = true\n" +
		"[[key]]\ntime = 1\nposition = [10, 12, 40]\nlook = [0, 0, -1]\nfov = 40\nlinear = true\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "export", rec, "-o", filepath.Join(dir, "run.csv"), "--camera", path, "-q")
	keys, err := scenario.LoadCameraTable(filepath.Join(dir, "run_camera.csv"))
	if err != nil || len(keys) != 30 {
		t.Fatalf("the table of the camera has %d rows (error %v), want 30", len(keys), err)
	}
	for k, key := range keys {
		seconds := float64(k) / 30
		if math.Abs(float64(key.Position[0])-10*seconds) > 1e-4 || math.Abs(float64(key.Position[1])-12) > 1e-4 || math.Abs(float64(key.FOV)-40) > 1e-4 || math.Abs(key.Time-seconds) > 1e-9 {
			t.Errorf("row %d is %+v, want x = %g, y = 12 and an angle of 40 degrees at %g s", k+1, key, 10*seconds, seconds)
		}
	}
	checkFolder(t, dir, "run.csv", "run.mcap", "run_camera.csv", "shot.toml")
}

func TestExportCameraErrors(t *testing.T) {
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "0.2", "-q")
	table := filepath.Join(dir, "run_camera.csv")
	if err := os.WriteFile(table, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(dir, "run.csv")
	for flags, want := range map[string]string{
		"--camera bogus":            "--camera bogus: must be ",
		"--boid 3":                  "--boid 3 needs --camera",
		"--camera follow --boid 99": "--boid 99: must be 0 to 19, or leader",
		"--camera scene":            table + ": file already exists; use --force",
	} {
		code, _, stderr := skein(append([]string{"export", rec, "-o", to, "-q"}, strings.Fields(flags)...)...)
		if code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit %d: %s, want an error about %s", flags, code, stderr, want)
		}
	}
	checkFolder(t, dir, "run.mcap", "run_camera.csv")
}
