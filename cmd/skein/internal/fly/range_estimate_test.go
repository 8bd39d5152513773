//go:build cgo && !nowindow

package fly

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/testfiles"
)

func TestProgressOfLines(t *testing.T) {
	began := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	at := func(seconds float64) time.Time { return began.Add(time.Duration(seconds * 1e9)) }
	var p progress
	if p.share() != 0 || p.left(at(9)) != 0 {
		t.Errorf("without a line, the share is %g and the time left %g, want 0", p.share(), p.left(at(9)))
	}
	drawn := func(done int) console.ProgressLine {
		return console.ProgressLine{What: "drawing 3 of 4.mp4", Done: done, Total: 100}
	}
	p.note(drawn(10), at(3)) // the start took 3 s
	p.note(drawn(30), at(5))
	if p.share() != 0.3 || p.what != "drawing 3 of 4.mp4: 30 of 100" {
		t.Errorf("the share is %g and the text %q, want 0.3", p.share(), p.what)
	}
	for seconds, want := range map[float64]float64{5: 7, 5.5: 6.5, 60: 0} {
		if left := p.left(at(seconds)); math.Abs(left-want) > 1e-9 {
			t.Errorf("after %g s the time left is %g s, want %g", seconds, left, want)
		}
	}
	p.note(console.ProgressLine{What: "exporting a.csv", Done: 1, Total: 50}, at(70))
	if p.share() != 0.02 {
		t.Errorf("in the next part of the work, the share is %g, want 0.02", p.share())
	}
}

// The standard error of skein with --progress json may arrive in pieces that end within a line. The last
// message is kept, because it may explain a failure.
func TestOutputOfJobs(t *testing.T) {
	t.Chdir(t.TempDir())
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	testfiles.Write(t, "yard.toml", "version = 1\nwarm_up = 0.0\n[params]\ncount = 3\n")
	var out jobOutput
	cmd := exec.Command(path, "record", "yard.toml", "-o", "runs", "--sweep", "seed=1:3", "--seconds", "0.1", "--progress", "json")
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	for piece := range slices.Chunk(said, 7) {
		if n, err := out.Write(piece); n != len(piece) || err != nil {
			t.Fatal(n, err)
		}
	}
	if _, p := out.now(); p.share() != 1 || p.total != 3 {
		t.Errorf("the progress is %+v, want 3 of 3 recordings; skein printed:\n%s", p, said)
	}
	fmt.Fprintln(&out, "skein: the disk is full")
	if text := out.lastText(); text != "skein: the disk is full" {
		t.Errorf("the last message is %q", text)
	}
	if text, p := out.now(); strings.Contains(text, "disk") || p.total != 3 {
		t.Errorf("the progress is named %q, want the name of the work", text)
	}
	out.begin("recording take.mcap")
	if text, p := out.now(); text != "recording take.mcap" || p.what != "" {
		t.Errorf("the text is %q and the progress %+v, want a text alone", text, p)
	}
	out.begin("")
	fmt.Fprintln(&out, "skein: the camera sees no bird at 0.0 s; choose another with --camera, such as auto")
	if text, _ := out.now(); text != "starting" {
		t.Errorf("before the first progress, the bar says %q, want starting", text)
	}
}

// A message about a failure names the controls of the dialog, not the flags of the command.
func TestFailuresNameControls(t *testing.T) {
	for text, want := range map[string]string{
		"--camera leader: the scene has no leaders":               "Camera leader: the scene has no leaders",
		"--transparent: --output a.mp4 cannot be transparent":     "Transparent: File a.mp4 cannot be transparent",
		"--frames: frame 90 does not exist":                       "Range: frame 90 does not exist",
		"--codec prores: --output must end in .mov":               "Codec prores: File must end in .mov",
		"run.mcap: --size 10x10: must be at least 16 × 16 pixels": "run.mcap: Size 10x10: must be at least 16 × 16 pixels",
	} {
		if got := inDialogWords(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestCosts(t *testing.T) {
	var p progress
	began := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for k := 1; k <= 6; k++ { // 2 s to start, then half a second per frame
		p.note(console.ProgressLine{What: "x", Done: k, Total: 6}, began.Add(2*time.Second+time.Duration(k)*time.Second/2))
	}
	if c := costOf(5, &p, 6, 6000); math.Abs(c.perFrame-0.5) > 1e-9 || math.Abs(c.start-2) > 1e-9 || c.bytesPerFrame != 1000 {
		t.Errorf("the cost is %+v, want 2 s, 0.5 s and 1000 bytes per frame", c)
	}
	// Exports of 3 and of 12 frames: each frame takes 0.1 s and 50 bytes, and everything else takes 1 s and
	// 700 bytes.
	c := costBetween(&cost{start: 1.3, base: 850}, &cost{start: 2.2, base: 1300}, 3, 12)
	if math.Abs(c.start-1) > 1e-9 || math.Abs(c.perFrame-0.1) > 1e-9 || math.Abs(c.base-700) > 1e-9 || math.Abs(c.bytesPerFrame-50) > 1e-9 {
		t.Errorf("the cost is %+v, want 1 s, 0.1 s per frame, 700 bytes and 50 per frame", c)
	}
}

func TestOutputBytes(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "flock.blender", "textures"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"a_0001.png": "12345", "a_0002.png": "123", "a_x.png": "1", "flock.blender/scene.py": "1234", "flock.blender/textures/a": "12"} {
		testfiles.Write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	for name, want := range map[string]float64{"a_####.png": 8, "a_x.png": 1, "flock.blender": 6, "none.png": 0, "b_####.png": 0} {
		if got := outputBytes(filepath.Join(dir, name), time.Time{}); got != want {
			t.Errorf("%s has %g bytes, want %g", name, got, want)
		}
	}
	began := time.Now()
	if err := os.Chtimes(filepath.Join(dir, "a_0002.png"), began, began.Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	if got := outputBytes(filepath.Join(dir, "a_####.png"), began.Add(-time.Second)); got != 5 {
		t.Errorf("the pictures without that of an earlier run have %g bytes, want 5", got)
	}
}
