//go:build cgo && !nowindow && linux

package program

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
	"skein/flock/scenario"
)

func (p *windowDriver) drag(key string, x, y string) {
	p.Helper()
	p.moveTo(p.pointOf(key, 0.5, 0.5))
	p.xdotool("mousedown", "1")
	p.waitFrames(2)
	px, py := p.pointOf(key, 0.7, 0.5)
	p.moveTo(px, py)
	p.moveTo(x, y)
	p.waitFrames(2)
	p.xdotool("mouseup", "1")
	p.waitFrames(3)
}

// TestWindowTimeline adds keys of the camera and of a parameter to the timeline of a live flock. It
// drags, eases, deletes and restores the keys, and checks that the files contain the keys.
func TestWindowTimeline(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "40", "--size", "1100x770")
	p.wait("two seconds", func(l *fly.LogLine) bool { return l.Shown > 2 })
	p.key("space")
	at := p.last.Shown
	moved := func(what, row string, want float64) {
		t.Helper()
		p.wait(what, func(l *fly.LogLine) bool {
			n := len(l.Keys[row])
			return n > 0 && math.Abs(l.Keys[row][n-1]-want) < 0.15
		})
	}
	wayFile := filepath.Join(p.dir, "my-murmuration-camera.toml")

	// Camera keys.
	p.moveTo(p.sky())
	p.key("k")
	moved("a camera key", "camera", at)
	bar := p.last.Widgets["bar"]
	x := func(seconds float64) string { return fmt.Sprint(bar[0] + int(seconds/30*float64(bar[2]))) }
	_, y := p.pointOf("timeline.camera.0", 0.5, 0.5)
	p.drag("timeline.camera.0", x(12), y)
	moved("the camera key at 12 s", "camera", 12)
	p.save()
	if keys, err := scenario.LoadCamera(wayFile); err != nil || len(keys) != 1 || math.Abs(keys[0].Time-12) > 0.15 {
		t.Errorf("the camera's file has the keys %v (error %v), want one at 12 s", keys, err)
	}
	p.key("ctrl+z")
	moved("undone", "camera", at)
	p.key("ctrl+shift+z")
	moved("redone", "camera", 12)
	p.click(p.pointOf("timeline.camera.0", 0.5, 0.5))
	p.key("Delete")
	p.wait("no camera key", func(l *fly.LogLine) bool { return len(l.Keys["camera"]) == 0 })

	// Parameter keys.
	p.moveTo(p.pointOf("cohesion", 0.9, 0.5))
	p.key("k")
	moved("a key of cohesion", "cohesion", at)
	p.key("space")
	p.wait("the key's time to be over", func(l *fly.LogLine) bool { return l.Shown > at+0.2 })
	p.key("space")
	p.slide("cohesion", 0.4, 0.9)
	set := p.param("cohesion")
	p.key("space")
	p.wait("some seconds", func(l *fly.LogLine) bool { return l.Shown > at+3 })
	p.key("space")
	later := p.last.Shown
	p.moveTo(p.pointOf("cohesion", 0.9, 0.5))
	p.key("k")
	p.wait("a second key", func(l *fly.LogLine) bool { return len(l.Keys["cohesion"]) == 2 })
	_, y = p.pointOf("timeline.cohesion.1", 0.5, 0.5)
	p.drag("timeline.cohesion.1", x(10), y)
	moved("the key at 10 s", "cohesion", 10)
	p.moveTo(p.pointOf("timeline.cohesion.1", 0.5, 0.5))
	p.xdotool("click", "3")
	p.wait("its menu", func(l *fly.LogLine) bool { return l.Widgets["key.ease.linear"] != [4]int{} })
	p.waitFrames(4)
	p.click(p.pointOf("key.ease.linear", 0.5, 0.5))
	p.save()
	sc, err := scenario.Load(filepath.Join(p.dir, "my-murmuration.toml"))
	if err != nil || len(sc.Events) != 2 {
		t.Fatalf("the saved scene has the events %+v (error %v), want two", sc, err)
	}
	e := sc.Events[1]
	if end := float64(e.At + e.Ramp); math.Abs(end-10) > 0.15 || math.Abs(float64(e.At)-at) > 0.01 || e.Smooth || math.Abs(float64(e.Value.(float32))-set) > 1e-6 {
		t.Errorf("the event is saved as %+v; want cohesion to change evenly to %v from %v s (keyed at %v s) to 10 s", e, set, at, later)
	}
	p.click(p.pointOf("timeline.cohesion.1", 0.5, 0.5))
	p.key("Delete")
	p.wait("one key", func(l *fly.LogLine) bool { return len(l.Keys["cohesion"]) == 1 })
	p.key("ctrl+z")
	p.wait("both keys", func(l *fly.LogLine) bool { return len(l.Keys["cohesion"]) == 2 })
}

func TestWindowKeysTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "40", "--size", "1100x770")
	p.wait("two seconds", func(l *fly.LogLine) bool { return l.Shown > 2 })
	p.key("space")
	p.moveTo(p.sky())
	p.key("k")
	p.wait("a camera key", func(l *fly.LogLine) bool { return len(l.Keys["camera"]) == 1 })
	for range 3 {
		p.key("period")
	}
	p.key("k")
	p.wait("two camera keys", func(l *fly.LogLine) bool { return len(l.Keys["camera"]) == 2 })
	both := p.last.Keys["camera"]
	var seen []float64
	for range 3 {
		p.click(p.pointOf("timeline.camera.0", 0.6, 0.5))
		p.waitFrames(3)
		seen = append(seen, p.last.Shown)
	}
	if seen[0] == seen[1] || seen[0] != seen[2] || math.Abs(seen[0]+seen[1]-both[0]-both[1]) > 0.02 {
		t.Errorf("clicks on the keys at %v s went to the times %v, want those of the keys", both, seen)
	}
	p.key("Delete")
	p.wait("one camera key", func(l *fly.LogLine) bool { return len(l.Keys["camera"]) == 1 })
	if math.Abs(p.last.Keys["camera"][0]-seen[1]) > 0.01 {
		t.Errorf("of the keys at %v s, those at %v s are left, want that at %v s", both, p.last.Keys["camera"], seen[1])
	}
}

func TestWindowPast(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "40", "--size", "1100x770")
	p.wait("four seconds", func(l *fly.LogLine) bool { return l.Shown > 4 })
	p.key("space")
	p.wait("a pause", func(l *fly.LogLine) bool { return l.Paused })
	p.waitFrames(3)
	now, hash := p.last.Shown, p.last.Hash
	bar := p.last.Widgets["bar"]
	to := func(seconds float64) {
		t.Helper()
		p.click(fmt.Sprint(bar[0]+int(math.Round(seconds/30*float64(bar[2])))), fmt.Sprint(bar[1]+bar[3]/2))
	}
	for _, at := range []float64{1, 3, 2} {
		to(at)
		p.wait("the past", func(l *fly.LogLine) bool { return l.Past && math.Abs(l.Shown-at) < 0.06 })
		if p.last.Hash == hash {
			t.Errorf("at %v s, the flock's state is the present one, want the past one", at)
		}
	}
	vision := p.param("vision")
	p.slide("vision", 0.4, 0.9)
	if p.param("vision") != vision {
		t.Error("a parameter of the past was edited")
	}
	p.key("End")
	p.wait("now", func(l *fly.LogLine) bool {
		return !l.Past && l.Hash == hash && math.Abs(l.Shown-now) < 0.05 && l.Paused
	})

	p.key("Left")
	p.wait("a frame back", func(l *fly.LogLine) bool { return l.Past && l.Shown < now && l.Shown > now-0.1 })
	to(2)
	p.wait("two seconds", func(l *fly.LogLine) bool { return l.Past && math.Abs(l.Shown-2) < 0.06 })
	p.key("Return")
	p.wait("the flock to go on from the past frame", func(l *fly.LogLine) bool { return !l.Past && !l.Paused && l.Shown > 2.1 && l.Shown < now })
	p.slide("vision", 0.4, 0.9)
	p.wait("an edit", func(l *fly.LogLine) bool { return p.param("vision") > vision })
	to(1)
	p.wait("an earlier past frame", func(l *fly.LogLine) bool { return l.Past && math.Abs(l.Shown-1) < 0.06 && p.param("vision") == vision })
	p.click(p.pointOf("play", 0.5, 0.5))
	p.wait("playback to reach the present and go on", func(l *fly.LogLine) bool { return !l.Past && !l.Paused && p.param("vision") > vision })

	// The edit is later than 1 s, so the window asks before it deletes the edit.
	asks := func(l *fly.LogLine) bool { return l.Widgets["ask.lose"] != [4]int{} }
	for _, answer := range []string{"ask.stay", "ask.lose"} {
		to(1)
		p.wait("the past", func(l *fly.LogLine) bool { return l.Past && math.Abs(l.Shown-1) < 0.06 })
		p.key("Return")
		p.wait("a question", asks)
		if !p.last.Past {
			t.Error("the flock went on before the question was answered")
		}
		p.click(p.pointOf(answer, 0.5, 0.5))
		p.wait("the end of the question", func(l *fly.LogLine) bool { return !asks(l) })
	}
	p.wait("the flock to go on without the edit", func(l *fly.LogLine) bool { return !l.Past && l.Shown > 1.1 && p.param("vision") == vision })
}

func (p *windowDriver) typeOver(key, text string) {
	p.Helper()
	p.click(p.pointOf(key, 0.5, 0.5))
	p.waitFrames(8)
	p.chord("ctrl+a")
	p.xdotool("type", "--delay", "30", text)
	p.waitFrames(4)
	p.key("Return")
}

// TestWindowRange sets the in and out points in a live flock and renders that range. The number of pictures
// follows from the frame rate. If the job is cancelled, it leaves no incomplete files.
func TestWindowRange(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	p := launch(t, "murmuration", "--count", "20", "--size", "1100x770")
	p.wait("three seconds", func(l *fly.LogLine) bool { return l.Shown > 3 })
	p.key("space")
	bar := p.last.Widgets["bar"]
	for _, at := range []struct {
		seconds float64
		key     string
	}{{1, "bracketleft"}, {2.5, "bracketright"}} {
		p.click(fmt.Sprint(bar[0]+int(math.Round(at.seconds/30*float64(bar[2])))), fmt.Sprint(bar[1]+bar[3]/2))
		p.wait("the past", func(l *fly.LogLine) bool { return l.Past && math.Abs(l.Shown-at.seconds) < 0.06 })
		p.key(at.key)
	}
	spans := func(in, out float64) {
		t.Helper()
		p.wait("the range", func(l *fly.LogLine) bool { return math.Abs(l.Span[0]-in) < 0.06 && math.Abs(l.Span[1]-out) < 0.06 })
	}
	spans(1, 2.5)
	flag := func(from, to float64) { // drags the flag of the in or out point
		t.Helper()
		at := func(seconds float64) string { return fmt.Sprint(bar[0] + int(math.Round(seconds/30*float64(bar[2])))) }
		y := fmt.Sprint(bar[1] + 3)
		p.moveTo(at(from), y)
		p.xdotool("mousedown", "1")
		p.waitFrames(2)
		p.moveTo(at((from+to)/2), y)
		p.moveTo(at(to), y)
		p.waitFrames(2)
		p.xdotool("mouseup", "1")
		p.waitFrames(3)
	}
	shown := p.last.Shown
	flag(2.5, 8)
	spans(1, 8)
	flag(1, 12) // the in point cannot pass the out point
	spans(8, 8)
	flag(8, 1)
	spans(1, 8)
	flag(8, 2.5)
	spans(1, 2.5)
	if p.last.Shown != shown {
		t.Errorf("dragging the ends of the range moved the time to %v s", p.last.Shown)
	}
	in, out := p.last.Span[0], p.last.Span[1]
	p.click(p.pointOf("menu.file", 0.5, 0.5))
	p.waitFrames(4)
	p.click(p.pointOf("menu.file.render", 0.5, 0.5))
	p.waitFrames(6)
	p.typeOver("range.file", "shot/####.png")
	p.typeOver("range.size", "96x54")
	p.typeOver("range.fps", "10")
	p.wait("what was typed", func(l *fly.LogLine) bool {
		return l.Plan != nil && l.Plan.File == "shot/####.png" && l.Plan.Size == "96x54" && l.Plan.FPS == "10"
	})
	p.click(p.pointOf("range.go", 0.5, 0.5))
	p.wait("the pictures", func(l *fly.LogLine) bool { return strings.HasPrefix(l.Said, "done: shot/####.png, in the folder ") })
	p.wait("what came of it", func(l *fly.LogLine) bool {
		return l.Widgets["range.done"] != [4]int{} && l.Widgets["range.show"] != [4]int{}
	})
	want := int(math.Floor((out-in)*10+1e-6)) + 1
	files, err := filepath.Glob(filepath.Join(p.dir, "shot", "*.png"))
	if err != nil || len(files) != want {
		t.Errorf("%d pictures were drawn from %v to %v s at 10 a second, want %d (error %v)", len(files), in, out, want, err)
	}
	must(t, "record", "--verify", filepath.Join(p.dir, "shot-take.mcap"), "-q")

	if err := os.WriteFile(filepath.Join(p.dir, "blocked"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	p.typeOver("range.file", "blocked/####.png")
	p.wait("what was typed", func(l *fly.LogLine) bool { return l.Plan != nil && l.Plan.File == "blocked/####.png" })
	p.click(p.pointOf("range.go", 0.5, 0.5))
	p.wait("the message that the rendering failed", func(l *fly.LogLine) bool { return l.Widgets["range.failure"] != [4]int{} })
	p.waitFrames(6) // the window gets its size and place in its first frames
	p.clickOn(p.last.Widgets["range.failure.close"])
	p.wait("no message", func(l *fly.LogLine) bool { _, shown := l.Widgets["range.failure"]; return !shown })
	p.typeOver("range.file", "shot/####.png")

	p.click(p.pointOf("range.preset.compositing", 0.5, 0.5))
	p.wait("the preset", func(l *fly.LogLine) bool {
		return l.Plan.File == "shot/####.exr" && l.Plan.Size == "1920x1080" && l.Plan.Samples == 16
	})
	p.click(p.pointOf("range.format.mp4", 0.5, 0.5))
	p.wait("the format", func(l *fly.LogLine) bool { return l.Plan.File == "shot.mp4" })
	p.click(p.pointOf("range.preset.draft", 0.5, 0.5))
	p.wait("an estimate", func(l *fly.LogLine) bool { return l.Estimate.Seconds > 0 && l.Estimate.Bytes > 0 })
	p.typeOver("range.file", "long.mp4")
	p.typeOver("range.out", "600")
	p.click(p.pointOf("range.go", 0.5, 0.5))
	p.wait("the Cancel button", func(l *fly.LogLine) bool { return l.Widgets["range.cancel"] != [4]int{} })
	p.click(p.pointOf("range.cancel", 0.5, 0.5))
	p.wait("the message that the range was cancelled", func(l *fly.LogLine) bool { return l.Said == "cancelled; no incomplete files remain" })
	all, err := filepath.Glob(filepath.Join(p.dir, "*long*"))
	if hidden, _ := filepath.Glob(filepath.Join(p.dir, ".*long*")); err != nil || len(all)+len(hidden) > 0 {
		t.Errorf("cancelling left the files %v and %v (error %v)", all, hidden, err)
	}
}

func TestWindowBookmark(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "20", "--size", "1100x770")
	p.key("space")
	x, y := p.sky()
	p.moveTo(x, y)
	p.xdotool("click", "--repeat", "4", "5")
	p.settle()
	there := p.last.Look["camera.distance"].(float64)
	p.key("ctrl+shift+3")
	p.wait("a bookmark", func(l *fly.LogLine) bool { return strings.HasPrefix(l.Said, "saved bookmark 3") })
	file := filepath.Join(p.dir, "skein-murmuration-bookmarks.toml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	quits(p)

	q := launchFrom(t, display(t), p.dir, "murmuration", "--count", "20", "--size", "1100x770")
	if got := q.last.Look["camera.distance"].(float64); math.Abs(got-there) < 1 {
		t.Fatalf("the camera is already %v m away, the bookmark's distance", got)
	}
	q.key("space")
	q.key("ctrl+3")
	q.wait("the bookmark", func(l *fly.LogLine) bool {
		return l.Mode == "orbit" && math.Abs(l.Look["camera.distance"].(float64)-there) < 1e-3
	})
	if again, err := os.ReadFile(file); err != nil || string(again) != string(text) {
		t.Errorf("the bookmarks file has changed to %q (error %v)", again, err)
	}
}
