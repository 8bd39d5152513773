package program

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/record"
	"skein/flock/recording"
)

// truncated records 4 seconds and writes the first 60 % of the recording to a file with the given name. It
// returns the number of frames that can still be read.
func truncated(t *testing.T, name string) (frames int) {
	t.Helper()
	must(t, "record", smallScene(t), "-o", "whole.mcap", "--seconds", "4", "-q")
	data, err := os.ReadFile("whole.mcap")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data[:len(data)*6/10], 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := recording.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Complete() || r.Frames() < 30 || r.Frames() > 90 {
		t.Fatalf("the recording has %d frames and complete is %t; want 30 to 90, and false", r.Frames(), r.Complete())
	}
	return r.Frames()
}

func readers(name string) [][]string {
	return [][]string{
		{"export", name, "-o", "a.csv"}, {"export", name, "-o", "a.parquet", "--frames", "1"},
		{"stats", name}, {"stats", "whole.mcap", name}, {"stats", name, "--field"}, {"stats", name, "--ledger"}, {"stats", name, "--why", "3@0.5s"},
		{"record", "--verify", name},
		{"fit", "paper", "--to", name, "--over", "cohesion", "--budget", "1", "-o", "fit.toml"},
		{"render", name, "-o", "f##.png", "--frames", "1", "--slurm", "1"},
	}
}

// Every command refuses an incomplete recording and says what to do, even with --quiet. With --allow-partial,
// the command reads the recording.
func TestTruncatedRecording(t *testing.T) {
	t.Chdir(t.TempDir())
	truncated(t, "run.mcap")
	for _, args := range readers("run.mcap") {
		code, out, msg := skein(append(args, "-q")...)
		if code != exitFailed || out != "" || !strings.HasPrefix(msg, "skein: run.mcap is not finished: it contains the first ") || strings.Count(msg, "\n") != 1 ||
			!strings.Contains(msg, " of 120 frames; use --allow-partial to read these frames, or skein record --finish run.mcap to make a complete recording of them") {
			t.Errorf("skein %s: exit code %d, output %q, message %q; want 1 and one line that the recording is not finished", strings.Join(args, " "), code, out, msg)
		}
	}
	checkFolder(t, ".", "run.mcap", "whole.mcap")
	for _, args := range readers("run.mcap") {
		if args[0] == "fit" {
			continue // leave out verification, because it takes long
		}
		if code, _, msg := skein(append(args, "--allow-partial")...); code != 0 || !strings.Contains(msg, "is not finished") {
			t.Errorf("skein %s --allow-partial: exit code %d, message %q; want 0 and a warning", strings.Join(args, " "), code, msg)
		}
		os.Remove("a.csv")
	}
}

// Commands read a recording whose name ends in .part without --allow-partial. The name already says
// that the recording is incomplete.
func TestPartByName(t *testing.T) {
	t.Chdir(t.TempDir())
	truncated(t, "run.mcap.part")
	for _, args := range readers("run.mcap.part") {
		if args[0] == "fit" {
			continue
		}
		if code, _, msg := skein(append(args, "-q")...); code != 0 {
			t.Errorf("skein %s: exit code %d, message %q; want 0", strings.Join(args, " "), code, msg)
		}
		os.Remove("a.csv")
	}
	for _, args := range readers("run.mcap") {
		want := "skein: run.mcap does not exist, but the unfinished run.mcap.part does: use skein record --finish run.mcap.part to finish the recording as it is"
		code, _, msg := skein(append(args, "-q")...)
		if args[0] != "render" && (code != exitUsage || !strings.HasPrefix(msg, want) || strings.Count(msg, "\n") != 1) {
			t.Errorf("skein %s: exit code %d, message %q; want a usage error that names run.mcap.part", strings.Join(args, " "), code, msg)
		}
	}
}

func TestRecordFinish(t *testing.T) {
	for _, c := range []struct{ file, argument string }{
		{"run.mcap.part", "run.mcap.part"}, {"run.mcap.part", "run.mcap"}, {"run.mcap", "run.mcap"},
	} {
		t.Chdir(t.TempDir())
		frames := truncated(t, c.file)
		var sum record.FinishSummary
		if err := json.Unmarshal([]byte(must(t, "record", "--finish", c.argument, "--json", "-q")), &sum); err != nil {
			t.Fatal(err)
		}
		if want := (record.FinishSummary{File: "run.mcap", Frames: frames, FPS: 30, Seconds: float64(frames) / 30}); sum != want {
			t.Errorf("%+v: the summary is %+v, want %+v", c, sum, want)
		}
		checkFolder(t, ".", "run.mcap", "whole.mcap")
		got, want := framesOf(t, "run.mcap"), framesOf(t, "whole.mcap")
		if jsonOf(got) != jsonOf(want[:frames]) {
			t.Errorf("%+v: the finished recording's frames differ", c)
		}
		if out := must(t, "record", "--verify", "run.mcap", "-q"); !strings.Contains(out, "frames agree with their simulation") {
			t.Error(out)
		}
	}
	must(t, "record", "--finish", "run.mcap") // the recording is complete, so this changes nothing
}

func TestRecordFinishRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	truncated(t, "run.mcap.part")
	if err := os.WriteFile("empty.mcap.part", []byte("\x89MCAP0\r\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Link("whole.mcap", "run.mcap"); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]struct {
		code int
		text string
	}{
		"--finish":                      {2, "--finish needs a recording, such as skein record --finish run.mcap"},
		"--finish none.mcap.part":       {2, "no such file or directory"},
		"--finish run.mcap.part":        {1, "file already exists; use --force to replace it"},
		"--finish empty.mcap.part":      {1, "so it cannot be finished"},
		"--finish run.mcap --seconds 9": {2, "--finish cannot be used with --seconds, because --finish adds no frames"},
		"--finish run.mcap --resume":    {2, "can't be used together"},
		"--finish paper":                {2, "paper is a scenario"},
		"--finish run.mcap --seed 3":    {2, "the recording determines them"},
	} {
		code, out, msg := skein(append([]string{"record"}, strings.Fields(args)...)...)
		if code != want.code || out != "" || !strings.Contains(msg, want.text) || strings.Count(msg, "\n") != 1 {
			t.Errorf("record %s: exit code %d, output %q, message %q; want %d and one line with %q", args, code, out, msg, want.code, want.text)
		}
	}
	must(t, "record", "--finish", "run.mcap.part", "--force", "-q")
	if _, err := os.Stat("run.mcap.part"); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the .part file still exists")
	}
	if remaining, _ := filepath.Glob(".*"); len(remaining) > 0 {
		t.Errorf("files that remain: %q", remaining)
	}
}

func TestSweepDetectsTruncatedRecordings(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"record", smallScene(t), "--sweep", "seed=1:2", "-o", "runs", "--seconds", "2", "-q"}
	must(t, args...)
	file := filepath.Join("runs", "seed=2.mcap")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data[:len(data)-9], 0o666); err != nil { // the file contains all frames, but its end is missing
		t.Fatal(err)
	}
	if code, _, msg := skein(append(args, "--resume")...); code != 1 || !strings.Contains(msg, "seed=2.mcap: is not finished") {
		t.Errorf("exit %d, %q", code, msg)
	}
}
