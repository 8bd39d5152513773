//go:build cgo

package bench

import (
	"context"
	"fmt"
	"image"
	"io"
	"slices"
	"text/tabwriter"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/stage"
	"skein/engine/camera"
	"skein/engine/headless"
	"skein/engine/render"
	"skein/engine/studio"
)

// gpuRow contains the times of the passes of a frame, by the clock of the graphics card.
type gpuRow struct {
	Birds    int             `json:"birds"`
	Tier     string          `json:"tier"`
	Size     string          `json:"size"`
	Samples  int             `json:"samples"`
	Renderer string          `json:"renderer"`
	Version  string          `json:"version"`
	Passes   []render.Timing `json:"passes"`
}

// runGPU measures and prints the passes of frames with shadows and multisampling.
func (c *options) runGPU(ctx context.Context, g *console.Console) error {
	var rows []gpuRow
	bar := console.NewProgress(g, "timing passes", len(c.Birds))
	defer bar.End()
	for i, birds := range c.Birds {
		more, err := c.gpuRows(ctx, birds)
		if err != nil {
			return err
		}
		rows = append(rows, more...)
		bar.Update(i + 1)
	}
	if g.JSON {
		return g.Document(struct {
			GPU []gpuRow `json:"gpu"`
		}{rows})
	}
	return printGPU(g.Stdout, rows)
}

// gpuRows measures a flock of the default scene in each tier.
func (c *options) gpuRows(ctx context.Context, birds int) (rows []gpuRow, err error) {
	sc, flags, err := c.scene(birds)
	if err != nil {
		return nil, err
	}
	model, err := bird.BakedOf(nil, nil, sc, 0)
	if err != nil {
		return nil, err
	}
	gl, err := headless.New()
	if err != nil {
		return nil, err
	}
	defer gl.Close()
	world, err := input.WarmWorld(ctx, flags.Def(sc))
	if err != nil {
		return nil, err
	}
	session := studio.New(world, flags.Def(sc), sc.Look)
	stage.Place(&session.Rig, sc)
	size := image.Point(c.Size)
	for _, name := range c.Tier {
		r, err := render.New(render.Options{Samples: 4, Tier: render.Tier(slices.Index(render.Tiers(), name)), Proc: gl.Proc})
		if err != nil {
			return nil, err
		}
		info := r.Info()
		passes, err := func() ([]render.Timing, error) {
			defer r.Close()
			if err := r.SetBirds(model); err != nil {
				return nil, err
			}
			if err := frameFlock(session, size); err != nil {
				return nil, err
			}
			return timePasses(ctx, r, session, size, max(c.Frames, 1))
		}()
		if err != nil {
			return nil, err
		}
		rows = append(rows, gpuRow{birds, name, fmt.Sprintf("%dx%d", size.X, size.Y), info.Samples, info.Renderer, info.Version, passes})
	}
	return rows, nil
}

// timePasses draws frames and returns the mean times of their passes.
func timePasses(ctx context.Context, r *render.Renderer, session *studio.Studio, size image.Point, frames int) ([]render.Timing, error) {
	r.Time(true)
	for range frames {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := r.Draw(session.Frame(size, 1.0/60, camera.Drive{})); err != nil {
			return nil, err
		}
		r.Finish()
	}
	return r.Timings(), nil
}

// printGPU prints one table for all rows: a line for each pass, and the sum.
func printGPU(out io.Writer, rows []gpuRow) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for k, row := range rows {
		if k == 0 {
			fmt.Fprintf(out, "%s, OpenGL %s\n\n", row.Renderer, row.Version)
			fmt.Fprintln(w, "birds\tsize\tsamples\ttier\tpass\tms\t")
		}
		sum := 0.0
		for _, p := range row.Passes {
			fmt.Fprintf(w, "%d\t%s\t%d\t%s\t%s\t%.3f\t\n", row.Birds, row.Size, row.Samples, row.Tier, p.Pass, p.MS)
			sum += p.MS
		}
		fmt.Fprintf(w, "%d\t%s\t%d\t%s\tall passes\t%.3f\t\n", row.Birds, row.Size, row.Samples, row.Tier, sum)
	}
	return w.Flush()
}
