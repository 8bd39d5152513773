//go:build cgo && !nowindow

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skein/flock/export"
)

// exportJob is an export that goes on beside the window.
type exportJob struct {
	file string
	stop context.CancelFunc
	done chan error
	said lastLine
}

// lastLine keeps the last line that was written to it.
type lastLine struct {
	mu   sync.Mutex
	text string
}

func (l *lastLine) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if lines := strings.Fields(strings.ReplaceAll(string(b), "\n", " ")); len(lines) > 0 {
		l.text = strings.Join(lines, " ")
	}
	return len(b), nil
}

// export hands the recording over to a file, or the loop of it that is set.
func (s *session) export(file string) {
	if s.job != nil {
		return
	}
	file, err := export.Pattern(file)
	if err != nil {
		s.say(err)
		return
	}
	if _, err := export.FormatOf("", file); err != nil {
		s.say(err)
		return
	}
	c := ExportCmd{Recording: s.cmd.Scene, Output: file, Up: "y", Unit: "m", USDLayout: "instancer"}
	if p := &s.studio.Controls.Playback; p.Loop && p.In < p.Out {
		c.Frames = fmt.Sprintf("%d-%d", p.In+1, int(math.Min(float64(p.Out), float64(s.cmd.rec.Frames()-1)))+1)
	}
	drawn := *s.scene // which may change meanwhile
	drawn.Others = slices.Clone(drawn.Others)
	c.drawn = &drawn
	ctx, stop := context.WithCancel(context.Background())
	job := &exportJob{file: file, stop: stop, done: make(chan error, 1)}
	s.job = job
	go func() {
		job.done <- c.Run(ctx, &Globals{Stdout: io.Discard, Stderr: &job.said})
	}()
}

// watchExport says when the export is done.
func (s *session) watchExport() {
	if s.job == nil {
		return
	}
	select {
	case err := <-s.job.done:
		file := s.job.file
		s.job.stop()
		s.job = nil
		switch {
		case errors.Is(err, context.Canceled):
			s.panel.Say("cancelled: nothing was written")
		case errors.Is(err, fs.ErrExist):
			s.panel.Say(file + " exists: want another name")
		case err != nil:
			s.say(err)
		default:
			s.panel.Say("exported " + file)
		}
	default:
	}
}

// progress says how far the export is; empty where there is none.
func (j *exportJob) progress() string {
	if j == nil {
		return ""
	}
	j.said.mu.Lock()
	defer j.said.mu.Unlock()
	return cmp.Or(j.said.text, "exporting "+filepath.Base(j.file))
}

func (j *exportJob) cancel() {
	if j != nil {
		j.stop()
	}
}

// wait cancels the export and waits until its files are gone.
func (j *exportJob) wait() {
	if j != nil {
		j.stop()
		<-j.done
	}
}
