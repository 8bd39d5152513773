package program

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

type leadJSON struct {
	Leadership struct {
		Flocks []struct {
			Boids  int
			Passed int
			Of     int
			Rows   []fieldRowJSON
			Order  []struct {
				Bird, Follows int
				Delay, Behind float64
			}
		}
	}
}

func TestLeadershipOfScenarioAndRecording(t *testing.T) {
	dir := t.TempDir()
	path, flags := filepath.Join(dir, "run.mcap"), []string{"--count", "60", "--seed", "11", "--seconds", "24"}
	must(t, append([]string{"record", "murmuration", "-o", path, "-q"}, flags...)...)
	pageOf := func(args ...string) (page leadJSON) {
		out := must(t, append([]string{"stats", "--leadership", "--json", "-q"}, args...)...)
		if err := json.Unmarshal([]byte(out), &page); err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		return page
	}
	a, b := pageOf(append([]string{"murmuration"}, flags...)...), pageOf(path)
	if len(a.Leadership.Flocks) != 1 || !reflect.DeepEqual(a, b) {
		t.Fatalf("the scenario gives %+v, but the recording %+v", a, b)
	}
	one := a.Leadership.Flocks[0]
	if one.Of != 5 || one.Boids != 60 || len(one.Order) < 30 {
		t.Errorf("%d verdicts on %d boids, with %d boids in order; want 5, 60 and at least 30", one.Of, one.Boids, len(one.Order))
	}
	for k := 1; k < len(one.Order); k++ {
		if one.Order[k].Delay < one.Order[k-1].Delay {
			t.Errorf("bird number %d in order turns at %g s, before its predecessor at %g s", k, one.Order[k].Delay, one.Order[k-1].Delay)
		}
	}
	table := must(t, "stats", path, "--leadership", "-q", "--markdown")
	for _, row := range one.Rows {
		line := ""
		for text := range strings.Lines(table) {
			if strings.Contains(text, "| "+row.Name) {
				line = text
			}
		}
		if line == "" || row.Pass != nil && !*row.Pass && !strings.Contains(line, "✗") && len(row.Figures) == 0 {
			t.Errorf("%s: the line is %q, want the verdict %v", row.Name, line, row.Pass)
		}
		if row.Pass != nil && !*row.Pass && !strings.Contains(table, "\n"+row.Name+": ") {
			t.Errorf("the row %s fails, but there is no note on it", row.Name)
		}
	}
	if code, _, err := skein("stats", path, "--leadership", "--field"); code != 2 || !strings.Contains(err, "cannot be used together") {
		t.Errorf("--leadership --field: exit code %d, want 2 and an error: %s", code, err)
	}
}

func TestPatterns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hunt.mcap")
	flags := []string{"--count", "300", "--seconds", "12", "--seed", "3"}
	must(t, append([]string{"record", "falcon", "-o", path, "-q"}, flags...)...)
	patternsOf := func(args ...string) (flocks []struct {
		Species  string
		Measured bool
		Patterns []struct {
			Kind  string
			Count int
		}
		Events []struct{ Kind string }
	}) {
		var d struct {
			Patterns struct{ Flocks *json.RawMessage }
		}
		out := must(t, append([]string{"stats", "--patterns", "--json", "-q"}, args...)...)
		if err := json.Unmarshal([]byte(out), &d); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(*d.Patterns.Flocks, &flocks); err != nil {
			t.Fatal(err)
		}
		return flocks
	}
	recorded, simulated := patternsOf(path), patternsOf(append([]string{"falcon"}, flags...)...)
	if !reflect.DeepEqual(recorded, simulated) || len(recorded) != 2 || len(recorded[0].Patterns) != 6 {
		t.Fatalf("recorded\n%+v, simulated\n%+v", recorded, simulated)
	}
	total := 0
	for _, p := range recorded[0].Patterns {
		total += p.Count
	}
	if total == 0 || total != len(recorded[0].Events) || len(recorded[1].Events)+len(recorded[1].Patterns) > 0 || !recorded[0].Measured || recorded[1].Measured {
		t.Errorf("%d events: %+v", total, recorded)
	}
	if table := must(t, "stats", path, "--patterns", "-q"); !strings.Contains(table, "flash expansion") || !strings.Contains(table, ", starling: ") || strings.Contains(table, ", falcon: ") {
		t.Errorf("got\n%s", table)
	}
	if code, _, err := skein("stats", path, "--patterns", "--field"); code != 2 || !strings.Contains(err, "cannot be used with") {
		t.Errorf("--patterns --field: exit code %d, want 2 and an error: %s", code, err)
	}
}
