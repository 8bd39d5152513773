package bench

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/message"
	"skein/flock/scenario"
)

type options struct {
	Boids         []int           `help:"Numbers of boids to time. The default for the hartman model is 250,1000,20000,100000, for other models 1000, and for a scenario its own number." placeholder:"N,..."`
	Neighbourhood []string        `help:"Neighbourhoods to time (default: the scenario's, or sphere)." placeholder:"NAME,..."`
	Workers       []usage.Threads `help:"Thread counts to time. With 0, skein chooses the number (default ${default})." default:"0" placeholder:"N,..."`
	Model         []string        `help:"Models to time, or all (default ${default})." default:"hartman" placeholder:"NAME,..."`
	Crowd         string          `help:"How the boids are placed: evenly in a ball or box, or as a blob that is dense in the middle. With the name of a scenario, the scenario is timed instead of a model (default ${default})." default:"ball" placeholder:"NAME"`
	Ticks         int             `help:"Ticks per row. With 0, a row takes about one second (default ${default})." default:"0" placeholder:"N"`

	Means bool `help:"Also print the mean time of a tick. It includes the rare ticks that sort the boids, which hardly affect the median."`

	Index flock.Index `help:"Method of finding neighbours: auto, matrix, grid or brute (default ${default})." default:"auto" placeholder:"NAME"`

	Record int `help:"Also time a recording of this number of boids. 0 means no recording (default ${default})." default:"0" placeholder:"N"`

	World bool `help:"Time only 5,000 starlings of the falcon scene: first alone, then with ten obstacles, a path and a falcon. One obstacle is a model of 50,000 triangles. The cost of each part is printed."`

	Circles bool `help:"Time only the Circles benchmark of FLAME GPU 2, with 1,000,000 agents or --boids. The density is 1. Each agent moves by a force from all agents within a radius of 2."`

	Flocking bool `help:"Time only the Flocking benchmark of the Agents.jl authors: 100 steps of the agents-flocking scene, with 200 birds and with 400. Also print the published times of other frameworks, relative to Agents.jl. With --ticks N, each is run N times."`

	Ratios bool `help:"Only compare the time per tick of each model with that of hartman, at the same number of neighbours. For the starlings model, hartman uses the neighbourhood nearest_in_sight."`

	GPU bool `name:"gpu" help:"Time only the passes of a frame, with the clock of the graphics card. There is a row for each pass, number of --birds and --tier. No display is needed."`

	Compose bool `help:"Time only how long the processor takes to compose a frame (interpolation, camera, colours) at 60 frames per second. The time includes no ticks and no drawing. There is a row for each number of --birds."`

	Birds    []int      `help:"Numbers of birds to draw (default ${default})." default:"250,1000,3000,10000" placeholder:"N,..."`
	Frames   int        `help:"Frames per row. 0 means no frames and no pictures (default ${default})." default:"60" placeholder:"N"`
	Pictures int        `help:"Pictures per row, drawn as skein render draws them. 0 means no pictures (default ${default})." default:"3" placeholder:"N"`
	Tier     []string   `help:"Quality tiers to draw, or all. Only the tier draft needs a display (default ${default})." default:"draft" placeholder:"NAME,..."`
	Size     usage.Size `help:"Size of the frames (default ${default})." default:"1280x720" placeholder:"WxH"`
}

func (c *options) checkTiers() error {
	all := []string{"draft", "good", "best"}
	if slices.Equal(c.Tier, []string{"all"}) {
		c.Tier = all
	}
	for _, name := range c.Tier {
		if !slices.Contains(all, name) {
			return usage.Errorf("--tier %s: must be %s or all%s", name, strings.Join(all, ", "), message.DidYouMean(name, all))
		}
	}
	return nil
}

// Report is the output of --json.
type Report struct {
	Kernels string     `json:"kernels"` // "avx512", "avx2" or "go"
	Rows    []tickRow  `json:"rows"`
	Frames  []frameRow `json:"frames"`

	Pictures []pictureRow `json:"pictures"`

	Recording *recordRow `json:"recording,omitempty"`
}

// frameRow is the time of a frame, from the start of its simulation to the finished picture.
type frameRow struct {
	Where    string  `json:"where"` // "window" or "headless"
	Panel    string  `json:"panel"` // what a window shows beside the picture: "panel", "all" (the workspace Study and every window) or "none"
	Birds    int     `json:"birds"`
	Size     string  `json:"size"`
	Samples  int     `json:"samples"`
	Shadows  bool    `json:"shadows"`
	Tier     string  `json:"tier"`
	Frames   int     `json:"frames"`
	MS       float64 `json:"ms_per_frame"`
	FPS      float64 `json:"frames_per_second"`
	Worked   float64 `json:"processor_ms_per_frame"`         // processor time of all threads
	Composed float64 `json:"compose_ms_per_frame,omitempty"` // to prepare a frame (interpolation, camera, colours) while the flock flies; not measured in a window
	Sent     float64 `json:"send_ms_per_frame,omitempty"`    // to send a frame to the driver; without a graphics card, this includes the drawing
	DrawnFPS float64 `json:"drawn_per_second"`               // pictures per second if ticks took no time
	FirstMS  float64 `json:"first_picture_ms,omitempty"`     // 0 for a window that already shows another layout
	Renderer string  `json:"renderer"`
}

type pictureRow struct {
	Birds     int     `json:"birds"`
	Size      string  `json:"size"`
	Samples   int     `json:"samples"` // subframes per picture
	Pictures  int     `json:"pictures"`
	MS        float64 `json:"ms_per_picture"`
	PerSecond float64 `json:"pictures_per_second"`
}

// Run measures what the flags ask for and prints the results.
func (c *options) Run(ctx context.Context, g *console.Console) error {
	if slices.ContainsFunc(c.Birds, func(n int) bool { return n < 1 }) {
		return usage.Errorf("--birds %v: must be at least 1", c.Birds)
	}
	if shapes := crowdShapes(); !slices.Contains(shapes, c.Crowd) && kinds.Of(c.Crowd) == kinds.Unknown {
		return usage.Errorf("--crowd %s: must be %s, or a scenario%s", c.Crowd, strings.Join(shapes, ", "), message.DidYouMean(c.Crowd, slices.Concat(shapes, scenario.Names())))
	}
	if _, err := c.models(); err != nil {
		return err
	}
	if slices.ContainsFunc(c.Boids, func(n int) bool { return n < 0 }) {
		return usage.Errorf("--boids %v: must be at least 0", c.Boids)
	}
	if c.Ticks < 0 || c.Frames < 0 || c.Pictures < 0 || c.Record < 0 {
		return usage.Errorf("--ticks %d --frames %d --pictures %d --record %d: each must be at least 0", c.Ticks, c.Frames, c.Pictures, c.Record)
	}
	if err := c.checkTiers(); err != nil {
		return err
	}
	if c.World {
		if len(c.Workers) > 1 {
			return usage.Errorf("--workers %v: must be a single number with --world", c.Workers)
		}
		row, err := c.worldRow(ctx)
		if err != nil {
			return err
		}
		if g.JSON {
			return g.Document(row)
		}
		row.print(g.Stdout)
		return nil
	}
	if c.Flocking {
		return c.runFlocking(ctx, g)
	}
	if c.Circles {
		return c.runCircles(ctx, g)
	}
	if c.Ratios {
		return c.runRatios(ctx, g)
	}
	if c.GPU && c.Compose {
		return usage.Errorf("--gpu and --compose cannot be used together")
	}
	if c.GPU {
		return c.runGPU(ctx, g)
	}
	if c.Compose {
		return c.runCompose(ctx, g)
	}
	r := Report{Kernels: flock.Kernels()}
	var err error
	if r.Rows, err = c.tickRows(ctx, g); err != nil {
		if len(r.Rows) > 0 {
			_ = c.show(&r, g)
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

func (c *options) show(r *Report, g *console.Console) error {
	if g.JSON {
		return g.Document(r)
	}
	return c.print(r, g)
}

func (c *options) scene(boids int) (*scenario.Scenario, input.Simulation, error) {
	flags := input.Simulation{Count: &boids}
	sc, err := flags.Load(scenario.Default())
	return sc, flags, err
}

func milliseconds(since time.Time) float64 { return time.Since(since).Seconds() * 1000 }

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

func (c *options) print(r *Report, g *console.Console) error {
	w := tabwriter.NewWriter(g.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	r.printTicks(w, c.Means)
	if len(r.Frames) > 0 {
		fmt.Fprintln(w)
		fmt.Fprintln(w, "birds\tsize\tdrawn in\tsamples\tshadows\ttier\tms per frame\tprocessor ms\tto compose\tto send\tframes per second\twithout ticks\tfirst picture after\t")
	}
	for _, f := range r.Frames {
		where := f.Where
		switch f.Panel {
		case "panel":
			where += " with panel"
		case "all":
			where += " with everything open"
		}
		shadows := "no"
		if f.Shadows {
			shadows = "yes"
		}
		composed, sent, first := "-", "-", "-"
		if f.Composed > 0 {
			composed, sent = fmt.Sprintf("%.1f", f.Composed), fmt.Sprintf("%.1f", f.Sent)
		}
		if f.FirstMS > 0 {
			first = fmt.Sprintf("%.0f ms", f.FirstMS)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%d\t%s\t%s\t%.1f\t%.1f\t%s\t%s\t%.0f\t%.0f\t%s\t\n", f.Birds, f.Size, where, f.Samples, shadows, f.Tier, f.MS, f.Worked, composed, sent, f.FPS, f.DrawnFPS, first)
	}
	if len(r.Pictures) > 0 {
		fmt.Fprintln(w)
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
