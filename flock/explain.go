package flock

import (
	"fmt"
	"maps"
	"slices"

	"skein/flock/around"
	"skein/flock/internal/stages"
	"skein/flock/vec"
)

// Explanation lists everything that contributes to a boid's next step, recomputed rule by rule from the state
// at a tick. Steering forces are changes of velocity in m/s per 1/30 s, or per step in a model that counts in
// steps. Velocities are through the air, m/s.
type Explanation struct {
	Tick     int64 `json:"tick"`
	TickRate int   `json:"tick_rate"`
	Boid     int   `json:"boid"`
	Flock    int   `json:"flock"` // index of the boid's flock, from 0
	PerStep  bool  `json:"per_step,omitempty"`

	Pos   vec.Vec `json:"pos"`   // position, m
	Vel   vec.Vec `json:"vel"`   // velocity, m/s
	Speed float32 `json:"speed"` // speed, m/s

	Vision     float32 `json:"vision"`     // radius of the boid's vision sphere, m
	Protected  float32 `json:"protected"`  // radius within which others push the boid away, m; 0: no rule separates boids
	View       float32 `json:"view"`       // width of the boid's field of view, degrees
	Visible    int     `json:"visible"`    // number of boids in the vision sphere (S3's m)
	Middle     vec.Vec `json:"middle"`     // mean position of the visible boids relative to the boid, m (S3's k)
	Neighbours []int   `json:"neighbours"` // ids of the neighbours, the boids that affect the steering
	Reach      float32 `json:"reach"`      // distance within which the boid looks for neighbours, m
	Weight     float32 `json:"weight"`     // number of neighbours, in which leaders count more
	Centre     vec.Vec `json:"centre"`     // mean position of the neighbours relative to the boid, m
	Course     vec.Vec `json:"course"`     // mean velocity of the neighbours relative to the boid

	Steers  []Steer  `json:"steers"`          // steering forces of the active rules, in order, and then of the engine
	Social  vec.Vec  `json:"social"`          // sum of the steering forces of the social rules
	Limit   float32  `json:"limit,omitempty"` // limit of Social; 0: none
	Limited vec.Vec  `json:"limited"`         // Social after the limit
	Sum     vec.Vec  `json:"sum"`             // sum of all steering forces, with Limited instead of Social
	Gain    float32  `json:"gain"`            // factor of the sum that the tick adds to the velocity
	Slowest float32  `json:"slowest"`         // limits of speed in this tick, m/s
	Fastest float32  `json:"fastest"`
	Next    vec.Vec  `json:"next"`             // velocity after the tick
	To      vec.Vec  `json:"to"`               // position after the tick, m
	Movers  []string `json:"movers,omitempty"` // rules that changed the boid's velocity or position directly, such as hunt
	Moved   bool     `json:"moved,omitempty"`  // whether something other than a rule moved the boid: a perch, the ground, an obstacle, the wind or an edge
	Traces  []Trace  `json:"traces,omitempty"` // values of the parts of the rules that are written as formulas

	Decision Decision `json:"decision"`
	Hunt     *Pursuit `json:"hunt,omitempty"` // what the boid does as a hunter; nil: the boid is no hunter
}

// Steer is the contribution of a rule or of the engine, which adds the change of leadership and the turn at
// the end of the world.
type Steer struct {
	Rule   string  `json:"rule"`
	Source string  `json:"source,omitempty"`
	Social bool    `json:"social,omitempty"`
	Steer  vec.Vec `json:"steer"`
}

const (
	leadershipSteer = "change of leadership"
	edgeSteer       = "end of the world"
)

// Observer is a copy of a World that explains its next step. It shares no changing data with
// the World, so another goroutine may use it while the World runs on.
type Observer struct{ world *World }

// Observer returns an observer of the World in its present state.
func (w *World) Observer() *Observer { return &Observer{w.copy()} }

// Explain does the same as [World.Explain], for the observed World.
func (o *Observer) Explain(id int) (*Explanation, error) { return o.world.Explain(id) }

// Shares does the same as [World.Shares], for the observed World.
func (o *Observer) Shares() *Shares { return o.world.Shares() }

// Explain returns everything that contributes to the next step of boid id. It does not change
// the World. It returns an error if there is no such boid, or if the boid leaves the flock at this
// tick.
func (w *World) Explain(id int) (*Explanation, error) {
	if id < 0 || id >= w.Len() {
		return nil, fmt.Errorf("boid %d does not exist; there are %d, from 0", id, w.Len())
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
		if id < f.firstID+f.n {
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
	f.columns.Resize(&s.boids, f.n)
	for slot, id := range f.boids.ID[:f.n] {
		f.columns.CopyTo(&s.boids, int(id), &f.boids, slot)
	}
	return s
}

func (f *flock) explain(id int) *Explanation {
	slot := slices.Index(f.boids.ID[:f.n], int32(id))
	s := &f.scratch[0]
	b := f.openBlock(s, slot, slot+1)
	set := &f.set
	e := &Explanation{
		TickRate: f.tickRate, Boid: f.firstID + id, Flock: f.number, PerStep: f.params.Model().Units() == PerStep,
		Pos: b.Pos.At(0), Vel: b.Vel.At(0).Scale(set.perSecond),
		Vision: f.visionOf(f.boids.ID[slot]), View: set.FieldOfView, Limit: set.SteerLimit, Gain: set.gain,
	}
	e.Speed = e.Vel.Length()
	if set.separates {
		e.Protected = vec.Sqrt(set.protected2)
	}
	e.Hunt = f.pursuit(slot)
	if e.Hunt == nil {
		e.Hunt = f.chase(s, slot)
	}
	f.steerObserved(s, b, slot, e)
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

func (f *flock) steerObserved(s *scratch, b *block, slot int, e *Explanation) {
	switch {
	case !f.usesSeen:
		clearPerception(b)
	case f.set.whole:
		f.seeWhole(b, slot)
	default:
		f.perceive(b, s, slot)
	}
	s.firstSlot = slot
	f.observer.notes = f.observer.notes[:0]
	f.steer(s, b, f.rules)
	e.Decision = f.decision(b)
	f.observer.wrap(contribution{Steer: Steer{Rule: leadershipSteer, Source: "S3"}}, func(s *scratch, b *block) { f.lead(b, s, slot) })(s, b)
}

// moveObserved records whether anything other than steering and the limits of speed moved the boid.
func (f *flock) moveObserved(s *scratch, b *block, e *Explanation) {
	f.moveBlock(b)
	pos, vel := b.Next.At(0), b.NextVel.At(0)
	free := stages.LimitSpeed(f.steered(b), f.set.MinSpeed, f.speedLimit(b, 0)).Quantized()
	e.Movers = f.divertObserved(s, b)
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
// velocity.
func (f *flock) divertObserved(s *scratch, b *block) (movers []string) {
	all := f.movers
	defer func() { f.movers = all }()
	for k := range all {
		pos, vel := b.Next.At(0), b.NextVel.At(0)
		f.movers = all[k : k+1]
		f.divert(s, b)
		if pos != b.Next.At(0) || vel != b.NextVel.At(0) {
			movers = append(movers, all[k].name)
		}
	}
	return movers
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
	set := newSettings(&f.params, Protection{}, 0, 30)
	set.setVision(f.visionOf(int32(id)))
	ids, reach := visible(nil, &own, set, id)
	for k := range ids {
		ids[k] += f.firstID
	}
	return ids, reach
}

// Shares says how much each rule contributes to the steering of every boid.
type Shares struct {
	Rules []string // rules of the first flock in order, then rules that only other flocks have
	// length of a rule's steering force divided by the sum of the lengths of all steering forces, by rule and
	// boid id; 0 if all are 0
	Values [][]float32
}

// Shares returns how much each rule contributes to the next step of every boid. It takes as long as a tick
// with the index Brute, and does not change the World.
func (w *World) Shares() *Shares {
	t := w.observedCopy()
	all := &Shares{}
	for _, f := range t.flocks {
		s := &f.scratch[0]
		for slot := range f.n {
			var e Explanation
			b := f.openBlock(s, slot, slot+1)
			f.steerObserved(s, b, slot, &e)
			if id := f.firstID + int(b.ID[0]); id < w.Len() {
				steers, _, _ := f.observer.account()
				all.add(id, w.Len(), steers)
			}
		}
	}
	return all
}

func (s *Shares) add(id, n int, steers []Steer) {
	sum := float32(0)
	for _, one := range steers {
		sum += one.Steer.Length()
	}
	if sum == 0 {
		return
	}
	for _, one := range steers {
		s.row(one.Rule, n)[id] += one.Steer.Length() / sum
	}
}

func (s *Shares) row(rule string, n int) []float32 {
	for k, name := range s.Rules {
		if name == rule {
			return s.Values[k]
		}
	}
	s.Rules, s.Values = append(s.Rules, rule), append(s.Values, make([]float32, n))
	return s.Values[len(s.Values)-1]
}
