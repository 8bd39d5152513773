//go:build cgo && !nowindow

package fly

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"skein/flock"
	"skein/ui"
)

// rangeJob renders or exports a range of time in the background. It runs another skein process.
type rangeJob struct {
	file     string
	plan     ui.Range
	line     string // command line of the process
	stop     context.CancelFunc
	done     chan error
	released chan struct{} // closed when the job no longer reads the open scene
	output   lastLine
}

// startRange starts the job that the dialog asks for. The range of a live flock is first recorded to a
// file, which is called the take.
func (s *session) startRange(r ui.Range) error {
	if s.rangeJob != nil {
		return fmt.Errorf("another range is still being rendered or exported; wait for it or cancel it")
	}
	args, take, err := s.rangeArgs(r)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var record func(ctx context.Context) error
	if take != "" {
		if record, err = s.takeRecorder(r, take); err != nil {
			return err
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	job := &rangeJob{file: r.File, plan: r, line: commandLine(args), stop: stop, done: make(chan error, 1), released: make(chan struct{})}
	s.rangeJob = job
	go func() {
		err := error(nil)
		if record != nil {
			fmt.Fprintln(&job.output, "recording "+take)
			err = record(ctx)
		}
		close(job.released)
		if err == nil {
			err = job.run(ctx, self, args)
			takes().Prune()
		}
		if err != nil && take != "" {
			_ = os.Remove(take)
		}
		job.done <- err
	}()
	return nil
}

// run runs a skein process and waits for its end. If ctx is cancelled, run interrupts the process.
func (j *rangeJob) run(ctx context.Context, self string, args []string) error {
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Stderr = &j.output
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%s", strings.TrimPrefix(j.output.last(), "skein: "))
	}
	return nil
}

// lastLine is a writer that stores the last line written to it.
type lastLine struct {
	mu   sync.Mutex
	text string
}

func (l *lastLine) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if words := strings.Fields(string(b)); len(words) > 0 {
		l.text = strings.Join(words, " ")
	}
	return len(b), nil
}

func (l *lastLine) last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text
}

// takeRecorder returns a function that simulates a range of the live flock again and records it to a file.
func (s *session) takeRecorder(r ui.Range, file string) (func(context.Context) error, error) {
	stretch, ok := s.Studio.Stretch(r.In, r.Out)
	if !ok {
		from, _ := s.Studio.KnownRange()
		return nil, fmt.Errorf("range from %g to %g s: the flock's past is only stored from %.2f s on", r.In, r.Out, from)
	}
	rec, attach, err := s.createRecording(file, stretch.Flocks())
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		err := stretch.Fly(ctx, func(w *flock.World, events []flock.Event) error {
			if err := attach(rec, events); err != nil {
				return err
			}
			return rec.Tick(w, events)
		})
		if err != nil {
			_ = rec.Abort() // the earlier error is returned
			return err
		}
		_, err = rec.Close()
		return err
	}, nil
}

// watchRange shows a message when the job is finished.
func (s *session) watchRange() {
	if s.rangeJob == nil {
		return
	}
	select {
	case err := <-s.rangeJob.done:
		job, file := s.rangeJob, s.rangeJob.file
		s.rangeJob.stop()
		s.rangeJob = nil
		switch {
		case errors.Is(err, context.Canceled):
			s.panel.Say("cancelled; no incomplete files were left")
		case err != nil:
			s.say(err)
		default:
			s.lastRange = job
			s.panel.Say("done: " + file)
		}
	default:
	}
}

func (j *rangeJob) cancel() {
	if j != nil {
		j.stop()
	}
}

// releaseInput waits until the job no longer reads the open scene. If the job still reads it, releaseInput
// cancels the job.
func (j *rangeJob) releaseInput() {
	if j == nil {
		return
	}
	select {
	case <-j.released:
	default:
		j.stop()
		<-j.released
	}
}

// wait cancels the job and waits until its incomplete files are deleted.
func (j *rangeJob) wait() {
	if j != nil {
		j.stop()
		<-j.done
	}
}

// progressOf returns the progress that a line such as "30 of 120" reports, from 0 to 1.
func progressOf(line string) float64 {
	m := regexp.MustCompile(`(\d+) of (\d+)`).FindStringSubmatch(line)
	if m == nil {
		return 0
	}
	done, _ := strconv.ParseFloat(m[1], 64)
	of, _ := strconv.ParseFloat(m[2], 64)
	if of <= 0 {
		return 0
	}
	return min(done/of, 1)
}

// jobState returns the state of the job for the dialog. It also returns the command line for the range in
// the dialog.
func (s *session) jobState() (j ui.Job) {
	if s.rangeJob != nil {
		line := s.rangeJob.output.last()
		j.What, j.Share = line, progressOf(line)
		if line == "" {
			j.What = "starting"
		}
	}
	if s.plan != nil {
		j.FileExists = outputExists(s.plan.File)
		args, take, err := s.rangeArgs(*s.plan)
		switch {
		case err != nil:
			j.Line = err.Error()
		case s.rangeJob != nil && s.rangeJob.draws(*s.plan):
			j.Line = s.rangeJob.line
		case s.lastRange != nil && s.lastRange.draws(*s.plan):
			j.Line = s.lastRange.line
		default:
			j.Line, j.TakeFile = commandLine(args), take
			if take != "" {
				j.TakeFile = filepath.Base(take)
			}
			if line, ok := s.fromScene(*s.plan, j.TakeFile); take != "" && ok {
				j.Line, j.LineRecords = line, true
			}
		}
	}
	return j
}

func (j *rangeJob) draws(plan ui.Range) bool {
	plan.Replace = j.plan.Replace // this is chosen only when the job starts
	return j.plan == plan
}

// outputExists reports whether the output of a range exists. If its name is a pattern, any picture that
// matches the pattern counts.
func outputExists(file string) bool {
	if !strings.Contains(filepath.Base(file), "#") {
		_, err := os.Lstat(file)
		return err == nil
	}
	dir, base := filepath.Split(file)
	all, _ := os.ReadDir(filepath.Join(dir, "."))
	of := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(base), "#", "[0-9]") + "$")
	return slices.ContainsFunc(all, func(e os.DirEntry) bool { return of.MatchString(e.Name()) })
}
