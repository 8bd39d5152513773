package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// judge describes what is wrong with the end of a command after a failed write, or returns "". Hidden files
// may remain if blockedRemovals is true.
func (w *writes) judge(j job, err error, output []byte, blockedRemovals bool) string {
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	switch {
	case hasTrace(output):
		return "stack trace: " + tail(output)
	case err == nil:
		return w.intact(j)
	case exitCode(err) != 1:
		return fmt.Sprintf("exit code %d instead of 1: %s", exitCode(err), tail(output))
	case len(lines) != 1 || lines[0] == "":
		return fmt.Sprintf("the command printed %d lines instead of one: %s", len(lines), tail(output))
	}
	return w.leftovers(j, blockedRemovals)
}

// intact repeats a command that succeeded although a call failed. If the two runs wrote different files, it
// describes the difference. Otherwise it returns "".
func (w *writes) intact(j job) string {
	first, err := contents(w.outputFolder())
	if err == nil {
		err = w.empty()
	}
	if err != nil {
		return err.Error()
	}
	if problem := w.b.try(w.dir, j.args...); problem != "" {
		return problem
	}
	second, err := contents(w.outputFolder())
	if err != nil {
		return err.Error()
	}
	return sameOutput(first, second)
}

// sameOutput compares recordings frame by frame, because their chunks depend on the clock. It ignores reports
// (.json), which contain times.
func sameOutput(first, second map[string]string) string {
	for name, text := range second {
		other, ok := first[name]
		problem := ""
		switch {
		case !ok:
			problem = name + " is missing"
		case strings.HasSuffix(name, ".json"):
		case strings.HasSuffix(name, ".mcap"):
			problem = sameRecording(name, text, other)
		case other != text:
			problem = fmt.Sprintf("%s differs from the file of a second run (%d and %d bytes)", name, len(other), len(text))
		}
		if problem != "" {
			return "exit code 0, but " + problem
		}
	}
	return ""
}

func sameRecording(name, want, got string) string {
	dir, err := os.MkdirTemp("", "endure")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	a, b := filepath.Join(dir, "again "+filepath.Base(name)), filepath.Join(dir, filepath.Base(name))
	if err := errors.Join(os.WriteFile(a, []byte(want), 0o644), os.WriteFile(b, []byte(got), 0o644)); err != nil {
		return err.Error()
	}
	return sameFlight(a, b)
}

func (w *writes) leftovers(j job, blockedRemovals bool) string {
	all, err := contents(w.outputFolder())
	if err != nil {
		return err.Error()
	}
	for name := range all {
		if !j.mayRemain(name) && !(blockedRemovals && strings.Contains(name, "/.")) {
			return fmt.Sprintf("the command left %s behind", name)
		}
		if strings.HasSuffix(name, ".mcap") {
			if problem := w.readable(j, filepath.Join(w.outputFolder(), name)); problem != "" {
				return problem
			}
		}
	}
	return ""
}

func (w *writes) readable(j job, path string) string {
	if j.name == "import" { // an imported recording has no simulation to verify
		_, err := framesIn(path)
		if err != nil {
			return "the command left a recording that cannot be read: " + err.Error()
		}
		return ""
	}
	if problem := w.b.try(w.dir, "record", "--verify", path, "-q"); problem != "" {
		return "the command left a recording that fails its verification: " + problem
	}
	return ""
}
