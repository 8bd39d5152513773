package program

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

type fieldJSON struct {
	Field struct {
		fieldCardJSON
		Cards []fieldCardJSON `json:"cards"`
	} `json:"field"`
}

type fieldCardJSON struct {
	Rows   []fieldRowJSON `json:"rows"`
	Passed int            `json:"passed"`
	Of     int            `json:"of"`
	Flocks []struct {
		Source  string         `json:"source"`
		Species string         `json:"species"`
		Boids   int            `json:"boids"`
		Seeds   []uint64       `json:"seeds"`
		Seconds float64        `json:"seconds"`
		Rows    []fieldRowJSON `json:"rows"`
	} `json:"flocks"`
}

type fieldRowJSON struct {
	Number  int            `json:"number"`
	Name    string         `json:"name"`
	Value   *float64       `json:"value"`
	Error   *float64       `json:"error"`
	Null    *float64       `json:"null"`
	Low     *float64       `json:"low"`
	High    *float64       `json:"high"`
	Pass    *bool          `json:"pass"`
	Figures []fieldRowJSON `json:"figures"`
}

func fieldOf(t *testing.T, args ...string) (f fieldJSON) {
	t.Helper()
	out := must(t, append([]string{"stats", "--field", "--json", "-q"}, args...)...)
	if err := json.Unmarshal([]byte(out), &f); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	return f
}

func TestFieldOfScenarioAndRecording(t *testing.T) {
	dir := t.TempDir()
	path, flags := filepath.Join(dir, "run.mcap"), []string{"--count", "120", "--seed", "11", "--seconds", "6"}
	must(t, append([]string{"record", "murmuration", "-o", path, "-q"}, flags...)...)
	simulated := fieldOf(t, append([]string{"murmuration"}, flags...)...).Field
	recorded := fieldOf(t, path).Field
	if len(simulated.Cards) != 0 || len(simulated.Flocks) != 1 || simulated.Flocks[0].Boids != 120 || simulated.Flocks[0].Seconds != 179./30 {
		t.Fatalf("%+v", simulated)
	}
	if !reflect.DeepEqual(simulated.Rows, recorded.Rows) || !reflect.DeepEqual(simulated.Rows, simulated.Flocks[0].Rows) {
		t.Errorf("simulated\n%+v, recorded\n%+v", simulated.Rows, recorded.Rows)
	}
	passed, verdicts := 0, 0
	for k, r := range simulated.Rows {
		if r.Number == 0 {
			continue
		}
		if verdicts++; r.Number != verdicts || r.Name == "" || r.Low == nil && r.High == nil {
			t.Errorf("row %d: %+v", k+1, r)
		}
		if r.Pass != nil && *r.Pass {
			passed++
		}
	}
	if verdicts != 17 || simulated.Of != 17 || passed != simulated.Passed || passed == 0 {
		t.Errorf("the card has %d rows, and %d pass, but it says %d of %d", verdicts, passed, simulated.Passed, simulated.Of)
	}
	density := simulated.Rows[2]
	if density.Value == nil || density.Error == nil || density.Null == nil || *density.Low != 0.04 || *density.High != 0.8 || *density.Null < *density.Value/2 {
		t.Errorf("density: %+v", density)
	}
	for _, more := range []string{"", "--markdown"} {
		args := []string{"stats", "--field", path}
		if more != "" {
			args = append(args, more)
		}
		text := must(t, args...)
		for _, want := range []string{path + ": 120 boids, seed 11, 6.0 s\n", "density, 1/m³", "0.04 to 0.8", "Ballerini 2008a", "drift with N needs several flock sizes", "passed: ", " of 17\n", "what one sees: "} {
			if !strings.Contains(text, want) {
				t.Errorf("the text lacks %q:\n%s", want, text)
			}
		}
	}
}

// The flocks of a sweep over sizes share one scorecard. Recordings that differ only in size share one
// scorecard, too. It has a column for each size, and one for the change with the size.
func TestFieldOverSizes(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for _, n := range []string{"60", "120"} {
		path := filepath.Join(dir, n+".mcap")
		must(t, "record", "murmuration", "-o", path, "-q", "--count", n, "--seed", "3", "--seconds", "3")
		paths = append(paths, path)
	}
	swept := fieldOf(t, "murmuration", "--sweep", "count=60,120", "--seed", "3", "--seconds", "3").Field
	recorded := fieldOf(t, paths...).Field
	if len(swept.Flocks) != 2 || swept.Flocks[0].Boids != 60 || swept.Flocks[1].Boids != 120 || !reflect.DeepEqual(swept.Rows, recorded.Rows) {
		t.Fatalf("swept\n%+v, recorded\n%+v", swept, recorded)
	}
	small, large, drift := swept.Flocks[0].Rows[1].Value, swept.Flocks[1].Rows[1].Value, swept.Rows[1].Figures[1]
	if small == nil || large == nil || drift.Name != "drift with N" || drift.Value == nil {
		t.Fatalf("%v, %v, %+v", small, large, drift)
	}
	near(t, "drift", *drift.Value, 100*(max(*small, *large)/min(*small, *large)-1))
	near(t, "mean", *swept.Rows[1].Value, (*small+*large)/2)
	text := must(t, "stats", "--field", paths[0], paths[1])
	if !strings.Contains(text, "60, 120 boids, seed 3, 3.0 s of each size") || !strings.Contains(text, "at all sizes; ") {
		t.Errorf("got\n%s", text)
	}
	other := fieldOf(t, "murmuration", "--sweep", "X=0,1", "--count", "40", "--seconds", "1").Field
	if len(other.Rows) != 0 || len(other.Cards) != 2 || len(other.Cards[1].Rows) < 14 {
		t.Errorf("a sweep of X has no two cards, or judges sizes together: %+v", other)
	}
}

func TestFieldOfSpecies(t *testing.T) {
	scene := filepath.Join(t.TempDir(), "two.toml")
	text := "version = 1\nbase = \"murmuration\"\nspecies = \"starling\"\nparams.count = 60\n[[flock]]\nspecies = \"goose\"\n[flock.params]\ncount = 5\n"
	if err := os.WriteFile(scene, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	both := fieldOf(t, scene, "--seed", "3", "--seconds", "3").Field
	alone := fieldOf(t, "murmuration", "--count", "60", "--seed", "3", "--seconds", "3").Field
	if len(both.Cards) != 2 || both.Cards[0].Flocks[0].Species != "starling" || both.Cards[1].Flocks[0].Species != "goose" {
		t.Fatalf("%+v", both)
	}
	if !reflect.DeepEqual(both.Cards[0].Rows, alone.Rows) {
		t.Errorf("the starlings' card among geese\n%+v\ndiffers from their card without geese\n%+v", both.Cards[0].Rows, alone.Rows)
	}
	if geese := both.Cards[1]; geese.Passed != 0 || slices.ContainsFunc(geese.Rows, func(r fieldRowJSON) bool { return r.Pass != nil && *r.Pass }) {
		t.Errorf("five geese pass rows of the scorecard: %+v", geese)
	}
	if table := must(t, "stats", "--field", "-q", scene, "--seconds", "1"); !strings.Contains(table, "two.toml, starling: 60 boids") || !strings.Contains(table, "two.toml, goose: 5 boids") || !strings.Contains(table, "density, 1/m³") {
		t.Errorf("got\n%s", table)
	}
}

// The scorecard names the species with which it compares a flock. --card chooses the species.
func TestFieldNamesTheSpecies(t *testing.T) {
	flags := []string{"stats", "starlings", "--field", "--count", "40", "--seconds", "2", "-q"}
	if out := must(t, flags...); !strings.Contains(out, "compared with starlings (Sturnus vulgaris)") || !strings.Contains(out, "Ballerini 2008a") {
		t.Errorf("the scorecard does not name starlings and their sources:\n%s", out)
	}
	out := must(t, append(flags, "--card", "pigeon")...)
	if !strings.Contains(out, "compared with homing pigeons (Columba livia)") || strings.Contains(out, "Ballerini") || !strings.Contains(out, "passed: ") {
		t.Errorf("the scorecard of pigeons is\n%s", out)
	}
	for _, args := range [][]string{{"stats", "starlings", "--field", "--card", "pigeons"}, {"compare", "starlings", "paper", "--card", "gull"}} {
		if code, _, err := skein(args...); code == 0 || !strings.Contains(err, "must be one of starling, pigeon, jackdaw") {
			t.Errorf("%q: status %d and the error %q, want one that lists the species", args, code, err)
		}
	}
	if code, _, err := skein("stats", "starlings", "--card", "pigeon"); code == 0 || !strings.Contains(err, "--card needs --field") {
		t.Errorf("status %d and the error %q, want one that asks for --field", code, err)
	}
}
