package flock

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/internal/lanes"
	"skein/flock/internal/pairs"
)

// hunting is a rule by which boids hunt those that their flock follows.
type hunting interface {
	Hunting(state []float32) bool
	Regards() Regard
}

// sitting is a rule that keeps boids on perches and tells by their state which ones. Rules
// that set Motion.Perched need not.
type sitting interface {
	Sits(state []float32) bool
}

// sitterAtWork is a sitting rule and the columns of its state.
type activeSitter struct {
	rule  sitting
	state []stateArray
}

// hunterAtWork is such a rule at work.
type activeHunter struct {
	rule  hunting
	state []stateArray
}

// Report notes in the ledger what the boid did in this tick. The event's tick, boid and
// flock are filled in. It is for rules that are not social: those are asked again for the
// ledger of leaders.
func (me *Self) Report(e Event) {
	e.Boid = me.ID
	me.reports = append(me.reports, e)
}

// reportOwn emits what boids reported, in order of their ids.
func (f *flock) reportOwn() {
	f.reports = f.reports[:0]
	for k := range f.scratch {
		me := &f.scratch[k].me
		f.reports = append(f.reports, me.reports...)
		me.reports = me.reports[:0]
	}
	slices.SortStableFunc(f.reports, func(a, b Event) int { return cmp.Compare(a.Boid, b.Boid) })
	for _, e := range f.reports {
		e.Speed *= f.set.perSecond
		f.emit(e)
	}
	clear(f.reports)
}

// unity is whether a flock that is hunted keeps together.
type unity struct {
	Whole bool  `json:"whole,omitempty"` // it did when it was last looked at
	Split int64 `json:"split,omitempty"` // ticks since the start when it fell apart, and has not come together since; 0: it did not

	looked int64 // when that was
}

// What the ledger means by a split: see "Words of the ledger" in the package's
// documentation.
const (
	wholeShare    = 0.95 // of the flock, in its largest cluster
	splitShare    = 0.1  // in the second largest
	forgetSeconds = 60
)

// watchHunts looks after the flocks that are hunted, once a second.
func (w *World) watchHunts() {
	if w.age%int64(w.def.TickRate) != 0 {
		return
	}
	for _, hunter := range w.flocks {
		for _, prey := range hunter.regarded[Followed] {
			if len(hunter.hunters) > 0 && (prey.unity.Split > 0 || hunter.hunts()) {
				prey.watchUnity()
			}
		}
	}
}

// hunts reports whether any of the flock hunts now.
func (f *flock) hunts() bool {
	s := &f.scratch[0]
	for _, h := range f.hunters {
		for slot := range f.n {
			if s.state = f.appendState(s.state, slot, h.state); h.rule.Hunting(s.state) {
				return true
			}
		}
	}
	return false
}

// watchUnity notes whether the flock fell apart, or came together again.
func (f *flock) watchUnity() {
	u := &f.unity
	if u.looked == f.world.age {
		return // two species hunt it
	}
	u.looked = f.world.age
	first, second := f.largest()
	total := max(1, float32(f.n))
	switch {
	case float32(first) >= wholeShare*total:
		if u.Split > 0 {
			f.emit(Event{Kind: Reunited, Seconds: float32(float64(f.world.age-u.Split) / float64(f.tickRate))})
		}
		u.Whole, u.Split = true, 0
	case u.Whole && float32(second) >= splitShare*total:
		f.emit(Event{Kind: Split, Largest: float32(first) / total, Second: float32(second) / total})
		u.Whole, u.Split = false, f.world.age
	case u.Split > 0 && f.world.age-u.Split > forgetSeconds*int64(f.tickRate):
		u.Split = 0
	}
}

// gangs is memory to find the sizes of clusters in, again and again.
type gangs struct {
	at     []mgl32.Vec3
	cells  pairs.Cells
	linked pairs.Forest
	sizes  []int32
}

// largest returns the sizes of the two largest clusters.
func (f *flock) largest() (first, second int32) {
	world, g := torus{}, &f.gangs
	if f.set.wraps {
		world = f.set.torus
	}
	g.at, g.sizes, g.linked = lanes.Grown(g.at, f.n), lanes.Grown(g.sizes, f.n), g.linked.Renew(f.n)
	for slot := range f.n {
		g.at[slot] = f.pos(slot).Array()
	}
	g.cells.Renew(g.at, clusterMargin*float64(f.set.Vision), world.side)
	g.cells.Each(func(i, j int32, _ float64) {
		if world.closer(g.at[i], g.at[j], f.set.Vision) {
			g.linked.Link(i, j)
		}
	})
	clear(g.sizes)
	for i := range g.linked {
		g.sizes[g.linked.Root(int32(i))]++
	}
	for _, n := range g.sizes {
		if n > first {
			first, second = n, first
		} else if n > second {
			second = n
		}
	}
	return first, second
}
