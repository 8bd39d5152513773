package studio

import (
	"errors"
	"math"
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/around"
)

// Limits of the past of a live flock.
const (
	PastSeconds = 300       // simulated time, s
	pastBytes   = 256 << 20 // bytes
)

const (
	pastRate       = 30 // stored frames per second, as in recordings
	checkpointTime = 5  // time between checkpoints, s
)

var errStarting = errors.New("a new flock is warming up; it has no past yet")

// ErrPast is returned for edits while the past of a live flock is shown.
var ErrPast = errors.New("this is the flock's past; press Enter to continue from here, or End to return to the present")

var errNoCheckpoint = errors.New("this flock has no past: its checkpoints would not fit into memory")

// past stores the last minutes of a live flock: frames at even intervals, events, and checkpoints from which
// the world can be restored. When limit bytes are used, it drops the oldest frames, and checkpoints that no
// frame needs. If one checkpoint and one frame exceed the limit, the flock has no past.
//
// A Flight shares the memory of its frames and checkpoints. The bytes of those that past drops still count
// until takeBack is called.
type past struct {
	limit           int // maximum size in bytes; 0 means pastBytes
	bytes           int // size in bytes, including droppedBytes
	droppedBytes    int
	every           int64 // ticks between two frames
	frames          frames
	checkpoints     []checkpoint // the first is at the first frame or before
	saveTick        int64
	saveSize        float64 // bytes per boid in the last checkpoint
	lentUntil       int64   // last tick that a Flight may still use
	first           state   // state at the first checkpoint; flocks that joined later are empty
	events          []flock.Event
	plans           []datedPlan // plans set since the first checkpoint
	oldPendingCount int         // number of pending events of the world from before the past
	jumpedBoids     []int32
	headers         []flock.Snapshot
}

type checkpoint struct {
	tick int64
	data []byte
	plan flock.Plan
}

type datedPlan struct {
	tick int64
	plan flock.Plan
}

type state struct {
	params []flock.Params
	around around.Surroundings
}

func (p *past) begin(w *flock.World) {
	*p = past{limit: p.limit, every: 1, lentUntil: math.MinInt64, oldPendingCount: len(w.PendingEvents())}
	if p.limit == 0 {
		p.limit = pastBytes
	}
	var s flock.Snapshot
	w.Snapshot(&s)
	p.every = max(1, int64(s.TickRate/pastRate))
	for k := range w.FlockCount() {
		p.first.params = append(p.first.params, w.ParamsOf(k))
	}
	p.first.around = w.Surroundings()
	p.save(w, snapshotBytes(&s))
	p.store(&s, nil)
}

func (p *past) note(w *flock.World, current *flock.Snapshot, events []flock.Event) {
	p.events = append(p.events, events[p.oldPendingCount:]...)
	p.oldPendingCount = 0
	p.jumpedBoids = w.AppendJumped(p.jumpedBoids)
	if w.Tick()%p.every != 0 {
		return
	}
	spare := p.forget(current.Tick - PastSeconds*int64(current.TickRate))
	if current.Tick-p.saveTick >= checkpointTime*int64(current.TickRate) {
		p.save(w, snapshotBytes(current))
	}
	if s := p.store(current, spare); s != nil {
		for _, i := range p.jumpedBoids {
			if int(i) < len(s.Flags) {
				s.Flags[i] |= flock.Jumped
			}
		}
	}
	p.jumpedBoids = p.jumpedBoids[:0]
}

func (p *past) save(w *flock.World, frame int) {
	n, tick := w.Len(), w.Tick()
	p.saveTick = tick
	if !p.fits(tick, int(p.saveSize*float64(n))+frame) {
		return
	}
	data := w.Checkpoint()
	p.saveSize = float64(cap(data)) / float64(max(n, 1))
	if !p.fits(tick, cap(data)+frame) {
		return
	}
	p.checkpoints = append(p.checkpoints, checkpoint{tick, data, w.Plan()})
	p.bytes += cap(data)
}

// fits drops old frames or, if necessary, everything to make room. It returns false if there is still not
// enough room.
func (p *past) fits(tick int64, bytes int) bool {
	if p.makeRoom(bytes); p.bytes+bytes > p.limit {
		p.clear(tick)
	}
	return p.bytes+bytes <= p.limit
}

// store copies a snapshot as the newest frame. It reuses the memory of spare if that is large enough. It
// returns the copy, or nil if there is no room.
func (p *past) store(current, spare *flock.Snapshot) *flock.Snapshot {
	n, size := current.Len(), snapshotBytes(current)
	if dropped := p.makeRoom(size); dropped != nil {
		spare = dropped
	}
	if len(p.checkpoints) == 0 || p.bytes+size > p.limit {
		p.clear(current.Tick)
		return nil
	}
	if spare == nil || cap(spare.Pos) != n {
		spare = p.newFrame(n)
	}
	if cap(spare.Air) != len(current.Air) {
		spare.Air = make([]mgl32.Vec3, 0, len(current.Air))
	}
	if cap(spare.Counts) != len(current.Counts) {
		spare.Counts = make([]int, 0, len(current.Counts))
	}
	copySnapshot(spare, current)
	p.frames = append(p.frames, spare)
	p.bytes += snapshotBytes(spare)
	return spare
}

// newFrame returns a snapshot with room for n boids. To save work for the garbage collector, its slices share
// one allocation, and snapshots are allocated in blocks of sixteen.
func (p *past) newFrame(n int) *flock.Snapshot {
	if len(p.headers) == 0 {
		p.headers = make([]flock.Snapshot, 16)
	}
	s := &p.headers[0]
	p.headers = p.headers[1:]
	vecs := make([]mgl32.Vec3, 3*n+(n+2)/3+(n+11)/12)
	s.Pos, s.Vel, s.Up = vecs[:0:n], vecs[n:n:2*n], vecs[2*n:2*n:3*n]
	if n > 0 {
		phases := vecs[3*n:]
		flags := phases[(n+2)/3:]
		s.Phase = unsafe.Slice(&phases[0][0], n)[:0]
		s.Flags = unsafe.Slice((*flock.Flags)(unsafe.Pointer(&flags[0])), n)[:0]
	}
	return s
}

// makeRoom drops the oldest frames, but not the last, until there is room for size bytes. It returns the last
// dropped frame for reuse, or nil.
func (p *past) makeRoom(size int) (spare *flock.Snapshot) {
	for p.bytes+size > p.limit && len(p.frames) > 1 {
		spare = p.dropFirst()
	}
	return spare
}

func (p *past) forget(before int64) (spare *flock.Snapshot) {
	for len(p.frames) > 1 && p.frames[0].Tick < before {
		spare = p.dropFirst()
	}
	return spare
}

// dropFirst drops the first frame and the checkpoints that only it needs. It returns the frame for reuse, or
// nil if a Flight still uses it.
func (p *past) dropFirst() *flock.Snapshot {
	first := p.frames[0]
	p.drop(first.Tick, snapshotBytes(first))
	p.frames = slices.Delete(p.frames, 0, 1)
	for len(p.checkpoints) > 1 && p.checkpoints[1].tick <= p.frames[0].Tick {
		p.drop(p.checkpoints[0].tick, cap(p.checkpoints[0].data))
		p.checkpoints = slices.Delete(p.checkpoints, 0, 1)
		p.startAt(p.checkpoints[0].tick)
	}
	if first.Tick <= p.lentUntil {
		return nil
	}
	return first
}

func (p *past) drop(tick int64, bytes int) {
	if tick <= p.lentUntil {
		p.droppedBytes += bytes
		return
	}
	p.bytes -= bytes
}

func (p *past) takeBack() {
	p.bytes -= p.droppedBytes
	p.lentUntil, p.droppedBytes = math.MinInt64, 0
}

func (p *past) clear(tick int64) {
	for _, s := range p.frames {
		p.drop(s.Tick, snapshotBytes(s))
	}
	for _, s := range p.checkpoints {
		p.drop(s.tick, cap(s.data))
	}
	p.frames, p.checkpoints = nil, nil
	p.startAt(tick)
}

func (p *past) startAt(tick int64) {
	p.first = p.stateAt(tick)
	n := 0
	for n < len(p.events) && p.events[n].Tick < tick {
		n++
	}
	p.events = slices.Delete(p.events, 0, n)
	p.plans = slices.DeleteFunc(p.plans, func(plan datedPlan) bool { return plan.tick < tick })
}

func (p *past) join(params flock.Params) { p.first.params = append(p.first.params, params) }

func (p *past) flocksAt(tick int64) int {
	n := len(p.first.params)
	for k := range p.events {
		if e := &p.events[k]; e.Joined != nil && e.Tick >= tick {
			n--
		}
	}
	return n
}

func (p *past) notePlan(w *flock.World) {
	if n := len(p.plans); n > 0 && p.plans[n-1].tick == w.Tick() {
		p.plans = p.plans[:n-1]
	}
	p.plans = append(p.plans, datedPlan{w.Tick(), w.Plan()})
}

// withPending returns a copy for restoring a world. The copy includes the pending edits of the world's
// current tick.
func (p *past) withPending(w *flock.World) past {
	copied := p.copy()
	copied.events = append(copied.events, w.PendingEvents()[p.oldPendingCount:]...)
	return copied
}

func (p *past) copy() past {
	return past{first: p.first, events: slices.Clone(p.events), checkpoints: slices.Clone(p.checkpoints), plans: slices.Clone(p.plans)}
}

func snapshotBytes(s *flock.Snapshot) int {
	return frameBytes(s.Len()) + 12*len(s.Air) + 8*len(s.Counts)
}

// frameBytes returns the size in bytes of a snapshot of n boids of one flock without wind. It gives the same
// result as snapshotBytes.
func frameBytes(n int) int { return int(unsafe.Sizeof(flock.Snapshot{})) + 12*(3*n+(n+2)/3+(n+11)/12) }

// stateAt returns the parameters and surroundings at a tick. It applies all earlier events, which is slow. A
// Flight uses a [stateIndex] instead.
func (p *past) stateAt(tick int64) state {
	s := state{slices.Clone(p.first.params), p.first.around}
	for k := range p.events {
		switch e := &p.events[k]; {
		case e.Tick >= tick:
			return s
		case e.Params != nil:
			s.params[e.Flock] = *e.Params
		default:
			s.around = flock.SurroundingsAfter(&s.around, e)
		}
	}
	return s
}

func (p *past) cut(tick int64) {
	after := func(other int64) bool { return other > tick }
	dropAfter := func(other int64, bytes int) bool {
		if after(other) {
			p.drop(other, bytes)
		}
		return after(other)
	}
	p.frames = slices.DeleteFunc(p.frames, func(s *flock.Snapshot) bool { return dropAfter(s.Tick, snapshotBytes(s)) })
	p.checkpoints = slices.DeleteFunc(p.checkpoints, func(s checkpoint) bool { return dropAfter(s.tick, cap(s.data)) })
	p.events = slices.DeleteFunc(p.events, func(e flock.Event) bool {
		return e.Tick >= tick && e.IsEdit() || after(e.Tick)
	})
	p.plans = slices.DeleteFunc(p.plans, func(plan datedPlan) bool { return plan.tick >= tick })
	p.jumpedBoids, p.oldPendingCount = p.jumpedBoids[:0], 0
	p.saveTick = tick
	if n := len(p.checkpoints); n > 0 {
		p.saveTick = p.checkpoints[n-1].tick
	}
}
