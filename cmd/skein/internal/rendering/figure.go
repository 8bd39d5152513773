package rendering

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/leftovers"
	"skein/cmd/skein/internal/stage"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/engine/figure"
	"skein/engine/film"
	"skein/engine/picture"
	"skein/flock/export"
	"skein/flock/look"
	"skein/flock/recording"
	"skein/flock/whole"
)

// FigureSummary is the output of --json with --figure.
type FigureSummary struct {
	File    string    `json:"file"`
	View    string    `json:"view"`
	Width   float64   `json:"width_mm"`
	Frames  []int     `json:"frames"`  // numbers of the pictures
	Seconds []float64 `json:"seconds"` // simulated time of each panel
}

func (c *Options) runFigure(ctx context.Context, g *console.Console) error {
	defer g.SayFolder(c.Output)()
	var leftoverFiles leftovers.List
	defer leftoverFiles.Remove()
	src, err := c.source(g)
	if err != nil {
		return err
	}
	src.cleanup = &leftoverFiles
	defer src.close()
	p := renderPlan{pace: pace{frameCount: src.frames, rate: src.rate, FPS: c.FPS.Or(src.rate), shift: c.first() - 1}}
	if p.frames, err = c.figureFrames(p.pace.pictures()); err != nil {
		return err
	}
	if err := src.check(&p); err != nil {
		return err
	}
	if err := c.prepareOutput(&p); err != nil {
		return err
	}
	if err := src.simulate(ctx, g, &p); err != nil {
		return err
	}
	panels, err := c.panels(ctx, src, &p)
	if err != nil {
		return err
	}
	if err := c.writeFigure(ctx, src, &p, panels); err != nil {
		return err
	}
	o := c.figureOptions()
	g.Say("%s: figure of %s, %g mm wide", c.Output, words.Count(len(panels), "panel", "panels"), o.Width)
	if !g.JSON {
		return nil
	}
	sum := FigureSummary{File: c.Output, View: c.Figure, Width: o.Width, Frames: p.frames}
	for _, panel := range panels {
		sum.Seconds = append(sum.Seconds, panel.Seconds)
	}
	return g.Document(sum)
}

func (c *Options) figureFrames(total int) ([]int, error) {
	if total == 0 {
		return nil, errors.New(c.Input + ": no frames to draw")
	}
	if c.Frames == "" && c.Strip == 0 {
		return []int{c.first() + total - 1}, nil
	}
	var list []export.Range
	var err error
	if c.Frames != "" {
		if list, err = export.ParseFrames(c.Frames); err != nil {
			return nil, usage.Errorf("--frames: %w", err)
		}
	}
	frames, err := export.Select(list, c.first(), total)
	switch {
	case err != nil:
		return nil, usage.Errorf("--frames: %w", err)
	case c.Strip > len(frames):
		return nil, usage.Errorf("--strip %d: must be at most %d, the number of pictures", c.Strip, len(frames))
	case c.Strip > 0:
		return pickEvenly(frames, c.Strip), nil
	case len(frames) > figure.MaxPanels:
		return nil, usage.Errorf("--frames %s: %d pictures, but a figure has at most %d panels; use --strip N, or fewer frames", c.Frames, len(frames), figure.MaxPanels)
	}
	return frames, nil
}

// panels returns a panel for each picture. All panels share one scale of colours.
func (c *Options) panels(ctx context.Context, src *renderSource, p *renderPlan) ([]*figure.Panel, error) {
	m, err := c.newMoments(src)
	if err != nil {
		return nil, err
	}
	all, err := m.panels(ctx, p)
	if err != nil || len(all) < 2 {
		return all, err
	}
	if quantity := m.film.Show.Colour; quantity != look.ColourBySpeed && quantity != look.ColourByNeighbours {
		return all, nil
	}
	m.ends = [2]float32{float32(math.Inf(1)), float32(math.Inf(-1))}
	for _, panel := range all {
		if l := panel.Legend; l != nil {
			m.ends[0], m.ends[1] = min(m.ends[0], l.From), max(m.ends[1], l.To)
		}
	}
	return m.panels(ctx, p)
}

type moments struct {
	film    film.Film
	rec     *recording.Reader
	leaders bool
	ends    [2]float32
}

func (c *Options) newMoments(src *renderSource) (*moments, error) {
	sc, err := src.loadDirected()
	if err != nil {
		return nil, err
	}
	sc.Show.Forces = c.Steers
	if c.Boid == "" {
		sc.Camera.Boid = -1
	}
	imported := src.rec.Meta().Imported != ""
	switch {
	case imported && c.Steers:
		return nil, usage.Errorf("--steers: %s contains imported tracks; only simulated boids have rules", c.Input)
	case imported && sc.Show.Colour == look.ColourByRule:
		return nil, usage.Errorf("--colour rule: %s contains imported tracks; only simulated boids have rules", c.Input)
	}
	f, err := stage.FilmOf(src.rec, sc, src.leaders)
	if err == nil && c.Boid == "" {
		f.Selected = -1
	}
	return &moments{film: f, rec: src.rec, leaders: src.leaders && c.Boid != ""}, err
}

func (m *moments) panels(ctx context.Context, p *renderPlan) (all []*figure.Panel, err error) {
	follower := m.rec.Follow()
	for _, n := range p.frames {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		panel, err := m.panel(p.pace.at(n), follower)
		if err != nil {
			return nil, fmt.Errorf("picture %d: %w", n, err)
		}
		all = append(all, panel)
	}
	return all, nil
}

func (m *moments) panel(moment float64, follower *recording.Follower) (*figure.Panel, error) {
	if m.leaders {
		boid, err := m.film.LeaderAt(moment)
		if err != nil {
			return nil, err
		}
		if boid < 0 {
			return nil, errors.New("--boid leader: no boid takes the lead in this time; choose a boid by its id")
		}
		m.film.Selected = boid
	}
	s, err := m.film.Scene(moment, image.Pt(1, 1))
	if err != nil {
		return nil, err
	}
	if m.film.Selected >= 0 && s.Subject.Boid == nil {
		return nil, fmt.Errorf("boid %d is not in the flock at %.2f s", m.film.Selected, s.Seconds)
	}
	s.Ends = m.ends
	if err := m.explain(&s, moment, follower); err != nil {
		return nil, err
	}
	return figure.NewPanel(&s), nil
}

func (m *moments) explain(s *picture.Scene, moment float64, follower *recording.Follower) error {
	if !s.Show.Forces && s.Show.Colour != look.ColourByRule {
		return nil
	}
	tick, err := m.rec.Tick(int(moment))
	if err != nil {
		return err
	}
	w, err := follower.At(tick)
	if err != nil {
		return err
	}
	if s.Show.Colour == look.ColourByRule {
		s.Shares = w.Shares()
	}
	if s.Show.Forces {
		s.Why, err = w.Explain(m.film.Selected)
	}
	return err
}

func (c *Options) writeFigure(ctx context.Context, src *renderSource, p *renderPlan, panels []*figure.Panel) error {
	sc, err := src.loadDirected()
	if err != nil {
		return err
	}
	notes, err := c.pictureNotes(src.rec, sc, src.leaders, p.pace)
	if err != nil {
		return err
	}
	format, _ := figure.FormatOf(c.Output)
	return whole.Stream(c.Output, c.Force, func(w io.Writer) error {
		return figure.Write(whole.WriterUntil(ctx, w), format, panels, c.figureOptions(), notes.ofStrip(p.frames)...)
	})
}
