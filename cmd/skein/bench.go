package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"skein/flock"
	"skein/flock/scenario"
)

// BenchCmd measures speed on this machine.
type BenchCmd struct {
	Boids         []int     `help:"Numbers of boids to time ticks of (default 250,1000,20000,100000, 1000 of another model than hartman, or the scenario's)." placeholder:"N,..."`
	Neighbourhood []string  `help:"Neighbourhoods to time them with (default the scenario's, and the sphere of a crowd)." placeholder:"NAME,..."`
	Workers       []Threads `help:"Numbers of threads to time them with; 0 chooses (default ${default})." default:"0" placeholder:"N,..."`
	Model         []string  `help:"Models to time them by, or all (default ${default})." default:"hartman" placeholder:"NAME,..."`
	Crowd         string    `help:"How a model's boids are strewn: evenly in a ball or box, or dense in the middle, a blob; or, instead of a model, the name of a scenario (default ${default})." default:"ball" placeholder:"NAME"`
	Ticks         int       `help:"Ticks to time for each; 0 for about a second's worth (default ${default})." default:"0" placeholder:"N"`

	Means bool `help:"Also show means of the ticks: those that sort the boids anew weigh in them as often as they come."`

	Index flock.Index `help:"How neighbours are found: auto, matrix, grid or brute (default ${default})." default:"auto" placeholder:"NAME"`

	Record int `help:"Boids to time a recording of, 0 for none (default ${default})." default:"0" placeholder:"N"`

	World bool `help:"Time ticks of 5,000 boids of murmuration among ten obstacles, one a model of 50,000 triangles, on a path and hunted, beside bare ones, with the share of each, and nothing else."`

	Birds    []int    `help:"Numbers of birds to draw (default ${default})." default:"250,1000,3000,10000" placeholder:"N,..."`
	Frames   int      `help:"Frames to time of each, 0 for none, and for no pictures (default ${default})." default:"60" placeholder:"N"`
	Pictures int      `help:"Pictures to time of each, as render draws them, 0 for none (default ${default})." default:"3" placeholder:"N"`
	Tier     []string `help:"Tiers to draw them in, or all, without a display for those but draft (default ${default})." default:"draft" placeholder:"NAME,..."`
	Size     Size     `help:"Size of the frames (default ${default})." default:"1280x720" placeholder:"WxH"`
}

// Help is shown below the flags' own.
func (BenchCmd) Help() string {
	return `Times are medians, with --means also means. A tick is all of it: the search for neighbours, steering,
leadership, integration, wings. The crowds of hartman fly by the rules of the scene
paper, those of other models by their own values, as dense as gives each boid 20
neighbours in sight to begin with; mean_neighbours is measured after
the last tick; rows of as many boids and --ticks end in the same state. Updates are boids times ticks a second, bytes those that a boid
takes in memory. Only some ticks sort the boids into cells: they count in the
means. Kernels says whether ticks ran assembly (avx512 or avx2) or plain Go (go).

Frames are of the scene starlings, which has 3,000 birds, the camera framing the whole flock:
without a display, plain and with 4× multisampling and shadows, and with these in a
window with the panel where there is a display. A frame is all of it: the ticks that are
due, at most six, sorting, drawing, the finished picture. Ticks run beside the drawing; of all threads
is what they worked together on a frame, which other programs on the machine change less.
With --tier there are rows of other tiers, too, drawn as without a display.
Drawn alone are the frames a second while the flock stands still. The first picture counts from the
reading of the scene, warm-up of the flock included, and in a window when it is opened for the
second time: what skein keeps of warm-ups and of birds is there.

Pictures are what render writes: read from a recording, drawn in one subframe with 4×
multisampling and in 16 with blur and soft shadows (--samples 16), written as .png.

Examples:

  skein bench --boids 1000000 --frames 0
  skein bench --boids 100000 --frames 0 --means
  skein bench --boids 100000 --neighbourhood sphere,nearest,radius_plus_nearest --workers 1,2 --frames 0
  skein bench --boids 10000 --record 10000 --frames 0
  skein bench --boids 100000 --crowd blob --json
  skein bench --world
  skein bench --model all --frames 0`
}

// checkTiers refuses what is no tier, and has all be all of them.
func (c *BenchCmd) checkTiers() error {
	all := []string{"draft", "good", "best"}
	if slices.Equal(c.Tier, []string{"all"}) {
		c.Tier = all
	}
	for _, name := range c.Tier {
		if !slices.Contains(all, name) {
			return usagef("--tier %s: want %s or all%s", name, strings.Join(all, ", "), scenario.DidYouMean(name, all))
		}
	}
	return nil
}

// benchReport is what --json prints.
type benchReport struct {
	Kernels string     `json:"kernels"` // "avx512", "avx2" or "go"
	Rows    []tickRow  `json:"rows"`
	Frames  []frameRow `json:"frames"`

	Pictures []pictureRow `json:"pictures"`

	Recording *recordRow `json:"recording,omitempty"`
}

// frameRow is the time of a frame, from its simulation to the finished picture.
type frameRow struct {
	Where    string  `json:"where"` // "window" or "headless"
	Panel    bool    `json:"panel"`
	Birds    int     `json:"birds"`
	Size     string  `json:"size"`
	Samples  int     `json:"samples"`
	Shadows  bool    `json:"shadows"`
	Tier     string  `json:"tier"`
	Frames   int     `json:"frames"`
	MS       float64 `json:"ms_per_frame"`
	FPS      float64 `json:"frames_per_second"`
	Worked   float64 `json:"processor_ms_per_frame"` // of all threads, together
	DrawnFPS float64 `json:"drawn_per_second"`       // without the ticks
	FirstMS  float64 `json:"first_picture_ms"`
	Renderer string  `json:"renderer"`
}

// pictureRow is the time of a picture, from the recording to the finished file.
type pictureRow struct {
	Birds     int     `json:"birds"`
	Size      string  `json:"size"`
	Samples   int     `json:"samples"` // subframes
	Pictures  int     `json:"pictures"`
	MS        float64 `json:"ms_per_picture"`
	PerSecond float64 `json:"pictures_per_second"`
}

// Run measures.
func (c *BenchCmd) Run(ctx context.Context, g *Globals) error {
	if slices.ContainsFunc(c.Birds, func(n int) bool { return n < 1 }) {
		return usagef("--birds %v: want at least 1", c.Birds)
	}
	if shapes := crowdShapes(); !slices.Contains(shapes, c.Crowd) && kindOf(c.Crowd) == unknown {
		return usagef("--crowd %s: want %s, or a scenario%s", c.Crowd, strings.Join(shapes, ", "), scenario.DidYouMean(c.Crowd, slices.Concat(shapes, scenario.Names())))
	}
	if _, err := c.models(); err != nil {
		return err
	}
	if slices.ContainsFunc(c.Boids, func(n int) bool { return n < 0 }) {
		return usagef("--boids %v: want at least 0", c.Boids)
	}
	if c.Ticks < 0 || c.Frames < 0 || c.Pictures < 0 || c.Record < 0 {
		return usagef("--ticks %d --frames %d --pictures %d --record %d: want at least 0", c.Ticks, c.Frames, c.Pictures, c.Record)
	}
	if err := c.checkTiers(); err != nil {
		return err
	}
	if c.World {
		if len(c.Workers) > 1 {
			return usagef("--workers %v: want one number with --world", c.Workers)
		}
		row, err := c.worldRow(ctx)
		if err != nil {
			return err
		}
		if g.JSON {
			return g.document(row)
		}
		row.print(g.Stdout)
		return nil
	}
	r := benchReport{Kernels: flock.Kernels()}
	var err error
	if r.Rows, err = c.tickRows(ctx, g); err != nil {
		if len(r.Rows) > 0 { // what was measured until it was stopped
			_ = c.show(&r, g) // the error that led here says more
		}
		return err
	}
	if c.Record > 0 {
		row, err := c.recordRow(ctx, c.Record)
		if err != nil {
			return err
		}
		r.Recording = &row
	}
	if c.Frames > 0 {
		if r.Frames, err = c.frames(ctx, g); err != nil {
			return err
		}
	}
	if c.Frames > 0 && c.Pictures > 0 {
		if r.Pictures, err = c.pictures(ctx, g); err != nil {
			return err
		}
	}
	return c.show(&r, g)
}

func (c *BenchCmd) show(r *benchReport, g *Globals) error {
	if g.JSON {
		return g.document(r)
	}
	return c.print(r, g)
}

// scene is what is drawn: the default one with that many boids.
func (c *BenchCmd) scene(boids int) (*scenario.Scenario, WorldFlags, error) {
	flags := WorldFlags{Count: &boids}
	sc, err := flags.load(scenario.Default())
	return sc, flags, err
}

func milliseconds(since time.Time) float64 { return time.Since(since).Seconds() * 1000 }

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

func (c *BenchCmd) print(r *benchReport, g *Globals) error {
	w := tabwriter.NewWriter(g.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	r.printTicks(w, c.Means)
	if len(r.Frames) > 0 {
		fmt.Fprintln(w, "\t\t\t\t\t\t\t\t\t\t\t")
		fmt.Fprintln(w, "birds\tsize\tdrawn in\tsamples\tshadows\ttier\tms per frame\tof all threads\tframes per second\tdrawn alone\tfirst picture after\t")
	}
	for _, f := range r.Frames {
		where := f.Where
		if f.Panel {
			where += " with panel"
		}
		shadows := "no"
		if f.Shadows {
			shadows = "yes"
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%d\t%s\t%s\t%.1f\t%.1f\t%.0f\t%.0f\t%.0f ms\t\n", f.Birds, f.Size, where, f.Samples, shadows, f.Tier, f.MS, f.Worked, f.FPS, f.DrawnFPS, f.FirstMS)
	}
	if len(r.Pictures) > 0 {
		fmt.Fprintln(w, "\t\t\t\t\t")
		fmt.Fprintln(w, "birds\tsize\tsubframes\tms per picture\tpictures per second\t")
	}
	for _, p := range r.Pictures {
		fmt.Fprintf(w, "%d\t%s\t%d\t%.0f\t%.2f\t\n", p.Birds, p.Size, p.Samples, p.MS, p.PerSecond)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if r.Recording != nil {
		r.Recording.print(g.Stdout)
	}
	if len(r.Frames) > 0 {
		fmt.Fprintln(g.Stdout, strings.TrimSpace(r.Frames[0].Renderer))
	}
	return nil
}
