package program

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A map of two swept parameters must contain the mean of each row of the table, in ascending order of the
// parameters. At each point of a boundary, the linearly interpolated mean must equal the level of the
// boundary.
func TestStatsMap(t *testing.T) {
	scene, file := smallScene(t), filepath.Join(t.TempDir(), "m.svg")
	var doc struct {
		Rows []struct {
			Set      map[string]float64
			Measures map[string]struct{ Mean float64 }
		}
		Maps struct {
			Across, Up struct {
				Key, Unit string
				Values    []float64
			}
			Measures []struct {
				Key        string
				Values     [][]float64
				Boundaries []struct {
					Level float64
					Lines [][][2]float64
				}
			}
		}
	}
	out := must(t, "stats", scene, "--seconds", "1", "--sweep", "count=9,6", "--sweep", "vision=2,3,4", "--measures", "nearest", "--figure", file, "--json", "-q")
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err)
	}
	m := doc.Maps
	if len(doc.Rows) != 6 || m.Across.Key != "count" || m.Across.Values[0] != 6 || m.Up.Key != "vision" || m.Up.Unit != "m" || len(m.Measures) != 1 {
		t.Fatalf("there are %d rows and the maps %+v", len(doc.Rows), m)
	}
	at := func(count, vision float64) float64 {
		for _, r := range doc.Rows {
			if r.Set["count"] == count && r.Set["vision"] == vision {
				return r.Measures["nearest"].Mean
			}
		}
		t.Fatalf("no row with %g and %g", count, vision)
		return 0
	}
	least, greatest := math.Inf(1), math.Inf(-1)
	for j, up := range m.Up.Values {
		for i, across := range m.Across.Values {
			x := m.Measures[0].Values[j][i]
			if least, greatest = min(least, x), max(greatest, x); x != at(across, up) {
				t.Errorf("the map is %g at %g and %g, but the row %g", x, across, up, at(across, up))
			}
		}
	}
	b := m.Measures[0].Boundaries[0]
	if len(b.Lines) == 0 || math.Abs(b.Level-(least+greatest)/2) > 1e-12 {
		t.Fatalf("the boundary is %+v, want lines in the middle between %g and %g", b, least, greatest)
	}
	checked := 0
	for _, line := range b.Lines {
		for _, p := range line {
			if p[1] == math.Round(p[1]) { // this point is on a row of the map, where only the first parameter varies
				s := (p[0] - 6) / 3
				if x := (1-s)*at(6, p[1]) + s*at(9, p[1]); math.Abs(x-b.Level) > 1e-9 {
					t.Errorf("at %v the measure is %g, want %g", p, x, b.Level)
				}
				checked++
			}
		}
	}
	if data, err := os.ReadFile(file); err != nil || checked == 0 || !strings.Contains(string(data), "nearest neighbour, m") {
		t.Errorf("%d points were checked; the figure has the error %v, or no map", checked, err)
	}
}

func TestStatsMapErrors(t *testing.T) {
	for want, args := range map[string][]string{
		"at most two":                 {"--sweep", "count=1", "--sweep", "vision=2", "--sweep", "X=1"},
		"already has a":               {"--sweep", "count=5,6", "--sweep", "count=7,8"},
		"needs two --sweep":           {"--levels", "0.5"},
		"need --figure":               {"--width", "90"},
		"at least two values":         {"--sweep", "count=5", "--sweep", "vision=2,3", "--figure", "m.svg"},
		"is not a number":             {"--sweep", "count=5,6", "--sweep", "neighbourhood=sphere,nearest", "--figure", "m.svg"},
		"cannot be used with --field": {"--sweep", "count=5,6", "--sweep", "vision=2,3", "--figure", "m.svg", "--field"},
		"has the value 5.0 tw":        {"--sweep", "count=5,6", "--sweep", "vision=5,5.0", "--figure", "m.svg"},
	} {
		code, out, err := skein(append([]string{"stats", "murmuration", "--seconds", "1e6"}, args...)...)
		if code != 2 || out != "" || !strings.Contains(err, want) {
			t.Errorf("%v: exit %d, %q; want exit 2 and an error with %q", args, code, err, want)
		}
	}
}

func TestStatsMapOfSpecies(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.svg")
	must(t, "stats", "cornell", "--count", "20", "--seconds", "0.5", "--sweep", "vision=20,40", "--sweep", "protected_range=4,8", "--figure", file, "-q")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(data), ": polarization<"); n != 2 {
		t.Errorf("the figure has %d maps with the name of a species, want 2", n)
	}
}
