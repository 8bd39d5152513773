package flock

import (
	"fmt"
	"maps"
	"slices"

	"skein/flock/around"
	"skein/flock/explanation"
	"skein/flock/internal/lanes"
	"skein/flock/internal/sight"
	"skein/flock/internal/stages"
	"skein/flock/lead"
	"skein/flock/vec"
)

const (
	leadershipSteer = "change of leadership"
	edgeSteer       = "edge of the world"
)

// Observer is a copy of a World that explains its next step. It shares no changing data with
// the World, so another goroutine may use it while the World runs on.
type Observer struct{ world *World }

// Observer returns an observer of the World in its present state.
func (w *World) Observer() *Observer { return &Observer{w.copy()} }

// Explain does the same as [World.Explain], for the observed World.
func (o *Observer) Explain(id int) (*explanation.Step, error) { return o.world.Explain(id) }

// Shares does the same as [World.Shares], for the observed World.
func (o *Observer) Shares() *explanation.Shares { return o.world.Shares() }

// Explain returns everything that contributes to the next step of boid id. It does not change
// the World. It returns an error if there is no such boid, or if the boid leaves the flock at this
// tick.
func (w *World) Explain(id int) (*explanation.Step, error) {
	if id < 0 || id >= w.Len() {
		return nil, fmt.Errorf("boid %d does not exist; there are %d, numbered from 0", id, w.Len())
	}
	t := w.observedCopy()
	f, own := t.flockOf(id)
	if f == nil {
		return nil, fmt.Errorf("boid %d leaves the flock at this tick, so it has no next step to explain", id)
	}
	e := f.explain(own)
	e.Tick = w.tick
	return e, nil
}

func (w *World) flockOf(id int) (f *flock, own int) {
	for _, f := range w.flocks {
		if id < f.firstID+f.N {
			return f, id - f.firstID
		}
	}
	return nil, 0
}

func (w *World) observedCopy() *World {
	t := w.copy()
	if len(t.schedule) > 0 {
		t.runSchedule()
	}
	t.updateAir()
	for _, f := range t.flocks {
		f.observe()
		f.prepareTick()
	}
	t.pool.Workers = 1
	t.beforeTick(0)
	for _, f := range t.flocks {
		f.index(0)
	}
	return t
}

// copy returns a World in the same state, with one worker and the index Brute. It shares data that never
// change.
func (w *World) copy() *World {
	def, flocks := w.def, w.flocksWith(0, w.flocks[0].params)
	def.Flock, def.Others, def.Workers, def.Index = flocks[0], flocks[1:], 1, Brute
	c := newEmptyWorld(def, w)
	things := w.around.Clone()
	things.TakeSeats(&w.around)
	c.meshes = maps.Clone(w.meshes)
	c.useSurroundings(things, w.sites.Clone(), around.ThingKinds())
	c.tick, c.age, c.schedule = w.tick, w.age, slices.Clone(w.schedule)
	for k, f := range w.flocks {
		c.flocks[k].firstID = f.firstID
		c.flocks[k].resume(f.state())
	}
	return c
}

func (f *flock) state() *flockState {
	s := &flockState{unity: f.unity, ledger: f.ledger.ByID()}
	s.boids.Own = make([][]float32, f.columns.OwnArrays())
	f.columns.Resize(&s.boids, f.N)
	for slot, id := range f.Boids.ID[:f.N] {
		f.columns.CopyTo(&s.boids, int(id), &f.Boids, slot)
	}
	return s
}

func (f *flock) explain(id int) *explanation.Step {
	slot := slices.Index(f.Boids.ID[:f.N], int32(id))
	s := &f.scratch[0]
	b := f.openBlock(s, slot, slot+1)
	set, see := &f.set, f.Settings()
	e := &explanation.Step{
		TickRate: f.tickRate, Boid: f.firstID + id, Flock: f.number, PerStep: f.params.Model().Units() == PerStep,
		Pos: b.Pos.At(0), Vel: b.Vel.At(0).Scale(set.perSecond),
		Vision: f.VisionOf(f.Boids.ID[slot]), View: see.FieldOfView, Limit: set.SteerLimit, Gain: set.gain,
	}
	e.Speed = e.Vel.Length()
	if see.Separates {
		e.Protected = vec.Sqrt(see.Protected2)
	}
	e.Hunt = f.pursuit(slot)
	if e.Hunt == nil {
		e.Hunt = f.chase(s, slot)
	}
	f.observeSteer(s, b, slot, e)
	e.Visible, e.Middle = int(b.Visible[0]), b.Edge.At(0)
	e.Weight, e.Centre, e.Course = b.Weight[0], b.Centre.At(0), b.Course.At(0).Scale(set.perSecond)
	e.Sum = b.Steer.At(0)
	e.Steers, e.Social, e.Limited = f.observer.account()
	e.Traces = f.traces(s)
	e.Slowest, e.Fastest = set.MinSpeed*set.perSecond, f.speedLimit(b, 0)*set.perSecond
	f.moveObserved(s, b, e)
	e.Next, e.To = b.NextVel.At(0).Scale(set.perSecond), b.Next.At(0)
	e.Neighbours, e.Reach = f.neighbours(id)
	return e
}

func (f *flock) observeSteer(s *scratch, b *block, slot int, e *explanation.Step) {
	switch {
	case !f.usesSeen:
		sight.Clear(b)
	default:
		f.Perceive(b, s.Memory, slot)
	}
	s.firstSlot = slot
	f.observer.notes = f.observer.notes[:0]
	f.steer(s, b, f.rules)
	e.Decision = f.decision(b)
	f.observer.wrap(contribution{Steer: explanation.Steer{Rule: leadershipSteer, Source: "S3"}}, func(s *scratch, b *block) { f.lead(b, s, slot) })(s, b)
}

// decision describes the only boid of b, which must have perceived its neighbours.
func (f *flock) decision(b *block) lead.Decision {
	s := &f.set
	if !s.Leadership.IsActive() {
		return lead.Decision{Verdict: lead.Leaderless}
	}
	edge, heading := b.Edge.At(0), b.Heading.At(0)
	away := edge.Length()
	bits := vec.Random(s.seed, int(b.ID[0]), forDecision, f.world.age/int64(f.tickRate/30))
	d := lead.Decision{
		Eccentricity: away / f.VisionOf(b.ID[0]), Floor: s.EccentricityFloor, FrontTest: s.FrontTest, FrontFloor: s.FrontFloor, SlowSpeed: s.SlowSpeed,
		Influence: s.Influence, Printed: s.Trigger == lead.PrintedTrigger, Length: s.EscapeSeconds,
		Draw: f.gauss.Draw(bits), Boids: f.N, Every: 1 / f.chances(), Chance: f.hasChance(bits),
	}
	if away > 0 {
		d.Front = -edge.Dot(heading) / away
	}
	d.Excused = s.FrontTest && b.Speed[0] < s.SlowSpeed
	d.Product = float32(s.Influence * d.Eccentricity)
	if d.Printed {
		d.Product = float32(s.Influence * d.Draw)
	}
	if b.Age[0] >= 0 {
		d.Away, d.Left = float32(float32(b.Age[0])*s.dt), b.Left[0]
	}
	every := int64(f.tickRate / 30)
	d.Tick = f.world.tick + (every-f.world.age%every)%every
	switch {
	case b.Age[0] >= 0 && d.Away >= d.Length:
		d.Verdict = lead.Returns
	case b.Age[0] >= 0:
		d.Verdict = lead.Leads
	case b.Wing[0]&lanes.Perched != 0:
		d.Verdict = lead.Sits
	case !f.isDeciding():
		d.Verdict = lead.BetweenTwo
	default:
		d.Verdict = d.Test()
	}
	return d
}

// Deciding reports whether boids may take the lead in the next tick. This happens 30 times per second.
func (w *World) Deciding() bool { return w.flocks[0].isDeciding() }

// moveObserved records whether anything other than steering and the limits of speed moved the boid.
func (f *flock) moveObserved(s *scratch, b *block, e *explanation.Step) {
	f.moveBlock(b)
	pos, vel := b.Next.At(0), b.NextVel.At(0)
	free := stages.LimitSpeed(f.steered(b), f.set.MinSpeed, f.speedLimit(b, 0)).Quantized()
	e.Movers, e.Moves = f.divertObserved(s, b)
	if f.world.air != nil {
		stages.Drift(b, f.world.air, f.set.plane, f.set.floor)
	}
	f.obstacles.KeepOut(&s.encounter, b, f.speedLimit)
	if f.set.wraps {
		stages.Wrap(b, f.set.torus)
	}
	e.Moved = pos != b.Next.At(0) || vel != b.NextVel.At(0) || vel != free
}

// divertObserved is like divert, but returns the names of the rules that changed the next position or
// velocity, and the change of velocity by each as a steering force.
func (f *flock) divertObserved(s *scratch, b *block) (movers []string, moves []explanation.Steer) {
	all := f.movers
	defer func() { f.movers = all }()
	for k := range all {
		pos, vel := b.Next.At(0), b.NextVel.At(0)
		f.movers = all[k : k+1]
		f.divert(s, b)
		if pos != b.Next.At(0) || vel != b.NextVel.At(0) {
			movers = append(movers, all[k].name)
			moves = append(moves, explanation.Steer{Rule: all[k].name, Steer: b.NextVel.At(0).Sub(vel).Scale(1 / f.set.gain)})
		}
	}
	return movers, moves
}

func (f *flock) steered(b *block) vec.Vec {
	vel := b.Vel.At(0).Add(b.Steer.At(0).Scale(f.set.gain))
	if f.set.plane {
		vel.Y = 0
	}
	return vel
}

func (f *flock) neighbours(id int) ([]int, float32) {
	var s Snapshot
	f.world.Snapshot(&s)
	own := s.OneFlock(f.number)
	v := f.params.View()
	v.Vision = f.VisionOf(int32(id))
	ids, reach := v.Visible(nil, &own, id)
	for k := range ids {
		ids[k] += f.firstID
	}
	return ids, reach
}

// Shares returns how much each rule contributes to the next step of every boid. It takes as long as a tick
// with the index Brute, and does not change the World.
func (w *World) Shares() *explanation.Shares {
	t := w.observedCopy()
	all := &explanation.Shares{}
	for _, f := range t.flocks {
		s := &f.scratch[0]
		for slot := range f.N {
			var e explanation.Step
			b := f.openBlock(s, slot, slot+1)
			f.observeSteer(s, b, slot, &e)
			if id := f.firstID + int(b.ID[0]); id < w.Len() {
				steers, _, _ := f.observer.account()
				all.Add(id, w.Len(), steers)
			}
		}
	}
	return all
}
