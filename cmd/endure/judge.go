package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// judge returns what is wrong with how a command ended whose writes failed. If it could not
// remove something either, hidden files may stay, which the next command takes away.
func (w *writes) judge(j job, err error, said []byte, kept bool) string {
	lines := strings.Split(strings.TrimSpace(string(said)), "\n")
	switch {
	case hasTrace(said):
		return "stack trace: " + tail(said)
	case err == nil:
		return w.intact(j) // it did without
	case exitCode(err) != 1:
		return fmt.Sprintf("exit code %d: %s", exitCode(err), tail(said))
	case len(lines) != 1 || lines[0] == "":
		return fmt.Sprintf("%d lines instead of one: %s", len(lines), tail(said))
	}
	return w.leftovers(j, kept)
}

// intact runs a command again that ended with exit code 0 although a call failed, and says
// whether both wrote the same files.
func (w *writes) intact(j job) string {
	first, err := contents(w.out())
	if err == nil {
		err = w.empty()
	}
	if err != nil {
		return err.Error()
	}
	if complaint := w.b.try(w.dir, j.args...); complaint != "" {
		return complaint
	}
	second, err := contents(w.out())
	if err != nil {
		return err.Error()
	}
	return sameOutput(first, second)
}

// sameOutput returns how what a command wrote differs from what it wrote when it ran again.
// Recordings are compared frame by frame, as the clock decides how they are divided. Reports
// (.json) hold times.
func sameOutput(first, second map[string]string) string {
	for name, text := range second {
		other, there := first[name]
		complaint := ""
		switch {
		case !there:
			complaint = name + " is missing"
		case strings.HasSuffix(name, ".json"):
		case strings.HasSuffix(name, ".mcap"):
			complaint = sameRecording(name, text, other)
		case other != text:
			complaint = fmt.Sprintf("%s has other bytes than when the command runs again (%d and %d)", name, len(other), len(text))
		}
		if complaint != "" {
			return "exit code 0, but " + complaint
		}
	}
	return ""
}

// sameRecording returns how two recordings differ, given as bytes.
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

// leftovers returns what a failed command left that it should not have.
func (w *writes) leftovers(j job, kept bool) string {
	all, err := contents(w.out())
	if err != nil {
		return err.Error()
	}
	for name := range all {
		if !j.leaves(name) && !(kept && strings.Contains(name, "/.")) {
			return fmt.Sprintf("it leaves %s", name)
		}
		if strings.HasSuffix(name, ".mcap") {
			if complaint := w.readable(j, filepath.Join(w.out(), name)); complaint != "" {
				return complaint
			}
		}
	}
	return ""
}

// readable opens a recording that a failed command left under its final name.
func (w *writes) readable(j job, path string) string {
	if j.name == "import" { // is not simulated, so that nothing verifies it
		_, err := framesIn(path)
		if err != nil {
			return "a recording was left that cannot be read: " + err.Error()
		}
		return ""
	}
	if complaint := w.b.try(w.dir, "record", "--verify", path, "-q"); complaint != "" {
		return "a recording was left that does not verify: " + complaint
	}
	return ""
}
