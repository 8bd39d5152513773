package main

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"syscall"
	"time"
)

// runWindow presses random keys and buttons in a window. The window must not close, print a stack trace or
// use ever more memory; it must end after SIGTERM, and its recordings must pass --verify.
func runWindow(ctx context.Context, b *bench, t *table) {
	if !b.window {
		t.note("window", "session", "skipped: the program has no window")
		return
	}
	b.trials(ctx, "window", func(dir string, seed int64) {
		d, err := openDisplay()
		if err != nil {
			t.note("window", "session", "skipped: "+err.Error())
			<-ctx.Done()
			return
		}
		defer d.close()
		w, err := b.openWindow(d, dir, b.skein, "fly", "murmuration", "--count", "150", "--size", "960x600")
		if err != nil {
			t.count("window", "session", b.replay("window", seed, err.Error()))
			return
		}
		s := &session{window: w}
		defer w.kill()
		s.play(ctx, &randomInput{rand.New(rand.NewSource(seed)), 960, 600}, t)
		t.count("window", "session", b.replay("window", seed, s.verdict()))
		t.note("window", "session", s.memory())
		for _, path := range w.files(".mcap") {
			t.count("window", "recordings verified", b.replay("window", seed, b.try(dir, "record", "--verify", path, "-q")))
		}
	})
}

type session struct {
	*window
	exit  error
	gone  bool
	sizes []int // resident memory, MiB
}

// actionPause is the time between two actions, in which the other lanes can use the processor.
const actionPause = 300 * time.Millisecond

func (s *session) play(ctx context.Context, h *randomInput, t *table) {
	for n := 0; ctx.Err() == nil; n++ {
		select {
		case s.exit = <-s.processEnd:
			s.gone = true
			return
		case <-time.After(actionPause):
		}
		kind, args := h.action()
		problem := ""
		if err := s.xdotool(args...); err != nil && ctx.Err() == nil {
			problem = fmt.Sprintf("xdotool %s: %v", strings.Join(args, " "), err)
		}
		t.count("window", kind, problem)
		if n%30 == 0 {
			s.sizes = append(s.sizes, resident(s.program.Process.Pid))
		}
	}
}

func (s *session) verdict() string {
	if s.gone {
		return fmt.Sprintf("the window ended on its own (%v): %s", s.exit, tail(s.output.Bytes()))
	}
	s.program.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.processEnd:
		s.gone = true
	case <-time.After(time.Minute):
		return "the window did not end within a minute of SIGTERM"
	}
	if hasTrace(s.output.Bytes()) {
		return "stack trace: " + tail(s.output.Bytes())
	}
	const allowed = 150 // MiB, for the stored past, the plots and the lists of edits
	if _, _, more := grew(s.sizes, allowed); more {
		return "memory grew: " + s.memory()
	}
	return ""
}

func (s *session) memory() string {
	early, late, _ := grew(s.sizes, 0)
	return fmt.Sprintf("memory: %d MiB in the second quarter, %d in the last (medians); standard error: %d bytes", early, late, s.output.Len())
}
