package web

import (
	"strings"
	"testing"

	"skein/flock/scenario"
)

// The text of a scene in a page names no file of the machine that wrote it. It is still a valid scene with
// the same simulation, and the scene itself keeps its files.
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
