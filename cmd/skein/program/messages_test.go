package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestUsageErrorsMentionHelp(t *testing.T) {
	dir := t.TempDir()
	none, good := filepath.Join(dir, "none"), smallScene(t)
	to := " -o " + filepath.Join(dir, "run")
	for _, c := range []struct {
		args string
		want string
		hint bool
	}{
		{"record " + none + ".toml" + to + ".mcap", "no such file or directory", false},
		{"record nothing" + to + ".mcap", "unknown scenario", false},
		{"record " + good + " --bird none.glb" + to + ".mcap", "no such file or directory", false},
		{"record " + good + " --bird nothing" + to + ".mcap", `no built-in bird "nothing"`, false},
		{"record --resume " + none + ".mcap", "no such file or directory", false},
		{"record --verify " + none + ".mcap", "no such file or directory", false},
		{"record --finish " + none + ".mcap", "no such file or directory", false},
		{"export " + none + ".mcap" + to + ".csv", "no such file or directory", false},
		{"export " + good + to + ".csv", "is a scenario, not a recording; record it first", false},
		{"import " + none + ".csv" + to + ".mcap", "no such file or directory", false},
		{"stats " + none + ".mcap", "no such file or directory", false},
		{"bird " + none + ".glb", "no such file or directory", false},
		{"scenario params nothing", "skein scenario params lists all of them", false},
		{"record " + good, "missing flags", true},
		{"record " + good + " --threads 999" + to + ".mcap", "must be a number from 0 to 256", true},
		{"record " + good + " --count 1.5" + to + ".mcap", `--count: "1.5": must be a whole number (`, true},
		{"record " + good + " --seed -1" + to + ".mcap", `--seed: "-1": must be a whole number, at least 0 (`, true},
		{"record " + good + " --seconds long" + to + ".mcap", `--seconds: "long": must be a number (`, true},
		{"export", "export: missing <recording>: the recording, an .mcap file; with --live, a built-in scene or a .toml file; skein scenario list", false},
		{"scenario show", "scenario show: missing <name>: a built-in scene or a .toml file; skein scenario list lists the built-in scenes", false},
		{"scenario check", "scenario check: missing <file> ...: scenario files", false},
	} {
		code, _, msg := skein(strings.Fields(c.args)...)
		if code != exitUsage || !strings.Contains(msg, c.want) || strings.Count(msg, "\n") != 1 || strings.Contains(msg, "(see --help)") != c.hint {
			t.Errorf("skein %s: exit code %d, message %q; want one line with %q, with a hint at --help: %v", c.args, code, msg, c.want, c.hint)
		}
	}
}

func TestCommandsReportCreatedFolders(t *testing.T) {
	dir := t.TempDir()
	check := func(folder string, args ...string) {
		t.Helper()
		line := "created the folder " + filepath.Join(dir, folder) + "\n"
		code, _, msg := skein(args...)
		if code != exitDone || strings.Count(msg, line) != 1 {
			t.Errorf("skein %s: exit code %d, message %q; want 0 and one line about the created folder", strings.Join(args, " "), code, msg)
		}
		if code, _, msg = skein(append(args, "--force")...); code != exitDone || strings.Contains(msg, "created") {
			t.Errorf("skein %s, run again: exit code %d, message %q; want 0 and no line about a created folder", strings.Join(args, " "), code, msg)
		}
	}
	run, table := filepath.Join(dir, "a", "b", "run.mcap"), filepath.Join(dir, "c", "run.csv")
	check("a/b", "record", smallScene(t), "-o", run, "--seconds", "1")
	check("c", "export", run, "-o", table)
	check("d", "import", table, "-o", filepath.Join(dir, "d", "run.mcap"))
	code, _, msg := skein("export", run, "-o", filepath.Join(dir, "e", "run.csv"), "--frames", "99")
	if _, err := os.Stat(filepath.Join(dir, "e")); code == exitDone || strings.Contains(msg, "created") || err == nil {
		t.Errorf("an export that fails: exit code %d, message %q, error %v of its folder; want no folder", code, msg, err)
	}
}

func TestFinishOfACompleteRecording(t *testing.T) {
	run := filepath.Join(t.TempDir(), "run.mcap")
	must(t, "record", smallScene(t), "-o", run, "--seconds", "1")
	data, err := os.ReadFile(run)
	if err != nil {
		t.Fatal(err)
	}
	code, _, msg := skein("record", "--finish", run)
	if want := run + " is already complete: 30 frames, 1 s\n"; code != exitDone || msg != want {
		t.Errorf("a complete recording: exit code %d, message %q; want %q", code, msg, want)
	}
	if err := os.WriteFile(run, data[:len(data)-9], 0o644); err != nil {
		t.Fatal(err)
	}
	code, _, msg = skein("record", "--finish", run)
	if want := run + ": finished with 30 frames, 1 s\n"; code != exitDone || msg != want {
		t.Errorf("an incomplete recording: exit code %d, message %q; want %q", code, msg, want)
	}
}
