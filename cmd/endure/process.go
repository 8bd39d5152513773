package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func (b *bench) command(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(b.skein, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(b.dir, "cache"))
	return cmd
}

func (b *bench) try(dir string, args ...string) string {
	out, err := b.command(dir, args...).CombinedOutput()
	if err == nil {
		return ""
	}
	return fmt.Sprintf("skein %s: %v: %s", strings.Join(args, " "), err, tail(out))
}

// exitCode returns the exit code of a command, or -1 after a signal.
func exitCode(err error) int {
	var e *exec.ExitError
	if errors.As(err, &e) {
		return e.ExitCode()
	}
	return -1
}

func hasTrace(output []byte) bool { return bytes.Contains(output, []byte("goroutine ")) }

func tail(output []byte) string {
	const most = 400
	if len(output) > most {
		output = output[len(output)-most:]
	}
	return strconv.Quote(strings.TrimSpace(string(output)))
}

// resident returns the resident memory of a process in MiB, or 0 if the process is gone.
func resident(pid int) int {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.Atoi(fields[1])
	return pages * os.Getpagesize() >> 20
}

func stopped(pid int) bool {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(data[bytes.LastIndexByte(data, ')')+1:]), " ")
	return strings.HasPrefix(rest, "T")
}

type pauses struct {
	any  bool
	last time.Time
}

const (
	checkInterval = 20 * time.Millisecond
	stall         = 300 * time.Millisecond // if more time passes between two checks, endure was paused
)

// check records a pause of the process pid or of this program. Call it once per checkInterval.
func (p *pauses) check(pid int) {
	now := time.Now()
	if stopped(pid) || !p.last.IsZero() && now.Sub(p.last) > stall {
		p.any = true
	}
	p.last = now
}

func median(all []int) int {
	all = slices.Sorted(slices.Values(all))
	return all[len(all)/2]
}

func grew(sizes []int, allowed int) (early, late int, more bool) {
	n := len(sizes)
	if n < 16 {
		return 0, 0, false
	}
	early, late = median(sizes[n/4:n/2]), median(sizes[3*n/4:])
	return early, late, late > early+allowed
}
