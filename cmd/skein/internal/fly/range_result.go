//go:build cgo && !nowindow

package fly

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"skein/flock/files"
	"skein/ui"
)

// finishRange stores what came of a job, and what its frames cost.
func (s *session) finishRange(j *rangeJob) {
	bytes, took, n := outputBytes(j.file), time.Since(j.began).Seconds(), float64(s.framesOf(j.plan))
	_, missing := opener()
	s.rangeDone = &ui.DoneJob{Range: j.plan, Line: j.line, Seconds: took, Bytes: int64(bytes), Opens: missing == nil}
	const least = 10 // with fewer frames, the start of the program dominates
	if n < least {
		return
	}
	k := s.keyOf(&j.plan)
	c := s.costs[k]
	c.perFrame = max(took-c.start, 0) / n / subframes(&j.plan)
	c.bytesPerFrame = max(bytes-c.base, 0) / n
	s.setCost(k, c)
}

// opener returns the program that opens a file as the desktop would.
func opener() (string, error) {
	name := map[string]string{"darwin": "open", "windows": "explorer"}[runtime.GOOS]
	if name == "" {
		name = "xdg-open"
	}
	return exec.LookPath(name)
}

// openResult opens the last rendered or exported file with the desktop's program for it, or its folder.
func (s *session) openResult(folder bool) error {
	if s.rangeDone == nil {
		return nil
	}
	file := s.rangeDone.Range.File
	if all := outputFiles(file); len(all) > 0 {
		file = all[0]
	}
	if folder {
		file = filepath.Dir(files.Absolute(file))
	}
	program, err := opener()
	if err != nil {
		return fmt.Errorf("%s: cannot be opened here, because xdg-open is not installed", files.Absolute(file))
	}
	cmd := exec.Command(program, files.Absolute(file))
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // the program shows its own errors
	return nil
}
