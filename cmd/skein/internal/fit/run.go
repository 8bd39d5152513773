package fit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"sync"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/flock"
	"skein/flock/files"
	"skein/flock/fit"
	"skein/flock/metrics/field"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/flock/whole"
)

// fitTry is a set of parameters that the search has tried, and its cost. It is saved in the folder of the
// search.
type fitTry struct {
	Cost   float64            `json:"cost"`
	Values map[string]float64 `json:"values"`
	Terms  []fit.Term         `json:"terms,omitempty"`

	position []float64 // nil for the start
	name     string
}

var errLate = errors.New("time is up")

func (s *fitSearch) run(ctx context.Context, g *console.Console) error {
	start, err := s.try(ctx, "start", nil)
	if err != nil {
		return err
	}
	if err := s.checkMeasurable(start); err != nil {
		return err
	}
	clock := s.clock(g)
	defer clock.end()
	e := s.evolution()
	for n := 1; s.budget.Flocks == 0 || n <= s.generations(); n++ {
		costs, err := s.generation(ctx, n, e.Ask(), clock)
		if errors.Is(err, errLate) {
			return nil
		}
		if err != nil {
			return err
		}
		e.Tell(costs)
	}
	return nil
}

func (s *fitSearch) checkMeasurable(start *fitTry) error {
	if _, ok := fit.Cost(start.Terms); ok {
		return nil
	}
	return fmt.Errorf("%s: no row of the scorecard can be measured; at least 10 birds must fly together for %g s (--seconds) after the first %g s (--settle)", s.source, s.rules.Seconds, s.rules.Settle)
}

func (s *fitSearch) generations() int { return max(1, s.budget.Flocks/s.candidates) }

// evolution starts with steps of a fifth of each axis.
func (s *fitSearch) evolution() *fit.Evolution {
	const step = 0.2
	return fit.NewEvolution(s.start, step, s.candidates, s.rules.Chance)
}

type fitClock struct {
	mu      sync.Mutex
	bar     *console.Progress
	elapsed func() int // elapsed seconds of a time budget; nil for a budget of flocks
	count   int
}

func (s *fitSearch) clock(g *console.Console) *fitClock {
	if s.budget.Flocks > 0 {
		return &fitClock{bar: console.NewProgress(g, "fitting", s.generations()*s.candidates)}
	}
	s.deadline = time.Now().Add(s.budget.Time)
	total := max(1, int(s.budget.Time.Seconds()))
	return &fitClock{bar: console.NewProgress(g, "fitting, seconds", total), elapsed: func() int {
		return min(total, total-int(time.Until(s.deadline).Seconds()))
	}}
}

func (c *fitClock) tick() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count++
	if c.elapsed != nil {
		c.bar.Update(max(0, c.elapsed()))
		return
	}
	c.bar.Update(min(c.count, c.bar.Total))
}

func (c *fitClock) end() { c.bar.End() }

func (s *fitSearch) late() bool { return !s.deadline.IsZero() && time.Now().After(s.deadline) }

func (s *fitSearch) generation(ctx context.Context, n int, candidates [][]float64, clock *fitClock) ([]float64, error) {
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	costs := make([]float64, len(candidates))
	queue := make(chan int, len(candidates))
	for k := range candidates {
		if !s.shard.Given() || s.shard.Takes(k) {
			queue <- k
		}
	}
	close(queue)
	var all sync.WaitGroup
	for range min(s.threads, len(candidates)) {
		all.Go(func() {
			for k := range queue {
				if within.Err() != nil {
					return
				}
				result, err := s.try(within, tryName(n, k), candidates[k])
				if err != nil {
					cancel(err)
					return
				}
				costs[k] = result.Cost
				clock.tick()
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err := context.Cause(within); err != nil {
		return nil, err
	}
	return costs, s.gather(ctx, n, costs, clock)
}

func (s *fitSearch) gather(ctx context.Context, n int, costs []float64, clock *fitClock) error {
	if !s.shard.Given() {
		return nil
	}
	printed := false
	for k := range costs {
		if s.shard.Takes(k) {
			continue
		}
		result, err := s.wait(ctx, n, k, &printed)
		if err != nil {
			return err
		}
		costs[k] = result.Cost
		clock.tick()
	}
	return nil
}

// wait waits until another shard has saved a try. After a long time it prints a message, once per generation,
// because the other process may have died.
func (s *fitSearch) wait(ctx context.Context, n, k int, printed *bool) (*fitTry, error) {
	const patience = 100 * time.Millisecond
	for began := time.Now(); ; {
		result, err := s.load(tryName(n, k))
		if result != nil || err != nil {
			return result, err
		}
		if s.late() {
			return nil, errLate
		}
		if !*printed && time.Since(began) >= s.patience {
			*printed = true
			s.say("%s: waiting for %s.json from shard %d/%d; is that shard running?", s.folder, tryName(n, k), k%s.shard.N+1, s.shard.N)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(patience):
		}
	}
}

func tryName(generation, candidate int) string {
	return fmt.Sprintf("%05d-%03d", generation, candidate+1)
}

const maxSearchFile = 16 << 20

func (s *fitSearch) load(name string) (*fitTry, error) {
	file := filepath.Join(s.folder, name+".json")
	data, err := files.Read(file, maxSearchFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var t fitTry
	if err := json.Unmarshal(data, &t); err != nil {
		return nil, fmt.Errorf("%s: %w; delete the file and use --resume to try this flock again", file, err)
	}
	t.name = name
	return &t, nil
}

func (s *fitSearch) try(ctx context.Context, name string, point []float64) (*fitTry, error) {
	t, err := s.load(name)
	if err != nil {
		return nil, err
	}
	if t == nil {
		if s.late() {
			return nil, errLate
		}
		t = &fitTry{Values: s.values(point), name: name}
		if t.Terms, t.Cost, err = s.judge(ctx, point, s.seeds); err != nil {
			return nil, err
		}
		data, err := json.MarshalIndent(t, "", "  ")
		if err != nil {
			return nil, err
		}
		if err := whole.WriteData(filepath.Join(s.folder, name+".json"), true, append(data, '\n')); err != nil {
			return nil, err
		}
	}
	t.position = point
	return t, nil
}

func (s *fitSearch) values(point []float64) map[string]float64 {
	sc, out := s.scenarioAt(point), map[string]float64{}
	for _, a := range s.axes {
		out[a.key] = numberOf(a.ValueIn(sc))
	}
	return out
}

// judge returns the cost of the flock at a position with the given seeds. A flock that is invalid or cannot
// be measured has the worst cost.
func (s *fitSearch) judge(ctx context.Context, point []float64, seeds []uint64) ([]fit.Term, float64, error) {
	sc, err := s.tryScenario(point)
	if err != nil {
		return nil, fit.Worst, nil
	}
	var cards []*field.Card
	var portraits []*field.Portrait
	for _, n := range s.counts {
		sized, err := s.sized(sc, n)
		if err != nil {
			return nil, fit.Worst, nil
		}
		var runs []*field.Portrait
		for _, seed := range seeds {
			one, err := s.fly(ctx, sized, seed)
			if err != nil {
				return nil, 0, err
			}
			runs = append(runs, one)
		}
		all := field.PoolPortraits(runs...)
		portraits, cards = append(portraits, all), append(cards, all.Card())
	}
	var terms []fit.Term
	if s.goal == nil {
		terms = fit.ToBands(field.Impose(field.CombineCards(cards...), sc.Params.ImposedMeasures()))
	} else {
		terms = fit.ToPortrait(portraits[0], s.goal)
	}
	cost, _ := fit.Cost(terms)
	return terms, cost, nil
}

// fitFPS is the number of measurements per simulated second.
const fitFPS = 15

func (s *fitSearch) fly(ctx context.Context, sc *scenario.Scenario, seed uint64) (*field.Portrait, error) {
	d := s.def(sc, seed)
	world, err := input.NewWorld(ctx, d)
	if err != nil {
		return nil, err
	}
	p := field.NewPortrait(float64(sc.Params.Float("wingspan")))
	var snap flock.Snapshot
	step := max(1, d.TickRate/fitFPS)
	frames := func(seconds float64) int { return int(math.Round(seconds * float64(d.TickRate/step))) }
	for range frames(s.rules.Settle) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		world.StepMany(step, &snap)
	}
	for range frames(s.rules.Seconds) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		world.StepMany(step, &snap)
		p.Snapshot(&snap, 0)
	}
	return p, nil
}

func recordedPortrait(ctx context.Context, r *recording.Reader) (*field.Portrait, error) {
	meta := r.Meta()
	sc, err := scenario.ParseRecorded("scenario.toml", meta.TOML)
	if err != nil {
		return nil, err
	}
	p := field.NewPortrait(float64(sc.Params.Float("wingspan")))
	step := max(1, meta.FPS/fitFPS)
	var snap flock.Snapshot
	for k := 0; k < r.Frames(); k += step {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := r.Frame(k, &snap); err != nil {
			return nil, err
		}
		p.Snapshot(&snap, 0)
	}
	return p, nil
}

// best returns the try with the lowest cost, or the earliest of several with this cost. It also tries the
// mean of the last generation.
func (s *fitSearch) best(ctx context.Context) (*fitTry, error) {
	s.deadline = time.Time{} // the last try ignores the deadline
	best, err := s.try(ctx, "start", nil)
	if err != nil {
		return nil, err
	}
	better := func(t *fitTry) {
		if t != nil && cmp.Less(t.Cost, best.Cost) {
			best = t
		}
	}
	e := s.evolution()
	n := 1
	for ; s.budget.Flocks == 0 || n <= s.generations(); n++ {
		candidates, costs := e.Ask(), make([]float64, s.candidates)
		complete := true
		for k := range candidates {
			t, err := s.load(tryName(n, k))
			if err != nil {
				return nil, err
			}
			if t == nil {
				complete = false
				continue
			}
			t.position, costs[k] = candidates[k], t.Cost
			better(t)
		}
		if !complete {
			break
		}
		e.Tell(costs)
	}
	middle, err := s.try(ctx, fmt.Sprintf("middle-%05d", n-1), e.Mean())
	if err != nil {
		return nil, err
	}
	better(middle)
	return best, nil
}
