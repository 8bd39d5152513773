package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"skein/flock/recording"
)

func recordInWindow(ctx context.Context, b *bench, t *table) {
	const trial = "recording in the window"
	if !b.window {
		t.note("recordings", trial, "skipped: the program has no window")
		return
	}
	d, err := openDisplay()
	if err != nil {
		t.note("recordings", trial, "skipped: "+err.Error())
		return
	}
	defer d.close()
	b.trials(ctx, "recordings", func(dir string, seed int64) {
		r := &windowRecording{b: b, t: t, rng: rand.New(rand.NewSource(seed))}
		trial, problem := r.run(d, dir)
		t.count("recordings", trial, b.replay("recordings", seed, problem))
	})
}

type windowRecording struct {
	b   *bench
	t   *table
	rng *rand.Rand
	*window
}

func (r *windowRecording) run(d *display, dir string) (trial, problem string) {
	skein := []string{r.b.skein, "fly", "paper", "--count", strconv.Itoa(10 + r.rng.Intn(60)), "--size", "320x240"}
	signal, failing := syscall.SIGKILL, r.rng.Intn(3) == 0
	trial = "recording, kill -9"
	if failing || r.rng.Intn(3) == 0 {
		signal, trial = syscall.SIGTERM, "recording, SIGTERM"
	}
	if failing {
		trial = "recording, failing writes"
		skein = append(r.injectArgs(dir), skein...)
	}
	var err error
	if r.window, err = r.b.openWindow(d, dir, skein...); err != nil {
		return trial, err.Error()
	}
	defer r.kill()
	if err := r.xdotool("mousemove", "160", "200", "key", "F9"); err != nil {
		return trial, err.Error()
	}
	if !r.started() && !failing {
		return trial, "F9 did not start a recording within half a minute: " + tail(r.output.Bytes())
	}
	age, paused := r.wait(time.Second + time.Duration(r.rng.Intn(4000))*time.Millisecond)
	if problem := r.end(signal); problem != "" {
		return trial, problem
	}
	if signal == syscall.SIGKILL && !paused {
		r.t.worst("recordings", trial, int(age.Milliseconds()), "ms since the .part file was written")
		if age > maxLoss+stall {
			return trial, fmt.Sprintf("the .part file was last written %d ms before the kill", age.Milliseconds())
		}
	}
	return trial, r.judge(failing)
}

// started waits at most half a minute for the recording's file. It reports whether the file appeared.
func (r *windowRecording) started() bool {
	for until := time.Now().Add(30 * time.Second); time.Now().Before(until); time.Sleep(checkInterval) {
		if len(r.files(".mcap"))+len(r.files(".mcap.part")) > 0 {
			return true
		}
	}
	return false
}

func (r *windowRecording) wait(length time.Duration) (age time.Duration, paused bool) {
	var p pauses
	for until := time.Now().Add(length); time.Now().Before(until); time.Sleep(checkInterval) {
		p.check(r.program.Process.Pid)
	}
	for _, part := range r.files(".mcap.part") {
		if info, err := os.Stat(part); err == nil {
			age = time.Since(info.ModTime())
		}
	}
	return age, p.any
}

// injectArgs returns the start of a command line that makes one random write below dir fail. In half of the
// trials, all later writes fail, too.
func (r *windowRecording) injectArgs(dir string) []string {
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	return []string{self, "inject", "-dir", dir, "-k", strconv.Itoa(1 + r.rng.Intn(25)), "-onward=" + strconv.FormatBool(r.rng.Intn(2) == 0),
		"-errno", strconv.Itoa(int(failures[r.rng.Intn(len(failures))])), "-count", filepath.Join(r.b.dir, "count"), "--"}
}

func (r *windowRecording) end(signal syscall.Signal) string {
	select {
	case err := <-r.processEnd:
		return fmt.Sprintf("the window ended on its own (%v): %s", err, tail(r.output.Bytes()))
	default:
	}
	r.program.Process.Signal(signal)
	select {
	case <-r.processEnd:
	case <-time.After(time.Minute):
		return fmt.Sprintf("the window did not end within a minute of the signal %q", signal)
	}
	if hasTrace(r.output.Bytes()) {
		return "stack trace: " + tail(r.output.Bytes())
	}
	return ""
}

func (r *windowRecording) judge(failing bool) string {
	finished, parts := r.files(".mcap"), r.files(".mcap.part")
	if !failing && len(finished)+len(parts) == 0 {
		return "no recording was left: " + tail(r.output.Bytes())
	}
	for _, part := range parts {
		path, problem := r.finish(part)
		if problem != "" {
			return problem
		}
		if path != "" {
			finished = append(finished, path)
		}
	}
	for _, path := range finished {
		if problem := r.b.try(r.dir, "record", "--verify", path, "-q"); problem != "" {
			return problem
		}
	}
	return ""
}

// finish completes a .part file, which must keep all its frames, and returns the path of the recording. If
// there is no complete frame, path is "".
func (r *windowRecording) finish(part string) (path, problem string) {
	partial, err := recording.Open(part)
	if errors.Is(err, recording.ErrEmpty) {
		return "", ""
	}
	if err != nil {
		return "", err.Error()
	}
	frames := partial.Frames()
	partial.Close()
	if problem := r.b.try(r.dir, "record", "--finish", part, "-q"); problem != "" {
		return "", problem
	}
	path = part[:len(part)-len(".part")]
	now, err := framesIn(path)
	if err != nil || now != frames {
		return "", fmt.Sprintf("the .part file had %d frames, the finished recording has %d (%v)", frames, now, err)
	}
	return path, ""
}
