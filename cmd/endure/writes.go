package main

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Exit codes of "endure inject" if the program was not traced.
const (
	notTraced    = 125
	notPermitted = 126
)

var failures = []syscall.Errno{syscall.ENOSPC, syscall.EIO, syscall.EDQUOT, syscall.EACCES}

// runWrites makes system calls fail in every command that writes files: for k = 1, 2, 3 ... the k-th call,
// and then the k-th and all later calls. It also fills the disk. A command must report the failure in one
// line and leave no incomplete files.
func runWrites(ctx context.Context, b *bench, t *table) {
	w := &writes{b, filepath.Join(b.dir, "writes"), t}
	if problem := w.prepare(); problem != "" {
		t.count("writes", "prepare", problem)
		return
	}
	if b.call != "" {
		w.repeat(b.call)
		return
	}
	rng := rand.New(rand.NewSource(b.seed))
	for ctx.Err() == nil {
		all := jobs(b)
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, j := range all {
			w.fullDisk(ctx, j)
			w.fullOutput(j)
		}
		for _, onward := range []bool{false, true} {
			for _, j := range all {
				w.everyCall(ctx, j, onward)
			}
		}
	}
}

type writes struct {
	b   *bench
	dir string
	t   *table
}

func (w *writes) prepare() string {
	if err := os.MkdirAll(w.dir, 0o755); err != nil {
		return err.Error()
	}
	if problem := w.b.try(w.dir, strings.Fields("record paper --count 12 --seconds 3 -q -o run.mcap")...); problem != "" {
		return problem
	}
	return w.b.try(w.dir, strings.Fields("export run.mcap -q -o run.csv")...)
}

func (w *writes) outputFolder() string { return filepath.Join(w.dir, "out") }

func (w *writes) empty() error {
	if err := os.RemoveAll(w.outputFolder()); err != nil {
		return err
	}
	return os.Mkdir(w.outputFolder(), 0o755)
}

func (w *writes) everyCall(ctx context.Context, j job, onward bool) {
	for k := 1; ctx.Err() == nil; k++ {
		calls, problem := w.failCall(j, k, onward, failures[k%len(failures)])
		if calls < k && problem == "" {
			return
		}
		trial := j.name + ", call k fails"
		if onward {
			trial = j.name + ", call k and all later calls fail"
		}
		w.t.count("writes", trial, problem)
		w.t.worst("writes", trial, k, "calls")
		if calls < k {
			return
		}
	}
}

func (w *writes) failCall(j job, k int, onward bool, errno syscall.Errno) (calls int, problem string) {
	self, err := os.Executable()
	if err == nil {
		err = w.empty()
	}
	if err != nil {
		return 0, err.Error()
	}
	count := filepath.Join(w.dir, "count")
	os.Remove(count)
	args := []string{"inject", "-dir", w.outputFolder(), "-k", strconv.Itoa(k), "-count", count,
		"-errno", strconv.Itoa(int(errno)), fmt.Sprintf("-onward=%v", onward), "--", w.b.skein}
	cmd := exec.Command(self, append(args, j.args...)...)
	cmd.Dir = w.dir
	output, err := cmd.CombinedOutput()
	text, _ := os.ReadFile(count)
	blockedRemovals := 0
	_, _ = fmt.Sscan(string(text), &calls, &blockedRemovals)
	switch {
	case calls >= k:
		problem = w.judge(j, err, output, blockedRemovals > 0)
	case err != nil:
		problem = fmt.Sprintf("the command made fewer calls, but failed: %v: %s", err, tail(output))
	}
	if problem != "" {
		problem = fmt.Sprintf("call %d of %d fails with %q: %s\n\tgo run ./cmd/endure -skein %s -only writes -call '%s/%d/%d/%v'",
			k, calls, errno, problem, w.b.skein, j.name, k, int(errno), onward)
	}
	return calls, problem
}

func (w *writes) repeat(call string) {
	fields := strings.Split(call, "/")
	for _, j := range jobs(w.b) {
		if len(fields) != 4 || j.name != fields[0] {
			continue
		}
		k, _ := strconv.Atoi(fields[1])
		errno, _ := strconv.Atoi(fields[2])
		_, problem := w.failCall(j, k, fields[3] == "true", syscall.Errno(errno))
		w.t.count("writes", call, problem)
		return
	}
	w.t.count("writes", call, "must be JOB/CALL/ERROR/ALL, such as 'export usda/86/28/false'. If ALL is true, all later calls fail as well")
}
