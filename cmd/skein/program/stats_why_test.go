package program

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"skein/flock/explanation"
	"skein/flock/lead"
)

// The test takes each escape from the ledger of a recording. The explanation of the tick before must say
// that the boid leaves, with the values in the ledger. The scenario must give the same ledger and the same
// explanations.
func TestWhy(t *testing.T) {
	dir := t.TempDir()
	rec, scene := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "my.toml")
	if err := os.WriteFile(scene, []byte("version = 1\nbase = \"murmuration\"\n[params]\ncount = 60\nleadership = 0.6\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "record", scene, "--seconds", "4", "-o", rec, "-q")
	rows, err := csv.NewReader(strings.NewReader(must(t, "stats", rec, "--ledger"))).ReadAll()
	if err != nil || len(rows) < 4 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	second, err := csv.NewReader(strings.NewReader(must(t, "stats", scene, "--ledger", "--seconds", "4"))).ReadAll()
	if err != nil || len(second) < len(rows)-1 {
		t.Errorf("the scenario has %d rows, its recording only %d (error %v)", len(second), len(rows), err)
	}
	for _, row := range rows[1:4] {
		tick, err := strconv.Atoi(row[1])
		if err != nil || row[0] != "escape" {
			t.Fatal(row)
		}
		for _, source := range []string{rec, scene} {
			at := fmt.Sprintf("%s@%.6fs", row[4], (float64(tick)-0.9)/60)
			var e struct {
				explanation.Step
				Why []string
			}
			if err := json.Unmarshal([]byte(must(t, "stats", source, "--why", at, "--json")), &e); err != nil {
				t.Fatal(err)
			}
			d := e.Decision
			if d.Verdict != lead.Leaves || fmt.Sprint(d.Eccentricity, d.Front, d.Draw) != strings.Join(row[6:9], " ") {
				t.Errorf("%s: the decision is %+v, but the ledger has %v", source, d, row)
			}
			if text := must(t, "stats", source, "--why", at); !strings.Contains(text, fmt.Sprintf("At %.3f s boid %s breaks away", float64(tick)/60, row[4])) || !strings.Contains(text, "cohesion") {
				t.Error(text)
			}
		}
	}
}

func TestWhyRefuses(t *testing.T) {
	for _, args := range [][]string{
		{"--why", "12"}, {"--why", "x@1"}, {"--why", "-1@1s"}, {"--why", "1@-2"}, {"--why", "1@1", "--ledger"}, {"--why", "1@1", "paper", "murmuration"}, {"--ledger", "--field"},
	} {
		code, out, err := skein(append([]string{"stats"}, args...)...)
		if code != exitUsage || out != "" || strings.Count(err, "\n") != 1 {
			t.Errorf("%v: %d, %q, %q", args, code, out, err)
		}
	}
	code, _, err := skein("stats", "murmuration", "--count", "5", "--why", "5@0")
	if code != exitFailed || !strings.Contains(err, "boid 5 does not exist; there are 5, numbered from 0") {
		t.Errorf("%d, %q", code, err)
	}
	file := knownFlocks(t) // 20 frames of 10 per second
	if code, _, err := skein("stats", file, "--why", "1@60s"); code != exitFailed || !strings.Contains(err, ": no time 60 s; the recording goes from 0.000 s to ") {
		t.Errorf("after the end: %d, %q", code, err)
	}
}

func TestStatsDoesNotKnowAMeasure(t *testing.T) {
	want := `--measures: unknown measure "polarisation", did you mean "polarization"? skein help measuring lists the measures`
	if code, _, err := skein("stats", "--measures", "polarisation"); code != exitUsage || !strings.Contains(err, want) {
		t.Errorf("%d, %q, want %q", code, err, want)
	}
}
