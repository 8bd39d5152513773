//go:build cgo && !nowindow

package fly

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"skein/cmd/skein/internal/testfiles"
)

// Progress lines give the finished share of the work, the pace and the time left.
func TestProgressOfLines(t *testing.T) {
	began := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	at := func(seconds float64) time.Time { return began.Add(time.Duration(seconds * 1e9)) }
	var p progress
	p.note("recording take.mcap", at(0))
	if p.share(at(9)) != 0 || p.left(at(9)) != 0 {
		t.Errorf("without a number, the share is %g and the time left %g, want 0", p.share(at(9)), p.left(at(9)))
	}
	p.note("rendering a.mp4: 10 of 100", at(3)) // the start took 3 s
	p.note("rendering a.mp4: 30 of 100", at(5))
	for _, c := range []struct{ seconds, share, left float64 }{{5, 0.3, 7}, {5.5, 0.35, 6.5}, {60, 0.4, 0}} {
		if share, left := p.share(at(c.seconds)), p.left(at(c.seconds)); math.Abs(share-c.share) > 1e-9 || math.Abs(left-c.left) > 1e-9 {
			t.Errorf("after %g s the share is %g and the time left %g s, want %g and %g", c.seconds, share, left, c.share, c.left)
		}
	}
	p.note("exporting a.csv: 1 of 50", at(70))
	if p.share(at(70)) != 0.02 {
		t.Errorf("in the next part of the work, the share is %g, want 0.02", p.share(at(70)))
	}
}

// The cost of a frame does not contain the time in which the program starts.
func TestCosts(t *testing.T) {
	var p progress
	began := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for k := 1; k <= 6; k++ { // 2 s to start, then half a second each
		p.note("x: "+string(rune('0'+k))+" of 6", began.Add(2*time.Second+time.Duration(k)*time.Second/2))
	}
	if c := costOf(5, &p, 6, 6000); math.Abs(c.perFrame-0.5) > 1e-9 || math.Abs(c.start-2) > 1e-9 || c.bytesPerFrame != 1000 {
		t.Errorf("the cost is %+v, want 2 s, 0.5 s and 1000 bytes per frame", c)
	}
	// Exports of 3 and 12 frames, of which each takes 0.1 s and 50 bytes, and the rest 1 s and 700 bytes.
	c := costBetween(&cost{start: 1.3, base: 850}, &cost{start: 2.2, base: 1300}, 3, 12)
	if math.Abs(c.start-1) > 1e-9 || math.Abs(c.perFrame-0.1) > 1e-9 || math.Abs(c.base-700) > 1e-9 || math.Abs(c.bytesPerFrame-50) > 1e-9 {
		t.Errorf("the cost is %+v, want 1 s, 0.1 s per frame, 700 bytes and 50 per frame", c)
	}
}

// The size of what was written is that of a file, of a folder, or of all pictures of a pattern.
// Files of earlier runs do not count.
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
