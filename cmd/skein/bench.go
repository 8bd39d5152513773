package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/scenario"
)

// BenchCmd measures speed on this machine.
type BenchCmd struct {
	Boids   []int `help:"Numbers of boids to time ticks of (default ${default})." default:"250,1000" placeholder:"N,..."`
	Ticks   int   `help:"Ticks to time for each (default ${default})." default:"600" placeholder:"N"`
	Birds   int   `help:"Birds to draw (default ${default})." default:"250" placeholder:"N"`
	Frames  int   `help:"Frames to time, 0 for none (default ${default})." default:"120" placeholder:"N"`
	Size    Size  `help:"Size of the frames (default ${default})." default:"1280x720" placeholder:"WxH"`
	Threads int   `help:"Threads that simulate; 0 chooses." default:"0" placeholder:"N"`
}

// Help is shown below the flags' own.
func (BenchCmd) Help() string {
	return `Times are medians, of the scene murmuration. Frames are drawn with 4×
multisampling and shadows: in a window with the panel where there is a display,
and without a display. The first picture counts from the start of the window's
set-up, warm-up of the flock included.`
}

// benchReport is what --json prints.
type benchReport struct {
	Rows   []tickRow  `json:"rows"`
	Frames []frameRow `json:"frames"`
}

// tickRow is the time of a tick.
type tickRow struct {
	Boids         int     `json:"boids"`
	Neighbourhood string  `json:"neighbourhood"`
	Index         string  `json:"index"`
	Workers       int     `json:"workers"` // 0: chosen
	Neighbours    float64 `json:"mean_neighbours"`
	Ticks         int     `json:"ticks"`
	MS            float64 `json:"ms_per_tick"`
	Hash          string  `json:"hash"`
}

// frameRow is the time of a frame, from its simulation to the finished picture.
type frameRow struct {
	Where    string  `json:"where"` // "window" or "headless"
	Panel    bool    `json:"panel"`
	Birds    int     `json:"birds"`
	Size     string  `json:"size"`
	Samples  int     `json:"samples"`
	Frames   int     `json:"frames"`
	MS       float64 `json:"ms_per_frame"`
	FPS      float64 `json:"frames_per_second"`
	FirstMS  float64 `json:"first_picture_ms"`
	Renderer string  `json:"renderer"`
}

// Run measures.
func (c *BenchCmd) Run(ctx context.Context, g *Globals) error {
	if c.Ticks < 1 || c.Frames < 0 {
		return usagef("--ticks %d --frames %d: want at least 1 and 0", c.Ticks, c.Frames)
	}
	var r benchReport
	for _, n := range c.Boids {
		row, err := c.ticks(ctx, n)
		if err != nil {
			return err
		}
		r.Rows = append(r.Rows, row)
	}
	if c.Frames > 0 {
		var err error
		if r.Frames, err = c.frames(ctx, g); err != nil {
			return err
		}
	}
	if g.JSON {
		return g.document(r)
	}
	return r.print(g)
}

// scene is what is timed: murmuration with that many boids.
func (c *BenchCmd) scene(boids int) (*scenario.Scenario, WorldFlags, error) {
	flags := WorldFlags{Count: &boids, Threads: c.Threads}
	sc, err := flags.load("murmuration")
	return sc, flags, err
}

func (c *BenchCmd) ticks(ctx context.Context, boids int) (tickRow, error) {
	sc, flags, err := c.scene(boids)
	if err != nil {
		return tickRow{}, err
	}
	world, err := flock.NewWorld(flags.def(sc))
	if err != nil {
		return tickRow{}, err
	}
	took := make([]float64, 0, c.Ticks)
	for range c.Ticks {
		if err := ctx.Err(); err != nil {
			return tickRow{}, err
		}
		start := time.Now()
		world.Step()
		took = append(took, milliseconds(start))
	}
	var s flock.Snapshot
	world.Snapshot(&s)
	return tickRow{
		Boids: boids, Neighbourhood: neighbourhood(&sc.Params), Index: "matrix", Workers: c.Threads,
		Neighbours: metrics.MeanNeighbours(&s, sc.Params.Vision), Ticks: c.Ticks, MS: median(took),
		Hash: fmt.Sprintf("%016x", s.Hash),
	}, nil
}

// neighbourhood is the name of the one in use.
func neighbourhood(p *flock.Params) string {
	for _, spec := range flock.Specs() {
		if spec.Key == "neighbourhood" {
			return fmt.Sprint(spec.Value(p))
		}
	}
	return ""
}

func milliseconds(since time.Time) float64 { return time.Since(since).Seconds() * 1000 }

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

func (r *benchReport) print(g *Globals) error {
	w := tabwriter.NewWriter(g.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "boids\tneighbourhood\tindex\tneighbours\tms per tick\t")
	for _, t := range r.Rows {
		fmt.Fprintf(w, "%d\t%s\t%s\t%.1f\t%.4f\t\n", t.Boids, t.Neighbourhood, t.Index, t.Neighbours, t.MS)
	}
	if len(r.Frames) > 0 {
		fmt.Fprintln(w, "\t\t\t\t\t")
		fmt.Fprintln(w, "birds\tsize\tdrawn in\tms per frame\tframes per second\tfirst picture after\t")
	}
	for _, f := range r.Frames {
		where := f.Where
		if f.Panel {
			where += " with panel"
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%.1f\t%.0f\t%.0f ms\t\n", f.Birds, f.Size, where, f.MS, f.FPS, f.FirstMS)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if len(r.Frames) > 0 {
		fmt.Fprintln(g.Stdout, strings.TrimSpace(r.Frames[0].Renderer))
	}
	return nil
}
