package main

import (
	"context"
	"fmt"
	"sync"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/metrics/field"
)

// run measures all runs, some at a time. The first error ends them all; a signal
// does not wait for what is being measured.
func (p *statsPlan) run(ctx context.Context, g *Globals) error {
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ticks := newTicker(g, p.runs)
	defer ticks.end()
	queue := make(chan *statsRun, len(p.runs))
	for _, run := range p.runs {
		queue <- run
	}
	close(queue)
	var all sync.WaitGroup
	for range min(p.together, len(p.runs)) {
		all.Go(func() {
			for run := range queue {
				if within.Err() != nil {
					return
				}
				if err := p.measure(within, run, ticks.tick); err != nil {
					cancel(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() {
		all.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return context.Cause(within)
}

// ticker counts the frames of all runs for the progress bar.
type ticker struct {
	mu   sync.Mutex
	bar  *progress
	done int
	over bool
}

func newTicker(g *Globals, runs []*statsRun) *ticker {
	total := 0
	for _, run := range runs {
		total += run.frames
	}
	return &ticker{bar: newProgress(g, "measuring", total)}
}

func (t *ticker) tick() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done++; !t.over {
		t.bar.at(t.done)
	}
}

func (t *ticker) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
	t.bar.end()
}

// measure takes all frames of a run into its tallies, or its scorecards.
func (p *statsPlan) measure(ctx context.Context, r *statsRun, tick func()) error {
	defer r.close()
	next, err := r.flight(ctx)
	if err != nil {
		return err
	}
	for k := range r.flocks {
		f := &r.flocks[k]
		switch {
		case p.field:
			f.card = field.NewCard(float64(f.params.Float("wingspan")))
		case p.lead:
			f.lead = field.NewLead()
		default:
			f.tally = metrics.NewTallyOf(k, f.params.Float("vision"), p.every)
		}
	}
	var s flock.Snapshot
	for frame := range r.frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		events, err := next(frame, &s)
		if err != nil {
			return err
		}
		for k := range r.flocks {
			r.flocks[k].take(&s, events, k)
		}
		tick()
	}
	r.Hash = fmt.Sprintf("%016x", s.Hash)
	if p.field || p.lead {
		return nil
	}
	var reports []metrics.Report
	for k := range r.flocks {
		reports = append(reports, r.flocks[k].tally.Report())
	}
	r.Leadership, r.Report, r.Flocks = figures(r.flocks, reports)
	return nil
}

// nextFrame gives the next frame to measure, and the events since the last one.
type nextFrame func(frame int, s *flock.Snapshot) ([]flock.Event, error)

func (r *statsRun) flight(ctx context.Context) (nextFrame, error) {
	if r.Recording {
		return r.recorded()
	}
	world, err := newWorld(ctx, r.def)
	if err != nil {
		return nil, err
	}
	var events []flock.Event
	return func(frame int, s *flock.Snapshot) ([]flock.Event, error) {
		if frame > 0 {
			world.StepMany(r.def.TickRate/r.FPS, s)
		} else {
			world.Snapshot(s)
		}
		events = world.TakeEvents(events[:0])
		return events, nil
	}, nil
}

func (r *statsRun) recorded() (_ nextFrame, err error) {
	if r.reader, err = openRec(r.Source); err != nil {
		return nil, err
	}
	apart, before := r.reader.Meta().FPS/r.FPS, -1
	return func(frame int, s *flock.Snapshot) ([]flock.Event, error) {
		at := frame * apart
		if err := r.reader.Frame(at, s); err != nil {
			return nil, err
		}
		since, err := r.reader.Between(before, at)
		before = at
		return since, err
	}, nil
}
