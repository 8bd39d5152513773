//go:build unix

package program

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"skein/flock/recording"
)

// A recording on a full disk (simulated by a link to /dev/full) leaves no file.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	if err := os.Symlink("/dev/full", recording.Part(rec)); err != nil {
		t.Fatal(err)
	}
	code, _, msg := skein("record", smallScene(t), "-o", rec, "--force", "--seconds", "1", "-q")
	if code != 1 || !strings.Contains(msg, "no space left on device") || strings.Count(msg, "\n") != 1 {
		t.Errorf("exit %d: %s", code, msg)
	}
	checkFolder(t, dir)
}

// If an export reaches the system's limit on file sizes, the existing file stays unchanged, and no temporary
// file remains.
func TestExportAtFileSizeLimit(t *testing.T) {
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "1")
	existing := filepath.Join(dir, "run.csv")
	if err := os.WriteFile(existing, []byte("earlier"), 0o644); err != nil {
		t.Fatal(err)
	}
	// An export with the limit cannot write the bird's levels of detail to the cache. This export
	// has no limit and writes them, so that the other exports need not compute them.
	must(t, "export", rec, "-o", filepath.Join(t.TempDir(), "run.usda"), "-q")
	skein := buildSkein(t) // the limit applies to a process, so the export runs in a separate process
	for _, name := range []string{"run.csv", "new/run.csv", "many/####.csv", "run.parquet", "run.usda", "run.usdc", "run.usdz", "run.glb", "run.blender"} {
		out, err := exec.Command("sh", "-c", `ulimit -f 3; exec "$@"`, "sh", skein, "export", rec, "-o", filepath.Join(dir, name), "--force", "-q").CombinedOutput()
		var exit *exec.ExitError
		if msg := string(out); !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.HasSuffix(msg, ": file too large\n") || strings.Contains(msg, ".skein-") {
			t.Errorf("%s: %v: %s", name, err, msg)
		}
	}
	checkFolder(t, dir, "run.csv", "run.mcap")
	if data, _ := os.ReadFile(existing); string(data) != "earlier" {
		t.Errorf("run.csv contains %.40q, want it unchanged", data)
	}
}

func TestMissingFoldersAreCreated(t *testing.T) {
	dir := t.TempDir()
	rec := filepath.Join(dir, "a", "b", "run.mcap")
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "0.2")
	for _, name := range []string{"c/keep.csv", "d/e/####.csv", "f/g/flock.blender", "f/h/run.glb"} {
		must(t, "export", rec, "-o", filepath.Join(dir, name))
	}
	checkFolder(t, filepath.Join(dir, "d", "e"), "0001.csv", "0002.csv", "0003.csv", "0004.csv", "0005.csv", "0006.csv")
	checkFolder(t, filepath.Join(dir, "f", "g"), "flock.blender")
	checkFolder(t, filepath.Join(dir, "f", "h"), "run.glb")
	mine := filepath.Join(dir, "c", "keep.part.csv")
	if err := os.WriteFile(mine, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "export", rec, "-o", filepath.Join(dir, "c", "keep.csv"), "--force")
	if data, _ := os.ReadFile(mine); string(data) != "mine" {
		t.Errorf("keep.part.csv contains %.40q, want it unchanged", data)
	}
	checkFolder(t, filepath.Join(dir, "c"), "keep.csv", "keep.part.csv")
}
