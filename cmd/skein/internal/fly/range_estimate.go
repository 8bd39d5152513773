//go:build cgo && !nowindow

package fly

import (
	"image"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/engine/capture"
	"skein/flock/export"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/ui"
)

type costKey struct {
	scene  *scenario.Scenario
	plan   ui.Range // settings in the dialog, without those that do not change the cost, such as the file
	ending string
	mode   look.Mode  // mode of the window's camera, if it draws the pictures
	light  look.Light // light and show are set only for rendered pictures
	show   look.Show
	boids  int
}

type cost struct {
	start, perFrame     float64 // time to start, and per frame, s
	base, bytesPerFrame float64 // bytes of the files without frames, and per frame
}

type rangeTrial struct {
	key    costKey
	folder string
	plan   ui.Range
	frames int
	job    *rangeJob
	first  cost
	runs   int
}

// trialDelay is the time without changes in the dialog and the look before a trial begins.
const trialDelay = 800 * time.Millisecond

func (s *session) keyOf(r *ui.Range) costKey {
	k := costKey{scene: s.scene, plan: *r, ending: strings.ToLower(filepath.Ext(r.File)), boids: s.Studio.Snapshot().Len()}
	k.plan.File, k.plan.In, k.plan.Out, k.plan.Samples, k.plan.Replace = "", 0, 0, 0, false
	if f, err := export.FormatOf("", r.File); r.Export && err == nil {
		k.ending = f.Ending()
	}
	if !r.Export {
		l := &s.Studio.Controls.Look
		k.light, k.show = l.Light, l.Show
		if r.Camera == "" {
			k.mode = l.Camera.Mode
		}
		k.show.Speed, k.show.Things = 0, false // they affect only the window
	}
	return k
}

func (s *session) framesOf(r ui.Range) int {
	if isStill(r) {
		return 1
	}
	fps, pace := float64(liveFPS), 1.0
	if f := s.Studio.Flight(); f != nil && !s.living() {
		fps, pace = f.FPS, max(f.Pace, 1)
	}
	if rate, err := export.ParseRate(r.FPS); r.FPS != "" && err == nil {
		fps = rate.Float() / pace
	}
	return max(int(math.Floor((r.Out-r.In)*fps+1e-6))+1, 1)
}

// estimate returns the time and the size of a range. If they are unknown, it starts a trial after trialDelay.
func (s *session) estimate(r ui.Range) ui.Estimate {
	e, key := ui.Estimate{Frames: s.framesOf(r)}, s.keyOf(&r)
	if c, known := s.costs[key]; known {
		if c == (cost{}) {
			return e
		}
		n := float64(e.Frames)
		e.Seconds, e.Bytes = c.start+c.perFrame*n*subframes(&r), c.base+c.bytesPerFrame*n
		if s.living() {
			e.Seconds += (r.Out - r.In) * float64(s.Studio.Snapshot().TickRate) * s.times.tick.MS() / 1000
		}
		return e
	}
	e.Measuring = true
	key.boids = 0 // the number of boids may change all the time
	if s.trialKey != key {
		s.trialKey, s.trialSince = key, time.Now()
	} else if s.trial == nil && s.rangeJob == nil && time.Since(s.trialSince) > trialDelay {
		s.startTrial(r)
	}
	return e
}

func subframes(r *ui.Range) float64 {
	if r.Export {
		return 1
	}
	return float64(max(r.Samples, 1))
}

func (s *session) startTrial(r ui.Range) {
	t := &rangeTrial{key: s.keyOf(&r), plan: r, frames: 6}
	var size usage.Size
	if size.UnmarshalText([]byte(r.Size)) == nil && image.Point(size).X*image.Point(size).Y > 3e6 {
		t.frames = 3
	}
	if r.Export {
		t.frames = 3
	}
	folder, err := os.MkdirTemp("", "skein-trial-")
	if err == nil {
		t.folder = folder
		err = s.runTrial(t)
	}
	if err != nil {
		t.remove()
		s.setCost(t.key, cost{})
		return
	}
	s.trial = t
}

func (s *session) runTrial(t *rangeTrial) (err error) {
	r := t.plan
	name := "trial" + t.key.ending
	if kind, err := kinds.OutputOf(r.File); !r.Export && err == nil && kind != kinds.Film {
		name = "trial_####" + t.key.ending
	}
	r.File, r.Samples, r.Replace = filepath.Join(t.folder, name), 1, true
	fps := float64(liveFPS)
	if rate, err := export.ParseRate(r.FPS); r.FPS != "" && err == nil {
		fps = rate.Float()
	}
	r.Out = r.In + (float64(t.frames)-0.5)/fps
	var args []string
	take := ""
	if s.living() {
		take = filepath.Join(t.folder, "trial.mcap")
		_ = os.Remove(take)
		args, err = s.takeArgs(r, take)
	} else {
		args, _, err = s.rangeArgs(r)
	}
	if err == nil {
		t.runs++
		t.job, err = s.newRangeJob(r, args, take)
	}
	return err
}

func (s *session) watchTrial() {
	t := s.trial
	if t == nil {
		return
	}
	select {
	case err := <-t.job.done:
		took, bytes := time.Since(t.job.drawing).Seconds(), outputBytes(t.job.file, t.job.began)
		_, p := t.job.output.now()
		c := costOf(took, &p, float64(t.frames), bytes)
		switch {
		case err != nil:
			c = cost{}
		case t.key.plan.Export && t.runs == 1: // the second, longer run separates the cost per frame from the cost per file
			t.first, t.frames = cost{start: took, base: bytes}, 4*t.frames
			if s.runTrial(t) == nil {
				return
			}
			c = cost{}
		case t.key.plan.Export:
			c = costBetween(&t.first, &cost{start: took, base: bytes}, float64(t.frames)/4, float64(t.frames))
		}
		s.setCost(t.key, c)
		t.remove()
		s.trial = nil
	default:
	}
}

// costOf returns the cost of rendering n pictures. took is the duration of the rendering, in s, and bytes is
// the number of bytes written. The progress p begins after the first picture, so the time before its first
// line is the time to start.
func costOf(took float64, p *progress, n, bytes float64) cost {
	c := cost{perFrame: took / n, bytesPerFrame: bytes / n}
	if drawn := p.last - p.first; drawn > 0 && p.pace() > 0 {
		c.perFrame = 1 / p.pace()
		c.start = max(took-n*c.perFrame, 0)
	}
	return c
}

// costBetween returns the cost of an export from two runs with n and m frames. start and base of a and b hold
// the totals of each run.
func costBetween(a, b *cost, n, m float64) cost {
	c := cost{perFrame: max((b.start-a.start)/(m-n), 0), bytesPerFrame: max((b.base-a.base)/(m-n), 0)}
	c.start, c.base = max(a.start-n*c.perFrame, 0), max(a.base-n*c.bytesPerFrame, 0)
	return c
}

func (s *session) setCost(k costKey, c cost) {
	if s.costs == nil {
		s.costs = map[costKey]cost{}
	}
	s.costs[k] = c
}

// endTrial ends the trial, so that it no longer reads the open scene, and removes its files. If wait is
// false, it removes them in the background.
func (s *session) endTrial(wait bool) {
	t := s.trial
	if t == nil {
		return
	}
	s.trial = nil
	t.job.releaseInput()
	t.job.stop()
	end := func() {
		<-t.job.done
		t.remove()
	}
	if wait {
		end()
		return
	}
	go end()
}

func (t *rangeTrial) remove() {
	if t.folder != "" {
		_ = os.RemoveAll(t.folder) // after an error, the files stay in the temporary folder, where they do no harm
	}
}

func (s *session) missingProgram(r ui.Range) error {
	if f, ok := capture.FormatOf(r.File); r.Export || !ok || !f.Film {
		return nil
	}
	if !s.ffmpegChecked {
		s.ffmpegChecked, s.ffmpegMissing = true, capture.CheckFFmpeg()
	}
	return s.ffmpegMissing
}

// outputBytes returns the size of a file, of a folder's files, or of the pictures that match a pattern. It
// counts only files written since a time, rounded down because some file systems store whole seconds.
func outputBytes(file string, since time.Time) (sum float64) {
	for _, path := range outputFiles(file) {
		_ = filepath.Walk(path, func(_ string, info os.FileInfo, err error) error {
			if err == nil && !info.IsDir() && !info.ModTime().Before(since.Truncate(time.Second)) {
				sum += float64(info.Size())
			}
			return nil
		})
	}
	return sum
}

func outputFiles(file string) (all []string) {
	dir, base := filepath.Split(file)
	if !strings.Contains(base, "#") {
		if _, err := os.Lstat(file); err == nil {
			all = append(all, file)
		}
		return all
	}
	pattern := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(base), "#", "[0-9]") + "$")
	entries, _ := os.ReadDir(filepath.Join(dir, "."))
	for _, e := range entries {
		if pattern.MatchString(e.Name()) {
			all = append(all, filepath.Join(dir, e.Name()))
		}
	}
	return all
}
