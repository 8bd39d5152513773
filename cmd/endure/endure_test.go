package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func shell(script string) *exec.Cmd { return exec.Command("sh", "-c", script) }

func TestLost(t *testing.T) {
	end := time.Now()
	s := &terminalRun{signalTime: end, marks: []progressMark{
		{end.Add(-3 * time.Second), 10}, {end.Add(-2 * time.Second), 20}, {end.Add(-time.Second), 30}, {end.Add(time.Second), 40},
	}}
	for remaining, want := range map[int]time.Duration{0: 3 * time.Second, 10: 2 * time.Second, 29: time.Second, 30: 0, 35: 0} {
		if got := s.lost(remaining); got != want {
			t.Errorf("with %d frames left, the lost time is %v, want %v", remaining, got, want)
		}
	}
}

func TestRunInTerminal(t *testing.T) {
	s, err := runInTerminal(shell(`test -t 2 && printf '\rrun 50%% (30/60, 3 it/s)' >&2; exec sleep 60`), 300*time.Millisecond, syscall.SIGKILL)
	if err != nil {
		t.Skip(err)
	}
	if s.ended || len(s.marks) != 1 || s.marks[0].frames != 30 {
		t.Errorf("ended by itself %v, progress marks %v, output %q; want a killed program and one mark at 30 frames", s.ended, s.marks, s.output)
	}
	s, err = runInTerminal(shell("exit 3"), never, syscall.SIGKILL)
	if err != nil || !s.ended || exitCode(s.err) != 3 {
		t.Errorf("exit code %d, want 3 (%v)", exitCode(s.err), err)
	}
}

func TestTableAddsUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sum.json")
	for range 2 {
		a := newTable()
		a.count("kills", "record", "")
		a.worst("kills", "record", 7, "ms lost")
		a.spend("kills", 5*time.Second)
		if err := a.addTo(path); err != nil {
			t.Fatal(err)
		}
	}
	sum := newTable()
	if err := sum.addTo(path); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	sum.print(&text)
	for _, want := range []string{"record  2      0       at most 7 ms lost", "seconds: kills 10"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
}

func TestSameFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("1"), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := contents(dir)
	if err != nil {
		t.Fatal(err)
	}
	for want, output := range map[string]string{"/a=1": "", "/a=2": "/a has changed", "/a=1 /b=1": "/b is missing", "": "/a should not exist"} {
		files := map[string]string{}
		for pair := range strings.FieldsSeq(want) {
			name, text, _ := strings.Cut(pair, "=")
			files[name] = text
		}
		if problem := sameFiles(files, got); !strings.HasPrefix(problem, output) || problem != "" && output == "" {
			t.Errorf("want %q: %q", want, problem)
		}
	}
}

func TestSameOutput(t *testing.T) {
	for _, c := range []struct{ first, second, output string }{
		{"/a=12", "/a=12", ""},
		{"/a=12", "/a=13", "exit code 0, but /a differs from"},
		{"/a=12", "/a=1", "exit code 0, but /a differs from"},
		{"", "/a=1", "exit code 0, but /a is missing"},
		{"", "/a.json=1", "exit code 0, but /a.json is missing"},
		{"/a.json=12", "/a.json=3", ""},
		{"/a=1 /.a.skein-x-1=1", "/a=1", ""},
		{"/a.mcap=1", "/a.mcap=1", "not a recording"},
	} {
		files := func(text string) map[string]string {
			all := map[string]string{}
			for pair := range strings.FieldsSeq(text) {
				name, text, _ := strings.Cut(pair, "=")
				all[name] = text
			}
			return all
		}
		if got := sameOutput(files(c.first), files(c.second)); !strings.Contains(got, c.output) || c.output == "" && got != "" {
			t.Errorf("the files %q and %q give the problem %q, want %q", c.first, c.second, got, c.output)
		}
	}
}

func TestFuzzTargets(t *testing.T) {
	b := &bench{root: filepath.Join("..", "..")}
	all, err := b.fuzzTargets()
	if err != nil || !slices.Contains(all, target{"./flock/scenario", "FuzzParse"}) {
		t.Errorf("%v, %v", all, err)
	}
}

// Every fuzz test runs, even if compiling the tests takes half of the time.
func TestFuzzPlanLeavesTimeForAll(t *testing.T) {
	const tests, compiling = 15, 12 * time.Second
	var p fuzzPlan
	remaining := tests * 2 * compiling
	for k := range tests {
		if remaining <= 0 {
			t.Fatalf("no time is left for %d of %d fuzz tests", tests-k, tests)
		}
		limit := p.next(remaining, tests-k)
		remaining -= limit + compiling
		p.ran(limit, limit+compiling)
	}
	if remaining < -compiling {
		t.Errorf("the fuzz tests took %v longer than their time", -remaining)
	}
}
