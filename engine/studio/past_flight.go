package studio

import (
	"fmt"
	"slices"
	"sync"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/explanation"
)

type frames []*flock.Snapshot

func (f frames) spread(from, to float64, rate int) (chosen []*flock.Snapshot) {
	next := from
	for _, s := range f {
		if t := s.Seconds(); t >= next && t < to {
			chosen, next = append(chosen, s), t+1/float64(rate)-0.5/float64(s.TickRate)
		}
	}
	return chosen
}

type pastReel struct {
	frames
	flocks int
}

// Frames returns the number of frames.
func (r pastReel) Frames() int { return len(r.frames) }

// Frame copies frame i to dst. It adds counts of 0 for the flocks that joined later.
func (r pastReel) Frame(i int, dst *flock.Snapshot) error {
	copySnapshot(dst, r.frames[i])
	padCounts(dst, r.flocks)
	return nil
}

func padCounts(s *flock.Snapshot, flocks int) {
	if flocks > 1 && len(s.Counts) == 0 {
		s.Counts = append(s.Counts, s.Len())
	}
	for flocks > 1 && len(s.Counts) < flocks {
		s.Counts = append(s.Counts, 0)
	}
}

func copySnapshot(dst, s *flock.Snapshot) {
	*dst = flock.Snapshot{
		Tick: s.Tick, TickRate: s.TickRate, Hash: s.Hash, Pos: append(dst.Pos[:0], s.Pos...), Vel: append(dst.Vel[:0], s.Vel...), Air: append(dst.Air[:0], s.Air...),
		Up: append(dst.Up[:0], s.Up...), Phase: append(dst.Phase[:0], s.Phase...), Flags: append(dst.Flags[:0], s.Flags...), Counts: append(dst.Counts[:0], s.Counts...),
	}
}

// flight returns the past as a recording to play and continue, or nil if it has fewer than two frames. Call
// takeBack after use.
func (p *past) flight(workers int, index flock.Index) *Flight {
	if len(p.frames) < 2 {
		return nil
	}
	r, rate := pastReel{slices.Clone(p.frames), len(p.first.params)}, p.frames[0].TickRate
	ticks := make([]int64, len(r.frames)) // a copy, because goroutines that outlive the flight must not read the frames of r
	for k, s := range r.frames {
		ticks[k] = s.Tick
	}
	last := ticks[len(ticks)-1]
	p.lentUntil = last
	copied := p.copy()
	states := newStateIndex(copied.first, copied.events)
	restore := &restorer{past: &copied, workers: workers, index: index}
	return &Flight{
		Reel: r, FPS: float64(rate) / float64(p.every), Start: r.frames[0].Seconds(), Events: copied.events,
		Params: func(frame, flockIndex int) (flock.Params, error) {
			return states.paramsOf(flockIndex, ticks[frame]), nil
		},
		Around: func(frame int) (around.Surroundings, error) { return states.surroundings(ticks[frame]), nil },
		World:  func(frame int) (*flock.World, error) { return copied.world(ticks[frame], workers, index) },
		Explain: func(tick int64, boid int) (*explanation.Step, error) {
			return askRestored(restore, tick, func(w *flock.World) (*explanation.Step, error) { return w.Explain(boid) })
		},
		Shares: func(tick int64) (*explanation.Shares, error) {
			return askRestored(restore, tick, func(w *flock.World) (*explanation.Shares, error) { return w.Shares(), nil })
		},
		Followers: func(tick int64, boid int) ([]int, error) {
			return askRestored(restore, tick, func(w *flock.World) (ids []int, err error) {
				for w.Tick() <= last {
					current, open := w.Followers(boid)
					if !open {
						break
					}
					ids = current
					w.Step()
					restore.past.edit(w)
				}
				return ids, nil
			})
		},
	}
}

type restorer struct {
	mu      sync.Mutex
	past    *past
	workers int
	index   flock.Index
}

func askRestored[T any](a *restorer, tick int64, ask func(*flock.World) (T, error)) (T, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	w, err := a.past.world(tick, a.workers, a.index)
	if err != nil {
		var none T
		return none, err
	}
	a.past.edit(w)
	return ask(w)
}

// world restores the world at a tick. It starts from the last checkpoint before the tick and repeats the
// later edits.
func (p *past) world(tick int64, workers int, index flock.Index) (*flock.World, error) {
	if len(p.checkpoints) == 0 {
		return nil, errNoCheckpoint
	}
	n := p.lastSaved(tick)
	w, err := flock.ResumeAmong(p.meshes(), p.checkpoints[n].data, workers, index, p.models(p.checkpoints[n].tick)...)
	if err != nil {
		return nil, fmt.Errorf("cannot restore the flock's past: %w", err)
	}
	w.SetPlan(p.checkpoints[n].plan)
	for w.Tick() < tick {
		p.edit(w)
		w.Step()
	}
	w.TakeEvents(nil)
	return w, nil
}

func (p *past) lastSaved(tick int64) (n int) {
	for n+1 < len(p.checkpoints) && p.checkpoints[n+1].tick <= tick {
		n++
	}
	return n
}

func (p *past) edit(w *flock.World) {
	for k := range p.events {
		switch e := &p.events[k]; {
		case e.Tick != w.Tick() || e.Scheduled:
		case e.Params != nil:
			_ = w.SetParamsOf(e.Flock, *e.Params) // cannot fail: the world accepted these parameters before
		case e.Kind == flock.SurroundingsChanged:
			around := w.Surroundings()
			_ = w.SetSurroundings(flock.SurroundingsAfter(&around, e))
		case e.Put != nil:
			_ = w.Put(e.Boid, *e.Put)
		case e.Regards != nil:
			_ = w.SetRegards(e.Flock, *e.Regards)
		case e.Joined != nil && e.Flock >= w.FlockCount():
			_ = w.Join(e.Joined.Flock, e.Joined.Regarders)
		}
	}
	for _, plan := range p.plans {
		if plan.tick == w.Tick() {
			w.SetPlan(plan.plan)
		}
	}
}

func (p *past) models(tick int64) (all []*flock.Model) {
	for _, params := range p.stateAt(tick).params {
		all = append(all, params.Model())
	}
	return all
}

func (p *past) meshes() (all []*around.Mesh) {
	add := func(s *around.Surroundings) {
		for _, o := range s.Obstacles {
			if o.Mesh != nil && !slices.Contains(all, o.Mesh) {
				all = append(all, o.Mesh)
			}
		}
	}
	add(&p.first.around)
	for k := range p.events {
		if s := p.events[k].Surroundings; s != nil {
			add(s)
		}
	}
	return all
}
