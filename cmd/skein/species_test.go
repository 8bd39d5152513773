package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"skein/flock"
	"skein/flock/recording"
	"skein/models"
)

// hunting is a scenario of twelve sparrows and three hawks, whose bird is a model beside
// it, of that content.
func hunting(t *testing.T) (scene string, model []byte) {
	t.Helper()
	dir := t.TempDir()
	model, err := os.ReadFile(filepath.Join("..", "..", "models", "gull.glb"))
	if err != nil {
		t.Fatal(err)
	}
	scene = filepath.Join(dir, "hunt.toml")
	for name, text := range map[string][]byte{
		filepath.Join(dir, "eagle.glb"): model,
		scene: []byte(`version = 1
name = "hunt"
species = "sparrow"
flees = ["hawk"]
seed = 7
warm_up = 0.0
params.count = 12
params.wingspan = 0.25
[[flock]]
species = "hawk"
follows = ["sparrow"]
params.count = 3
params.wingspan = 1.25
bird.file = "eagle.glb"
`),
	} {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return scene, model
}

// A recording holds the birds of all species, and is verified, gone on with and exported
// wherever it goes.
func TestRecordSpecies(t *testing.T) {
	scene, model := hunting(t)
	dir := t.TempDir()
	path, whole := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "whole.mcap")
	must(t, "record", scene, "-o", whole, "--seconds", "1.5", "-q")
	var sum recordSummary
	if err := json.Unmarshal([]byte(must(t, "record", scene, "-o", path, "--seconds", "1", "--count", "10", "--json", "-q")), &sum); err != nil {
		t.Fatal(err)
	}
	if want := []flockCount{{"sparrow", 10}, {"hawk", 3}}; sum.Boids != 13 || !reflect.DeepEqual(sum.Flocks, want) {
		t.Errorf("recorded %d boids, %v; want %v", sum.Boids, sum.Flocks, want)
	}
	code, _, msg := skein("record", scene, "-o", path, "--seconds", "1", "--force")
	if want := "s of 15 boids (12 sparrow, 3 hawk), last state"; code != 0 || !strings.Contains(msg, want) {
		t.Errorf("exit %d, %s; want %s", code, msg, want)
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
		t.Errorf("flocks %+v, want %+v", got, want)
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
	if got, want := framesOf(t, path), framesOf(t, whole); !reflect.DeepEqual(got, want) {
		t.Error("gone on with, it is not what it is in one")
	}
	checkSpeciesGLB(t, path)
}

// checkSpeciesGLB holds an export of a recording of sparrows and hawks against the models
// and wingspans of the scene.
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
		t.Errorf("birds %v, want %v", counts, want)
	}
	for k, span := range []float64{0.25, 1.25} {
		wide := 0.0
		for _, p := range doc.Meshes[k].Primitives {
			at := doc.Accessors[p.Attributes[gltf.POSITION]]
			wide = max(wide, at.Max[0]-at.Min[0])
		}
		if wide < 0.9*span || wide > 1.01*span { // with wings fully open
			t.Errorf("%s is %g m wide, want %g", doc.Meshes[k].Name, wide, span)
		}
	}
}

// A parameter of another flock than the first is swept by the name of its species.
func TestSweepSpecies(t *testing.T) {
	scene, _ := hunting(t)
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
		t.Fatalf("recorded %v, want %v", names, want)
	}
	r, err := recording.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if meta := r.Meta(); meta.Count != 12 || meta.Others[0].Count != 1 {
		t.Errorf("%s is of %+v", names[0], meta.Flocks())
	}
	var sum sweepSummary
	if err := json.Unmarshal([]byte(must(t, append(args, "--resume", "--json")...)), &sum); err != nil || sum.Skipped != 4 {
		t.Errorf("%d skipped, %v", sum.Skipped, err)
	}
	var sets []map[string]any
	for _, row := range statsOf(t, files...).Rows {
		sets = append(sets, row.Set)
		if n := float64(row.Flocks[1].Boids); row.Flocks[1].Species != "hawk" || n != row.Set["hawk.count"] {
			t.Errorf("%v has %v of species %s", row.Set, n, row.Flocks[1].Species)
		}
	}
	set := func(x, n float64) map[string]any { return map[string]any{"leadership": x, "hawk.count": n} }
	if want := []map[string]any{set(0, 1), set(0, 2), set(0.5, 1), set(0.5, 2)}; !reflect.DeepEqual(sets, want) {
		t.Errorf("rows of %v, want %v", sets, want)
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
				t.Errorf("%s --sweep %s: exit %d, %s; want %s", args[0], text, code, msg, want)
			}
		}
	}
	twice := []string{"record", scene, "-o", dir, "--sweep", "sparrow.count=1,2", "--sweep", "count=3"}
	if code, _, msg := skein(twice...); code != exitUsage || !strings.Contains(msg, "count is swept already") {
		t.Errorf("exit %d, %s", code, msg)
	}
}

// knownFlocks is knownRecording with two hawks more, which fly upwards 2 m apart until
// one of them, at frame 11, has left the other by 6 m. They see 5 m far.
func knownFlocks(t *testing.T) string {
	t.Helper()
	one, err := recording.Open(knownRecording(t))
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	path := filepath.Join(t.TempDir(), "known.mcap")
	meta := one.Meta()
	meta.TOML = append(meta.TOML, "[[flock]]\nspecies = \"hawk\"\n[flock.params]\nvision = 5\nleadership = 0.75\n"...)
	meta.Others = []recording.Flock{{Species: "hawk", Model: "hartman", Count: 2}}
	w, err := recording.Create(path, meta, recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k := range 20 {
		events, err := one.Between(k-1, k)
		if err != nil {
			t.Fatal(err)
		}
		var s flock.Snapshot
		if err := one.Frame(k, &s); err != nil {
			t.Fatal(err)
		}
		apart := float32(2)
		if k >= 10 {
			apart = 6
		}
		if k == 10 {
			events = append(events, flock.Event{Tick: 60, Kind: flock.EscapeBegan, Boid: 4, Flock: 1, Front: -0.5})
		}
		s.Pos = append(s.Pos, mgl32.Vec3{0.5, 0, 0}, mgl32.Vec3{0.5, apart, 0}) // in the midst of the others
		s.Vel = append(s.Vel, mgl32.Vec3{0, 8, 0}, mgl32.Vec3{0, 8, 0})
		s.Up = append(s.Up, mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, 0, 1})
		s.Phase, s.Flags, s.Counts = append(s.Phase, 0, 0), append(s.Flags, 0, 0), []int{3, 2}
		if err := w.Events(events); err != nil {
			t.Fatal(err)
		}
		if err := w.Frame(&s); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// The numbers of a species are those that it has alone, whoever flies among it; those of
// the hawks are worked by hand.
func TestStatsOfSpecies(t *testing.T) {
	path := knownFlocks(t)
	run := statsOf(t, path).Runs[0]
	if run.Report != nil || run.Leadership != nil || len(run.Flocks) != 2 || run.Hash != "0000000000000013" {
		t.Fatalf("%+v", run)
	}
	alone := statsOf(t, knownRecording(t)).Runs[0]
	first, hawks := run.Flocks[0], run.Flocks[1]
	if first.Species != "hartman" || !reflect.DeepEqual(first.Report, alone.Report) || *first.Leadership != 0.25 {
		t.Errorf("among others\n%+v, alone\n%+v", first.Report, alone.Report)
	}
	if hawks.Species != "hawk" || hawks.Boids != 2 || hawks.Frames != 20 || *hawks.Leadership != 0.75 {
		t.Errorf("hawks: %+v", hawks)
	}
	for key, want := range map[string][3]float64{ // mean, least, greatest: ten frames at 2 m, ten at 6 m
		"polarization": {1, 1, 1}, "speed": {8, 8, 8}, "nearest": {4, 2, 6}, "neighbours": {0.5, 0, 1},
		"clusters": {1.5, 1, 2}, "largest_share": {0.75, 0.5, 1}, "leaders": {0, 0, 0}, "spread": {2, 1, 3},
	} {
		m := hawks.Measures[key]
		for k, got := range []float64{m.Mean, m.Min, m.Max} {
			near(t, "hawks: "+key, got, want[k])
		}
	}
	if l := hawks.Ledger; l.Escapes != 1 || l.FrontShare != 0 || l.Closed != 0 || l.Open != 1 {
		t.Errorf("the hawks' ledger: %+v", l)
	}
	report := must(t, "stats", path)
	table := must(t, "stats", path, knownRecording(t), "--markdown")
	for text, want := range map[string][]string{
		report: {
			"hartman\n\n" + path + ": 3 boids, X = 0.25, seed 5", "escapes               2, 63.2 a minute\n",
			"\n\nhawk\n\n" + path + ": 2 boids, X = 0.75, seed 5", "nearest neighbour, m             4.00 ± 2.00         2.00      6.00  0.68 to 1.51\n",
		},
		table: {
			"**hartman**\n\n| flock |", "| " + path + " | 63.2 | 1.0 | 0.5 | 5.5 | 50.0 | 1.50 | 0.83 | 0.333 | 2.50 |\n",
			"\n\n**hawk**\n\n| flock |", "| " + path + " | 31.6 | – | – | – | – | 1.50 | 0.75 | 1.000 | 4.00 |\n",
		},
	} {
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%q is not in\n%s", part, text)
			}
		}
	}
	if strings.Count(report, "Real flocks:") != 1 || strings.Count(table, "| 63.2 |") != 2 {
		t.Errorf("got\n%s\n%s", report, table)
	}
}
