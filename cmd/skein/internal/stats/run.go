package stats

import (
	"context"
	"fmt"
	"sync"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/metrics/field"
	"skein/flock/metrics/pattern"
)

// run measures the runs on several threads until the first error. After a signal, it returns without waiting
// for them.
func (p *statsPlan) run(ctx context.Context, g *console.Console) error {
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	total := 0
	for _, run := range p.runs {
		total += run.frames
	}
	ticks := console.NewTicker(g, p.task(), total)
	defer ticks.End()
	queue := make(chan *statsRun, len(p.runs))
	for _, run := range p.runs {
		queue <- run
	}
	close(queue)
	var all sync.WaitGroup
	for range min(p.parallel, len(p.runs)) {
		all.Go(func() {
			for run := range queue {
				if within.Err() != nil {
					return
				}
				if err := p.measure(within, run, ticks.Tick); err != nil {
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

// task names the source for the progress line, because a user who gives no source cannot know it.
func (p *statsPlan) task() string {
	source := p.runs[0].Source
	for _, r := range p.runs {
		if r.Source != source {
			return "measuring"
		}
	}
	return "measuring " + source
}

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
		case p.patterns:
			f.patterns = pattern.NewWatch(k)
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
			r.flocks[k].add(&s, events, k)
		}
		for i := range events {
			r.entries.Add(&events[i], s.TickRate)
		}
		tick()
	}
	r.Hash = fmt.Sprintf("%016x", s.Hash)
	if p.field || p.lead || p.patterns {
		return nil
	}
	var reports []metrics.Report
	for k := range r.flocks {
		reports = append(reports, r.flocks[k].tally.Report())
	}
	r.Leadership, r.Report, r.Flocks = reportFields(r.flocks, reports)
	return nil
}

// nextFrame loads a frame into s and returns the events since the previous frame.
type nextFrame func(frame int, s *flock.Snapshot) ([]flock.Event, error)

func (r *statsRun) flight(ctx context.Context) (nextFrame, error) {
	if r.Recording {
		return r.openRecording()
	}
	world, err := input.NewWorld(ctx, r.def)
	if err != nil {
		return nil, err
	}
	var events []flock.Event
	return func(frame int, s *flock.Snapshot) ([]flock.Event, error) {
		if frame > 0 {
			world.StepMany(r.step, s)
		} else {
			world.Snapshot(s)
		}
		events = world.TakeEvents(events[:0])
		return events, nil
	}, nil
}

func (r *statsRun) openRecording() (_ nextFrame, err error) {
	if r.reader, err = input.Open(r.Source); err != nil {
		return nil, err
	}
	before := -1
	return func(frame int, s *flock.Snapshot) ([]flock.Event, error) {
		index := frame * r.step
		if err := r.reader.Frame(index, s); err != nil {
			return nil, err
		}
		since, err := r.reader.EventsBetween(before, index)
		before = index
		return since, err
	}, nil
}
