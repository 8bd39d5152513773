package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/export"
	"skein/cmd/skein/internal/record"
	"skein/cmd/skein/internal/testfiles"
	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/models"
)

// A recording contains the birds of all species. It can be verified, resumed and exported from any folder.
func TestRecordSpecies(t *testing.T) {
	scene, model := testfiles.Hunting(t)
	dir := t.TempDir()
	path, complete := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "whole.mcap")
	must(t, "record", scene, "-o", complete, "--seconds", "1.5", "-q")
	var sum record.Summary
	if err := json.Unmarshal([]byte(must(t, "record", scene, "-o", path, "--seconds", "1", "--count", "10", "--json", "-q")), &sum); err != nil {
		t.Fatal(err)
	}
	if want := []record.FlockCount{{Species: "sparrow", Boids: 10}, {Species: "hawk", Boids: 3}}; sum.Boids != 13 || !reflect.DeepEqual(sum.Flocks, want) {
		t.Errorf("recorded %d boids in the flocks %v, want %v", sum.Boids, sum.Flocks, want)
	}
	code, _, msg := skein("record", scene, "-o", path, "--seconds", "1", "--force")
	if want := "s of 15 boids (12 sparrow, 3 hawk), hash of the last state"; code != 0 || !strings.Contains(msg, want) {
		t.Errorf("exit code %d, message %q; want %q", code, msg, want)
	}
	r, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	meta := r.Meta()
	eagle := filepath.Join(filepath.Dir(scene), "eagle.glb")
	want := []recording.Flock{{Species: "sparrow", Model: "hartman", Count: 12}, {Species: "hawk", Model: "hartman", Count: 3, Bird: eagle}}
	if got := meta.Flocks(); !reflect.DeepEqual(got, want) {
		t.Errorf("the recording has the flocks %+v, want %+v", got, want)
	}
	if data, err := r.File("bird2/eagle.glb"); err != nil || !bytes.Equal(data, model) {
		t.Errorf("the recording lacks the hawks' bird: %v", err)
	}
	if err := os.Remove(eagle); err != nil {
		t.Fatal(err)
	}
	if out := must(t, "record", "--verify", path); !strings.Contains(out, "all 30 frames agree") {
		t.Error(out)
	}
	must(t, "record", "--resume", path, "--seconds", "1.5", "-q")
	if got, want := framesOf(t, path), framesOf(t, complete); !reflect.DeepEqual(got, want) {
		t.Error("the resumed recording differs from a single one")
	}
	checkSpeciesGLB(t, path)
}

func checkSpeciesGLB(t *testing.T, path string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "run.glb")
	must(t, "export", path, "-o", file, "-q")
	doc, err := gltf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, n := range doc.Nodes {
		if n.Mesh != nil {
			counts[n.Name[:strings.LastIndex(n.Name, "_")]+" is a "+doc.Meshes[*n.Mesh].Name]++
		}
	}
	if want := map[string]int{"sparrow is a " + models.Builtins()[0]: 12, "hawk is a eagle": 3}; !reflect.DeepEqual(counts, want) {
		t.Errorf("the birds in the exported file are %v, want %v", counts, want)
	}
	for k, span := range []float64{0.25, 1.25} {
		wide := 0.0
		for _, p := range doc.Meshes[k].Primitives {
			at := doc.Accessors[p.Attributes[gltf.POSITION]]
			wide = max(wide, at.Max[0]-at.Min[0])
		}
		if wide < 0.9*span || wide > 1.01*span {
			t.Errorf("%s is %g m wide, want %g", doc.Meshes[k].Name, wide, span)
		}
	}
}

func TestExportWithOtherBirds(t *testing.T) {
	scene, _ := testfiles.Hunting(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "run.mcap")
	must(t, "record", scene, "-o", path, "--seconds", "0.2", "-q")
	for _, c := range []struct {
		export.Options
		want []string
	}{
		{export.Options{}, []string{models.Builtins()[0], "eagle"}},
		{export.Options{Choice: bird.Choice{Bird: []string{"gull"}}}, []string{"gull", "eagle"}},
		{export.Options{Choice: bird.Choice{Bird: []string{"hawk=falcon"}}}, []string{models.Builtins()[0], "falcon"}},
		{export.Options{Choice: bird.Choice{Bird: []string{"hawk=falcon", "goose"}}}, []string{"goose", "falcon"}},
	} {
		c.Recording, c.Output, c.Force, c.Up, c.Unit, c.USDLayout = path, []string{filepath.Join(dir, "run.glb")}, true, "y", "m", "instancer"
		if err := c.Run(t.Context(), &console.Console{Quiet: true}); err != nil {
			t.Fatal(err)
		}
		doc, err := gltf.Open(c.Output[0])
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, m := range doc.Meshes {
			names = append(names, m.Name)
		}
		if !slices.Equal(names, c.want) {
			t.Errorf("the birds drawn are %v, want %v", names, c.want)
		}
	}
}

func TestSweepSpecies(t *testing.T) {
	scene, _ := testfiles.Hunting(t)
	dir := t.TempDir()
	args := []string{"record", scene, "-o", dir, "--sweep", "hawk.count=1:2", "--sweep", "sparrow.X=0,0.5", "--seconds", "0.5", "-q"}
	must(t, args...)
	files, _ := filepath.Glob(filepath.Join(dir, "*.mcap"))
	var names []string
	for _, file := range files {
		names = append(names, filepath.Base(file))
	}
	want := []string{
		"hawk.count=1_leadership=0.5.mcap", "hawk.count=1_leadership=0.mcap", "hawk.count=2_leadership=0.5.mcap", "hawk.count=2_leadership=0.mcap",
	}
	if !slices.Equal(names, want) {
		t.Fatalf("the recordings are %v, want %v", names, want)
	}
	r, err := recording.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if meta := r.Meta(); meta.Count != 12 || meta.Others[0].Count != 1 {
		t.Errorf("%s is of %+v", names[0], meta.Flocks())
	}
	var sum record.SweepSummary
	if err := json.Unmarshal([]byte(must(t, append(args, "--resume", "--json")...)), &sum); err != nil || sum.Skipped != 4 {
		t.Errorf("%d skipped, %v", sum.Skipped, err)
	}
	var sets []map[string]any
	for _, row := range statsOf(t, files...).Rows {
		sets = append(sets, row.Set)
		if n := float64(row.Flocks[1].Boids); row.Flocks[1].Species != "hawk" || n != row.Set["hawk.count"] {
			t.Errorf("the row with %v has %v boids of the species %s, want as many hawks as the row sets", row.Set, n, row.Flocks[1].Species)
		}
	}
	set := func(x, n float64) map[string]any { return map[string]any{"leadership": x, "hawk.count": n} }
	if want := []map[string]any{set(0, 1), set(0, 2), set(0.5, 1), set(0.5, 2)}; !reflect.DeepEqual(sets, want) {
		t.Errorf("the rows have the values %v, want %v", sets, want)
	}
	swept := statsOf(t, scene, "--sweep", "hawk.count=1,2", "--seconds", "0.5")
	if len(swept.Rows) != 2 || swept.Rows[1].Set["hawk.count"] != 2.0 || swept.Rows[1].Flocks[1].Boids != 2 || swept.Rows[0].Flocks[1].Boids != 1 {
		t.Errorf("swept: %+v", swept.Rows)
	}
	for text, want := range map[string]string{
		"hwk.count=3":      `unknown species "hwk", did you mean "hawk"?; the scene has sparrow, hawk`,
		"owl.count=3":      `unknown species "owl"; the scene has sparrow, hawk`,
		"hawk.cont=3":      `unknown key "cont", did you mean "count"?`,
		"hawk.count=-3":    "hawk.count=-3: count is -3",
		"hawk.nonsense=3":  `unknown key "nonsense"`,
		".count=3":         `unknown key ".count"`,
		"hawk.fear_of=3,4": `unknown key "fear_of"`,
	} {
		for _, args := range [][]string{{"stats", scene}, {"record", scene, "-o", t.TempDir()}} {
			code, out, msg := skein(append(args, "--sweep", text)...)
			if code != exitUsage || out != "" || !strings.Contains(msg, want) || strings.Count(msg, "\n") != 1 {
				t.Errorf("%s --sweep %s: exit code %d, message %q; want one line with %q", args[0], text, code, msg, want)
			}
		}
	}
	repeated := []string{"record", scene, "-o", dir, "--sweep", "sparrow.count=1,2", "--sweep", "count=3"}
	if code, _, msg := skein(repeated...); code != exitUsage || !strings.Contains(msg, "count already has a --sweep") {
		t.Errorf("exit %d, %s", code, msg)
	}
}

// If a flock grows during a flight, the exported ids of later flocks do not change. Recordings with
// different seeds can still be pooled.
func TestSpeciesThatGrow(t *testing.T) {
	scene, _ := testfiles.Hunting(t)
	text, err := os.ReadFile(scene)
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, "[[event]]\nat = 0.25\nkey = \"count\"\nvalue = 15\n"...)
	if err := os.WriteFile(scene, text, 0o644); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	must(t, "record", scene, "-o", dir, "--sweep", "seed=1:2", "--seconds", "0.5", "-q")
	files, _ := filepath.Glob(filepath.Join(dir, "*.mcap"))
	if rows := statsOf(t, files...).Rows; len(files) != 2 || len(rows) != 1 || !slices.Equal(rows[0].Seeds, []uint64{1, 2}) {
		t.Errorf("%d recordings give the rows %+v, want 2 recordings and one row with the seeds 1 and 2", len(files), rows)
	}
	if out := must(t, "record", "--verify", files[0]); !strings.Contains(out, "all 15 frames agree") {
		t.Error(out)
	}
	file := filepath.Join(dir, "run.csv")
	must(t, "export", files[0], "-o", file, "-q")
	table, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := recording.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var got, want []string
	for _, line := range strings.Split(strings.TrimSpace(string(table)), "\n")[1:] {
		if cells := strings.Split(line, ","); cells[16] == "hawk" {
			got = append(got, strings.Join(append(cells[:1], cells[2:6]...), " "))
		}
	}
	grown := false
	for frame := range r.Frames() {
		var s flock.Snapshot
		if err := r.Frame(frame, &s); err != nil {
			t.Fatal(err)
		}
		for k, p := range s.Pos[s.Len()-3:] {
			var at []string
			for _, x := range p {
				text := strconv.FormatFloat(float64(x), 'f', -1, 32)
				if !strings.Contains(text, ".") {
					text += ".0"
				}
				at = append(at, text)
			}
			want = append(want, fmt.Sprintf("%d %d %s", frame+1, 15+k, strings.Join(at, " ")))
		}
		grown = grown || s.Len() == 18
	}
	if !grown || !slices.Equal(got, want) {
		t.Errorf("the flock has grown: %v, want true; the hawks' rows are\n%v\nwant\n%v", grown, got, want)
	}
}

func TestBirdOfASpecies(t *testing.T) {
	scene, model := testfiles.Hunting(t)
	dir := t.TempDir()
	odd := filepath.Join(dir, "a=b.glb")
	if err := os.WriteFile(odd, model, 0o644); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "run.mcap")
	must(t, "record", scene, "-o", path, "--seconds", "0.1", "-q", "--bird", "hawk=falcon", "--bird", odd)
	r, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if m := r.Meta(); m.Bird != odd || m.Others[0].Bird != "falcon" {
		t.Errorf("recorded with the birds %s and %s, want the model and falcon", m.Bird, m.Others[0].Bird)
	}
	sc, err := scenario.Load(scene)
	if err != nil {
		t.Fatal(err)
	}
	flags := bird.Choice{Bird: []string{"hawk=" + odd}, BirdClip: "glide", BirdForward: "-z"}
	if err := flags.Apply(sc); err != nil {
		t.Fatal(err)
	}
	if b := sc.Others[0].Bird; sc.Bird != scenario.DefaultBird() || b.File != odd || b.Clip != "glide" || b.Forward != "-z" {
		t.Errorf("drawn with the birds %+v and %+v, want the default and the model with its clip", sc.Bird, b)
	}
	for args, want := range map[string]string{
		"--bird hawl=gull":                   `--bird hawl=gull: unknown species "hawl", did you mean "hawk"?; the scene has sparrow, hawk`,
		"--bird hawk=":                       "--bird hawk=: the bird after the equals sign is missing",
		"--bird hawk=dodo":                   `no built-in bird "dodo"`,
		"--bird hawk=gull --bird-shares 1,2": "--bird-shares 1,2: must have a number for each model; the flock has 1 model, and each --bird adds a model",
		"--bird gull --bird-shares hawk=0":   "--bird-shares hawk=0: must be whole numbers from 1 to 1000, such as 3,1",
		"--bird gull --bird-shares hawl=1":   `--bird-shares hawl=1: unknown species "hawl"`,
		"--bird hawk=run.mcap":               "run.mcap is a recording",
	} {
		for _, command := range []string{"record " + scene + " -o " + filepath.Join(dir, "no.mcap"), "render " + scene + " --frames 1 -o " + filepath.Join(dir, "##.png"), "fly " + scene} {
			if _, _, msg := skein(append(strings.Fields(command), strings.Fields(args)...)...); !strings.Contains(msg, want) || strings.Count(msg, "\n") != 1 {
				t.Errorf("%s %s: the message is %q, want one line with %q", command, args, msg, want)
			}
		}
	}
}
