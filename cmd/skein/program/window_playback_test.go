//go:build cgo && !nowindow && linux

package program

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
	"skein/flock/recording"
)

func TestWindowPlays(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	rec := filepath.Join(t.TempDir(), "run.mcap")
	must(t, "record", "murmuration", "--count", "60", "--seconds", "8", "-o", rec, "-q")
	p := launch(t, rec, "--size", "1100x720")
	p.key("space")
	p.wait("a pause", func(l *fly.LogLine) bool { return l.Paused })

	last := 8 - 1.0/30 // time of the last frame, s
	for _, share := range []float64{0.75, 0.25, 0.5} {
		p.click(p.pointOf("bar", share, 0.5))
		if got, want := p.last.Shown, share*last; math.Abs(got-want) > 0.05 {
			t.Errorf("after a click at the share %v of the timeline, the window shows %v s, want %v s", share, got, want)
		}
	}
	for _, k := range []struct {
		key    string
		frames float64
	}{{"Right", 1}, {"period", 1}, {"Left", -1}, {"comma", -1}} {
		was := p.last.Shown
		p.key(k.key)
		if got := p.last.Shown - was; math.Abs(got-k.frames/30) > 1e-6 {
			t.Errorf("%s moves the time by %v s, want %v", k.key, got, k.frames/30)
		}
	}
	p.key("End")
	if math.Abs(p.last.Shown-last) > 1e-6 {
		t.Errorf("End shows %v s", p.last.Shown)
	}
	p.key("j") // J plays backward, although the recording is paused
	p.wait("playing backward", func(l *fly.LogLine) bool { return l.Shown < last-0.5 })
	p.key("space")
	p.wait("a pause", func(l *fly.LogLine) bool { return l.Paused })

	p.click(p.pointOf("bird", 0.5, 0.5))
	p.waitFrames(5)
	p.click(p.pointOf("bird.goose", 0.5, 0.5))
	p.wait("a goose", func(l *fly.LogLine) bool { return l.Bird == "goose" })

	vision := p.param("vision")
	p.slide("vision", 0.4, 0.9)
	if p.param("vision") != vision {
		t.Errorf("the recording was edited: vision is %v", p.param("vision"))
	}
	p.choose("menu.file", "menu.file.export")
	p.wait("the dialog", func(l *fly.LogLine) bool { return l.Widgets["range.go"] != [4]int{} })
	p.waitFrames(3)
	p.typeOver("range.file", "few.glb")
	p.typeOver("range.out", "1")
	p.wait("what was typed", func(l *fly.LogLine) bool { return l.Plan != nil && l.Plan.File == "few.glb" && l.Plan.Out == 1 })
	p.click(p.pointOf("range.go", 0.5, 0.5))
	p.wait("an export", func(l *fly.LogLine) bool { return strings.HasPrefix(l.Said, "done: few.glb, in the folder ") })
	again := filepath.Join(t.TempDir(), "few.glb")
	must(t, "export", rec, "-o", again, "--frames", "1-31", "--bird", "goose", "-q")
	got, err := os.ReadFile(filepath.Join(p.dir, "few.glb"))
	if err != nil {
		t.Fatal(err)
	}
	if want, err := os.ReadFile(again); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the exported second has %d bytes and differs from that of geese with %d (error %v)", len(got), len(want), err)
	}

	left := p.last.Shown
	p.key("Return")
	p.wait("a branch", func(l *fly.LogLine) bool { return l.Widgets["rejoin"] != [4]int{} && !l.Paused && l.Shown > left+0.2 })
	p.slide("vision", 0.4, 0.9)
	if p.param("vision") <= vision {
		t.Errorf("in a branch, vision cannot be edited; it stays %v", p.param("vision"))
	}
	p.key("Return")
	p.wait("the recording", func(l *fly.LogLine) bool { return p.param("vision") == vision && math.Abs(l.Shown-left) < 0.1 })
}

func TestWindowRecords(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "60", "--size", "1100x720")
	from := p.last.Shown
	p.key("F9")
	p.wait("half a second", func(l *fly.LogLine) bool { return l.Shown > from+0.5 })
	p.slide("vision", 0.4, 0.7)
	edited := p.last.Shown
	p.wait("another", func(l *fly.LogLine) bool { return l.Shown > edited+0.5 })
	p.key("F9")
	quits(p)
	files, err := filepath.Glob(filepath.Join(p.dir, "skein-*.mcap"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the recordings are %v (error %v), want one", files, err)
	}
	must(t, "record", "--verify", files[0], "-q")
	rec, err := recording.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	edits, err := rec.Edits()
	if err != nil || len(edits) == 0 || rec.Frames() < 30 {
		t.Errorf("the recording has %d frames and the edits %v (error %v), want at least 30 and some edits", rec.Frames(), edits, err)
	}
}
