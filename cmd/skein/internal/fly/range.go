//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/flock"
	"skein/flock/export"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/ui"
)

// rangeJob renders or exports a range of time in the background, by running another skein
// process.
type rangeJob struct {
	file     string
	plan     ui.Range
	line     string // the command line that it runs
	stop     context.CancelFunc
	done     chan error
	released chan struct{} // closed once the job no longer reads from the open scene
	output   lastLine
}

// startRange starts the rendering or export that the dialog asks for. A range of a living flock
// is first recorded to a file, the take.
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
		}
		if err != nil && take != "" {
			_ = os.Remove(take)
		}
		job.done <- err
	}()
	return nil
}

// run runs another skein and waits for it. If ctx is cancelled, it interrupts that process.
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

// lastLine is a writer that remembers the last line written to it.
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

// last returns the last line.
func (l *lastLine) last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text
}

// rangeArgs returns the arguments of the skein that renders or exports a range. For a living
// flock it also returns the name of the take, which must be recorded first.
func (s *session) rangeArgs(r ui.Range) (args []string, take string, err error) {
	if !(r.In < r.Out) {
		return nil, "", fmt.Errorf("range from %g to %g s: the end must be after the start", r.In, r.Out)
	}
	if s.living() {
		take = takeName(r.File)
		args, err = s.drawArgs(r, take, true, "")
		return args, take, err
	}
	f := s.Studio.Flight()
	list, err := rangeFrames(r, f.Start, f.FPS, float64(f.Frames()-1)/f.FPS)
	if err != nil {
		return nil, "", err
	}
	args, err = s.drawArgs(r, s.cmd.Scene, false, list)
	return args, "", err
}

// rangeFrames returns a range as frame numbers for --frames. The recording starts at time start,
// is last long (both in s) and has fps frames a second.
func rangeFrames(r ui.Range, start, fps, last float64) (string, error) {
	if r.FPS == "" {
		return framesBetween(r.In-start, r.Out-start, fps, last), nil
	}
	rate, err := export.ParseRate(r.FPS)
	if err != nil {
		return "", fmt.Errorf("rate %s: %w", r.FPS, err)
	}
	if !r.Export {
		fps = rate.Float()
	}
	return framesBetween(r.In-start, r.Out-start, fps, last), nil
}

// drawArgs returns the arguments that render or export the frames in list of the recording input;
// all frames if list is empty. If take is true, the input is a take, which already contains the
// window's birds and camera.
func (s *session) drawArgs(r ui.Range, input string, take bool, list string) ([]string, error) {
	if r.FPS != "" {
		if _, err := export.ParseRate(r.FPS); err != nil {
			return nil, fmt.Errorf("rate %s: %w", r.FPS, err)
		}
	}
	args := []string{"render", input, "-o", r.File}
	if r.Export {
		args[0] = "export"
	}
	if list != "" {
		args = append(args, "--frames", list)
	}
	if r.FPS != "" {
		args = append(args, "--fps", r.FPS)
	}
	if r.Replace {
		args = append(args, "--force")
	}
	if s.cmd.rec != nil && !take {
		args = append(args, s.otherBirds()...)
	}
	if r.Export {
		_, err := export.FormatOf("", r.File)
		return args, err
	}
	if _, err := kinds.OutputOf(r.File); err != nil {
		return nil, err
	}
	var size usage.Size
	if err := size.UnmarshalText([]byte(r.Size)); err != nil {
		return nil, fmt.Errorf("size %s: %w", r.Size, err)
	}
	args = append(args, "--size", fmt.Sprintf("%dx%d", image.Point(size).X, image.Point(size).Y))
	if r.Samples > 1 {
		args = append(args, "--samples", strconv.Itoa(r.Samples))
	}
	return append(args, s.rangeCamera(r.Camera, take)...), nil
}

// otherBirds returns --bird flags for the flocks that are drawn with another bird than the
// recording's own.
func (s *session) otherBirds() (args []string) {
	meta := s.cmd.rec.Meta()
	for k, own := range meta.Flocks() {
		f := s.scene.Flocks()[k]
		if inRecording(s.cmd.rec, &f.Bird) || birdName(f.Bird.File) == birdName(own.Bird) {
			continue
		}
		bird := birdName(f.Bird.File)
		if scenario.IsModelFile(f.Bird.File) {
			bird = f.Bird.File
		}
		if k > 0 {
			bird = f.Name() + "=" + bird
		}
		args = append(args, "--bird", bird)
	}
	return args
}

// rangeCamera returns the camera flags: for the camera named in the dialog, or else the window's.
// A take already contains the window's camera, except for a path.
func (s *session) rangeCamera(named string, take bool) (args []string) {
	c := &s.Studio.Controls
	mode := named
	switch {
	case named == ui.CameraKeys && len(s.camera.keys) > 0:
		return []string{"--camera", cmp.Or(s.camera.from, s.camera.file)}
	case named != "" && named != ui.CameraKeys:
	case s.Studio.Path != nil && !input.InRecording(s.cmd.rec, s.scene):
		return []string{"--camera", s.camera.file}
	case s.Studio.Path != nil || take:
		return nil
	default:
		mode = c.Camera.Mode.String()
	}
	args = []string{"--camera", mode}
	if m, ok := look.ModeNamed(mode); ok && c.Selected >= 0 && m.IsTied() && !m.FollowsLeaders() {
		args = append(args, "--boid", strconv.Itoa(c.Selected))
	}
	return args
}

// framesBetween returns the numbers of the frames between two times, in s after the first frame,
// in a recording of fps frames a second that is last s long.
func framesBetween(from, to, fps, last float64) string {
	const hair = 1e-6
	first := int(math.Ceil(max(from, 0)*fps-hair)) + 1
	end := int(math.Floor(min(to, last)*fps+hair)) + 1
	if end <= first {
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d-%d", first, end)
}

// fromScene returns a command line that records a living flock's range from its scene file and
// renders it. It returns ok = false if the flock was edited, since the scene file would then give
// another flight.
func (s *session) fromScene(r ui.Range, take string) (line string, ok bool) {
	if s.cmd.rec != nil || s.isFlightChanged() || s.cmd.Choice.Given() {
		return "", false
	}
	long := math.Ceil(1000*(r.Out+1.0/liveFPS)) / 1000 // includes the frame at the end
	record := []string{"record", s.cmd.Scene, "--seconds", strconv.FormatFloat(long, 'f', -1, 64), "-o", take}
	if seed := s.Studio.Seed(); seed != s.scene.Seed || s.cmd.Seed != nil {
		record = append(record, "--seed", strconv.FormatUint(seed, 10))
	}
	if s.cmd.Count != nil {
		record = append(record, "--count", strconv.Itoa(*s.cmd.Count))
	}
	for _, at := range s.cmd.At {
		record = append(record, "--at", at)
	}
	list, err := rangeFrames(r, 0, liveFPS, r.Out)
	if err != nil {
		return "", false
	}
	args, err := s.drawArgs(r, take, false, list)
	return commandLine(record) + " && " + commandLine(args), err == nil
}

// isFlightChanged reports whether the user changed the flight, or its light and look.
func (s *session) isFlightChanged() bool {
	if s.Studio.Edits() == 0 {
		return false
	}
	from, _ := s.Studio.KnownRange()
	return from > 0 || s.edited() || slices.ContainsFunc(s.Studio.LiveEvents(), func(e flock.Event) bool {
		return e.IsEdit() && !e.Scheduled
	})
}

// takeName returns a free file name for the take of a living flock, beside the range's own file.
func takeName(file string) string {
	stem := strings.Trim(regexp.MustCompile(`[#%].*|\.[^./\\]*$`).ReplaceAllString(file, ""), "/\\._-")
	if stem == "" {
		stem = "take"
	}
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s-take.mcap", stem)
		if n > 1 {
			name = fmt.Sprintf("%s-take-%d.mcap", stem, n)
		}
		if _, err := os.Lstat(name); err != nil {
			return name
		}
	}
}

// taking returns a function that records a range of the living flock to a file. It repeats the
// flight of that range.
func (s *session) takeRecorder(r ui.Range, file string) (func(context.Context) error, error) {
	stretch, ok := s.Studio.Stretch(r.In, r.Out)
	if !ok {
		from, _ := s.Studio.KnownRange()
		return nil, fmt.Errorf("range from %g to %g s: the flock's past is only stored from %.2f s on", r.In, r.Out, from)
	}
	rec, attach, err := s.createRecording(file)
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
			_ = rec.Abort() // the error that led here says more
			return err
		}
		_, err = rec.Close()
		return err
	}, nil
}

// watchRange shows a message once the range is finished.
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

// cancel interrupts the other skein.
func (j *rangeJob) cancel() {
	if j != nil {
		j.stop()
	}
}

// releaseInput waits until the job no longer reads from the open scene. It cancels a job that
// still does.
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

// jobState returns the job's state for the dialog, and the command line for what the dialog asks
// for.
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
			if line, ok := s.fromScene(*s.plan, take); take != "" && ok {
				j.Line, j.LineRecords = line, true
			}
		}
	}
	return j
}

// draws reports whether the job is for this plan.
func (j *rangeJob) draws(plan ui.Range) bool {
	plan.Replace = j.plan.Replace // chosen only when the job starts
	return j.plan == plan
}

// outputExists reports whether a range's file exists or, if its name is a pattern, any picture of
// the pattern.
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

// commandLine returns the command as one would type it.
func commandLine(args []string) string {
	list := []string{"skein"}
	for _, a := range args {
		list = append(list, words.Quote(a))
	}
	return strings.Join(list, " ")
}
