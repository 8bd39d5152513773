package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// sitting is one run of a command in a terminal of its own, which a signal may end.
type sitting struct {
	cmd *exec.Cmd

	mu    sync.Mutex
	said  []byte
	shown []mark

	ended    bool      // by itself, before the signal
	err      error     // how it ended
	signaled time.Time // when the signal was sent
	paused   pauses
}

// mark is a number of frames that the progress bar showed, and when that was read.
type mark struct {
	at     time.Time
	frames int
}

// never is a moment after the end of any run.
const never = time.Hour

// sit runs a command and sends it a signal after some time, unless it ends before.
func sit(cmd *exec.Cmd, moment time.Duration, signal syscall.Signal) (*sitting, error) {
	ours, theirs, err := openTerminal()
	if err != nil {
		return nil, err
	}
	defer ours.Close()
	s := &sitting{cmd: cmd}
	cmd.Stdout, cmd.Stderr = theirs, theirs
	err = cmd.Start()
	theirs.Close()
	if err != nil {
		return nil, err
	}
	var reading sync.WaitGroup
	reading.Go(func() { s.read(ours) })
	s.wait(moment, signal)
	reading.Wait()
	return s, nil
}

var progressBar = regexp.MustCompile(`\((\d+)/\d+`)

// read keeps what the program prints until its terminal closes.
func (s *sitting) read(from *os.File) {
	chunk := make([]byte, 1<<14)
	for {
		n, err := from.Read(chunk)
		s.mu.Lock()
		if all := progressBar.FindAllSubmatch(chunk[:n], -1); len(all) > 0 {
			frames, _ := strconv.Atoi(string(all[len(all)-1][1]))
			s.shown = append(s.shown, mark{time.Now(), frames})
		} else {
			s.said = append(s.said, chunk[:n]...)
		}
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *sitting) wait(moment time.Duration, signal syscall.Signal) {
	done := make(chan error, 1)
	go func() { done <- s.cmd.Wait() }()
	clock := time.NewTicker(glance)
	defer clock.Stop()
	over := time.After(moment)
	for {
		select {
		case s.err = <-done:
			s.ended = s.signaled.IsZero() || s.err == nil
			return
		case <-over:
			s.signaled = time.Now()
			s.cmd.Process.Signal(signal)
		case <-clock.C:
			if s.signaled.IsZero() {
				s.paused.look(s.cmd.Process.Pid)
			}
		}
	}
}

// lost returns how long before the signal the bar first showed more frames than are held,
// or 0 if it never did.
func (s *sitting) lost(held int) time.Duration {
	for _, m := range s.shown {
		if m.frames > held && m.at.Before(s.signaled) {
			return s.signaled.Sub(m.at)
		}
	}
	return 0
}

// trace returns what the program said if that is a stack trace.
func (s *sitting) trace() string {
	if hasTrace(s.said) || bytes.Contains(s.said, []byte("panic:")) {
		return "stack trace: " + tail(s.said)
	}
	return ""
}
