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

type terminalRun struct {
	cmd *exec.Cmd

	mu     sync.Mutex
	output []byte
	marks  []progressMark

	ended      bool
	err        error
	signalTime time.Time
	pauses     pauses
}

type progressMark struct {
	time   time.Time
	frames int
}

const never = time.Hour

func runInTerminal(cmd *exec.Cmd, moment time.Duration, signal syscall.Signal) (*terminalRun, error) {
	ours, theirs, err := openTerminal()
	if err != nil {
		return nil, err
	}
	defer ours.Close()
	s := &terminalRun{cmd: cmd}
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

func (s *terminalRun) read(from *os.File) {
	chunk := make([]byte, 1<<14)
	for {
		n, err := from.Read(chunk)
		s.mu.Lock()
		if all := progressBar.FindAllSubmatch(chunk[:n], -1); len(all) > 0 {
			frames, _ := strconv.Atoi(string(all[len(all)-1][1]))
			s.marks = append(s.marks, progressMark{time.Now(), frames})
		} else {
			s.output = append(s.output, chunk[:n]...)
		}
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *terminalRun) wait(moment time.Duration, signal syscall.Signal) {
	done := make(chan error, 1)
	go func() { done <- s.cmd.Wait() }()
	clock := time.NewTicker(checkInterval)
	defer clock.Stop()
	over := time.After(moment)
	for {
		select {
		case s.err = <-done:
			s.ended = s.signalTime.IsZero() || s.err == nil
			return
		case <-over:
			s.signalTime = time.Now()
			s.cmd.Process.Signal(signal)
		case <-clock.C:
			if s.signalTime.IsZero() {
				s.pauses.check(s.cmd.Process.Pid)
			}
		}
	}
}

func (s *terminalRun) lost(frames int) time.Duration {
	for _, m := range s.marks {
		if m.frames > frames && m.time.Before(s.signalTime) {
			return s.signalTime.Sub(m.time)
		}
	}
	return 0
}

func (s *terminalRun) trace() string {
	if hasTrace(s.output) || bytes.Contains(s.output, []byte("panic:")) {
		return "stack trace: " + tail(s.output)
	}
	return ""
}
