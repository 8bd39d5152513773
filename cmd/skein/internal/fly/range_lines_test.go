//go:build cgo && !nowindow

package fly

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/testfiles"
	"skein/engine/studio"
	"skein/flock/sample"
	"skein/flock/scenario"
	"skein/ui"
)

// For a live flock, the range dialog shows two commands. If these are run one after the other, they export
// the frames of the range. After an edit of the flock, the dialog shows no commands.
func TestRangeLines(t *testing.T) {
	t.Chdir(t.TempDir())
	testfiles.Write(t, "yard.toml", "version = 1\nwarm_up = 0.0\n[params]\ncount = 3\n")
	sc, err := scenario.Load("yard.toml")
	if err != nil {
		t.Fatal(err)
	}
	count := 4
	s := &session{cmd: &Options{Scene: "yard.toml", Simulation: input.Simulation{Count: &count}}, scene: sc}
	spec, _ := sc.Params.Spec("count")
	*spec.Int(&sc.Params.Values) = count
	world, err := input.NewWorld(t.Context(), s.cmd.Def(sc))
	if err != nil {
		t.Fatal(err)
	}
	s.Studio = studio.New(world, s.cmd.Def(sc), sc.Look)
	plan := ui.Range{Export: true, File: "flock.csv", In: 0.5, Out: 1.2}
	line, ok := s.fromScene(plan, "flock-take.mcap")
	if !ok {
		t.Fatal("an unedited flock has no command lines")
	}
	for _, command := range strings.Split(line, " && ") {
		runSkein(t, append(strings.Fields(command)[1:], "-q")...)
	}
	f, err := os.Open("flock.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(rows[0], "time")
	first, _ := strconv.ParseFloat(rows[1][at], 64)
	last, _ := strconv.ParseFloat(rows[len(rows)-1][at], 64)
	if frames := (len(rows) - 1) / count; frames != 22 || first < 0.4999 || first > 0.5001 || last < 1.1999 || last > 1.2001 {
		t.Errorf("%s: %d frames from %v to %v s, want 22 from 0.5 to 1.2", line, frames, first, last)
	}

	// The commands also accept the lines for other formats, axes and cameras.
	far := ui.Range{Export: true, File: "far.usda", In: 0.2, Out: 0.4, Up: "z", Unit: "cm", Camera: "follow"}
	others := []ui.Range{
		{Export: true, File: "shot.blender", In: 0.2, Out: 0.4},
		{Export: true, File: "few.tidy.csv", In: 0.2, Out: 0.4, Up: "z", Camera: ui.NoCamera},
		{Export: true, File: "few.glb", In: 0.2, Out: 0.4, Camera: ui.NoCamera},
		{File: "cut.mov", Size: "64x36", In: 0.2, Out: 0.3, Samples: 1, Codec: "prores"},
		{File: "matte.exr", Size: "64x36", In: 0.2, Out: 0.2, Samples: 2, Matte: true},
		{File: "layers.exr", Size: "64x36", In: 0.2, Out: 0.2, Samples: 1, Normals: true, Motion: true},
		{File: "no_layers.png", Size: "64x36", In: 0.2, Out: 0.2, Samples: 1, Matte: true, Motion: true},
	}
	for _, plan := range append(sample.Some(t, 3, others), far) {
		take := plan.File + "-take.mcap"
		line, ok := s.fromScene(plan, take)
		if !ok {
			t.Fatalf("%s has no command lines", plan.File)
		}
		for _, command := range strings.Split(line, " && ") {
			runSkein(t, append(strings.Fields(command)[1:], "-q")...)
		}
		if !outputExists(plan.File) || outputBytes(plan.File, time.Time{}) == 0 {
			t.Errorf("%s wrote nothing", line)
		}
	}
	layer, err := os.ReadFile(far.File)
	if text := string(layer); err != nil || !strings.Contains(text, `upAxis = "Z"`) || !strings.Contains(text, "metersPerUnit = 0.01") || !strings.Contains(text, "def Camera") {
		t.Errorf("far.usda lacks its up-axis, unit or camera (error %v)", err)
	}

	c := s.Studio.Controls
	vision, _ := c.Params.Spec("vision")
	*vision.Float(&c.Params.Values) += 1
	if err := s.Studio.Set(c, studio.Done); err != nil {
		t.Fatal(err)
	}
	if line, ok := s.fromScene(plan, "flock-take.mcap"); ok {
		t.Errorf("an edited flock has the command lines %s, want none", line)
	}
}

// For a scene that was opened from a file, the panel offers the name of that file. Saving then replaces
// the file without a question. For a built-in scene or a recording, the panel offers a different name.
func TestSceneFileOffered(t *testing.T) {
	file := filepath.Join(t.TempDir(), "yard.toml")
	testfiles.Write(t, file, "version = 1\nname = \"court\"\n")
	opened, err := scenario.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	builtin, err := scenario.Builtin("paper")
	if err != nil {
		t.Fatal(err)
	}
	rec := filepath.Join(t.TempDir(), "run.mcap")
	runSkein(t, "record", file, "--count", "2", "--seconds", "0.1", "-o", rec, "-q")
	r, err := input.Open(rec)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	recorded, err := input.SceneOf(r, "", &bird.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		s    session
		want string
	}{
		{session{cmd: &Options{}, scene: opened}, file},
		{session{cmd: &Options{}, scene: builtin}, filepath.Join(saveFolder(), "my-paper.toml")},
		{session{cmd: &Options{rec: r}, scene: recorded}, filepath.Join(saveFolder(), "my-court.toml")},
	} {
		if got := c.s.sceneFile(); got != c.want {
			t.Errorf("for the scene %s, the proposed file is %s, want %s", c.s.scene.Name, got, c.want)
		}
	}
}
