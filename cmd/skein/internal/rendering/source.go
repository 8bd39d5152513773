package rendering

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/leftovers"
	"skein/cmd/skein/internal/record"
	"skein/cmd/skein/internal/stage"
	"skein/cmd/skein/internal/usage"
	"skein/engine/camera"
	"skein/flock/export"
	"skein/flock/look"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/flock/whole"
)

// renderSource is a recording, or a scenario to record first.
type renderSource struct {
	rec          *recording.Reader
	frames, rate int // number of frames, and frames per second

	cmd     *Options
	scene   *scenario.Scenario
	cleanup *leftovers.List

	leaders bool // the camera follows leaders, who may appear late
}

func (c *Options) source(g *console.Console) (*renderSource, error) {
	if !kinds.IsRecording(c.Input) {
		return c.scenarioSource()
	}
	if c.Seconds != nil || c.Seed != nil || c.Count != nil || c.At != nil || c.Rule != nil {
		return nil, usage.Errorf("--seconds, --seed, --count, --at and --rule cannot be used with the recording %s; they need a scenario", c.Input)
	}
	rec, err := c.PartialFlag.Open(g, c.Input)
	if err != nil {
		return nil, err
	}
	return &renderSource{rec: rec, frames: rec.Frames(), rate: rec.Meta().FPS, cmd: c}, nil
}

// sceneRate is the frame rate of a recorded scenario. It does not depend on the rate of the pictures, so that
// a picture looks the same at any rate.
const sceneRate = 30

func (c *Options) scenarioSource() (*renderSource, error) {
	sc, err := c.Load(c.Input)
	if err != nil {
		return nil, input.SuggestRecording(c.Input, err)
	}
	fps, seconds := c.FPS.Or(30), 10.0
	if c.Seconds != nil {
		seconds = *c.Seconds
	}
	pictures := math.Round(seconds * fps.Float())
	if !(pictures >= 1 && pictures <= math.MaxInt32) {
		return nil, usage.Errorf("--seconds %g: at %v pictures per second there must be 1 to %d pictures", seconds, fps, math.MaxInt32)
	}
	last, share := fps.Place(int(pictures)-1, sceneRate)
	if share > 0 {
		last++
	}
	return &renderSource{frames: last + 1, rate: sceneRate, cmd: c, scene: sc}, nil
}

// simulate records the scenario until the last picture plus the time that the camera looks ahead. A picture
// therefore does not depend on the number of other pictures.
func (s *renderSource) simulate(ctx context.Context, g *console.Console, p *renderPlan) (err error) {
	if s.rec != nil {
		return nil
	}
	dir, err := os.MkdirTemp("", "skein-render-")
	if err != nil {
		return err
	}
	cleanup := func() { os.RemoveAll(dir) }
	s.cleanup.Add(cleanup)
	needed := 1
	open := s.cmd.exposure(s.scene, p.pace).Shutter * float64(s.rate)
	for _, n := range p.frames {
		needed = max(needed, int(math.Ceil(p.pace.at(n)+open))+1)
		if s.cmd.Layers.Motion {
			needed = max(needed, int(math.Ceil(p.pace.at(n+1)+open))+1)
		}
	}
	if s.leaders {
		needed = max(needed, s.frames)
	}
	needed += int(math.Ceil(camera.Foresight * float64(s.rate)))
	job := record.Job{Path: filepath.Join(dir, "scene.mcap"), Frames: needed, FPS: s.rate}
	quiet := &console.Console{Quiet: true, Stdout: g.Stderr, Stderr: g.Stderr}
	if _, err = record.Scene(ctx, quiet, s.scene, s.cmd.Def(s.scene), job); err != nil {
		return err
	}
	if s.rec, err = input.Open(job.Path); err == nil && whole.MovesOpen {
		cleanup() // an open file stays readable, and nothing remains after a kill
	}
	return err
}

func (s *renderSource) close() {
	if s.rec != nil {
		s.rec.Close()
	}
}

func (s *renderSource) check(p *renderPlan) error {
	sc, err := s.loadDirected()
	if err != nil {
		return err
	}
	if _, err := stage.PathOf(s.rec, sc); err != nil || len(p.existingPictures) == 0 {
		return err
	}
	notes, err := s.cmd.pictureNotes(s.rec, sc, s.leaders, p.pace)
	if err != nil {
		return err
	}
	for _, n := range p.existingPictures {
		if err := notes.compare(export.Numbered(s.cmd.Output, n), n); err != nil {
			return err
		}
	}
	return nil
}

func (s *renderSource) loadDirected() (sc *scenario.Scenario, err error) {
	if s.rec != nil {
		sc, err = input.SceneOf(s.rec, s.cmd.Camera, &s.cmd.Choice)
	} else {
		copied := *s.scene
		sc = &copied
		if err = input.SetCamera(sc, s.cmd.Camera); err == nil {
			err = s.cmd.Choice.Apply(sc)
		}
	}
	if err == nil {
		s.leaders, err = s.cmd.direct(sc, s.rec)
	}
	return sc, err
}

func (c *Options) colour(sc *scenario.Scenario) error {
	sc.Show.Links, sc.Show.Bones = sc.Show.Links || c.Links, sc.Show.Bones || c.Bones
	if c.Transparent || c.Plain {
		sc.Show.Links, sc.Show.Bones = c.Links, c.Bones
	}
	live := look.ColourByRule // works only in the window and in figures
	if c.Figure != "" {
		live = -1
	}
	if c.Plain || sc.Show.Colour == live {
		sc.Show.Colour = look.ColourByNothing
	}
	if c.Colour == "" {
		return nil
	}
	quantity := look.ColourBy(slices.Index(look.ColourByNames(), c.Colour))
	if quantity < 0 || quantity == live {
		known := look.ColourByNames()
		if live >= 0 {
			known = slices.Delete(known, int(live), int(live)+1)
		}
		return usage.Errorf("--colour %s: must be one of %s", c.Colour, strings.Join(known, ", "))
	}
	sc.Show.Colour = quantity
	return nil
}

func (c *Options) direct(sc *scenario.Scenario, rec *recording.Reader) (leaders bool, err error) {
	if c.Transparent {
		sc.Show.Traces, sc.Show.Edge, sc.Show.Inset = look.TraceNone, false, false // the frame around an inset is opaque
	}
	if c.Plain {
		sc.Show.Plain, sc.Show.Traces, sc.Show.Edge, sc.Show.Inset = true, look.TraceNone, false, false
	}
	if c.Traces != "" {
		sc.Show.Traces = look.TraceMode(slices.Index(look.TraceNames(), c.Traces))
	}
	sc.Show.Things = c.Things
	if c.Figure == "" { // the window shows the sphere of every selected boid, but a picture only on request
		sc.Show.Vision = c.Vision
	}
	if err := c.colour(sc); err != nil {
		return false, err
	}
	return input.Follow(sc, rec, c.Boid)
}
