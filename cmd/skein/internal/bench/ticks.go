package bench

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/message"
	"skein/flock/metrics"
	"skein/flock/model"
	"skein/flock/scenario"
)

type tickRow struct {
	Boids         int     `json:"boids"`
	Model         string  `json:"model"`
	Crowd         string  `json:"crowd"`
	Neighbourhood string  `json:"neighbourhood"`
	Index         string  `json:"index"` // neighbour index that the world uses
	Workers       int     `json:"workers"`
	Neighbours    float64 `json:"mean_neighbours"` // mean number of boids in the vision sphere after the last tick
	Ticks         int     `json:"ticks"`
	MS            float64 `json:"ms_per_tick"`
	Mean          float64 `json:"mean_ms_per_tick"`
	Updates       float64 `json:"boid_updates_per_second"`
	Bytes         float64 `json:"bytes_per_boid"`
	Hash          string  `json:"hash"` // of the state after the last tick
}

func (c *options) tickRows(ctx context.Context, g *console.Console) (rows []tickRow, err error) {
	counts, err := c.counts()
	if err != nil {
		return nil, err
	}
	models, err := c.models()
	if err != nil {
		return nil, err
	}
	neighbourhoods := c.Neighbourhood
	if len(neighbourhoods) == 0 {
		neighbourhoods = []string{""}
	}
	bar := console.NewProgress(g, "timing ticks", len(models)*len(counts)*len(neighbourhoods)*len(c.Workers))
	defer bar.End()
	for _, m := range models {
		for _, n := range counts {
			for _, name := range neighbourhoods {
				for _, workers := range c.Workers {
					row, err := c.tickRow(ctx, m, n, name, workers)
					if err != nil {
						return rows, err
					}
					rows = append(rows, row)
					bar.Update(len(rows))
				}
			}
		}
	}
	return rows, nil
}

func (c *options) models() (all []*flock.Model, err error) {
	if !c.usesModel() {
		sc, err := (&input.Simulation{}).Load(c.Crowd)
		if err != nil {
			return nil, err
		}
		if own := sc.Params.Model(); !slices.Equal(c.Model, []string{model.Hartman().Name()}) && !slices.Equal(c.Model, []string{own.Name()}) {
			return nil, usage.Errorf("--model %s cannot be used with --crowd %s: that scenario has the model %s", strings.Join(c.Model, ","), c.Crowd, own.Name())
		}
		return []*flock.Model{sc.Params.Model()}, nil
	}
	for _, name := range c.Model {
		if name == "all" {
			all = append(all, model.All()...)
			continue
		}
		m, err := model.Named(name)
		if err != nil {
			return nil, usage.Errorf("--model: %v (--model all times every model)", err)
		}
		all = append(all, m)
	}
	return all, nil
}

func (c *options) usesModel() bool { return slices.Contains(crowdShapes(), c.Crowd) }

func (c *options) tickRow(ctx context.Context, m *flock.Model, boids int, neighbourhood string, workers usage.Threads) (row tickRow, err error) {
	def, err := c.crowd(m, boids)
	if err != nil {
		return row, err
	}
	spec, _ := def.Params.Spec("neighbourhood")
	options := spec.Options
	if neighbourhood == "" {
		neighbourhood = options[def.Params.Choice("neighbourhood")]
	}
	if def.Params.Set("neighbourhood", neighbourhood) != nil {
		return row, usage.Errorf("--neighbourhood %s: must be one of %s%s", neighbourhood, strings.Join(options, ", "), message.DidYouMean(neighbourhood, options))
	}
	def.Index, def.Workers = c.Index, int(workers)
	before := heapBytes()
	world, err := input.NewWorld(ctx, def)
	if err != nil {
		return row, usage.Wrap(err)
	}
	took, err := c.time(ctx, world)
	if err != nil {
		return row, err
	}
	row.Bytes = float64(heapBytes()-before) / float64(max(1, boids))
	var s flock.Snapshot
	world.Snapshot(&s)
	row.Boids, row.Model, row.Crowd, row.Neighbourhood = boids, m.Name(), c.Crowd, neighbourhood
	row.Index, row.Workers = world.Index().String(), world.Workers()
	row.Neighbours = metrics.MeanNeighbours(&s, def.Params.Float("vision"))
	row.Ticks, row.MS, row.Mean, row.Hash = len(took), median(took), mean(took), fmt.Sprintf("%016x", s.Hash)
	row.Updates = float64(boids) / row.MS * 1000
	return row, nil
}

func mean(all []float64) (sum float64) {
	for _, x := range all {
		sum += x / float64(len(all))
	}
	return sum
}

func (c *options) counts() ([]int, error) {
	switch {
	case len(c.Boids) > 0:
		return c.Boids, nil
	case c.usesModel() && !slices.Equal(c.Model, []string{model.Hartman().Name()}):
		return []int{1000}, nil
	case c.usesModel():
		return []int{250, 1000, 20_000, 100_000}, nil
	}
	sc, err := (&input.Simulation{}).Load(c.Crowd)
	if err != nil {
		return nil, err
	}
	return []int{sc.Params.Count()}, nil
}

func crowdShapes() []string { return cloud.Shapes()[:cloud.Disc] }

func (c *options) crowd(m *flock.Model, boids int) (flock.Def, error) {
	if k := slices.Index(crowdShapes(), c.Crowd); k >= 0 {
		return scenario.CrowdOf(m, boids, cloud.Shape(k))
	}
	flags := input.Simulation{Count: &boids}
	sc, err := flags.Load(c.Crowd)
	if err != nil {
		return flock.Def{}, err
	}
	return flags.Def(sc), nil
}

// time returns the time of each tick in ms, without the first ticks, in which arrays still grow.
func (c *options) time(ctx context.Context, world *flock.World) (took []float64, err error) {
	const first, atLeast = 5, 9
	var events []flock.Event
	begun := time.Now()
	for k := 0; ; k++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		start := time.Now()
		world.Step()
		events = world.TakeEvents(events[:0])
		if k >= first {
			took = append(took, milliseconds(start))
		}
		if n := len(took); c.Ticks > 0 && n >= c.Ticks || c.Ticks == 0 && n >= atLeast && time.Since(begun) > time.Second {
			return took, nil
		}
	}
}

func heapBytes() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func (r *Report) printTicks(w io.Writer, means bool) {
	head, mean := "ms per tick", func(*tickRow) string { return "" }
	if means {
		head, mean = "ms per tick\tmean", func(t *tickRow) string { return fmt.Sprintf("\t%.4f", t.Mean) }
	}
	fmt.Fprintf(w, "boids\tmodel\tcrowd\tneighbourhood\tindex\tthreads\tneighbours\t%s\tupdates per second\tbytes per boid\t\n", head)
	for k := range r.Rows {
		t := &r.Rows[k]
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%d\t%.1f\t%.4f%s\t%.3g million\t%.0f\t\n",
			t.Boids, t.Model, t.Crowd, t.Neighbourhood, t.Index, t.Workers, t.Neighbours, t.MS, mean(t), t.Updates/1e6, t.Bytes)
	}
	fmt.Fprintf(w, "kernels: %s\n", r.Kernels)
}
