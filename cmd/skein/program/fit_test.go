package program

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"skein/cmd/skein/internal/fit"
	"skein/flock/scenario"
)

func runFit(t *testing.T, args ...string) (r fit.Result) {
	t.Helper()
	out := must(t, append([]string{"fit", "--json", "-q"}, args...)...)
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	return r
}

func sources(t *testing.T) (from, recording string) {
	t.Helper()
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from.toml"), filepath.Join(dir, "to.toml")
	recording = filepath.Join(dir, "to.mcap")
	for file, params := range map[string]string{from: "separation_radius = 2.4\nmax_speed = 13.0\ncruise_speed = 7.0", to: "separation_radius = 1.4\nmax_speed = 13.0\ncruise_speed = 9.5"} {
		text := "version = 1\nbase = \"murmuration\"\n[params]\ncount = 20\n" + params + "\n"
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	must(t, "record", to, "-o", recording, "--seconds", "8", "--seed", "77", "-q")
	return from, recording
}

// A search starts from other values than those of a recording, and uses other seeds. It must find the
// parameters of the recording. It writes a scenario with these parameters and no other changes.
func TestFitFindsParameters(t *testing.T) {
	if testing.Short() {
		t.Skip("this test flies 200 flocks")
	}
	from, rec := sources(t)
	out := filepath.Join(t.TempDir(), "made", "fitted.toml")
	r := runFit(t, from, "--to", rec, "--over", "separation_radius=0.5:5,cruise_speed=5:13", "--budget", "96", "--seconds", "5", "--settle", "2", "-o", out)
	known := map[string]float64{"separation_radius": 1.4, "cruise_speed": 9.5}
	for _, p := range r.Parameters {
		if want := known[p.Key]; math.Abs(p.After/want-1) > 0.12 {
			t.Errorf("the search moved %s from %g to %g, want %g", p.Key, p.Before, p.After, want)
		}
	}
	if r.Flocks != 96 || r.Generations != 16 || !(r.After < 0.7*r.Before) || !(r.Unseen.After < 0.7*r.Unseen.Before) {
		t.Errorf("%d flocks in %d generations lowered the cost to %g from %g, and with unseen seeds to %g from %g; want 96 in 16, and costs below 0.7 of the first", r.Flocks, r.Generations, r.After, r.Before, r.Unseen.After, r.Unseen.Before)
	}
	sc, err := scenario.Load(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Parameters {
		if got := float64(sc.Params.Float(p.Key)); math.Abs(got-p.After) > 1e-6 {
			t.Errorf("%s is %g in the file, but %g in the table", p.Key, got, p.After)
		}
	}
	old, err := scenario.Load(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Parameters {
		if err := old.Params.Set(p.Key, sc.Params.Float(p.Key)); err != nil {
			t.Fatal(err)
		}
	}
	if key, a, b := scenario.Difference(old, sc); key != "" {
		t.Errorf("%s is %s, want %s as before", key, b, a)
	}
}

func quickFit(from, rec, out string, more ...string) []string {
	return append([]string{"fit", from, "--to", rec, "--over", "separation_radius,cohesion", "--budget", "12", "--seconds", "1.5", "--settle", "0.5", "--seeds", "1", "-o", out, "-q"}, more...)
}

// A search has the same result for any number of threads and shards, and after a kill and a resume.
func TestFitResumesAndShares(t *testing.T) {
	from, rec := sources(t)
	dir := t.TempDir()
	complete := filepath.Join(dir, "whole.toml")
	table := must(t, quickFit(from, rec, complete, "--threads", "1")...)
	same := func(what, file, out string) {
		t.Helper()
		a, err1 := os.ReadFile(complete)
		b, err2 := os.ReadFile(file)
		if err1 != nil || err2 != nil || string(a) != string(b) {
			t.Errorf("%s: the two scenario files differ (errors %v, %v)", what, err1, err2)
		}
		if out != table {
			t.Errorf("%s: prints\n%s\nwant\n%s", what, out, table)
		}
	}
	second := filepath.Join(dir, "again.toml")
	same("two threads", second, must(t, quickFit(from, rec, second, "--threads", "2")...))

	shared := filepath.Join(dir, "shared.toml")
	var all sync.WaitGroup
	outs := make([]string, 3)
	for k := range outs {
		all.Go(func() { outs[k] = must(t, quickFit(from, rec, shared, "--shard", string(rune('1'+k))+"/3")...) })
	}
	all.Wait()
	for _, out := range outs {
		same("three shards", shared, out)
	}

	killed := filepath.Join(dir, "killed.toml")
	cmd, output := process(t, quickFit(from, rec, killed, "--threads", "1")...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for tries := 0; tries < 4; {
		found, _ := filepath.Glob(filepath.Join(dir, "killed.fit", "0*.json"))
		tries = len(found)
		select {
		case err := <-ended:
			t.Fatalf("the search ended before it was killed, after %d tries: %v: %s", tries, err, output)
		case <-time.After(time.Millisecond):
		}
	}
	_ = cmd.Process.Kill()
	<-ended
	if _, err := os.Stat(killed); err == nil {
		t.Fatal("the search finished before it was killed")
	}
	if code, _, err := skein(quickFit(from, rec, killed)...); code != 1 || !strings.Contains(err, "--resume") {
		t.Errorf("a new search over an existing one: exit code %d, message %q; want 1 and --resume in it", code, err)
	}
	if code, _, err := skein(quickFit(from, rec, killed, "--resume", "--chance", "2")...); code != 1 || !strings.Contains(err, "chance 1, not 2") {
		t.Errorf("resumed with another --chance: exit code %d, message %q; want an error that names both values", code, err)
	}
	same("killed and resumed", killed, must(t, quickFit(from, rec, killed, "--resume")...))
	must(t, quickFit(from, rec, killed, "--force", "--chance", "2")...)
	same("begun anew", killed, must(t, quickFit(from, rec, killed, "--force")...))
}

// A fit to the scorecard has 17 terms, one for each row, and uses flocks of several sizes.
func TestFitToScorecard(t *testing.T) {
	out := filepath.Join(t.TempDir(), "fitted.toml")
	r := runFit(t, "murmuration", "--to", "scorecard", "--over", "gust_strength", "--counts", "20,30", "--budget", "8", "--candidates", "4", "--seconds", "2", "--seeds", "1", "-o", out)
	if len(r.Unseen.Terms) != 17 || r.Flocks != 8 || r.After > r.Before {
		t.Errorf("the search has %d terms and %d flocks and changed the cost to %g from %g; want 17, 8 and no higher cost", len(r.Unseen.Terms), r.Flocks, r.After, r.Before)
	}
	for _, term := range r.Unseen.Terms {
		if term.After.Low == nil && term.After.High == nil {
			t.Errorf("%s has no band", term.After.Name)
		}
		if measured := term.After.Value != nil; measured != (term.After.Cost != nil) {
			t.Errorf("%s: measured is %v, but its cost is %v; want both or neither", term.After.Name, measured, term.After.Cost)
		}
	}
}

func TestFitRefuses(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "a.toml")
	for line, want := range map[string]string{
		"murmuration --to scorecard --over cohesion -o a.mcap":                         "must be a scenario file",
		"murmuration --to paper --over cohesion -o " + out:                             "is a scenario",
		"murmuration --to scorecard --over cohesoin -o " + out:                         `did you mean "cohesion"`,
		"murmuration --to scorecard --over cohesion=1:0 -o " + out:                     "must be FROM:TO within 0 to 1",
		"murmuration --to scorecard --over cohesion=0:7 -o " + out:                     "must be FROM:TO within 0 to 1",
		"murmuration --to scorecard --over cohesion,K -o " + out:                       "is given twice",
		"murmuration --to scorecard --over neighbourhood -o " + out:                    "is not a number",
		"murmuration --to scorecard --over count -o " + out:                            "set it with --count",
		"murmuration --to scorecard --over cohesion --budget never -o " + out:          "must be a time",
		"murmuration --to scorecard --over cohesion --candidates 2 -o " + out:          "--candidates 2",
		"murmuration --to scorecard --over cohesion --seconds 0 -o " + out:             "--seconds 0",
		"murmuration --to scorecard --over cohesion --seconds 0 --settle -1 -o " + out: "--seconds 0: must be 1 to",
		"murmuration --to scorecard --over cohesion --settle -1 -o " + out:             "--settle -1: must be 0 to",
		"murmuration --to scorecard --over cohesion --counts 9 --count 3 -o " + out:    "--counts",
		"murmuration --to scorecard --over cohesion --resume --force -o " + out:        "cannot be used together",
		"murmuration --to scorecard --over cohesion --counts 99999999 -o " + out:       "--counts 99999999",
	} {
		code, _, err := skein(append([]string{"fit"}, strings.Fields(line)...)...)
		if code != 2 || !strings.Contains(err, want) || strings.Count(err, "\n") != 1 {
			t.Errorf("skein fit %s: exit code %d, message %q; want 2 and one line with %q", line, code, err, want)
		}
	}
	if remaining, _ := os.ReadDir(dir); len(remaining) > 0 {
		t.Errorf("files that remain: %v", remaining)
	}
}

func TestFitRefusesUnmeasurableFlocks(t *testing.T) {
	out := filepath.Join(t.TempDir(), "a.toml")
	code, _, err := skein("fit", "murmuration", "--to", "scorecard", "--over", "cohesion", "--count", "5", "--budget", "8", "--seconds", "1", "--settle", "0", "--seeds", "1", "-o", out)
	want := "murmuration: no row of the scorecard can be measured; at least 10 birds must fly together"
	if code != exitFailed || !strings.Contains(err, want) || strings.Count(err, "\n") != 1 {
		t.Errorf("exit code %d, message %q; want one line with %q", code, err, want)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a scenario was written although the search failed")
	}
}

func TestFitRefusesAnotherRecording(t *testing.T) {
	from, rec := sources(t)
	out := filepath.Join(t.TempDir(), "a.toml")
	must(t, quickFit(from, rec, out, "--budget", "4", "--candidates", "4")...)
	must(t, "record", from, "-o", rec, "--seconds", "8", "--seed", "77", "--force", "-q")
	code, _, err := skein(quickFit(from, rec, out, "--budget", "4", "--candidates", "4", "--resume")...)
	if code != exitFailed || !strings.Contains(err, "was started with to ") || strings.Count(err, "\n") != 1 {
		t.Errorf("exit %d: %s", code, err)
	}
}
