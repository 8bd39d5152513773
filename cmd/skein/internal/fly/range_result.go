//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"skein/flock/files"
	"skein/ui"
)

func (s *session) finishRange(j *rangeJob) {
	bytes, n := outputBytes(j.file, j.began), float64(j.frames)
	_, missing := exec.LookPath(opener())
	s.rangeDone = &ui.DoneJob{Range: j.plan, Line: j.line, Seconds: time.Since(j.began).Seconds(), Bytes: int64(bytes), Opens: missing == nil, Opener: opener()}
	const least = 10 // with fewer frames, the program's start takes most of the time
	if n < least {
		return
	}
	c := s.costs[j.key]
	c.perFrame = max(time.Since(j.drawing).Seconds()-c.start, 0) / n / subframes(&j.plan)
	c.bytesPerFrame = max(bytes-c.base, 0) / n
	s.setCost(j.key, c)
}

func opener() string {
	return cmp.Or(map[string]string{"darwin": "open", "windows": "explorer"}[runtime.GOOS], "xdg-open")
}

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
	program, err := exec.LookPath(opener())
	if err != nil {
		return fmt.Errorf("%s: cannot be opened here, because %s is not installed", files.Absolute(file), opener())
	}
	cmd := exec.Command(program, files.Absolute(file))
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // the program shows its own errors
	return nil
}
