package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// runFuzz runs every fuzz test of the module for about the same time. Go writes a failing input to
// testdata/fuzz in the package; commit it with the fix.
func runFuzz(ctx context.Context, b *bench, t *table) {
	targets, err := b.fuzzTargets()
	if err != nil || len(targets) == 0 {
		t.count("fuzz", "list", fmt.Sprintf("no fuzz tests: %v", err))
		return
	}
	rng := rand.New(rand.NewSource(b.seed))
	rng.Shuffle(len(targets), func(i, j int) { targets[i], targets[j] = targets[j], targets[i] })
	deadline, _ := ctx.Deadline()
	var p fuzzPlan
	for k, target := range targets {
		if ctx.Err() != nil {
			return
		}
		began, limit := time.Now(), p.next(time.Until(deadline), len(targets)-k)
		b.fuzz(target, limit, t)
		p.ran(limit, time.Since(began))
	}
}

type fuzzPlan struct {
	tests    int
	overhead time.Duration
}

func (p *fuzzPlan) next(remaining time.Duration, tests int) time.Duration {
	return max(remaining/time.Duration(tests)-p.overhead/time.Duration(max(1, p.tests)), shortestFuzz)
}

func (p *fuzzPlan) ran(limit, took time.Duration) {
	p.tests++
	p.overhead += max(0, took-limit)
}

// shortestFuzz is long enough for a fuzz test to run its seeds.
const shortestFuzz = 5 * time.Second

type target struct{ pkg, name string }

var fuzzTest = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

func (b *bench) fuzzTargets() (all []target, err error) {
	err = filepath.WalkDir(b.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(b.root, filepath.Dir(path))
		for _, m := range fuzzTest.FindAllSubmatch(text, -1) {
			all = append(all, target{"./" + filepath.ToSlash(folder), string(m[1])})
		}
		return err
	})
	return all, err
}

var (
	executions = regexp.MustCompile(`execs: (\d+)`)
	written    = regexp.MustCompile(`Failing input written to (\S+)`)
)

// fuzz runs one fuzz test. Go fails an input that takes more than ten seconds, so fuzz ignores a failure if a
// process was paused and the input passes alone.
func (b *bench) fuzz(f target, limit time.Duration, t *table) {
	trial := strings.TrimPrefix(f.pkg, "./") + " " + f.name
	cmd := b.goTest(f, "-run", "^$", "-fuzz", "^"+f.name+"$", "-fuzztime", limit.Round(time.Second).String(), "-fuzzminimizetime", "2s", "-parallel", "1")
	out, paused := runWatched(cmd)
	problem := ""
	if bytes.Contains(out, []byte("--- FAIL")) {
		if paused && b.passesAlone(f, out) {
			t.count("fuzz", trial+", while a process was paused", "")
			return
		}
		problem = fmt.Sprintf("go test -run %s %s: %s", f.name, f.pkg, tail(out))
	}
	t.count("fuzz", trial, problem)
	if m := executions.FindAllSubmatch(out, -1); len(m) > 0 {
		inputs, _ := strconv.Atoi(string(m[len(m)-1][1]))
		t.inputs("fuzz", trial, inputs)
	}
}

func (b *bench) goTest(f target, args ...string) *exec.Cmd {
	cmd := exec.Command("go", append(append([]string{"test", "-vet=off"}, args...), f.pkg)...)
	cmd.Dir = b.root
	return cmd
}

func runWatched(cmd *exec.Cmd) (out []byte, paused bool) {
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		return []byte("--- FAIL: " + err.Error()), false
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	const pace = 200 * time.Millisecond
	clock := time.NewTicker(pace)
	defer clock.Stop()
	for last := time.Now(); ; last = time.Now() {
		select {
		case <-done:
			return output.Bytes(), paused
		case <-clock.C:
			paused = paused || time.Since(last) > pace+stall || workerStopped()
		}
	}
}

func workerStopped() bool {
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range all {
		command, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(command, []byte("-test.fuzzworker")) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil && stopped(pid) {
			return true
		}
	}
	return false
}

// passesAlone reports whether the input of a fuzzing process that ended unexpectedly passes when it runs
// alone. If so, it removes the input's file.
func (b *bench) passesAlone(f target, out []byte) bool {
	m := written.FindSubmatch(out)
	if m == nil || !bytes.Contains(out, []byte("terminated unexpectedly")) {
		return false
	}
	input := filepath.Base(string(m[1]))
	if b.goTest(f, "-run", "^"+f.name+"$/^"+input+"$").Run() != nil {
		return false
	}
	os.Remove(filepath.Join(b.root, f.pkg, string(m[1])))
	return true
}
