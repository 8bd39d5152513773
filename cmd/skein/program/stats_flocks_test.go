package program

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/testfiles"
	"skein/flock"
	"skein/flock/recording"
)

// knownFlocks returns the recording of knownRecording with two more boids, the hawks. Their vision radius
// is 5 m. They fly upwards, 2 m apart; from frame 11 on, they are 6 m apart.
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
		events, err := one.EventsBetween(k-1, k)
		if err != nil {
			t.Fatal(err)
		}
		var s flock.Snapshot
		if err := one.Frame(k, &s); err != nil {
			t.Fatal(err)
		}
		distance := float32(2)
		if k >= 10 {
			distance = 6
		}
		if k == 10 {
			events = append(events, flock.Event{Tick: 60, Kind: flock.EscapeBegan, Boid: 4, Flock: 1, Front: -0.5})
		}
		s.Pos = append(s.Pos, mgl32.Vec3{0.5, 0, 0}, mgl32.Vec3{0.5, distance, 0})
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

func TestStatsOfSpecies(t *testing.T) {
	path := knownFlocks(t)
	run := statsOf(t, path).Runs[0]
	if run.Report != nil || run.Leadership != nil || len(run.Flocks) != 2 || run.Hash != "0000000000000013" {
		t.Fatalf("%+v", run)
	}
	alone := statsOf(t, knownRecording(t)).Runs[0]
	first, hawks := run.Flocks[0], run.Flocks[1]
	if first.Species != "starling" || !reflect.DeepEqual(first.Report, alone.Report) || *first.Leadership != 0.25 {
		t.Errorf("the first flock's report among others\n%+v\ndiffers from that of it alone\n%+v", first.Report, alone.Report)
	}
	if hawks.Species != "hawk" || hawks.Boids != 2 || hawks.Frames != 20 || *hawks.Leadership != 0.75 {
		t.Errorf("hawks: %+v", hawks)
	}
	for key, want := range map[string][3]float64{ // mean, minimum and maximum: ten frames at 2 m, ten at 6 m
		"polarization": {1, 1, 1}, "speed": {8, 8, 8}, "nearest": {4, 2, 6}, "neighbours": {0.5, 0, 1},
		"clusters": {1.5, 1, 2}, "largest_share": {0.75, 0.5, 1}, "leaders": {0, 0, 0}, "spread": {2, 1, 3},
	} {
		m := hawks.Measures[key]
		for k, got := range []float64{m.Mean, m.Min, m.Max} {
			near(t, "hawks: "+key, got, want[k])
		}
	}
	if l := hawks.Ledger; l.Escapes != 1 || l.FrontShare != 0 || l.Closed != 0 || l.Open != 1 {
		t.Errorf("the hawks' ledger is %+v, want one escape, open at the end", l)
	}
	report := must(t, "stats", path)
	table := must(t, "stats", path, knownRecording(t), "--markdown")
	for text, want := range map[string][]string{
		report: {
			"starling\n\n" + path + ": 3 boids, X = 0.25, seed 5", "escapes               2, 63.2 per minute\n",
			"\n\nhawk\n\n" + path + ": 2 boids, X = 0.75, seed 5", "nearest neighbour, m                4.00 ± 2.00              2.00      6.00  0.68 to 1.51\n",
		},
		table: {
			"**starling**\n\n| flock |", "| " + path + " | 63.2 | 1.0 | 0.5 | 5.5 | 50.0 | 1.50 | 0.83 | 0.333 | 2.50 |\n",
			"\n\n**hawk**\n\n| flock |", "| " + path + " | 31.6 | – | – | – | – | 1.50 | 0.75 | 1.000 | 4.00 |\n",
		},
	} {
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("the text lacks %q:\n%s", part, text)
			}
		}
	}
	if strings.Count(report, "Real flocks:") != 1 || strings.Count(table, "| 63.2 |") != 2 {
		t.Errorf("got\n%s\n%s", report, table)
	}
}

func TestStatsOfAHunt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	must(t, "record", "falcon", "--count", "150", "--seconds", "14", "-o", path, "-q")
	simulated := statsOf(t, "falcon", "--count", "150", "--seconds", "14").Runs[0]
	recorded := statsOf(t, path).Runs[0]
	falcon := recorded.Flocks[1].Hunts
	if falcon == nil || falcon.Attacks == 0 {
		t.Fatalf("the falcon made no attacks: %+v", falcon)
	}
	for k := range recorded.Flocks {
		a, b := simulated.Flocks[k].Hunts, recorded.Flocks[k].Hunts
		if !reflect.DeepEqual(a, b) {
			t.Errorf("the simulated flock gives %+v, but the recorded one %+v", a, b)
		}
	}
	attacks := regexp.MustCompile(fmt.Sprintf(`the ledger of the hunt\nattacks +%d, `, falcon.Attacks))
	if report := must(t, "stats", path); !attacks.MatchString(report) {
		t.Errorf("no line of the report matches %v:\n%s", attacks, report)
	}
	if table := must(t, "stats", path, path, "--each", "--markdown"); !strings.Contains(table, "| attacks | strikes | near misses |") {
		t.Errorf("no hunt in\n%s", table)
	}
}

// A flock without a species has the name of its bird in the statistics of a recording and of its scene, as in
// the exported CSV.
func TestStatsNamesFlocksLikeTheCSV(t *testing.T) {
	dir := t.TempDir()
	scene, rec, rows := filepath.Join(dir, "two.toml"), filepath.Join(dir, "two.mcap"), filepath.Join(dir, "two.csv")
	testfiles.Write(t, scene, "version = 1\nbase = \"murmuration\"\nwarm_up = 0.0\nparams.count = 6\n[[flock]]\nspecies = \"geese\"\n[flock.params]\ncount = 5\n")
	must(t, "record", scene, "--seconds", "1", "-o", rec, "-q")
	must(t, "export", rec, "-o", rows, "-q")
	text, err := os.ReadFile(rows)
	if err != nil || !strings.Contains(string(text), ",starling") {
		t.Fatalf("the CSV does not name the starlings (error %v)", err)
	}
	for _, source := range []string{rec, scene} {
		for _, flag := range []string{"--seconds=1", "--field"} {
			out := must(t, "stats", source, "--seconds=1", flag, "-q")
			if !strings.Contains(out, "starling") || regexp.MustCompile(`(?m)(^|, )boid($|:)`).MatchString(out) {
				t.Errorf("stats %s %s does not name the starlings:\n%s", source, flag, out)
			}
		}
	}
}
