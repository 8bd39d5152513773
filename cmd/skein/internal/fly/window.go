//go:build cgo && !nowindow

package fly

import (
	"context"
	"errors"
	"fmt"
	"image"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/usage"
	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/render"
	"skein/engine/studio"
	"skein/engine/window"
	"skein/flock"
	"skein/flock/scenario"
	"skein/models"
	"skein/models/facing"
	"skein/ui"
)

// init keeps the main goroutine on the main thread, because macOS allows windows only there.
func init() { runtime.LockOSThread() }

// Run opens the window and shows the scene until the window closes.
func (c *Options) Run(ctx context.Context, g *console.Console) error {
	if g.JSON {
		return usage.Errorf("--json cannot be used with fly, because fly prints no result; use --log FILE.jsonl for a line of JSON per frame")
	}
	c.Opening = !c.choosesFlock()
	plain := *c
	c.chooseOpening()
	sc, err := c.LoadScene()
	if err != nil {
		return err
	}
	s, err := openWindow(c, sc)
	if errors.Is(err, window.ErrNoDisplay) && c.Headless != "" && c.rec == nil {
		g.Say("skein: %v; recording without a window into %s", err, c.Headless)
		if sc, err = plain.LoadScene(); err != nil {
			return err
		}
		return headlessFlight(ctx, g, &plain, sc)
	}
	if err != nil {
		return noDisplay(err)
	}
	defer s.Close()
	st, err := s.prepareShown(ctx, g, sc)
	if err == nil {
		err = s.populate(st)
	}
	if err != nil || s.quit {
		return err
	}
	err = s.run(ctx)
	return errors.Join(err, s.figure.wait())
}

func noDisplay(err error) error {
	if errors.Is(err, window.ErrNoDisplay) {
		return fmt.Errorf("%w (use --headless DIR to record and draw pictures without a window)", err)
	}
	return err
}

type session struct {
	cmd           *Options
	scene         *scenario.Scenario
	Studio        *studio.Studio
	marks         eventMarks
	birdsShown    []string
	facings       [flock.MaxFlocks][]facing.Orientation // forward and up axes of the birds' models, by flock and model
	faultyBirds   []*models.Baked                       // birds of the opened scene whose files have faults
	models        []birdChoice
	loadingBirds  [flock.MaxFlocks]*loadingBird
	loading       *sceneLoad
	rangeJob      *rangeJob
	figure        figureFile
	lastRange     *rangeJob
	rangeDone     *ui.DoneJob
	rangeFailed   *ui.FailedJob
	costs         map[costKey]cost
	trial         *rangeTrial
	trialKey      costKey
	shownEstimate ui.Estimate
	trialSince    time.Time
	ffmpegChecked bool
	ffmpegMissing error // why films cannot be written; nil if they can
	rangeSight    rangeSight
	plan          *ui.Range
	recording     *liveRecording
	lastRecording string
	Win           *window.Window
	Renderer      *render.Renderer
	surface       *ui.Surface
	panel         *ui.Panel
	hands         ui.Hands
	log           *frameLog

	Ticking         studio.BackgroundTicks // computes the next ticks while a frame is drawn
	gauges          gauges
	presets         presets
	last            float64 // start of the last frame, s
	times           times
	numbers         numbers
	rest            rest
	escapes         []flock.OpenEscape // escapes open at the displayed time; the slice is reused
	quality         tierChoice
	opening         opening
	lines           ledgerLines
	patterns        patternLines
	camera          cameraKeys
	screenshotFile  string
	stillFile       string
	savedFile       string
	overwrite       []string // existing files that the next save may replace or delete
	prefs           prefs
	watch           *watch
	bookmarks       [9]*camera.Bookmark
	bookmarksErr    error // why the bookmarks file could not be read
	savedState      savedState
	afterAnswer     func() // called after the user has answered the question about unsaved edits; nil if there is no question
	joining         <-chan joiningFlock
	joiningSpecies  string
	beforeHunt      [flock.MaxFlocks]*flock.Params // parameters of each flock before it began to hunt; nil if unknown
	birdPictures    map[string]uint32              // OpenGL textures, by name
	offer           *offer
	loadingObstacle <-chan loadedMesh
	dialog          <-chan dialogResult
	region          image.Rectangle
	cameraFit       cameraFit
	openedView      camera.Bookmark
	panelReady      bool
	title           string
	quit            bool
	builtin         []ui.SceneLine // nil before the first use
	pictured        bool
}

// Open opens a window that shows a loaded scene.
func Open(c *Options, st Staged) (*session, error) {
	s, err := openWindow(c, st.Scene)
	if err == nil {
		if err = s.populate(st); err != nil {
			s.Close()
		}
	}
	return s, err
}

func openWindow(c *Options, sc *scenario.Scenario) (s *session, err error) {
	s = &session{cmd: c, scene: sc}
	if !c.Unthrottled {
		s.prefs = loadPrefs()
	}
	if s.Win, err = window.Open(window.Options{Title: "skein", Size: image.Point(c.Size), VSync: !c.Unthrottled, Ground: ui.SplashGround(s.prefs.Light)}); err != nil {
		s.Close()
		return s, err
	}
	setConnectionLostMessage(nil)
	layout := layoutFile
	if c.Unthrottled {
		layout = func(string, float32) string { return "" }
	}
	s.surface = ui.NewSurface(s.Win, s.prefs.Workspace, layout)
	s.surface.SetLight(s.prefs.Light)
	s.splash("starting OpenGL", 0.05)
	return s, nil
}

func (s *session) populate(st Staged) (err error) {
	if err = s.startRenderer(); err != nil {
		return err
	}
	s.splash("preparing the birds", 0.75)
	if err = s.show(st); err != nil {
		return err
	}
	s.panel = ui.NewPanel(input.ParamsOf(s.scene), s.Studio.Controls.Look, s.sceneFile())
	s.panel.Fixed, s.panel.Bold = s.surface.Monospace(), s.surface.Bold()
	s.restoreWindow()
	s.beginOpening()
	s.sayWhenKeysBegin()
	s.sayPartly()
	s.sayFaultyBirds()
	if s.cmd.Log != "" {
		if s.log, err = newFrameLog(s.cmd.Log); err != nil {
			return err
		}
		s.panel.Probe = map[string]image.Rectangle{}
	}
	s.splash("drawing the first picture", 0.85)
	s.Win.SetGround(s.surface.Ground())
	return nil
}

func layoutFile(workspace string, scale float32) string {
	dir := configDir()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, fmt.Sprintf("workspace-%s-%.0f.ini", strings.ToLower(workspace), 100*scale))
}

func (s *session) Close() {
	s.Ticking.Join()
	s.watch.close()
	s.gauges.close()
	s.rangeJob.wait()
	s.endTrial(true)
	_ = s.figure.wait() // there is no window left to show an error
	s.loading.cancel()
	if s.recording != nil {
		s.stopRecording()
	}
	if s.log != nil {
		s.log.close()
	}
	if s.panel != nil {
		_ = s.saveArrangement() // the window is closing, so nobody would see an error
	}
	if s.surface != nil {
		s.surface.Close()
	}
	if s.Renderer != nil {
		s.Renderer.Close()
	}
	if s.Win != nil {
		s.Win.Close()
	}
	if s.cmd.rec != nil {
		s.cmd.rec.Close()
	}
}

func (s *session) run(ctx context.Context) error {
	drawn := 0
	for !s.quit {
		if err := ctx.Err(); err != nil {
			return err
		}
		final := s.cmd.Frames > 0 && drawn == s.cmd.Frames-1
		if final && s.cmd.Screenshot != "" {
			s.screenshotFile = s.cmd.Screenshot
		}
		ok, err := s.Frame(drawn + 1)
		if err != nil {
			return err
		}
		if ok && final {
			return nil
		}
		if ok {
			drawn++
		}
	}
	return nil
}

// Frame runs the main loop once: it handles input, lays out the panel and draws a picture, while the studio
// computes the next ticks. If the window is minimised or nothing has changed, it draws no picture and returns
// false.
func (s *session) Frame(n int) (drawn bool, err error) {
	passed, pause := s.awaitFrame()
	lap := func(part framePart) { s.times.lap(part, s.Win.Seconds()) }
	s.times.begin(s.last, pause)
	ticked := s.Ticking.Join()
	lap(partWait)
	s.afterTicks(ticked, passed)

	s.Win.Poll()
	if s.Win.Stirred() {
		s.rest.stir(s.Win.Seconds())
	}
	s.handleClose()
	if fb := s.Win.Framebuffer(); fb.X == 0 || fb.Y == 0 {
		s.Win.WaitEvents()
		s.afterTicks(studio.AdvanceNow(s.Studio, s.Win.Seconds()), passed)
		return false, nil
	}
	drive := s.handleInput()
	if n == settledFrame {
		s.uncoverOpening()
	}
	lap(partPanel)
	playing := s.Studio.Playing()
	if playing { // this picture must show a new position in the recording
		s.afterTicks(studio.AdvanceNow(s.Studio, s.Win.Seconds()), passed)
		lap(partPlayback)
	}
	s.updateTier()
	begun := time.Now()
	f := s.composeFrame(float32(min(passed, longestStep)), drive)
	layout := time.Since(begun).Seconds()
	lap(partCompose)
	s.handleFigure()
	line, recorded, restless := s.line(n), s.recording.length(), s.isRestless()
	if !playing {
		s.Ticking.Start(s.Studio, s.Win.Seconds())
	}
	s.endPanel(recorded)
	lap(partPanel)
	if !s.rest.draws(f, s.surface, s.Win.Seconds(), restless) {
		return false, nil
	}
	if err := s.draw(f, passed); err != nil {
		return false, err
	}
	s.timeOpening(f, layout, begun)
	s.times.draw.Note(time.Since(begun).Seconds(), passed)
	if err := s.saveScreenshot(); err != nil {
		return false, err
	}
	if err := s.log.write(line, s.panel); err != nil {
		return false, err
	}
	lap(partShow)
	s.Win.Swap()
	lap(partSwap)
	s.times.end()
	s.finishOpening(f)
	return true, nil
}

func (s *session) endPanel(recorded string) {
	if s.screenshotFile == "" { // a screenshot does not show the recording lamp
		s.panel.Lamp(recorded, units(s.region, s.Win.Density()))
	}
	s.surface.End()
}

func (s *session) draw(f *frame.Frame, passed float64) error {
	s.Renderer.SetScale(s.Win.Scale())
	if err := s.drawMeasured(f, passed); err != nil {
		return err
	}
	s.times.lap(partDraw, s.Win.Seconds())
	s.Renderer.Timed("picture", func() { s.Renderer.Show(s.region, s.Win.Framebuffer(), s.surface.Ground()) })
	s.saveStill()
	s.Renderer.Timed("panel", s.surface.Draw)
	return nil
}

func (s *session) state() *ui.State {
	s.updateNumbers()
	s.updateRelations()
	st := &ui.State{
		Picture: units(s.region, s.Win.Density()), Bird: s.bird(), Mix: s.mix(), Birds: s.birdNames(), Sides: s.headSides(), Species: s.Studio.Species()[:s.Studio.FlocksToSave()],
		Controls: s.Studio.Controls, Snapshot: s.Studio.Snapshot(), Ledger: s.Studio.Ledger(), Leaders: s.Studio.Shown().Leaders, Seed: s.Studio.Seed(),
		Escapes: s.openEscapes(), ShownAt: s.Studio.ShownAt,
		Around: s.Studio.Surroundings(), Hunters: s.Studio.Hunters(), ShownHunters: s.Studio.ShownHunters(s.Studio.Snapshot()), Extent: s.Studio.Extent(s.Studio.Controls.Thing), Shown: ui.Place{View: s.Studio.Shown().View, Pixels: s.Studio.Shown().Size},
		Recording: s.recording.length(), LastRecording: s.lastRecording,
		Drawing: s.numbers.drawing, FigureMoments: s.figure.moments(),
		Study: s.study(), Timeline: s.timeline(), Job: s.jobState(),
		News: s.gauges.news, Now: s.Studio.Shown().Seconds,
		Presets: s.presetLines(),
		OnPath:  s.onPath(), Previews: s.previewing(),
		FrameMS: s.numbers.frameMS, DrawMS: s.numbers.drawMS, TickMS: s.numbers.tickMS,
	}
	st.Joined, st.Gone = s.joinedFlocks(len(st.Species))
	st.Escaped, st.AllEscapes = s.Studio.Escapes()
	if in := s.Studio.Shown().Inset; in != nil {
		st.Inset = units(in.Rect, s.Win.Density()).Add(st.Picture.Min)
	}
	s.describeWindow(st)
	if f := s.Studio.Flight(); f != nil {
		st.Start = f.Start
		st.Tape = &ui.Tape{Frames: f.Frames(), FPS: f.FPS, Pace: f.Pace, Branched: !s.Studio.Playing(), Tracks: f.Tracks, Past: s.Studio.InPast(), Start: f.Start, File: filepath.Base(s.cmd.Scene)}
		if f.Tracks {
			st.Tape.About = s.scene.Description
		}
	}
	return st
}

func (s *session) openEscapes() []flock.OpenEscape {
	s.escapes = s.Studio.OpenEscapes(s.escapes[:0])
	return s.escapes
}

func units(r image.Rectangle, density float32) image.Rectangle {
	scaled := func(v int) int { return int(float32(v) / density) }
	return image.Rect(scaled(r.Min.X), scaled(r.Min.Y), scaled(r.Max.X), scaled(r.Max.Y))
}
