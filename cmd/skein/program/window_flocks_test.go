//go:build cgo && !nowindow && linux

package program

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// huntedScene is a scene with two species, one of which hunts the other.
const huntedScene = `version = 1
name = "hunt"
model = "cornell-3d"
species = "sparrow"
flees = ["hawk"]
[params]
count = 40
[camera]
mode = "auto"
[show]
style = "birds"
[[flock]]
model = "cornell-3d"
species = "hawk"
[flock.params]
count = 3
wingspan = 20.0
[flock.bird]
file = "gull"
`

// TestWindowFlocks opens a window with two flocks. It chooses and edits each of them, gives one of them
// another bird and selects a boid. Then it records, saves and plays both flocks.
func TestWindowFlocks(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	file := filepath.Join(t.TempDir(), "hunt.toml")
	if err := os.WriteFile(file, []byte(huntedScene), 0o644); err != nil {
		t.Fatal(err)
	}
	p := launch(t, file, "--size", "1100x720")
	waitFor := func(what string, flock, count int, bird string) {
		t.Helper()
		p.wait(what, func(l *fly.LogLine) bool { return l.Flock == flock && l.Bird == bird && int(p.param("count")) == count })
	}
	waitFor("the sparrows", 0, 40, "starling")

	p.key("space")
	clickHawk(p, file)
	p.key("space")

	p.key("shift+k")
	waitFor("the hawks", 1, 3, "gull")
	if p.last.Said != "flock: hawk" {
		t.Errorf("it says %q", p.last.Said)
	}
	p.click(p.pointOf("bird", 0.5, 0.5))
	p.waitFrames(8)
	p.click(p.pointOf("bird.goose", 0.5, 0.5))
	waitFor("another bird for the hawks", 1, 3, "goose")
	p.click(p.pointOf("row.flock.0", 0.5, 0.5))
	waitFor("the sparrows again", 0, 40, "starling")
	p.key("shift+k")
	p.typeInto("count", "5", "Return")
	waitFor("more hawks", 1, 5, "goose")
	p.key("shift+k")
	p.key("ctrl+z")
	waitFor("fewer hawks", 1, 3, "goose")

	run := recordFrightened(p)
	must(t, "record", "--verify", run, "-q")
	p.key("p")
	p.wait("nobody to fear", func(l *fly.LogLine) bool { return l.Params["fear_present"] != true })
	saveHunt(p, file)

	p.key("r")
	p.wait("the restart", func(l *fly.LogLine) bool { return l.Tick < 20 && l.Flock == 1 && int(p.param("count")) == 3 })
	d := newDragger(t, p.display)
	d.drop(p.win, run)
	p.wait("the recording", func(l *fly.LogLine) bool { return l.Widgets["bar"] != [4]int{} && l.Bird == "starling" })
	p.key("shift+k")
	waitFor("its hawks", 1, 3, "goose")
	p.key("Return")
	p.wait("the branch", func(l *fly.LogLine) bool { _, there := l.Widgets["rejoin"]; return there })
	from := p.last.Tick
	p.wait("a living flock", func(l *fly.LogLine) bool { return l.Tick > from+10 })

	parker := filepath.Join(t.TempDir(), "birds.toml")
	if err := os.WriteFile(parker, []byte("version = 1\nmodel = \"parker\"\n[params]\ncount = 12\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	d.drop(p.win, parker)
	p.wait("a scene with another model", func(l *fly.LogLine) bool {
		_, has := l.Params["place_multiplier"]
		return has && int(p.param("count")) == 12 && l.Flock == 0 && l.Tick > 10
	})
	p.waitFrames(4)
	if _, there := p.last.Widgets["alignment"]; there {
		t.Error("the panel still has a field of the previous model")
	}
	p.typeInto("count", "1", "3", "Return")
	p.wait("another bird", func(l *fly.LogLine) bool { return int(p.param("count")) == 13 })
}

func clickHawk(p *windowDriver, file string) {
	p.Helper()
	p.settle()
	sc, err := scenario.Load(file)
	if err != nil {
		p.Fatal(err)
	}
	world, err := flock.NewWorld(sc.Def())
	if err != nil {
		p.Fatal(err)
	}
	for world.Tick() < p.last.Tick {
		world.Step()
	}
	if got := fmt.Sprintf("%016x", world.Hash()); got != p.last.Hash {
		p.Fatalf("the window's state hash is %s at tick %d, a run without it gives %s", p.last.Hash, p.last.Tick, got)
	}
	var snap flock.Snapshot
	world.Snapshot(&snap)
	id := 40 + loneliest(&p.last, snap.Pos[40:])
	x, y, _ := pixelOf(&p.last, snap.Pos[id])
	p.click(fmt.Sprint(int(x)), fmt.Sprint(int(y)))
	p.wait("a hawk selected", func(l *fly.LogLine) bool { return l.Selected == id })
	p.key("Escape")
}

// recordFrightened makes a recording while the pointer frightens the flock, and returns the file. The
// recording contains each position of the pointer as an edit.
func recordFrightened(p *windowDriver) string {
	p.Helper()
	p.key("F9")
	p.key("p")
	for k := range 5 {
		p.moveTo(fmt.Sprint(200+60*k), fmt.Sprint(250+20*k))
	}
	p.wait("fear_present to be on", func(l *fly.LogLine) bool { return l.Params["fear_present"] == true })
	p.moveTo(p.pointOf("pause", 0.5, 0.5))
	p.wait("fear_present to be off", func(l *fly.LogLine) bool { return l.Params["fear_present"] != true })
	p.moveTo("300", "300")
	p.wait("somebody again", func(l *fly.LogLine) bool { return l.Params["fear_present"] == true })
	from := p.last.Tick
	p.wait("some ticks", func(l *fly.LogLine) bool { return l.Tick > from+30 })
	p.key("F9")
	files, err := filepath.Glob(filepath.Join(p.dir, "skein-*.mcap"))
	if err != nil || len(files) != 1 {
		p.Fatalf("the recordings are %v (error %v), want one", files, err)
	}
	rec, err := recording.Open(files[0])
	if err != nil {
		p.Fatal(err)
	}
	defer rec.Close()
	edits, err := rec.Edits()
	if err != nil {
		p.Fatal(err)
	}
	var counts [2]int
	places := map[float32]bool{}
	for _, e := range edits {
		counts[e.Flock]++
		if e.Params.Bool("fear_present") {
			places[e.Params.Float("fear_x")] = true
		}
	}
	if counts[0] < 4 || counts[1] < 4 || len(places) < 3 {
		p.Errorf("the flocks have %v edits, and the pointer has %d positions; want at least 4 each, and 3", counts, len(places))
	}
	return files[0]
}

func saveHunt(p *windowDriver, file string) {
	p.Helper()
	p.save()
	sc, err := scenario.Load(file)
	if err != nil {
		p.Fatal(err)
	}
	if len(sc.Others) != 1 || sc.Others[0].Bird.File != "goose" || sc.Others[0].Params.Count() != 3 || sc.Params.Bool("fear_present") {
		p.Errorf("the saved scene has %d other flocks, want 3 hawks drawn as geese and no fear: %+v", len(sc.Others), sc.Others)
	}
}

func TestWindowRelations(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	file := filepath.Join(t.TempDir(), "hunt.toml")
	if err := os.WriteFile(file, []byte(huntedScene), 0o644); err != nil {
		t.Fatal(err)
	}
	p := launch(t, file, "--size", "1100x900")
	p.key("F9")
	p.click(p.pointOf("row.flock.1", 0.5, 0.5))
	p.wait("the hawks", func(l *fly.LogLine) bool { return l.Flock == 1 })
	p.click(p.pointOf("relation.sparrow", 0.5, 0.5))
	p.wait("the list of relations", func(l *fly.LogLine) bool { return l.Widgets["relation.sparrow.hunts them"] != [4]int{} })
	p.click(p.pointOf("relation.sparrow.hunts them", 0.5, 0.5))
	p.wait("hunting hawks", func(l *fly.LogLine) bool { return p.param("hunt_speed") > 0 })
	p.key("ctrl+s")
	p.wait("the saved scene", func(l *fly.LogLine) bool { return strings.HasPrefix(l.Said, "saved ") })
	if sc, err := scenario.Load(file); err != nil || !slices.Equal(sc.Others[0].Follows, []string{"sparrow"}) || !sc.Others[0].Hunts() {
		t.Errorf("in the saved scene the hawks follow %v (error %v), want the sparrows", sc.Others[0].Follows, err)
	}
	p.key("ctrl+z")
	p.wait("peaceful hawks", func(l *fly.LogLine) bool { return p.param("hunt_speed") == 0 })
	if p.last.Said != "undone: changed how hawk reacts to sparrow" {
		t.Errorf("it says %q", p.last.Said)
	}
	p.waitFrames(20)
	p.key("F9")
	p.wait("the recording's end", func(l *fly.LogLine) bool { return strings.Contains(l.Said, ".mcap") })
	runs, err := filepath.Glob(filepath.Join(p.dir, "skein-*.mcap"))
	if err != nil || len(runs) != 1 {
		t.Fatalf("the recordings are %v (error %v), want one", runs, err)
	}
	must(t, "record", "--verify", runs[0], "-q")
	rec, err := recording.Open(runs[0])
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	edits, err := rec.Edits()
	var seen []int
	for _, e := range edits {
		if e.Regards != nil {
			seen = append(seen, len(e.Regards.Follows))
		}
	}
	if err != nil || !slices.Equal(seen, []int{1, 0}) {
		t.Errorf("in the recorded edits, the hawks follow %v flocks (error %v), want 1 and 0", seen, err)
	}
}
