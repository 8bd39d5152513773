package program

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"skein/cmd/skein/internal/record"
	"skein/cmd/skein/internal/stats"
	"skein/flock/recording"
)

func sweepArgs(t *testing.T, to string, more ...string) []string {
	return append([]string{"record", smallScene(t), "--sweep", "X=0:1:0.5", "--sweep", "seed=4:5", "--seconds", "2", "-q", "-o", to}, more...)
}

// A sweep in shards gives the same states as an undivided sweep, even if one shard was stopped and
// resumed. skein stats measures the same values in the recordings as in simulations of the same flocks.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	complete, parts := filepath.Join(dir, "whole"), filepath.Join(dir, "parts")
	var sum record.SweepSummary
	if err := json.Unmarshal([]byte(must(t, sweepArgs(t, complete, "--json")...)), &sum); err != nil {
		t.Fatal(err)
	}
	if len(sum.Recordings) != 6 || sum.Skipped != 0 {
		t.Fatalf("made %d recordings and skipped %d, want 6 and 0", len(sum.Recordings), sum.Skipped)
	}
	must(t, sweepArgs(t, parts, "--shard", "2/4")...)
	cut := filepath.Join(parts, "leadership=1_seed=4.mcap")
	if err := os.WriteFile(recording.Part(cut), nil, 0o644); err != nil { // simulate a kill before the first frame
		t.Fatal(err)
	}
	for _, k := range []string{"4/4", "1/4", "3/4", "2/4"} {
		must(t, sweepArgs(t, parts, "--resume", "--shard", k)...)
	}
	for _, r := range sum.Recordings {
		var hash [2]string
		for i, folder := range []string{complete, parts} {
			name := filepath.Join(folder, filepath.Base(r.File))
			if out := must(t, "record", "--verify", name); !strings.Contains(out, "all 60 frames agree") {
				t.Errorf("%s: %s", name, out)
			}
			hash[i] = statsOf(t, name).Runs[0].Hash
		}
		if hash[0] != hash[1] || hash[0] != r.Hash {
			t.Errorf("%s ends in state %s, but made in shards in state %s", r.File, hash[0], hash[1])
		}
	}
	files, err := filepath.Glob(filepath.Join(parts, "*"))
	if err != nil || len(files) != 6 {
		t.Fatalf("files %v", files)
	}
	got := statsOf(t, files...)
	want := statsOf(t, smallScene(t), "--sweep", "X=0:1:0.5", "--seed", "4", "--seeds", "2", "--seconds", "2")
	if len(got.Rows) != 3 || len(want.Rows) != 3 {
		t.Fatalf("%d rows from recordings and %d from scenarios, want 3 each", len(got.Rows), len(want.Rows))
	}
	for k := range got.Rows {
		g, w := got.Rows[k], want.Rows[k]
		if !reflect.DeepEqual(g.Set, w.Set) || !reflect.DeepEqual(g.Seeds, w.Seeds) || !reflect.DeepEqual(g.Ledger, w.Ledger) {
			t.Errorf("row %d has the values %v, seeds %v and ledger %+v, want %v, %v and %+v", k, g.Set, g.Seeds, g.Ledger, w.Set, w.Seeds, w.Ledger)
		}
	}
	if each := statsOf(t, append(files, "--each")...); len(each.Rows) != 6 {
		t.Errorf("--each gives %d rows, want 6", len(each.Rows))
	}
	head, _, _ := strings.Cut(must(t, append([]string{"stats", "-q"}, files...)...), "\n")
	if first := strings.Fields(head)[0]; first != "leadership" {
		t.Errorf("the table begins with the column %s, want leadership", first)
	}
}

func statsOf(t *testing.T, args ...string) (doc stats.Document) {
	t.Helper()
	if err := json.Unmarshal([]byte(must(t, append([]string{"stats", "--json", "-q", "--every", "0"}, args...)...)), &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestSweepInterrupted(t *testing.T) {
	to := filepath.Join(t.TempDir(), "runs")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(interrupted{15})
	if code := run(ctx, sweepArgs(t, to), &bytes.Buffer{}, &bytes.Buffer{}); code != 143 {
		t.Errorf("exit %d", code)
	}
	must(t, sweepArgs(t, to, "--resume")...)
	if files, _ := filepath.Glob(filepath.Join(to, "*")); len(files) != 6 {
		t.Errorf("files %v", files)
	}
}

func TestSweepErrorLines(t *testing.T) {
	scene, dir := smallScene(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "seed=1.mcap"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"--sweep X=0:1:0.5 -o a.mcap":                   "--output a.mcap: a sweep makes many recordings, so the output must be a folder",
		"--sweep X=0:1:0.5":                             "a sweep makes many recordings, so the output must be a folder",
		"--sweep seed=-1 -o r":                          "seed=-1: must be whole numbers, at least 0",
		"--sweep seed=1:9:0.5 -o r":                     "must be whole numbers, at least 0",
		"--sweep leadreship=1 -o r":                     `unknown key "leadreship", did you mean "leadership"?`,
		"--sweep X=2 -o r":                              "leadership is 2",
		"--sweep X=0 --sweep leadership=1 -o r":         "leadership already has a --sweep",
		"--sweep X=0,0 -o r":                            "two combinations have the same file name",
		"--sweep seed=1:200 --sweep count=1:200:1 -o r": "40000 recordings are too many; the limit is 10000",
		"--sweep seed=1 --verify -o r":                  "--sweep and --verify cannot be used together",
		"--sweep seed=1 -o " + dir:                      "seed=1.mcap: file already exists; use --resume to skip existing recordings, or --force to replace them",
		"--shard 1/2 -o r.mcap":                         "--shard needs --sweep",
		"--slurm 2 -o r.mcap":                           "a single recording cannot be split",
	} {
		code, _, msg := skein(append([]string{"record", scene}, strings.Fields(line)...)...)
		if code == 0 || !strings.Contains(msg, want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("%s: exit code %d, message %q; want one line with %q", line, code, msg, want)
		}
	}
}
