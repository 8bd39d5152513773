package program

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skein/cmd/skein/internal/trial"
	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario"
)

func trialsOf(t *testing.T, args ...string) (rows []trial.Row) {
	t.Helper()
	var document struct{ Rows []trial.Row }
	if err := json.Unmarshal([]byte(must(t, append([]string{"trial", "--json", "-q"}, args...)...)), &document); err != nil {
		t.Fatal(err)
	}
	return document.Rows
}

// The trials give the results of S4 (chapter 3), in the plane and in space. With the neighbourhood
// nearest, boids that meet at a distance join; with sphere they do not. With nearest, a boid joins a flock
// more slowly. Flocks that pass each other join only with the combination of both that S4 proposes.
func TestTrialsGiveTheResultsOfS4(t *testing.T) {
	rows := map[string]trial.Row{}
	for _, r := range trialsOf(t, "3", "8", "11", "--neighbourhood", "sphere,nearest,radius_plus_nearest") {
		rows[fmt.Sprint(r.Trial, r.Neighbourhood, r.Dimensions)] = r
	}
	for _, d := range []int{2, 3} {
		at := func(trial int, by string) trial.Row {
			r, ok := rows[fmt.Sprint(trial, by, d)]
			if !ok {
				t.Fatalf("there is no row of trial %d with the neighbourhood %s in %d dimensions", trial, by, d)
			}
			return r
		}
		if lone := at(3, "sphere"); lone.Passed || lone.Joined != nil {
			t.Errorf("%d dimensions: with a radius, two boids that pass at 30 m join, want not: %+v", d, lone)
		}
		if found := at(3, "nearest"); !found.Passed {
			t.Errorf("%d dimensions: with the nearest, two boids that pass at 30 m do not join: %+v", d, found)
		}
		quick, slow := at(8, "sphere"), at(8, "nearest")
		if !quick.Passed || !slow.Passed || *slow.Joined < 2**quick.Joined {
			t.Errorf("%d dimensions: one boid joins a flock after %v s with a radius and %v s with the nearest, want twice as long with the nearest", d, quick.Joined, slow.Joined)
		}
		if a, b := at(11, "sphere"), at(11, "nearest"); a.Joined != nil || b.Joined != nil {
			t.Errorf("%d dimensions: two flocks that pass each other join with only one of the neighbourhoods, want not: %+v, %+v", d, a, b)
		}
		if both := at(11, "radius_plus_nearest"); !both.Passed {
			t.Errorf("%d dimensions: with radius plus nearest, two flocks that pass each other do not join: %+v", d, both)
		}
	}
}

// The output has one row for each trial, neighbourhood and dimension. It is the same for any number of
// threads.
func TestTrialRows(t *testing.T) {
	rows := trialsOf(t, "--threads", "3")
	if len(rows) != 15*8*2 {
		t.Fatalf("%d rows", len(rows))
	}
	found, failed := map[string]bool{}, 0
	for _, r := range rows {
		found[fmt.Sprint(r.Trial, r.Neighbourhood, r.OneRule, r.Dimensions)] = true
		bad := r.Collisions+r.Lost+r.Splits > 0
		if r.Passed != (r.Joined != nil && !bad) || bad != (r.Failed != nil) {
			t.Errorf("%+v", r)
		}
		if !r.Passed {
			failed++
		}
	}
	if len(found) != len(rows) || failed < 20 || failed > 200 {
		t.Errorf("%d different rows, of which %d failed; want all rows different, and 20 to 200 failed", len(found), failed)
	}
	second := trialsOf(t, "12", "--threads", "1")
	for k, r := range second {
		index := slices.IndexFunc(rows, func(o trial.Row) bool {
			return o.Trial == 12 && o.Neighbourhood == r.Neighbourhood && o.OneRule == r.OneRule && o.Dimensions == r.Dimensions
		})
		if rows[index].Hash != r.Hash || rows[index].Collisions != r.Collisions {
			t.Errorf("row %d: %+v, but with one thread %+v", k, rows[index], r)
		}
	}
	if other := trialsOf(t, "12", "--seed", "7"); other[0].Hash == second[0].Hash || other[0].Seed != 7 {
		t.Errorf("another seed gives %+v, want seed 7 and another state", other[0])
	}
}

func TestTrialTable(t *testing.T) {
	out := must(t, "trial", "3", "8", "--in", "plane", "--neighbourhood", "sphere,nearest+zones", "-q")
	rows := trialsOf(t, "8", "--in", "plane", "--neighbourhood", "sphere")
	for _, want := range []string{
		"in the plane", "sphere", "+zones",
		" 3 one meets one: head-on, 30 m apart  ✗ –",
		fmt.Sprintf(" 8 one meets a group: of 10, crossing  ✓ %.1f", *rows[0].Joined),
		"passed                                 1 of 2",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

func TestTrialsAreScenarios(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "trials")
	must(t, "trial", "8", "12", "--save", dir, "--neighbourhood", "radius_plus_nearest,nearest+zones")
	checkFolder(t, dir,
		"trial-08-nearest-zones-plane.toml", "trial-08-nearest-zones-space.toml", "trial-08-radius_plus_nearest-plane.toml", "trial-08-radius_plus_nearest-space.toml",
		"trial-12-nearest-zones-plane.toml", "trial-12-nearest-zones-space.toml", "trial-12-radius_plus_nearest-plane.toml", "trial-12-radius_plus_nearest-space.toml")
	for _, r := range trialsOf(t, "12", "--neighbourhood", "radius_plus_nearest,nearest+zones") {
		name := r.Neighbourhood
		if r.OneRule {
			name += "-zones"
		}
		s, err := scenario.Load(filepath.Join(dir, fmt.Sprintf("trial-12-%s-%s.toml", name, []string{"plane", "space"}[r.Dimensions-2])))
		if err != nil {
			t.Fatal(err)
		}
		w, err := flock.NewWorld(s.Def())
		if err != nil {
			t.Fatal(err)
		}
		for range r.Seconds * s.TickRate {
			w.Step()
		}
		if got := fmt.Sprintf("%016x", w.Hash()); got != r.Hash {
			t.Errorf("%s: flown from its file it ends as %s, want %s", s.Name, got, r.Hash)
		}
	}
	rec := filepath.Join(t.TempDir(), "run.mcap")
	must(t, "record", filepath.Join(dir, "trial-12-nearest-zones-space.toml"), "-o", rec, "--seconds", "12", "-q")
	must(t, "record", "--verify", rec, "-q")
	if s, err := recording.Open(rec); err != nil {
		t.Fatal(err)
	} else {
		defer s.Close()
		w, err := s.World(330, 1, flock.Grid) // the nearest checkpoint is at 10 s
		if err != nil || !strings.Contains(string(w.Checkpoint()[:2000]), `"Groups":[{"Count":20`) {
			t.Errorf("the checkpoint does not contain the start's groups (error %v)", err)
		}
	}
	if code, _, msg := skein("trial", "8", "--save", dir); code != 1 || !strings.Contains(msg, "already exists") {
		t.Errorf("saving a second time: exit code %d, want 1 and an error that files exist: %s", code, msg)
	}
	must(t, "trial", "8", "--save", dir, "--force", "-q")
}

func TestTrialRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"trial 16: must be a number from 1 to 15":           {"16"},
		"--open -1: must be 1 to 15":                        {"--open", "-1"},
		"--open 4 shows only that trial":                    {"--open", "4", "3"},
		`--neighbourhood "nearst", did you mean "nearest"?`: {"--neighbourhood", "nearst"},
		`--in "flat": must be plane, space or plane,space`:  {"--in", "flat"},
		"--picture x.jpg: must be a name that ends in .png": {"--picture", "x.jpg"},
		"--save x cannot be used with --picture":            {"--save", "x", "--picture", "x.png"},
		"--json cannot be used with --open":                 {"--json", "--open", "3"},
	} {
		code, out, msg := skein(append([]string{"trial"}, args...)...)
		if code != exitUsage || out != "" || !strings.HasPrefix(msg, "skein: "+want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("%v: exit code %d, output %q, message %q; want one line with %q", args, code, out, msg, want)
		}
	}
}
