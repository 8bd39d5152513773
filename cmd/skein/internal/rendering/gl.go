//go:build cgo

package rendering

import (
	"context"
	"fmt"
	"image"
	"slices"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/leftovers"
	"skein/cmd/skein/internal/words"
	"skein/engine/picture"
	"skein/engine/render"
	"skein/flock/export"
)

// grace is the time to wait for the current picture after a signal.
const grace = 1500 * time.Millisecond

func (c *Options) runPictures(ctx context.Context, g *console.Console) error {
	if c.PrintsJob() {
		return c.printJob(g)
	}
	defer g.SayFolder(c.Output)()
	// OpenGL cannot stop in the middle of a picture, so draw in a goroutine. After a signal, the program
	// waits no longer than grace.
	var leftoverFiles leftovers.List
	defer leftoverFiles.Remove()
	done := make(chan error, 1)
	go func() { done <- c.run(ctx, g, &leftoverFiles) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(grace):
		return ctx.Err()
	}
}

func (c *Options) run(ctx context.Context, g *console.Console, leftoverFiles *leftovers.List) error {
	src, err := c.source(g)
	if err != nil {
		return err
	}
	src.cleanup = leftoverFiles
	defer src.close()
	p, err := c.plan(src.frames, src.rate)
	if err != nil {
		return err
	}
	if err := src.check(&p); err != nil {
		return err
	}
	if hint := c.onePictureFilm(p.kind); hint != "" {
		g.Warn("%s", hint)
	}
	if n := len(p.existingPictures); n > 0 {
		g.Say("%d of %d pictures already exist", n, n+len(p.frames))
	}
	if len(p.frames) > 0 {
		if err := c.drawAll(ctx, g, src, &p); err != nil {
			return err
		}
	}
	if n := len(p.frames); n > 0 {
		g.Say("%s", c.summaryLine(n))
	}
	if g.JSON {
		return g.Document(Summary{c.Output, p.frames, len(p.existingPictures), p.pace.FPS.Float(), c.Size.X, c.Size.Y, c.Samples})
	}
	return nil
}

func (c *Options) summaryLine(pictures int) string {
	line := fmt.Sprintf("%s: %s of %dx%d pixels", c.Output, words.Count(pictures, "picture", "pictures"), c.Size.X, c.Size.Y)
	if c.Strip > 0 {
		line += " side by side"
	}
	return line
}

func tiersBelowBest(tier string) render.Tier {
	if k := slices.Index(render.Tiers(), tier); k >= 0 {
		return render.Best - render.Tier(k)
	}
	return 0
}

func (c *Options) drawAll(ctx context.Context, g *console.Console, src *renderSource, p *renderPlan) (err error) {
	d := &Painter{Size: image.Point(c.Size), pace: p.pace, transparent: c.Transparent, marksBoid: c.Vision, tiersBelow: tiersBelowBest(c.Tier), cleanup: src.cleanup, codec: c.Codec, extra: c.Layers}
	d.Exposure.Samples = c.Samples
	switch {
	case kinds.IsEXR(c.Output):
		d.output = render.Linear
	case c.Depth == 16 || c.Codec != "" || kinds.IsTIFF(c.Output):
		d.output = render.Display16
	}
	if !c.NoLegend {
		if d.caption, err = picture.NewCaption(c.Size.Y); err != nil {
			return err
		}
	}
	defer d.Close()
	if err := d.Open(g, c.GPU); err != nil {
		return err
	}
	if err := src.simulate(ctx, g, p); err != nil {
		return err
	}
	if err := c.stage(d, src, p.kind); err != nil {
		return err
	}
	if err := d.warnIfEmpty(g, p); err != nil {
		return err
	}
	return d.draw(ctx, g, p, c.Output)
}

// testedPictures is the number of pictures that are searched for birds before drawing starts.
const testedPictures = 12

func (d *Painter) warnIfEmpty(g *console.Console, p *renderPlan) error {
	tested := pickEvenly(p.frames, testedPictures)
	var moments []float64
	for _, n := range tested {
		moments = append(moments, p.pace.at(n))
	}
	seen, err := d.Film.ShowsBird(moments, d.Size)
	if err == nil && !seen {
		where := "in the picture"
		if len(tested) > 1 {
			where = fmt.Sprintf("in any of the %d pictures that were tested", len(tested))
		}
		g.Warn("the camera sees no bird %s; turn the camera, or choose another with --camera, such as auto", where)
	}
	return err
}

func (c *Options) stage(d *Painter, src *renderSource, kind kinds.Output) error {
	sc, err := src.loadDirected()
	if err != nil {
		return err
	}
	d.Exposure = c.exposure(sc, d.pace)
	if kind != kinds.Film {
		if d.notes, err = c.pictureNotes(src.rec, sc, src.leaders, d.pace); err != nil {
			return err
		}
	}
	if c.Cryptomatte {
		if d.matteName, err = export.Names(src.rec); err != nil {
			return err
		}
	}
	return d.Show(src.rec, sc, src.leaders)
}
