package engine

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// What is kept of a living flock's past, at most.
const (
	PastSeconds = 300       // of simulated time
	pastBytes   = 256 << 20 // of memory
)

const (
	pastRate       = 30 // frames a second that are kept, as recordings have them
	checkpointTime = 5  // s from one checkpoint to the next
)

// errStarting is that of a look back while a restart is on its way.
var errStarting = errors.New("a new flock is warming up: there is a past once it flies")

// ErrPast is that of an edit while the past is shown.
var ErrPast = errors.New("this is the flock's past: Enter goes on from here as it was, End goes back to now")

// past is what a living flock was in the last minutes: frames at even intervals, what
// happened, and checkpoints that its world can be made of again.
type past struct {
	every  int64 // ticks from a frame to the next
	frames frames
	saved  []saved
	first  state // in force at the first frame
	events []flock.Event
	plans  []planned // that were made since
	told   int       // events yet to come that are of before the beginning
	jumped []int32   // since the last frame
	bytes  int
	store  store
}

// store is memory for snapshots that are yet to be taken, many at a time.
type store struct {
	snaps []flock.Snapshot
	vecs  []mgl32.Vec3
	phase []float32
	flags []flock.Flags
}

// take is a snapshot with room for so many boids.
func (r *store) take(n int) *flock.Snapshot {
	const many = 32
	if len(r.snaps) == 0 || len(r.phase) < n {
		*r = store{make([]flock.Snapshot, many), make([]mgl32.Vec3, 3*many*n), make([]float32, many*n), make([]flock.Flags, many*n)}
	}
	vecs := func() (v []mgl32.Vec3) {
		v, r.vecs = r.vecs[:0:n], r.vecs[n:]
		return v
	}
	s := &r.snaps[0]
	s.Pos, s.Vel, s.Up, s.Phase, s.Flags = vecs(), vecs(), vecs(), r.phase[:0:n], r.flags[:0:n]
	r.snaps, r.phase, r.flags = r.snaps[1:], r.phase[n:], r.flags[n:]
	return s
}

// saved is a checkpoint of the world.
type saved struct {
	tick int64
	data []byte
	plan flock.Plan
}

// planned is the plan that the world got at a tick by hand.
type planned struct {
	tick int64
	plan flock.Plan
}

// state is what is in force at a time.
type state struct {
	params []flock.Params // of each flock
	around flock.Surroundings
}

// begin forgets everything, and begins with a world.
func (p *past) begin(w *flock.World) {
	*p = past{every: 1, told: len(w.PendingEvents())}
	var s flock.Snapshot
	w.Snapshot(&s)
	p.every = max(1, int64(s.TickRate/pastRate))
	for k := range w.FlockCount() {
		p.first.params = append(p.first.params, w.ParamsOf(k))
	}
	p.first.around = w.Surroundings()
	p.save(w)
	p.keep(p.copied(&s))
}

// note takes in the world after a tick, and what happened in it.
func (p *past) note(w *flock.World, now *flock.Snapshot, events []flock.Event) {
	p.events = append(p.events, events[p.told:]...)
	p.told = 0
	p.jumped = w.AppendJumped(p.jumped)
	if w.Tick()%p.every != 0 {
		return
	}
	s := p.copied(now)
	for _, i := range p.jumped {
		if int(i) < len(s.Flags) {
			s.Flags[i] |= flock.Jumped
		}
	}
	p.jumped = p.jumped[:0]
	p.keep(s)
	if s.Tick-p.saved[len(p.saved)-1].tick >= checkpointTime*int64(s.TickRate) {
		p.save(w)
	}
	p.forget(s.Tick - PastSeconds*int64(s.TickRate))
}

// copied is a copy in memory of its own.
func (p *past) copied(s *flock.Snapshot) *flock.Snapshot {
	to := p.store.take(s.Len())
	copySnapshot(to, s)
	return to
}

func (p *past) keep(s *flock.Snapshot) {
	p.frames = append(p.frames, s)
	p.bytes += snapshotBytes(s)
}

func (p *past) save(w *flock.World) {
	p.saved = append(p.saved, saved{w.Tick(), w.Checkpoint(), w.Plan()})
	p.bytes += len(p.saved[len(p.saved)-1].data)
}

// planned takes in the plan that the world got at its present tick.
func (p *past) planned(w *flock.World) {
	if n := len(p.plans); n > 0 && p.plans[n-1].tick == w.Tick() {
		p.plans = p.plans[:n-1]
	}
	p.plans = append(p.plans, planned{w.Tick(), w.Plan()})
}

// untold is a copy of what a world is made again of, with the edits of the world's present
// tick, of which nobody has been told yet.
func (p *past) untold(w *flock.World) past {
	kept := p.copy()
	kept.events = append(kept.events, w.PendingEvents()[p.told:]...)
	return kept
}

// copy is a copy of what a world is made again of.
func (p *past) copy() past {
	return past{first: p.first, events: slices.Clone(p.events), saved: slices.Clone(p.saved), plans: slices.Clone(p.plans)}
}

// snapshotBytes is about what a snapshot takes.
func snapshotBytes(s *flock.Snapshot) int { return 200 + s.Len()*(3*12+4+1) + 12*len(s.Air) }

// forget lets go of the oldest: what lies before a tick, and what there is no room for.
// It goes on from a checkpoint, as what lies before the first one cannot be made again.
func (p *past) forget(before int64) {
	for len(p.saved) > 1 && (p.saved[1].tick <= before || p.bytes > pastBytes) {
		p.bytes -= len(p.saved[0].data)
		p.saved = slices.Delete(p.saved, 0, 1)
		from, n := p.saved[0].tick, 0
		for n < len(p.frames)-1 && p.frames[n].Tick < from {
			p.bytes -= snapshotBytes(p.frames[n])
			n++
		}
		p.frames = slices.Delete(p.frames, 0, n)
		p.first = p.inForce(from)
		n = 0
		for n < len(p.events) && p.events[n].Tick < from {
			n++
		}
		p.events = slices.Delete(p.events, 0, n)
		p.plans = slices.DeleteFunc(p.plans, func(at planned) bool { return at.tick < from })
	}
}

// inForce is what was in force at a tick.
func (p *past) inForce(tick int64) state {
	s := state{slices.Clone(p.first.params), p.first.around}
	for k := range p.events {
		switch e := &p.events[k]; {
		case e.Tick >= tick:
			return s
		case e.Params != nil:
			s.params[e.Flock] = *e.Params
		case e.Surroundings != nil:
			s.around = *e.Surroundings
		}
	}
	return s
}

// cut forgets what was from a tick on.
func (p *past) cut(tick int64) {
	after := func(at int64) bool { return at > tick }
	p.frames = slices.DeleteFunc(p.frames, func(s *flock.Snapshot) bool { return after(s.Tick) })
	p.saved = slices.DeleteFunc(p.saved, func(s saved) bool { return after(s.tick) })
	p.events = slices.DeleteFunc(p.events, func(e flock.Event) bool {
		return e.Tick >= tick && (e.Params != nil || e.Surroundings != nil || e.Put != nil) || after(e.Tick)
	})
	p.plans = slices.DeleteFunc(p.plans, func(at planned) bool { return at.tick >= tick })
	p.jumped, p.bytes, p.told = p.jumped[:0], 0, 0
	for _, s := range p.frames {
		p.bytes += snapshotBytes(s)
	}
	for _, s := range p.saved {
		p.bytes += len(s.data)
	}
}

// frames are what is kept, as a [Reel] that does not change while the flock lives on.
type frames []*flock.Snapshot

// Frames is how many there are.
func (r frames) Frames() int { return len(r) }

// Frame copies the i-th.
func (r frames) Frame(i int, dst *flock.Snapshot) error {
	copySnapshot(dst, r[i])
	return nil
}

func copySnapshot(dst, s *flock.Snapshot) {
	*dst = flock.Snapshot{
		Tick: s.Tick, TickRate: s.TickRate, Hash: s.Hash, Pos: append(dst.Pos[:0], s.Pos...), Vel: append(dst.Vel[:0], s.Vel...), Air: append(dst.Air[:0], s.Air...),
		Up: append(dst.Up[:0], s.Up...), Phase: append(dst.Phase[:0], s.Phase...), Flags: append(dst.Flags[:0], s.Flags...), Counts: append(dst.Counts[:0], s.Counts...),
	}
}

// flight is what is kept, to be played and gone on from; nil where that is a single frame.
func (p *past) flight(workers int, index flock.Index) *Flight {
	if len(p.frames) < 2 {
		return nil
	}
	r, rate := frames(slices.Clone(p.frames)), p.frames[0].TickRate
	kept := p.copy()
	again := &again{kept: &kept, workers: workers, index: index}
	return &Flight{
		Reel: r, FPS: float64(rate) / float64(p.every), Start: r[0].Seconds(), Events: kept.events,
		Params: func(frame, number int) (flock.Params, error) { return kept.inForce(r[frame].Tick).params[number], nil },
		Around: func(frame int) (flock.Surroundings, error) { return kept.inForce(r[frame].Tick).around, nil },
		World:  func(frame int) (*flock.World, error) { return kept.world(r[frame].Tick, workers, index) },
		Explain: func(tick int64, boid int) (*flock.Explanation, error) {
			return asked(again, tick, func(w *flock.World) (*flock.Explanation, error) { return w.Explain(boid) })
		},
		Shares: func(tick int64) (*flock.Shares, error) {
			return asked(again, tick, func(w *flock.World) (*flock.Shares, error) { return w.Shares(), nil })
		},
		Followers: func(tick int64, boid int) ([]int, error) {
			return asked(again, tick, func(w *flock.World) (ids []int, err error) {
				for last := r[len(r)-1].Tick; w.Tick() <= last; {
					now, open := w.Followers(boid)
					if !open {
						break
					}
					ids = now
					w.Step()
					again.kept.edit(w)
				}
				return ids, nil
			})
		},
	}
}

// again makes the world of a past again, for one question at a time.
type again struct {
	mu      sync.Mutex
	kept    *past
	workers int
	index   flock.Index
}

func asked[T any](a *again, tick int64, ask func(*flock.World) (T, error)) (T, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	w, err := a.kept.world(tick, a.workers, a.index)
	if err != nil {
		var none T
		return none, err
	}
	a.kept.edit(w)
	return ask(w)
}

// world is the world as it was at a tick, made of the checkpoint before it and of the edits
// since.
func (p *past) world(tick int64, workers int, index flock.Index) (*flock.World, error) {
	n := 0
	for n+1 < len(p.saved) && p.saved[n+1].tick <= tick {
		n++
	}
	w, err := flock.ResumeAmong(p.meshes(), p.saved[n].data, workers, index, p.models()...)
	if err != nil {
		return nil, fmt.Errorf("the flock's past: %w", err)
	}
	w.SetPlan(p.saved[n].plan)
	for w.Tick() < tick {
		p.edit(w)
		w.Step()
	}
	w.TakeEvents(nil)
	return w, nil
}

// edit makes the edits of the world's present tick again.
func (p *past) edit(w *flock.World) {
	for k := range p.events {
		switch e := &p.events[k]; {
		case e.Tick != w.Tick() || e.Scheduled:
		case e.Params != nil:
			_ = w.SetParamsOf(e.Flock, *e.Params) // as the world took it then
		case e.Surroundings != nil:
			_ = w.SetSurroundings(*e.Surroundings) // likewise
		case e.Put != nil:
			_ = w.Put(e.Boid, *e.Put) // likewise
		}
	}
	for _, at := range p.plans {
		if at.tick == w.Tick() {
			w.SetPlan(at.plan)
		}
	}
}

func (p *past) models() (all []*flock.Model) {
	for k := range p.first.params {
		all = append(all, p.first.params[k].Model())
	}
	return all
}

// meshes are those of all obstacles that were there.
func (p *past) meshes() (all []*flock.Mesh) {
	add := func(s *flock.Surroundings) {
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
