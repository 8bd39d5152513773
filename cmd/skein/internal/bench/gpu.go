//go:build cgo

package bench

import (
	"context"
	"fmt"
	"image"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"skein/cmd/skein/internal/console"
	"skein/engine/camera"
	"skein/engine/render"
)

type gpuRow struct {
	Birds    int             `json:"birds"`
	Tier     string          `json:"tier"`
	Size     string          `json:"size"`
	Samples  int             `json:"samples"`
	Renderer string          `json:"renderer"`
	Version  string          `json:"version"`
	Passes   []render.Timing `json:"passes"`
}

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

func (c *options) gpuRows(ctx context.Context, birds int) (rows []gpuRow, err error) {
	s, err := c.openSubject(ctx, birds)
	if err != nil {
		return nil, err
	}
	defer s.gl.Close()
	for _, name := range c.Tier {
		row, err := c.timePasses(ctx, s, name)
		if err != nil {
			return nil, err
		}
		row.Birds = birds
		rows = append(rows, row)
	}
	return rows, nil
}

// timePasses draws frames that each show a new tick. It returns the times of the passes, smoothed over about
// 24 frames, and the commands of the last frame.
func (c *options) timePasses(ctx context.Context, s *subject, tier string) (row gpuRow, err error) {
	r, err := render.New(render.Options{Samples: 4, Tier: render.Tier(slices.Index(render.Tiers(), tier)), Proc: s.gl.Proc})
	if err != nil {
		return row, err
	}
	defer r.Close()
	if err := r.SetBirds(s.bird); err != nil {
		return row, err
	}
	size := image.Point(c.Size)
	if err := frameFlock(s.session, size); err != nil {
		return row, err
	}
	for k := range warmUpFrames + max(c.Frames, 1) {
		if err := ctx.Err(); err != nil {
			return row, err
		}
		if _, err := s.session.Advance(float64(k) / float64(s.session.Snapshot().TickRate)); err != nil {
			return row, err
		}
		r.Time(k >= warmUpFrames)
		if err := r.Draw(s.session.Frame(size, 1.0/60, camera.Drive{})); err != nil {
			return row, err
		}
		r.Finish()
	}
	info := r.Info()
	return gpuRow{Tier: tier, Size: fmt.Sprintf("%dx%d", size.X, size.Y), Samples: info.Samples, Renderer: info.Renderer, Version: info.Version, Passes: r.Timings()}, nil
}

func printGPU(out io.Writer, rows []gpuRow) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for k, row := range rows {
		if k == 0 {
			fmt.Fprintf(out, "%s, OpenGL %s\n\n", row.Renderer, row.Version)
			fmt.Fprintln(w, "birds\tsize\tsamples\ttier\tpass\tms\tdraws\tkB\t")
		}
		// Mesa's llvmpipe gives a pass without commands the time of earlier passes.
		busy := slices.DeleteFunc(slices.Clone(row.Passes), func(p render.Timing) bool {
			return strings.HasPrefix(row.Renderer, "llvmpipe") && p.Draws == 0 && p.Bytes == 0
		})
		all := render.Timing{Pass: "all passes"}
		for _, p := range busy {
			all.MS, all.Draws, all.Bytes = all.MS+p.MS, all.Draws+p.Draws, all.Bytes+p.Bytes
		}
		for _, p := range append(busy, all) {
			fmt.Fprintf(w, "%d\t%s\t%d\t%s\t%s\t%.3f\t%d\t%.1f\t\n", row.Birds, row.Size, row.Samples, row.Tier, p.Pass, p.MS, p.Draws, float64(p.Bytes)/1000)
		}
	}
	return w.Flush()
}
