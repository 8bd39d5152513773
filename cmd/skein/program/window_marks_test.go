//go:build cgo && !nowindow && linux

package program

import (
	"math"
	"path/filepath"
	"strconv"
	"testing"

	"skein/cmd/skein/internal/fly"
	"skein/cmd/skein/internal/testfiles"
)

// A click on or near a mark in the lane of events goes to the frame of the event. A click farther away goes
// to the time under the pointer. The legend explains the marks.
func TestWindowMarks(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	const seconds, event = 40.0, 10.0 // length of the recording and time of the scheduled change, s
	dir := t.TempDir()
	scene, run := filepath.Join(dir, "marked.toml"), filepath.Join(dir, "marked.mcap")
	testfiles.Write(t, scene, "version = 1\nwarm_up = 0.0\n[params]\ncount = 5\nleadership = 0.0\n[[event]]\nat = 10.0\nkey = \"vision\"\nvalue = 20.0\n")
	must(t, "record", scene, "--seconds", strconv.Itoa(seconds), "-o", run, "-q")
	p := launch(t, run, "--size", "1100x720")
	p.key("space")
	p.wait("a pause", func(l *fly.LogLine) bool { return l.Paused })
	p.wait("the legend", func(l *fly.LogLine) bool { return l.Widgets["legend.event"] != [4]int{} })

	const last = seconds - 1.0/30
	pixel := last / float64(p.last.Widgets["bar"][2]) // time per pixel, s
	for _, beside := range []float64{-3, 0, 3} {
		p.click(p.pointOf("events", (event+beside*pixel)/last, 0.5))
		p.wait("a click beside the mark to show the event's time", func(l *fly.LogLine) bool { return math.Abs(l.Shown-event) < 1e-6 })
		p.click(p.pointOf("events", (event+20*pixel)/last, 0.5))
		p.wait("a click farther away to show its own time", func(l *fly.LogLine) bool { return math.Abs(l.Shown-event-20*pixel) < 2*pixel })
	}
}
