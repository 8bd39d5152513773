//go:build cgo && !nowindow && linux

package program

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/fly"
	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/flock/vec"
)

const prairie = `version = 1
base = "murmuration"
species = "starling"
warm_up = 0.0
[params]
count = 80
[camera]
mode = "orbit"
target = [0.0, 24.0, 0.0]
distance = 90.0
elevation = 4.0
`

func (p *windowDriver) typeIntoPalette(text string) {
	p.Helper()
	p.key("ctrl+p")
	p.xdotool("type", "--delay", "25", text)
	p.waitFrames(4)
	p.key("Return")
}

func hunterOf(l *fly.LogLine) (at mgl32.Vec3, ok bool) {
	if len(l.Hunters) == 1 {
		return l.Hunters[0], true
	}
	return at, false
}

// A predator that is added in the window hunts immediately. The test selects and drags it, undoes the
// drag, and saves and records the scene. The saved scene flies in the same way from its start, and the
// recording can be verified.
func TestWindowPredator(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	dir := t.TempDir()
	scene := filepath.Join(dir, "prairie.toml")
	if err := os.WriteFile(scene, []byte(prairie), 0o644); err != nil {
		t.Fatal(err)
	}
	p := launch(t, scene, "--size", "1200x860")
	p.key("F9")
	p.waitFrames(20)
	p.typeIntoPalette("Add predator")
	p.wait("a predator", func(l *fly.LogLine) bool { return len(l.Hunters) == 1 && l.Selected == 80 })
	p.wait("a stoop", func(l *fly.LogLine) bool {
		at, there := hunterOf(l)
		return there && l.Attacks > 0 && at[1] < 45 // otherwise, the handle may be above the picture
	})
	p.key("space")
	p.key("f") // frames the hunter and the flock
	p.settle()

	// Dragging the predator down by its handle is one edit.
	was, _ := hunterOf(&p.last)
	x, y := p.pointOf("handle.axis.y", 0.5, 0.5)
	fx, fy := p.pixel(was)
	tx, ty := p.pixel(was.Add(mgl32.Vec3{0, -9, 0}))
	p.moveTo(x, y)
	p.xdotool("mousedown", "1")
	p.waitFrames(2)
	for k := 1; k <= 6; k++ {
		share := float64(k) / 6
		p.moveTo(offset(x, share*(tx-fx)), offset(y, share*(ty-fy)))
	}
	p.xdotool("mouseup", "1")
	p.waitFrames(3)
	up, _ := hunterOf(&p.last)
	if rise := up.Sub(was); math.Abs(float64(rise[1]+9)) > 1 || math.Abs(float64(rise[0]))+math.Abs(float64(rise[2])) > 0.1 {
		t.Errorf("dragged down by 9 m, the predator moved by %v, want 0, -9, 0", rise)
	}
	p.key("ctrl+z")
	if back, _ := hunterOf(&p.last); back.Sub(was).Len() > 0.01 {
		t.Errorf("after undo of the drag, the predator is %v from its first place, want 0", back.Sub(was))
	}
	p.key("ctrl+y")
	p.key("Prior") // moves the predator up by one metre
	if now, _ := hunterOf(&p.last); math.Abs(float64(now[1]-up[1]-1)) > 0.01 {
		t.Errorf("Page Up moved the predator from %v to %v, want 1 m up", up, now)
	}
	p.key("Escape")
	p.wait("nothing selected", func(l *fly.LogLine) bool { return l.Selected == -1 })
	at, _ := hunterOf(&p.last)
	p.click(p.pointAt(at))
	p.wait("the predator selected with a click", func(l *fly.LogLine) bool { return l.Selected == 80 && l.Flock == 1 })
	p.pointOf("prop.hunter.at", 0.5, 0.5) // shows the page with the hunter's numbers
	p.pointOf("strike_range", 0.5, 0.5)

	p.key("space")
	p.waitFrames(30)
	p.key("F9")
	p.wait("the recording's end", func(l *fly.LogLine) bool { return strings.HasPrefix(l.Said, "saved ") })
	files, err := filepath.Glob(filepath.Join(p.dir, "skein-*.mcap"))
	if err != nil || len(files) != 1 {
		t.Fatalf("there are %d recordings, want one that goes on when the predator comes: %v", len(files), files)
	}
	hunted := 0
	for _, file := range files {
		must(t, "record", "--verify", file, "-q")
		rec, err := recording.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		edits, err := rec.Edits()
		if m := rec.Meta(); len(m.Others) != 1 || m.Others[0].Name() != "falcon" {
			t.Errorf("the recording has the other flocks %+v, want a falcon", m.Others)
		}
		rec.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range edits {
			if e.Put != nil {
				hunted++
			}
		}
	}
	if hunted < 3 {
		t.Errorf("%d moves of the predator are recorded, want at least 3", hunted)
	}

	// The saved scene starts in the same state as the scene in the window after a restart.
	p.key("space")
	p.key("Escape")
	p.waitFrames(3)
	p.save()
	saved, err := scenario.Load(scene)
	if err != nil {
		t.Fatal(err)
	}
	if len(saved.Others) != 1 || saved.Others[0].Species != "falcon" || saved.Others[0].Params.Count() != 1 || len(saved.Flees) != 1 {
		t.Fatalf("the saved scene has the predators %+v, and the flock flees %v; want one falcon", saved.Others, saved.Flees)
	}
	w, err := flock.NewWorld(saved.Def())
	if err != nil {
		t.Fatal(err)
	}
	spot, _ := w.Spot(80)
	if off := spot.At.Sub(vec.Vec{X: at[0], Y: at[1], Z: at[2]}).Length(); off > 0.01 {
		t.Errorf("the saved predator starts %g m away from the right place", off)
	}
	hash := map[int64]string{}
	for range 400 {
		hash[w.Tick()] = snapshotHash(w)
		w.Step()
	}
	p.key("r")
	p.key("space")
	p.wait("a restart", func(l *fly.LogLine) bool { return l.Tick < 100 })
	p.wait("some ticks of the saved scene", func(l *fly.LogLine) bool { return l.Tick > 20 })
	if want := hash[p.last.Tick]; p.last.Hash != want {
		t.Errorf("at tick %d the restarted flock has the hash %s, the saved one %s", p.last.Tick, p.last.Hash, want)
	}

	// The test undoes all edits, including the edit that added the predator. Then it adds and
	// removes predators.
	p.key("space")
	for range 12 {
		p.key("ctrl+z")
	}
	if len(p.last.Hunters) != 0 || p.param("alarm") != 0 {
		t.Errorf("after undo there are %d predators and alarm is %v, want none and 0", len(p.last.Hunters), p.last.Params["alarm"])
	}
	p.typeIntoPalette("Add predator")
	p.wait("another", func(l *fly.LogLine) bool { return len(l.Hunters) == 1 })
	p.key("ctrl+d")
	p.wait("two", func(l *fly.LogLine) bool { return len(l.Hunters) == 2 })
	p.key("Delete")
	p.wait("one of them", func(l *fly.LogLine) bool { return len(l.Hunters) == 1 })
}

// A flock that is added in the window flies together with the first flock, and a recording of both can
// be verified. Undo removes the flock as one edit, and redo brings it back. The saved scene contains
// the flock and its relations to other flocks.
func TestWindowAddsAFlock(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	scene := filepath.Join(t.TempDir(), "prairie.toml")
	if err := os.WriteFile(scene, []byte(prairie), 0o644); err != nil {
		t.Fatal(err)
	}
	p := launch(t, scene, "--size", "1200x860")
	p.key("F9")
	p.waitFrames(10)
	p.click(p.pointOf("menu.add", 0.5, 0.5))
	p.waitFrames(4)
	p.click(p.pointOf("menu.add.flock", 0.5, 0.5))
	p.wait("the dialog", func(l *fly.LogLine) bool { return l.Widgets["flock.go"] != [4]int{} })
	p.waitFrames(3)
	p.click(p.pointOf("flock.bird.gull", 0.5, 0.5))
	p.click(p.pointOf("flock.regard.starling", 0.5, 0.5))
	p.waitFrames(5)
	p.click(p.pointOf("flock.regard.starling.flees them", 0.5, 0.5))
	p.waitFrames(3)
	p.click(p.pointOf("flock.regarded.starling", 0.5, 0.5))
	p.waitFrames(5)
	p.click(p.pointOf("flock.regarded.starling.follows them", 0.5, 0.5))
	p.waitFrames(3)
	p.click(p.pointOf("flock.go", 0.5, 0.5))
	p.wait("the gulls", func(l *fly.LogLine) bool { return l.Boids == 120 && l.Flock == 1 })
	p.waitFrames(10)
	p.key("ctrl+z")
	p.wait("no gulls", func(l *fly.LogLine) bool { return l.Boids == 80 && slices.Contains(p.said, "undone: added gull") })
	p.key("ctrl+y")
	p.wait("the gulls again", func(l *fly.LogLine) bool { return l.Boids == 120 })
	p.waitFrames(10)
	p.key("F9")
	p.wait("the recording's end", func(l *fly.LogLine) bool { return strings.HasPrefix(l.Said, "saved ") })
	files, err := filepath.Glob(filepath.Join(p.dir, "skein-*.mcap"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the recordings are %v (error %v), want one", files, err)
	}
	must(t, "record", "--verify", files[0], "-q")
	p.key("ctrl+s")
	p.wait("a saved scene", func(l *fly.LogLine) bool { return strings.Contains(l.Said, "prairie.toml") })
	saved, err := scenario.Load(scene)
	if err != nil {
		t.Fatal(err)
	}
	if len(saved.Others) != 1 || saved.Others[0].Name() != "gull" || saved.Others[0].Bird.File != "gull" || saved.Others[0].Params.Count() != 40 ||
		len(saved.Others[0].Flees) != 1 || saved.Others[0].Flees[0] != "starling" {
		t.Errorf("the saved scene has the other flocks %+v, want 40 gulls that flee starlings", saved.Others)
	}
	if !slices.Equal(saved.Follows, []string{"gull"}) || saved.Params.Float("follow") == 0 {
		t.Errorf("in the saved scene, the starlings follow %v with the strength %v, want the gulls", saved.Follows, saved.Params.Float("follow"))
	}
}

func snapshotHash(w *flock.World) string {
	var s flock.Snapshot
	w.Snapshot(&s)
	return fmt.Sprintf("%016x", s.Hash)
}
