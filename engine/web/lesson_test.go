package web

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"skein/engine/web/live"
	"skein/flock"
	"skein/flock/scenario"
)

// The text of a scene in a page names no file of the machine that wrote the page. The text is still
// a valid scene and gives the same simulation. The original scene keeps its files.
func TestLessonNamesNoFiles(t *testing.T) {
	sc, err := scenario.Builtin("falcon")
	if err != nil {
		t.Fatal(err)
	}
	sc.Bird.File, sc.Others[0].Bird.File, sc.Camera.Path = "/home/someone/gull.glb", `C:\someone\falcon.glb`, "/home/someone/path.json"
	text := withoutFiles(sc).TOML()
	if strings.Contains(string(text), "someone") {
		t.Errorf("the page names a file:\n%s", text)
	}
	got, err := scenario.Parse("scene.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := got.Def(), sc.Def(); len(got.Others) != 1 || got.Params.Count() != want.Params.Count() || got.Others[0].Params.Count() != want.Others[0].Params.Count() {
		t.Errorf("the flocks in the page are %+v, want %+v", got, want)
	}
	if !strings.Contains(sc.Others[0].Bird.File, "someone") || sc.Bird.File == "" {
		t.Error("the scene has lost its files")
	}
}

func TestLessonStart(t *testing.T) {
	sc, err := scenario.Builtin("falcon")
	if err != nil {
		t.Fatal(err)
	}
	if err := sc.Params.Set("count", 30); err != nil {
		t.Fatal(err)
	}
	w, err := flock.NewWorld(sc.Def())
	if err != nil {
		t.Fatal(err)
	}
	l := Lesson{Scene: sc, Start: w.Checkpoint()}
	about, first, err := l.start()
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%016x", w.Hash()); about.Hash != want || !slices.Equal(about.Counts, []int{30, 1}) || len(about.States) != 2 {
		t.Errorf("the page begins with the hash %s, counts %v and %d states; want %s, [30 1] and 2", about.Hash, about.Counts, len(about.States), want)
	}
	var current flock.Snapshot
	w.Snapshot(&current)
	if len(first) != 31*4*live.BirdFloats {
		t.Fatalf("31 birds have %d bytes", len(first))
	}
	for i, pos := range current.Pos {
		for k := range 3 {
			if got := math.Float32frombits(binary.LittleEndian.Uint32(first[4*(live.BirdFloats*i+k):])); got != pos[k] {
				t.Fatalf("coordinate %d of bird %d is %g, want %g", k, i, got, pos[k])
			}
		}
	}
}

func TestLateDataFollowsTheProgram(t *testing.T) {
	page := write(t, &Page{Program: "begin()", Data: []Data{{Name: "early", Bytes: []byte("a")}}, Late: []Data{{Name: "late", Bytes: []byte("b")}}})
	early, program, late := strings.Index(page, "skein-data-early"), strings.Index(page, "begin()"), strings.Index(page, "skein-data-late")
	if early < 0 || early > program || program > late {
		t.Errorf("the page has its parts at %d, %d and %d", early, program, late)
	}
}
