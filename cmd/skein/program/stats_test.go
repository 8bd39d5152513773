package program

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/sweep"
	"skein/flock"
	"skein/flock/model"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/flock/scenario/testscene"
)

type statsJSON struct {
	Runs []statsJSONRun `json:"runs"`
	Rows []statsJSONRun `json:"rows"`
	Real struct {
		Source  string `json:"source"`
		Figures map[string]struct {
			Text string  `json:"text"`
			Low  float64 `json:"low"`
		} `json:"figures"`
	} `json:"real_flocks"`
}

type statsJSONRun struct {
	Source     string                        `json:"source"`
	Recording  bool                          `json:"recording"`
	Seed       uint64                        `json:"seed"`
	Seeds      []uint64                      `json:"seeds"`
	Set        map[string]float64            `json:"set"`
	Leadership float64                       `json:"leadership"`
	Hash       string                        `json:"hash"`
	Boids      int                           `json:"boids"`
	Frames     int                           `json:"frames"`
	Seconds    float64                       `json:"seconds"`
	Measures   map[string]map[string]float64 `json:"measures"`
	Ledger     map[string]float64            `json:"ledger"`
	Series     []map[string]float64          `json:"series"`
}

func measured(t *testing.T, args ...string) (s statsJSON) {
	t.Helper()
	out := must(t, append([]string{"stats", "--json", "-q"}, args...)...)
	if err := json.Unmarshal([]byte(out), &s); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	return s
}

// knownRecording records three boids for two seconds at 10 frames per second. Two fly side by side,
// 1 m apart. The third flies 1 m behind one of them. From frame 11 on, the third boid is a leader,
// 10 m behind.
func knownRecording(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "known.mcap")
	w, err := recording.Create(path, recording.Meta{
		Scenario: "known", Seed: 5, TickRate: 60, FPS: 10, Flock: recording.Flock{Count: 3},
		TOML: []byte("version = 1\n[params]\nvision = 1.2\nleadership = 0.25\n"),
	}, recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	events := map[int][]flock.Event{
		10: {{Tick: 60, Kind: flock.EscapeBegan, Boid: 2, Front: 0.5}, {Tick: 60, Kind: flock.EscapeBegan, Boid: 1, Front: 0.75}},
		15: {{Tick: 90, Kind: flock.Reabsorbed, Boid: 1, Peak: 1.5, Seconds: 0.5, Followers: 2}},
		18: {{Tick: 105, Kind: flock.Abandoned, Boid: 2, Peak: 9.5, Seconds: 0.75}},
	}
	for k := range 20 {
		s := flock.Snapshot{
			Tick: int64(6 * k), TickRate: 60, Hash: uint64(k),
			Pos:   []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}},
			Vel:   []mgl32.Vec3{{0, 0, -3}, {0, 0, -3}, {0, 0, 3}},
			Up:    []mgl32.Vec3{{0, 1, 0}, {0, 1, 0}, {0, 1, 0}},
			Phase: make([]float32, 3), Flags: make([]flock.Flags, 3),
		}
		if k >= 10 {
			s.Pos[2][2], s.Flags[2] = 10, flock.Leading
		}
		if err := w.Events(events[k]); err != nil {
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

// The expected values were computed by hand. The third boid is near in half of the frames and far away
// in the other half.
func TestStatsOfKnownRecording(t *testing.T) {
	path := knownRecording(t)
	got := measured(t, path, "--every", "0.5")
	if len(got.Runs) != 1 || len(got.Rows) != 1 {
		t.Fatalf("%d runs and %d rows, want 1 each", len(got.Runs), len(got.Rows))
	}
	run := got.Runs[0]
	if run.Source != path || !run.Recording || run.Seed != 5 || run.Leadership != 0.25 || run.Boids != 3 || run.Frames != 20 || run.Hash != "0000000000000013" {
		t.Errorf("%+v", run)
	}
	near(t, "seconds", run.Seconds, 1.9)
	for key, want := range map[string][4]float64{ // mean, standard deviation, minimum, maximum
		"polarization":  {1. / 3, 0, 1. / 3, 1. / 3},
		"speed":         {3, 0, 3, 3},
		"speed_spread":  {0, 0, 0, 0},
		"nearest":       {2.5, 1.5, 1, 4},
		"nearest_least": {1, 0, 1, 1},
		"neighbours":    {1, 1. / 3, 2. / 3, 4. / 3},
		"clusters":      {1.5, 0.5, 1, 2},
		"largest_share": {5. / 6, 1. / 6, 2. / 3, 1},
		"leaders":       {0.5, 0.5, 0, 1},
		"thickness":     {0, 0, 0, 0},
		"gravity":       {1, 0, 1, 1},
	} {
		for k, part := range []string{"mean", "sd", "min", "max"} {
			near(t, key+" "+part, run.Measures[key][part], want[k])
		}
	}
	for key, want := range map[string]float64{
		"escapes": 2, "escapes_per_minute": 2 / 1.9 * 60, "front_share": 1, "closed": 2, "mean_peak": 5.5, "median_peak": 5.5,
		"followers": 1, "followers_share": 1. / 3, "reabsorbed": 1, "mean_seconds": 0.5, "median_seconds": 0.5,
		"abandoned": 1, "abandoned_share": 0.5, "open": 0, "turns": 0, "median_delay": 0, "median_wave_speed": 0,
	} {
		if got, ok := run.Ledger[key]; !ok {
			t.Errorf("the ledger lacks %s", key)
		} else {
			near(t, key, got, want)
		}
	}
	var times, clusters []float64
	for _, s := range run.Series {
		times, clusters = append(times, s["seconds"]), append(clusters, s["clusters"])
	}
	if !slices.Equal(times, []float64{0, 0.5, 1, 1.5}) || !slices.Equal(clusters, []float64{1, 1, 2, 2}) {
		t.Errorf("the series has %v clusters at %v s, want 1, 1, 2, 2 at 0, 0.5, 1, 1.5 s", clusters, times)
	}
	if f := got.Real.Figures["polarization"]; f.Text != "0.96 ± 0.03" || f.Low != 0.93 || got.Real.Source == "" {
		t.Errorf("%+v", got.Real)
	}
}

// If an edit follows a frame at the same tick, it applies from the next frame on. The expected numbers of
// visible boids were computed by hand, for all frames and for every second frame.
func TestStatsOfEdits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "edited.mcap")
	p := testscene.Def("murmuration").Params
	p = model.With(p, "vision", 1.5)
	w, err := recording.Create(path, recording.Meta{
		Scenario: "edited", TickRate: 60, FPS: 10, Flock: recording.Flock{Count: 3}, TOML: []byte("version = 1\n[params]\nvision = 1.5\n"),
	}, recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k := range 8 {
		s := flock.Snapshot{
			Tick: int64(6 * k), TickRate: 60, Hash: uint64(k),
			Pos: []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {3, 0, 0}}, Vel: make([]mgl32.Vec3, 3), Up: make([]mgl32.Vec3, 3),
			Phase: make([]float32, 3), Flags: make([]flock.Flags, 3),
		}
		if err := w.Frame(&s); err != nil {
			t.Fatal(err)
		}
		vision := map[int]float32{2: 2.5, 5: 10}[k] // boids at 0, 1 and 3 m see 2, 4 or 6 others in total
		if vision == 0 {
			continue
		}
		p := model.With(p, "vision", vision)
		if err := w.Events([]flock.Event{{Tick: s.Tick, Kind: flock.ParamsChanged, Boid: -1, Params: &p}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for fps, want := range map[string][]float64{"10": {2, 2, 2, 4, 4, 4, 6, 6}, "5": {2, 2, 4, 6}} {
		var got []float64
		for _, s := range measured(t, path, "--every", "0.1", "--fps", fps).Runs[0].Series {
			got = append(got, math.Round(1e6*3*s["neighbours"])/1e6)
		}
		if !slices.Equal(got, want) {
			t.Errorf("at %s frames per second the boids see %v, want %v", fps, got, want)
		}
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-6 {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestStatsOfPart(t *testing.T) {
	run := measured(t, knownRecording(t), "--seconds", "1", "--fps", "5").Runs[0]
	if run.Frames != 5 || run.Measures["clusters"]["max"] != 1 || run.Ledger["escapes"] != 0 || run.Ledger["escapes_per_minute"] != 0 {
		t.Errorf("%+v", run)
	}
	near(t, "seconds", run.Seconds, 0.8)
}

func TestStatsOfAShortRecording(t *testing.T) {
	path := knownRecording(t)
	for _, args := range [][]string{{"stats", path, "--seconds", "9"}, {"stats", path, "--seconds", "2.1", "--field"}, {"stats", path, "--seconds", "9", "--ledger"}} {
		code, _, notes := skein(args...)
		if code != 0 || strings.Count(notes, "is only 2 s long, shorter than --seconds "+args[3]) != 1 {
			t.Errorf("%q: exit code %d, want 0 and one line that the recording is shorter: %s", args, code, notes)
		}
	}
	for _, seconds := range []string{"2", "1", "0"} {
		if _, _, notes := skein("stats", path, "--seconds", seconds); strings.Contains(notes, "s long, shorter than") {
			t.Errorf("--seconds %s says that the recording is shorter: %s", seconds, notes)
		}
	}
}

func TestStatsReport(t *testing.T) {
	path := knownRecording(t)
	report := must(t, "stats", path)
	for _, want := range []string{
		path + ": 3 boids, X = 0.25, seed 5, 20 frames over 1.9 s\n",
		"polarization                       0.333 ± 0.000            0.333     0.333  0.96 ± 0.03\n",
		"nearest neighbour, m                2.50 ± 1.50              1.00      4.00  0.68 to 1.51\n",
		"escapes               2, 63.2 per minute\n",
		"peak distance         mean 5.50 m, median 5.50 m\n",
		"followers per escape  mean 1.00, 33.3 % of the flock\n",
		"abandoned             1 of 2 escapes that ended, 50.0 %\n",
		"Real flocks: published figures from secondary sources",
	} {
		if !strings.Contains(report, want) {
			t.Errorf("the report lacks %q:\n%s", want, report)
		}
	}
	table := must(t, "stats", path, path, "--markdown")
	row := "| " + path + " | 63.2 | 1.0 | 0.5 | 5.5 | 50.0 | 1.50 | 0.83 | 0.333 | 2.50 |\n"
	if strings.Count(table, row) != 2 || !strings.HasPrefix(table, "| flock | escapes/min |") || !strings.Contains(table, "\n|---:|---:|") {
		t.Errorf("%q does not occur twice in\n%s", row, table)
	}
}

// If no boid can lead, a report leaves out leaders. If all boids fly at the same height, it leaves out
// the thickness and all values relative to the thickness.
func TestStatsLeaveOutUndefinedMeasures(t *testing.T) {
	flat, leads := []string{"thickness", "density", "thinnest axis"}, []string{"X = ", "leaders", "escapes"}
	for scene, without := range map[string][]string{
		"erneholm": append(flat, leads...), "heppner": leads, "paper": nil,
	} {
		report := must(t, "stats", scene, "--count", "20", "--seconds", "0.2", "-q")
		table := must(t, "stats", scene, "--count", "20", "--seconds", "0.2", "-q", "--sweep", "vision=3,4")
		for _, what := range append(flat, leads...) {
			if has := strings.Contains(report, what); has == slices.Contains(without, what) {
				t.Errorf("%s: the report contains %q: %v, want the opposite\n%s", scene, what, has, report)
			}
		}
		if has := strings.Contains(table, "escapes/min") && strings.Contains(table, "Abandoned is a share"); has == slices.Contains(without, "escapes") {
			t.Errorf("%s: the table contains escapes: %v, want the opposite\n%s", scene, has, table)
		}
	}
	if table := must(t, "stats", "paper", "heppner", "--count", "20", "--seconds", "0.2", "-q", "--markdown"); !strings.Contains(table, "| heppner | – | – | – | – | – | ") {
		t.Errorf("a model without leaders has no dashes in the table:\n%s", table)
	}
}

func TestStatsOfScenario(t *testing.T) {
	dir := t.TempDir()
	path, scene := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "many leaders.toml")
	if err := os.WriteFile(scene, []byte("version = 1\nwarm_up = 0.0\nparams.leadership = 0.6\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	flags := []string{"--count", "150", "--seed", "11", "--seconds", "3"}
	must(t, append([]string{"record", scene, "-o", path, "-q"}, flags...)...)
	simulated := measured(t, append([]string{scene, "--threads", "2"}, flags...)...).Runs[0]
	recorded := measured(t, path).Runs[0]
	if simulated.Source != scene || simulated.Recording || simulated.Frames != 90 || simulated.Boids != 150 || simulated.Ledger["escapes"] == 0 {
		t.Errorf("%+v", simulated)
	}
	simulated.Source, simulated.Recording = recorded.Source, recorded.Recording
	if !reflect.DeepEqual(simulated, recorded) {
		t.Errorf("simulated\n%+v, recorded\n%+v", simulated, recorded)
	}
}

// A sweep of X has one row for each value, and all rows have the same seeds. Without leadership, no boid
// escapes. A larger X gives more escapes (H10).
func TestStatsSweep(t *testing.T) {
	scene := smallScene(t)
	flags := []string{scene, "--count", "100", "--seconds", "4", "--fps", "5", "--sweep", "X=0,0.4:1:0.6", "--seeds", "2"}
	got := measured(t, flags...)
	if len(got.Rows) != 3 || len(got.Runs) != 6 {
		t.Fatalf("%d rows and %d runs, want 3 and 6", len(got.Rows), len(got.Runs))
	}
	for k, x := range []float64{0, 0.4, 1} {
		row, a, b := got.Rows[k], got.Runs[2*k], got.Runs[2*k+1]
		if !slices.Equal(row.Seeds, []uint64{7, 8}) || a.Seed != 7 || b.Seed != 8 || row.Frames != 40 || row.Series != nil || len(a.Series) != 4 {
			t.Errorf("the row of X = %v has the seeds %v, its runs the seeds %d and %d, and %d frames; want the seeds 7 and 8, and 40 frames", x, row.Seeds, a.Seed, b.Seed, row.Frames)
		}
		near(t, "X", row.Set["leadership"], x)
		near(t, "escapes of both", row.Ledger["escapes"], a.Ledger["escapes"]+b.Ledger["escapes"])
		near(t, "polarization of both", row.Measures["polarization"]["mean"],
			(a.Measures["polarization"]["mean"]+b.Measures["polarization"]["mean"])/2)
		if a.Hash == b.Hash {
			t.Error("two seeds give the same flight")
		}
	}
	escapes := func(k int) float64 { return got.Rows[k].Ledger["escapes"] }
	if escapes(0) != 0 || escapes(1) <= 0 || escapes(2) <= escapes(1) {
		t.Errorf("the numbers of escapes are %v, %v and %v; want none, some and more", escapes(0), escapes(1), escapes(2))
	}
	table := must(t, append([]string{"stats", "-q"}, flags...)...)
	lines := strings.Split(table, "\n")
	if !strings.HasPrefix(strings.TrimSpace(lines[0]), "X  escapes/min") || strings.Fields(lines[1])[0] != "0" || !strings.Contains(lines[1], "–") ||
		strings.Fields(lines[3])[0] != "1" || !strings.Contains(table, "Each row: 100 boids, seeds 7 and 8") {
		t.Errorf("got\n%s", table)
	}
}

func TestParseSweep(t *testing.T) {
	for text, want := range map[string]string{
		"X=0,0.5:0.7:0.1,1":     "leadership X 0 0.5 0.6 0.7 1",
		"leadership=1:0:-0.5":   "leadership leadership 1 0.5 0",
		"x=0:1:0.3":             "leadership X 0 0.3 0.6 0.9",
		"K=0.1":                 "cohesion K 0.1",
		"count=10,20":           "count count 10 20",
		"falloff=sum,linear":    "falloff falloff sum linear",
		"front_test=true,false": "front_test front_test true false",
	} {
		s, err := sweep.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := strings.Join(append([]string{s.Spec.Key, s.Name}, s.Values...), " "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
		sc, err := scenario.Builtin("murmuration")
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range s.Values {
			if err := s.Set(sc, v); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
		p := sc.Params
		if s.Spec.Key == "front_test" && p.Bool("front_test") || s.Spec.Key == "falloff" && flock.Falloff(p.Choice("falloff")) != flock.Linear {
			t.Errorf("%s: the parameters do not have the last value", text)
		}
	}
}

func TestStatsErrorLines(t *testing.T) {
	dir, good := t.TempDir(), smallScene(t)
	rec := knownRecording(t)
	broken, bare := filepath.Join(dir, "broken.mcap"), filepath.Join(dir, "bare.mcap")
	complete, err := os.ReadFile(rec)
	if err != nil {
		t.Fatal(err)
	}
	for path, data := range map[string][]byte{broken: []byte("no recording"), bare: complete[:300]} {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"none.mcap", 2, "none.mcap: no such file or directory"},
		{broken, 1, broken + ": not a recording (recordings are MCAP files)"},
		{bare, 1, "contains no complete frame"},
		{"murmurations", 2, `unknown scenario "murmurations", did you mean "murmuration"?`},
		{rec + " --seeds 3", 2, "--seeds needs a scenario; " + rec + " is a recording"},
		{rec + " --sweep X=1", 2, "--sweep needs a scenario"},
		{rec + " --fps 3", 2, "--fps 3: must divide the 10 frames per second of " + rec},
		{good + " --fps 7", 2, "--fps 7: must divide the scenario's 60 ticks per second"},
		{good + " --fps=-1", 2, "--fps -1: must be at least 1"},
		{good + " --seconds=-1", 2, "--seconds -1: must be 0 to"},
		{good + " --seconds=nan", 2, "--seconds NaN"},
		{good + " --seconds=0.001", 2, "--seconds 0.001: at --fps 30 there must be 1 to"},
		{good + " --every=-1", 2, "--every -1: must be 0 to"},
		{good + " --threads=999", 2, `--threads: "999": must be a number from 0 to 256`},
		{good + " --sweep X", 2, `--sweep: "X": must be KEY=V1,V2,... or KEY=FROM:TO:STEP`},
		{good + " --sweep leadershp=1", 2, `--sweep: unknown key "leadershp", did you mean "leadership"?`},
		{good + " --sweep nonsense=1", 2, `--sweep: unknown key "nonsense"; skein scenario params lists all keys`},
		{good + " --sweep distance=1", 2, `--sweep: unknown key "distance"; skein scenario params`},
		{good + ` --sweep a"=1`, 2, `--sweep: unknown key "a\""`},
		{good + " --sweep X=2", 2, "--sweep X=2: leadership is 2: must be 0 to 1"},
		{good + " --sweep X=nan", 2, "--sweep X=nan: leadership is NaN: must be 0 to 1"},
		{good + " --sweep X=a", 2, `--sweep X=a: leadership is "a": must be a number`},
		{good + " --sweep X=0:1:2:3", 2, `--sweep: range "0:1:2:3": must be FROM:TO:STEP`},
		{good + " --sweep X=0:1:0", 2, `--sweep: range "0:1:0": the step must lead from 0 to 1`},
		{good + " --sweep X=0:1:1e-9", 2, "in at most 10000 values"},
		{good + " --sweep min_speed=20", 2, "min_speed is 20 m/s: must be at most max_speed"},
		{good + " --sweep falloff=cubic", 2, `falloff is "cubic": must be one of sum, linear`},
		{good + " --seeds 0", 2, "--seeds 0: must be 1 to 10000"},
		{good + " --seeds a", 2, `--seeds "a": must be a number of seeds such as 4, or a list`},
		{good + " --seeds 1,2 --seed 3", 2, "--seed 3 cannot be used with a list of --seeds"},
		{good + " --seeds 1000 --sweep X=0:1:0.01", 2, "101000 runs are too many; the limit is 10000"},
	} {
		code, out, msg := skein(append([]string{"stats"}, strings.Fields(c.args)...)...)
		if code != c.code || out != "" || !strings.HasPrefix(msg, "skein: ") || !strings.Contains(msg, c.want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("skein stats %s: exit code %d, message %q; want %d and one line with %q", c.args, code, msg, c.code, c.want)
		}
	}
}

func TestStatsInterrupted(t *testing.T) {
	for _, args := range [][]string{
		{"stats", smallScene(t), "--seconds", "1e6", "-q"},
		{"stats", smallScene(t), "--seconds", "1e6", "-q", "--seeds", "9"},
		{"stats", "murmuration", "--count", "3000", "-q", "--seeds", "9"}, // this command is stopped during the warm-up
	} {
		ctx, cancel := context.WithCancelCause(context.Background())
		time.AfterFunc(50*time.Millisecond, func() { cancel(interrupted{syscall.SIGINT}) })
		var out, msg bytes.Buffer
		code := run(ctx, args, &out, &msg)
		if code != 130 || out.Len() > 0 || msg.String() != "skein: stopped (interrupt)\n" {
			t.Errorf("%v: exit code %d, output %q, message %q; want 130 and one line that it was stopped", args, code, out.String(), msg.String())
		}
	}
}
