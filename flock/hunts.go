package flock

import (
	"cmp"
	"slices"

	"skein/flock/explanation"
	"skein/flock/internal/ledger"
)

type hunting interface {
	Hunting(state []float32) bool
	Regards() Regard
}

// sitting is a rule that keeps boids on perches. A rule that sets Motion.Perched need not implement it.
type sitting interface {
	Sits(state []float32) bool
}

type activeSitter struct {
	rule  sitting
	state []stateArray
}

type activeHunter struct {
	rule  hunting
	state []stateArray
}

// Report adds an event of this tick to the ledger, which fills in the tick, boid and flock. The event's speed
// must have the unit of me.Speed. Social rules must not call Report, because the ledger runs them a second
// time.
func (me *Self) Report(e Event) {
	e.Boid = me.ID
	me.reports = append(me.reports, e)
}

func (f *flock) emitReports() {
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

func (w *World) watchHunts() {
	if w.age%int64(w.def.TickRate) != 0 {
		return
	}
	for _, hunter := range w.flocks {
		for _, prey := range hunter.regarded[Followed] {
			if len(hunter.hunters) > 0 && (prey.unity.Split > 0 || hunter.hunts()) {
				prey.checkUnity()
			}
		}
	}
}

func (f *flock) hunts() bool {
	s := &f.scratch[0]
	for _, h := range f.hunters {
		for slot := range f.N {
			if s.state = f.readState(s.state, slot, h.state); h.rule.Hunting(s.state) {
				return true
			}
		}
	}
	return false
}

func (f *flock) checkUnity() {
	now := f.ledgerTime()
	if f.unity.IsChecked(now) {
		return
	}
	f.findClusters()
	first, second := f.clusters.Largest()
	switch change, away := f.unity.Check(now, first, second, f.N); change {
	case ledger.CameTogether:
		f.emit(Event{Kind: Reunited, Seconds: away})
	case ledger.FellApart:
		total := float32(f.N)
		f.emit(Event{Kind: Split, Largest: float32(first) / total, Second: float32(second) / total})
	}
}

// pursuing is a hunting rule that returns a boid's pursuit, with Left in ticks.
type pursuing interface {
	Pursuit(state []float32) explanation.Pursuit
}

// pursuit returns nil if no rule makes the boid hunt.
func (f *flock) pursuit(slot int) *explanation.Pursuit {
	for _, h := range f.hunters {
		rule, ok := h.rule.(pursuing)
		if !ok {
			continue
		}
		p := rule.Pursuit(f.readState(nil, slot, h.state))
		p.Left /= float32(f.tickRate)
		f.measurePrey(&p, slot)
		return &p
	}
	return nil
}

type chaser interface {
	nearestRule
	Regards() Regard
}

func (f *flock) chase(s *scratch, slot int) *explanation.Pursuit {
	if len(f.chasers) == 0 {
		return nil
	}
	p, least := explanation.Pursuit{Phase: explanation.Chases, Prey: -1}, 0.0
	others := Others{&f.gathering, s, Followed, slot}
	for _, o := range others.Find(f.chasers[0].SightRange()) {
		if p.Prey < 0 || o.Square < least || o.Square == least && o.Number < p.Prey {
			p.Prey, least = o.Number, o.Square
		}
	}
	f.measurePrey(&p, slot)
	return &p
}

func (f *flock) measurePrey(p *explanation.Pursuit, slot int) {
	if p.Prey < 0 {
		return
	}
	prey, own := f.world.flockOf(p.Prey)
	if prey == nil {
		p.Prey = -1
		return
	}
	at := slices.Index(prey.Boids.ID[:prey.N], int32(own))
	offset := prey.Pos(at).Sub(f.Pos(slot))
	if f.set.wraps {
		offset = f.set.torus.Nearest(offset)
	}
	vel := prey.Vel(at).Scale(prey.set.perSecond).Sub(f.Vel(slot).Scale(f.set.perSecond))
	if p.Distance = offset.Length(); p.Distance > 0 {
		p.Closing = -offset.Dot(vel) / p.Distance
	}
}
