//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"skein/flock"
	"skein/flock/files"
	"skein/flock/message"
	"skein/ui"
)

type rangeJob struct {
	file     string
	plan     ui.Range
	line     string
	stop     context.CancelFunc
	done     chan error
	released chan struct{} // closed when the job no longer reads the open scene
	began    time.Time
	drawing  time.Time // start of the process; read it only after done is closed
	key      costKey
	frames   int
	output   jobOutput
}

func (s *session) startRange(r ui.Range) error {
	if s.rangeJob != nil {
		return fmt.Errorf("another range is still being rendered or exported; wait for it or cancel it")
	}
	args, take, err := s.rangeArgs(r)
	if err != nil {
		return err
	}
	s.endTrial(false)
	s.rangeJob, err = s.newRangeJob(r, args, take)
	s.rangeDone, s.rangeFailed = nil, nil
	return err
}

func (s *session) newRangeJob(r ui.Range, args []string, take string) (*rangeJob, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var record func(ctx context.Context) error
	if take != "" {
		if record, err = s.takeRecorder(withLength(r), take); err != nil {
			return nil, err
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	job := &rangeJob{file: r.File, plan: r, line: commandLine(args), stop: stop, done: make(chan error, 1), released: make(chan struct{}), began: time.Now(), key: s.keyOf(&r), frames: s.framesOf(r)}
	go func() {
		err := error(nil)
		if record != nil {
			job.output.begin("recording " + take)
			err = record(ctx)
			job.output.begin("")
		}
		close(job.released)
		job.drawing = time.Now()
		if err == nil {
			err = job.run(ctx, self, args)
		}
		if err != nil && take != "" {
			_ = errors.Join(os.Remove(take), removeFile(takeCameraFile(take)))
		}
		job.done <- err
	}()
	return job, nil
}

func (j *rangeJob) run(ctx context.Context, self string, args []string) error {
	cmd := exec.CommandContext(ctx, self, append(slices.Clone(args), "--progress", "json")...)
	cmd.Stderr = &j.output
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%s", inDialogWords(strings.TrimPrefix(j.output.lastText(), "skein: ")))
	}
	return nil
}

// inDialogWords replaces the flags in a message of the process by the names of the dialog's controls.
func inDialogWords(text string) string {
	controls := map[string]string{
		"camera": "Camera", "size": "Size", "fps": "Frame rate", "frames": "Range", "samples": "Subframes", "codec": "Codec",
		"traces": "Traces", "layers": "Layers", "up": "Up-axis", "unit": "Unit", "output": "File",
		"transparent": "Transparent", "vision": "Vision sphere", "cryptomatte": "Cryptomatte",
	}
	return regexp.MustCompile(`--[a-z-]+`).ReplaceAllStringFunc(text, func(flag string) string {
		return cmp.Or(controls[flag[2:]], flag)
	})
}

// beforePast is the error about a range of a live flock that begins before its stored past.
func beforePast(r ui.Range, from float64) error {
	gone := "its beginning is"
	if r.Out <= from {
		gone = "it is"
	}
	return fmt.Errorf("range from %.2f to %.2f s: %s no longer stored; the stored past begins at %.2f s", r.In, r.Out, gone, from)
}

// takeRecorder returns a function that simulates a range of the live flock again and records it to a file. It
// also writes unsaved camera keys to a file beside it.
func (s *session) takeRecorder(r ui.Range, file string) (func(context.Context) error, error) {
	stretch, ok := s.Studio.Stretch(r.In, r.Out)
	if !ok {
		from, _ := s.Studio.KnownRange()
		return nil, beforePast(r, from)
	}
	rec, attach, err := s.createRecording(file, stretch.Flocks(), stretch.Models())
	if err != nil {
		return nil, err
	}
	keys := s.camera.keys
	if !s.camera.isEdited() {
		keys = nil
	}
	return func(ctx context.Context) error {
		if keys != nil {
			if err := writeCameraFile(takeCameraFile(file), keys); err != nil {
				_ = rec.Abort() // the earlier error is returned
				return err
			}
		}
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
			s.panel.Say("cancelled; no incomplete files remain")
		case err != nil:
			s.rangeFailed = &ui.FailedJob{Range: job.plan, Why: message.OneLine(err)}
			s.say(err)
		default:
			s.lastRange = job
			s.finishRange(job)
			s.panel.Say("done: " + file + ", in the folder " + filepath.Dir(files.Absolute(file)))
		}
	default:
	}
}

func (j *rangeJob) cancel() {
	if j != nil {
		j.stop()
	}
}

// releaseInput cancels the job if it still reads the open scene, and waits.
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

func (j *rangeJob) wait() {
	if j != nil {
		j.stop()
		<-j.done
	}
}

func (s *session) jobState() (j ui.Job) {
	if s.rangeJob != nil {
		text, p := s.rangeJob.output.now()
		j.Title = s.rangeJob.title()
		j.What, j.Share, j.Left = text, p.share(), p.left(time.Now())
	}
	j.Failed = s.rangeFailed
	if s.plan != nil {
		s.describePlan(&j)
	}
	return j
}

func (j *rangeJob) title() string {
	verb := "rendering "
	if j.plan.Export {
		verb = "exporting "
	}
	if filepath.IsAbs(j.file) {
		return verb + filepath.Base(j.file)
	}
	return verb + j.file
}

func (s *session) describePlan(j *ui.Job) {
	plan := *s.plan // chosen in the last picture; since then, the stored past may have lost its start
	if s.living() {
		plan = plan.InPast(s.Studio.KnownRange())
	}
	j.FileExists, j.Done = outputExists(plan.File), s.rangeDone
	args, take, err := s.rangeArgs(plan)
	if err == nil {
		err = s.missingProgram(plan)
	}
	if err != nil {
		j.Wrong = message.OneLine(err)
		return
	}
	j.Estimate, j.Warning = s.estimate(plan), s.sightWarning(plan)
	s.shownEstimate = j.Estimate
	switch {
	case s.rangeJob != nil && s.rangeJob.draws(plan):
		j.Line = s.rangeJob.line
	case s.lastRange != nil && s.lastRange.draws(plan):
		j.Line = s.lastRange.line
	default:
		j.Line, j.TakeFile = commandLine(args), take
		if line, ok := s.fromScene(plan, j.TakeFile); take != "" && ok {
			j.Line, j.LineRecords = line, true
		}
	}
}

func (j *rangeJob) draws(plan ui.Range) bool {
	plan.Replace = j.plan.Replace // Replace is set only when the job starts
	return j.plan == plan
}

func outputExists(file string) bool { return len(outputFiles(file)) > 0 }
