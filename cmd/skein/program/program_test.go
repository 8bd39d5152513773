package program

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"skein/cmd/skein/internal/bench"
	"skein/cmd/skein/internal/build"
	"skein/cmd/skein/internal/list"
	"skein/cmd/skein/internal/record"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/flock/scenario/testscene"
)

func skein(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(context.Background(), args, &out, &err)
	return code, out.String(), err.String()
}

func must(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	code, stdout, stderr := skein(args...)
	if code != 0 {
		t.Fatalf("skein %s: exit %d: %s", strings.Join(args, " "), code, stderr)
	}
	return stdout
}

func smallScene(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "small.toml")
	text := "version = 1\nname = \"small\"\nseed = 7\nwarm_up = 0.0\nparams.count = 20\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	out := must(t, "record", smallScene(t), "-o", path, "--seconds", "1.5", "--fps", "20", "--count", "12", "--seed", "9", "--json")
	var sum record.Summary
	if err := json.Unmarshal([]byte(out), &sum); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	def := testscene.Def("murmuration")
	def.Seed, def.WarmUp = 9, 0
	def.Params = model.With(def.Params, "count", 12)
	world, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	r, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Frames() != 30 {
		t.Fatalf("the recording has %d frames, want 30: 1.5 s at 20 per second", r.Frames())
	}
	var want, got flock.Snapshot
	for i := range 30 {
		world.Snapshot(&want)
		if err := r.Frame(i, &got); err != nil {
			t.Fatal(err)
		}
		if got.Tick != int64(3*i) || got.Hash != want.Hash || got.Pos[5] != want.Pos[5] {
			t.Fatalf("frame %d is tick %d with state %x, want %d with %x", i+1, got.Tick, got.Hash, 3*i, want.Hash)
		}
		for range 3 {
			world.Step()
		}
	}
	if sum.Bytes != r.Bytes() || sum.PerBoid != float64(r.Bytes())/360 || !(sum.RealTime > 0) {
		t.Errorf("the summary has %d bytes, %g bytes per boid and frame, and %g × real time; want those of the file", sum.Bytes, sum.PerBoid, sum.RealTime)
	}
	sum.Bytes, sum.PerBoid, sum.RealTime = 0, 0, 0
	expect := record.Summary{
		File: path, Scenario: "small", Seed: 9, Boids: 12, Frames: 30, FPS: 20,
		Ticks: 87, TickRate: 60, Seconds: 1.5, Hash: fmt.Sprintf("%016x", want.Hash),
	}
	if !reflect.DeepEqual(sum, expect) {
		t.Errorf("summary %+v, want %+v", sum, expect)
	}
	checkSource(t, r.Meta())
}

func checkSource(t *testing.T, m recording.Meta) {
	t.Helper()
	s, err := scenario.Parse("in the recording", m.TOML)
	if err != nil {
		t.Fatal(err)
	}
	if s.Seed != 9 || s.Params.Int("count") != 12 || m.Seed != 9 || m.Count != 12 || m.FPS != 20 || m.TickRate != 60 || m.Version != build.Version {
		t.Errorf("the metadata is %+v and the scenario %+v; want seed 9, 12 boids, 20 frames and 60 ticks per second", m, s)
	}
}

// If a boid wraps around the world between two frames, the later frame marks the jump.
func TestRecordRemembersJumps(t *testing.T) {
	dir := t.TempDir()
	scene, path := filepath.Join(dir, "torus.toml"), filepath.Join(dir, "run.mcap")
	text := "version = 1\nwarm_up = 0.0\n[params]\ncount = 40\nbounds = \"wrap\"\nbounds_size = 30.0\nroost_pull = 0.0\n"
	if err := os.WriteFile(scene, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "record", scene, "-o", path, "--seconds", "4", "--fps", "10")
	r, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var before, s flock.Snapshot
	wrapped := 0
	for frame := range r.Frames() {
		if err := r.Frame(frame, &s); err != nil {
			t.Fatal(err)
		}
		for i := range before.Pos {
			far := s.Pos[i].Sub(before.Pos[i]).Len() > 15
			if far {
				wrapped++
			}
			if frame > 0 && (s.Flags[i]&flock.Jumped != 0) != far {
				t.Fatalf("frame %d: boid %d went from %v to %v with flags %b; want Jumped set only when it crosses the edge", frame+1, i, before.Pos[i], s.Pos[i], s.Flags[i])
			}
		}
		before, s = s, before
	}
	if wrapped < 40 {
		t.Errorf("only %d boids crossed the edge, want at least 40", wrapped)
	}
}

func TestExport(t *testing.T) {
	dir := t.TempDir()
	rec, table := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "run.csv")
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "1", "-q")
	must(t, "export", rec, "-o", table, "--frames", "1-10:3,30")
	f, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) != 1+5*20 {
		t.Fatalf("the table has %d rows (error %v), want a header and 20 boids in 5 frames", len(rows), err)
	}
	if code, _, msg := skein("export", rec, "-o", table); code != 1 || !strings.Contains(msg, "use --force to replace it") {
		t.Errorf("exit %d: %s", code, msg)
	}
	if code, _, msg := skein("export", rec, "--to", "csv", "-o", dir+"/./run.mcap", "--force"); code != 2 || !strings.Contains(msg, "is the recording itself") {
		t.Errorf("an export over the recording: exit code %d, message %q; want a usage error", code, msg)
	}
	out := must(t, "export", rec, "-o", table, "--force", "--json")
	if !strings.Contains(out, `"frames": 30`) {
		t.Errorf("got %s", out)
	}
	checkFolder(t, dir, "run.csv", "run.mcap")
}

func checkFolder(t *testing.T, dir string, want ...string) {
	t.Helper()
	var got []string
	all, err := os.ReadDir(dir)
	for _, at := range all {
		got = append(got, at.Name())
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("the folder %s contains %q (error %v), want %q", dir, got, err, want)
	}
}

func TestExportFormats(t *testing.T) {
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "0.2", "-q")
	for name, start := range map[string]string{
		"run.usda": "#usda 1.0\n", "prims.usda": "#usda 1.0\n", "run.usdz": "PK\x03\x04", "binary.usdc": "PXR-USDC", "other.usd": "PXR-USDC", "run.parquet": "PAR1", "run.CSV": "frame,time,id,",
	} {
		args := []string{"export", rec, "-o", filepath.Join(dir, name), "--boids", "3,5-6", "--fps", "12", "--up", "z", "--json", "-q"}
		if name == "prims.usda" {
			args = append(args, "--usd-layout", "xforms", "--poses", "3")
		}
		if out := must(t, args...); !strings.Contains(out, `"frames": 3,`) || !strings.Contains(out, `"fps": 12`) {
			t.Errorf("%s: %s", name, out)
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.HasPrefix(string(data), start) {
			t.Errorf("%s begins with %.20q (error %v), want %q", name, data, err, start)
		}
		poses := map[string]int{"run.usda": 24, "prims.usda": 3}[name]
		if n := strings.Count(string(data), "def Mesh "); n != poses {
			t.Errorf("%s has %d meshes, want %d", name, n, poses)
		}
	}
	checkFolder(t, dir, "binary.usdc", "binary_textures", "other.usd", "other_textures", "prims.usda", "prims_textures", "run.CSV", "run.mcap", "run.parquet", "run.usda", "run.usdz", "run_textures")
}

func TestErrorLines(t *testing.T) {
	dir := t.TempDir()
	good, bad := smallScene(t), filepath.Join(dir, "bad.toml")
	if err := os.WriteFile(bad, []byte("version = 1\n[params]\nseperation = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(dir, "run.mcap")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"record", 2, "missing flags: --output=FILE.mcap"},
		{"record " + good + " -o run.csv", 2, "--output run.csv: must be a name that ends in .mcap"},
		{"record " + good + " --fps 7 -o " + to, 2, "--fps 7: must divide the scenario's 60 ticks per second"},
		{"record " + good + " --seconds 0 -o " + to, 2, "--seconds 0: must be 0.0333 to "},
		{"record " + good + " --seconds=nan -o " + to, 2, "--seconds NaN"},
		{"record " + good + " --count=-1 -o " + to, 2, "--count -1: count is -1"},
		{"record " + good + " --count -1 -o " + to, 2, "--count -1: count is -1"},
		{"record " + good + " --seconds -.5 -o " + to, 2, "--seconds -0.5"},
		{"record " + good + " --seed=-1 -o " + to, 2, `--seed: "-1": must be a whole number, at least 0`},
		{"record " + good + " --threads=999 -o " + to, 2, `--threads: "999": must be a number from 0 to 256`},
		{"record " + good + " --bogus -o " + to, 2, "unknown flag --bogus"},
		{"record papper -o " + to, 2, `unknown scenario "papper", did you mean "paper"?`},
		{"record " + bad + " -o " + to, 1, bad + `:3: unknown key "seperation", did you mean "separation"?`},
		{"record " + good + " -o " + bad + "/run.mcap", 1, bad + ": not a directory"},
		{"record " + good + " --count 2 --seconds 1 --bird none.glb -o " + dir + "/none/run.mcap", 2, "none.glb: no such file"},
		{"export " + good + " -o " + dir + "/run.csv", 2, good + " is a scenario, not a recording; record it first: skein record " + good + " -o small.mcap"},
		{"export run.mcap -o run.xyz", 2, "--output run.xyz: unknown format; use a name that ends in .usdc, "},
		{"export run.mcap -o run.csv --poses 12", 2, "--poses and --bird cannot be used with csv"},
		{"export run.mcap -o run.glb --usd-layout xforms", 2, "--usd-layout xforms works only with USD, not with glb"},
		{"export run.mcap -o run.glb --wing-blur", 2, "--wing-blur works only with USD, not with glb"},
		{"export run.mcap -o run.usda --start-frame 0", 2, `--start-frame: "0": must be a number from 1 to 1000000`},
		{"export run.mcap -o run.usda --poses 99", 2, "--poses 99: must be 1 to 64, or 0"},
		{"export run.mcap -o run.usda --boids 3-1", 2, `--boids: boids "3-1": the end is before the start`},
		{"export run.mcap -o run.usda --boids 3-x", 2, `--boids: boids "3-x": must be a list`},
		{"export run.mcap --to csv -o -", 2, "--output -: cannot write to standard output"},
		{"export run.mcap --to obj -o run.obj", 2, `--to: unknown format "obj": use usdc, `},
		{"export run.mcap -o run.usda --up x", 2, `--up must be one of "y","z" but got "x"`},
		{"export run.mcap -o run.csv --frames 3-1", 2, `--frames: frames "3-1": the end is before the start`},
		{"scenario", 2, "scenario: missing command; use one of list, show, check, params, settings, things, models"},
		{"scenario chek", 2, `scenario: unknown command or argument "chek", did you mean "check"?`},
		{"scenario zzz", 2, `scenario: unknown command or argument "zzz"; use one of list, show, check`},
		{"version zzz", 2, `version: unexpected argument "zzz"`},
		{"scenario check " + good + " " + bad, 1, bad + ":3: "},
		{"scenario show none.toml", 2, "no such file or directory"},
	} {
		code, _, msg := skein(strings.Fields(c.args)...)
		if code != c.code || !strings.HasPrefix(msg, "skein: ") || !strings.Contains(msg, c.want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("skein %s: exit code %d, message %q; want %d and one line with %q", c.args, code, msg, c.code, c.want)
		}
	}
	checkFolder(t, dir, "bad.toml")
}

func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	rec, table := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "run.csv")
	scene := smallScene(t)
	must(t, "record", scene, "-o", rec, "--seconds", "1")
	before, err := os.ReadFile(rec)
	if err != nil {
		t.Fatal(err)
	}
	for signal, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		for _, args := range [][]string{
			{"record", scene, "-o", rec, "--force", "--seconds", "1e6"},
			{"export", rec, "-o", table},
		} {
			ctx, cancel := context.WithCancelCause(context.Background())
			if args[0] == "export" {
				cancel(interrupted{signal}) // cancelled here, because the export is so quick that a timer would fire too late
			}
			time.AfterFunc(50*time.Millisecond, func() { cancel(interrupted{signal}) })
			var msg bytes.Buffer
			code := run(ctx, args, &bytes.Buffer{}, &msg)
			if code != want || !strings.Contains(msg.String(), "stopped") {
				t.Errorf("%s: exit code %d, message %q; want %d and a line that it stopped", args[0], code, msg.String(), want)
			}
		}
	}
	after, err := os.ReadFile(rec)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the earlier recording changed (error %v), want it as before", err)
	}
	if _, err := os.Stat(recording.Part(rec)); err == nil {
		checkFolder(t, dir, "run.mcap", "run.mcap.part")
	} else {
		checkFolder(t, dir, "run.mcap")
	}
}

func TestScenarioCommands(t *testing.T) {
	list := must(t, "scenario", "list")
	for _, name := range scenario.Names() {
		if !strings.Contains(list, name) {
			t.Errorf("%s is not listed in %s", name, list)
		}
	}
	file := filepath.Join(t.TempDir(), "own.toml")
	if err := os.WriteFile(file, []byte(must(t, "scenario", "show", "paper")), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := must(t, "scenario", "check", file, "murmuration"); out != file+": good\nmurmuration: good\n" {
		t.Errorf("scenario check prints %q, want both names with good", out)
	}
	own, err := scenario.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	paper, err := scenario.Load("paper")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(own.Def(), paper.Def()) {
		t.Errorf("the shown scene simulates %+v, want %+v", own.Def(), paper.Def())
	}
	if short := must(t, "scenario", "show", "paper", "--short"); !strings.Contains(short, `base = "none"`) {
		t.Errorf("got %s", short)
	}
	if err := os.WriteFile(file, []byte("version = 1\nbird.file = \"none.glb\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, msg := skein("scenario", "check", file); code != 1 || !strings.HasPrefix(msg, "skein: "+file+":2: ") || !strings.Contains(msg, "none.glb") {
		t.Errorf("exit %d: %s", code, msg)
	}
}

func TestScenarioSettings(t *testing.T) {
	out := must(t, "scenario", "settings")
	for _, row := range look.Settings() {
		if !strings.Contains(out, "["+row.Section+"]\n") || !strings.Contains(out, "\n  "+row.Key+" ") {
			t.Errorf("%s.%s is not in\n%s", row.Section, row.Key, out)
		}
	}
	if out := must(t, "scenario", "settings", "--json"); strings.Count(out, `"section"`) != len(look.Settings()) {
		t.Errorf("as JSON: %s", out)
	}
}

// The list shows each parameter with its range, its value in each scene and its meaning, as the models
// define them.
func TestScenarioParams(t *testing.T) {
	text := must(t, "scenario", "params")
	var rows []list.ParamRow
	if err := json.Unmarshal([]byte(must(t, "scenario", "params", "--json")), &rows); err != nil {
		t.Fatal(err)
	}
	specs := map[string]flock.Spec{}
	for _, m := range slices.Backward(model.All()) {
		for _, s := range m.Params().Specs() {
			if is, known := specs[s.Key]; s.Owner == "" || !known || is.Owner != "" {
				specs[s.Key] = s // the list uses the first model that owns the key, or the first model if no model owns the key
			}
		}
	}
	if len(rows) != len(specs) {
		t.Fatalf("the table has %d rows for %d parameters", len(rows), len(specs))
	}
	names := slices.DeleteFunc(scenario.Names(), func(name string) bool { return slices.Contains(scenario.Field(), name) })
	scenes := map[string]*scenario.Scenario{}
	for _, name := range names {
		scene, err := scenario.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		scenes[name] = scene
	}
	for _, r := range rows {
		s := specs[r.Key]
		for _, want := range []string{"\n  " + s.Key + " ", s.Doc + "\n", " " + s.Range()} {
			if !strings.Contains(text, want) {
				t.Errorf("the text of the parameters lacks %q", want)
			}
		}
		number := s.Float != nil || s.Int != nil
		if r.Key != s.Key || r.Unit != s.Unit || r.Doc != s.Doc || number && *r.Max != s.Max {
			t.Errorf("%s: %+v", s.Key, r)
		}
		for name, scene := range scenes {
			own, has := scene.Params.Spec(r.Key)
			home := scene.Params.Model().Params()
			later := scene.Params
			if name == "evening" { // the events of this scene turn leadership on
				later = model.With(later, "leadership", 0.3)
			}
			has = has && (own.Owner == "" || own.Value(&scene.Params.Values) != own.Value(&home.Values)) && !(scene.Params.IsUnused(own) && later.IsUnused(own))
			if _, shown := r.Scenes[name]; has != shown {
				t.Errorf("%s of the scene %s: used is %t, but shown is %t", r.Key, name, has, shown)
			}
		}
	}
	vision := must(t, "scenario", "params", "Vision")
	if want := "" +
		"Neighbourhood        starlings    murmuration  paper        cornell      cornell-3d   brundage     parker       erneholm     erneholm-3d  heppner      evening      falcon       wire         geese        thermal      river        towers       range\n" +
		"  vision             4            3.5          4.5          40           40           50           100          20           20           8            4            4            3.5          9            6            3.5          4.5          0.1 to 100 m\n" +
		"      Radius e of the vision sphere. It is about five times a boid's size (S3, H1)\n" +
		"\n" +
		"Individuality        starlings    murmuration  paper        cornell      cornell-3d   brundage     parker       erneholm     erneholm-3d  heppner      evening      falcon       wire         geese        thermal      river        towers       range\n" +
		"  vision_spread      0            0            0            0            0            0            0            0            0            0            0            0            0            0            0            0            0            0 to 0.5\n" +
		"      Standard deviation of vision among the boids, as a share of its value. Each boid keeps its own value. 0 means no difference between boids\n"; vision != want {
		t.Errorf("got\n%s\nwant\n%s", vision, want)
	}
	for key, want := range map[string]string{ // parameters of models that count in steps, of all models, and of the other models
		"wind_y": " -20 to 20 m/step\n", "min_speed": " 0 to 50 m/s, or m/step for models that move in steps\n", "gust_strength": " 0 to 1 m/s\n",
	} {
		if out := must(t, "scenario", "params", key); !strings.Contains(out, want) {
			t.Errorf("the text of %s lacks %q:\n%s", key, want, out)
		}
	}
	for key, nobody := range map[string]string{ // for each parameter, the scenes in which no rule reads it
		"lonely_count": "cornell cornell-3d brundage parker erneholm erneholm-3d heppner starlings evening falcon", "nearest": "cornell cornell-3d brundage heppner starlings evening falcon",
		"ground_margin": "cornell brundage erneholm", "vision": "", "field_of_view": "",
	} {
		for _, r := range rows {
			for _, name := range names {
				if _, shown := r.Scenes[name]; r.Key == key && shown == slices.Contains(strings.Fields(nobody), name) {
					t.Errorf("%s of the scene %s: shown is %v, want the opposite", key, name, shown)
				}
			}
		}
	}
	if out := must(t, "scenario", "params", "leadership", "falloff"); !strings.Contains(out, "escape_points") || !strings.Contains(out, "falloff ") || strings.Contains(out, "cohesion ") {
		t.Errorf("a group and a name do not give the rows of both:\n%s", out)
	}
	if code, _, msg := skein("scenario", "params", "seperation"); code != 2 || !strings.Contains(msg, "no parameter has a name that contains seperation") {
		t.Errorf("exit %d: %s", code, msg)
	}
}

func TestBenchModels(t *testing.T) {
	var report bench.Report
	out := must(t, "bench", "--model", "all", "--boids", "300", "--ticks", "1", "--frames", "0", "--json")
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Rows) != len(model.All()) {
		t.Fatalf("%d rows", len(report.Rows))
	}
	for k, m := range model.All() {
		row := report.Rows[k]
		if row.Model != m.Name() || row.Boids != 300 || row.MS <= 0 {
			t.Errorf("%s: %+v", m.Name(), row)
		}
	}
	out = must(t, "bench", "--boids", "300", "--ticks", "4", "--frames", "0", "--means", "--json")
	report = bench.Report{}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	if row := report.Rows[0]; row.Ticks != 4 || row.Mean < row.MS/4 {
		t.Errorf("the mean over four ticks is wrong: %+v", row)
	}
	if out := must(t, "bench", "--boids", "300", "--ticks", "1", "--frames", "0", "--means"); !strings.Contains(out, "ms per tick  ") || !strings.Contains(out, " mean ") {
		t.Errorf("the output with --means has no column of means:\n%s", out)
	}
	if out := must(t, "bench", "--crowd", "parker", "--ticks", "1", "--frames", "0"); !strings.Contains(out, " 60  parker  parker ") {
		t.Errorf("the output lacks the row of the scenario parker:\n%s", out)
	}
	for line, want := range map[string]string{
		"bench --model hartmann":                "unknown model \"hartmann\", did you mean \"hartman\"?",
		"bench --model starling":                `unknown model "starling", did you mean "starlings"? (--model all times every model)`,
		"bench --model parker --crowd brundage": "that scenario has the model brundage",
	} {
		if code, _, msg := skein(strings.Fields(line)...); code != 2 || !strings.Contains(msg, want) {
			t.Errorf("%s: exit code %d, message %q; want a usage error with %q", line, code, msg, want)
		}
	}
}

func TestIndexFlag(t *testing.T) {
	scene, hash := smallScene(t), ""
	for _, index := range []string{"auto", "matrix", "grid", "brute"} {
		path := filepath.Join(t.TempDir(), "run.mcap")
		var sum record.Summary
		out := must(t, "record", scene, "-o", path, "--seconds", "2", "--index", index, "--threads", "2", "--json")
		if err := json.Unmarshal([]byte(out), &sum); err != nil {
			t.Fatal(err)
		}
		if hash == "" {
			hash = sum.Hash
		}
		if sum.Hash != hash {
			t.Errorf("with --index %s the last state is %s, want %s", index, sum.Hash, hash)
		}
		out = must(t, "bench", "--boids", "40", "--ticks", "9", "--frames", "0", "--index", index)
		if index != "auto" && !strings.Contains(out, index) {
			t.Errorf("bench with --index %s does not print the name of the index:\n%s", index, out)
		}
	}
	for _, command := range []string{"record -o run.mcap", "fly", "bench"} {
		args := append(strings.Fields(command), "--index", "octree")
		if code, _, msg := skein(args...); code != 2 || !strings.Contains(msg, `"octree": must be one of auto, matrix, grid, brute`) {
			t.Errorf("%s: exit code %d, message %q; want a usage error that lists the indices", command, code, msg)
		}
	}
}

func TestHugeWorlds(t *testing.T) {
	for _, command := range []string{"record -o run.mcap", "bench --frames 0", "stats"} {
		flag := "--count"
		if strings.HasPrefix(command, "bench") {
			flag = "--boids"
		}
		code, _, msg := skein(append(strings.Fields(command), flag, "1000000000")...)
		if code == 0 || !strings.Contains(msg, "270 GB of memory") || strings.Count(msg, "\n") != 1 {
			t.Errorf("%s: exit code %d, message %q; want one line about 270 GB of memory", command, code, msg)
		}
	}
}

func TestHelp(t *testing.T) {
	all := must(t, "--help")
	if got := must(t, "help"); got != all {
		t.Errorf("help prints\n%s\nbut --help prints\n%s", got, all)
	}
	for _, want := range []string{"record", "export", "scenario check", "version", "fly"} {
		if !strings.Contains(all, want) {
			t.Errorf("the help lacks %q:\n%s", want, all)
		}
	}
	for args, want := range map[string]string{
		"record --help": "skein record starlings -o run.mcap",
		"export -h":     "skein help exporting",
		"fly --help":    "scenario",
		"help record":   "skein record starlings -o run.mcap",

		"help scenario params": "skein scenario params leadership escape",
	} {
		if out := must(t, strings.Fields(args)...); !strings.Contains(out, want) || strings.Contains(out, "\n  version ") {
			t.Errorf("%s prints %s", args, out)
		}
	}
}

func TestVersion(t *testing.T) {
	if out := must(t, "version"); !strings.HasPrefix(out, "skein "+build.Version+" ") {
		t.Errorf("got %s", out)
	}
	var v map[string]string
	if err := json.Unmarshal([]byte(must(t, "version", "--json")), &v); err != nil || v["version"] != build.Version {
		t.Errorf("got %v, %v", v, err)
	}
}

func TestSize(t *testing.T) {
	var s usage.Size
	if err := s.UnmarshalText([]byte("1280x720")); err != nil || s != (usage.Size{X: 1280, Y: 720}) {
		t.Errorf("got %v, %v", s, err)
	}
	for _, bad := range []string{"", "x", "1280", "0x5", "5x-5", "1280x720x3", "1280x720p", "99999x9", "a1x1"} {
		if err := s.UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("the wrong size %q is read as %v, want an error", bad, s)
		}
	}
}

// built gives the test binary the name skein, because TestMain runs a binary of this name as the program.
// This is quicker than linking the program. TestMain removes the folder.
var built = sync.OnceValues(func() (file string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if builtIn, err = os.MkdirTemp(filepath.Dir(self), "skein-test-"); err != nil {
		return "", err
	}
	file = filepath.Join(builtIn, "skein")
	return file, os.Link(self, file)
})

var builtIn string

func buildSkein(t *testing.T) string {
	t.Helper()
	file, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return file
}
