package flock

import (
	"fmt"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
)

// World is a flock in motion. It is not safe for use by several goroutines at
// once.
type World struct {
	def  Def
	set  settings
	tick int64 // since the warm-up
	age  int64 // ticks since the start

	n          int
	columns    table  // what each boid carries
	digest     digest // of all of it
	boids      lanes.Boids
	leaders    []int32 // slots of those that lead
	placed     bool    // boids were put somewhere since the last tick
	jumped     bool    // or before it
	excursions []excursion
	events     []Event

	// Of the tick in progress.
	next, nextVel lanes.Vec // where boids will be; the sort's spare arrays until then
	place         place
	kind          Index
	kin           []near.Kin
	pairs         matrix
	grid          grid
	heard         near.List // the leaders
	heardIn       near.Box  // where they are
	began         []beginning
	ended         []int32

	kernels       lanes.Kernels
	gauss         gauss
	own           []Rule // the model's rules and those beside
	params        Params
	ticks         []ticker // of those at work
	begins        []func(id int)
	fast          []fast
	rules, social []steer
	movers        []moverAtWork
	each          []eachAtWork // of those at work that perceive each neighbour
	within        float32      // the farthest of those, m
	looks         bool         // some rule, or leadership, goes by Seen
	passes

	crew    *crew
	scratch []scratch
	batches [][]field
	tallies []tally // to be used again

	spareWhole []int32
	spareFlags []uint32

	// The clusters, when they were last asked for.
	clustered int64 // age
	labels    []int32
	sizes     []int
	scrap     Snapshot
}

// NewWorld starts a flock and simulates its warm-up. An escape that began in
// the warm-up and lasts into tick 0 is seen to end, no more. The error names every key
// of def that is out of its range.
func NewWorld(def Def) (*World, error) {
	if err := def.validate(); err != nil {
		return nil, err
	}
	w := empty(def)
	w.resize(def.Params.Count())
	for range int(def.WarmUp * float32(def.TickRate)) {
		w.Step()
	}
	w.settle()
	return w, nil
}

// empty is a World without boids, under the parameters of def.
func empty(def Def) *World {
	own := def.Params.Model().copies()
	w := &World{def: def, own: own, columns: columns(ownColumns(own)...), kernels: lanes.Fast()}
	w.boids.Own = make([][]float32, w.columns.own())
	w.passes = w.passesOf(&def.Params.Model().def)
	w.crew = newCrew(def.Workers, w.work)
	w.batches = w.fields()
	w.scratch = make([]scratch, len(w.crew.tasks))
	for k := range w.scratch {
		w.scratch[k].block.Seen = lanes.MakeSeen()
		w.scratch[k].block.Own = make([][]float32, w.columns.own())
		w.scratch[k].one = w.columns.block(lanes.Size)
	}
	w.adopt(def.Params)
	return w
}

// settle closes the warm-up: of what happened in it, the ledger knows nothing.
func (w *World) settle() {
	w.tick = 0
	w.land()
	w.events = w.events[:0]
	w.excursions = w.excursions[:0]
}

// Step advances the flock by one tick.
func (w *World) Step() {
	w.dawn()
	w.crew.run(w.n)
	w.land()
	w.tick++
	w.age++
	w.report()
	w.boids.Pos, w.next = w.next, w.boids.Pos
	w.boids.Vel, w.nextVel = w.nextVel, w.boids.Vel
}

// dawn brings the rules to the present.
func (w *World) dawn() {
	w.place = place{Tick: w.now(), deciding: w.deciding()}
	for _, r := range w.ticks {
		r.Tick(&w.place.Tick)
	}
	w.place.terms = w.set.terms(&w.place)
	for _, r := range w.fast {
		r.Terms(&w.place.terms)
	}
}

func (w *World) now() Tick { return Tick{Seed: w.def.Seed, Age: w.age, TickRate: w.def.TickRate} }

// land flags those as jumped that were placed before this tick.
func (w *World) land() {
	w.jumped, w.placed = w.placed, false
	if !w.jumped {
		return
	}
	for slot, bits := range w.boids.Wing {
		if bits&lanes.Placed != 0 {
			w.boids.Wing[slot] = bits&^lanes.Placed | lanes.Jumped
		}
	}
}

// work is a worker's part in a tick.
func (w *World) work(worker int) {
	w.index(worker)
	s := &w.scratch[worker]
	for {
		from, to := w.crew.take(w.n)
		if from == to {
			return
		}
		w.advance(s, from, to)
	}
}

// fitGrid has the grid cover the flock.
func (w *World) fitGrid() {
	if w.set.wraps {
		w.grid.fitTorus(float32(w.set.torus.side), w.n, w.set.Vision)
	} else {
		w.grid.fit(&w.boids.Pos, w.set.Vision)
	}
	w.grid.resize(w.n, len(w.crew.tasks))
	w.grid.fitted = w.age
}

// Tick is the number of ticks since the warm-up.
func (w *World) Tick() int64 { return w.tick }

// Workers is the number of goroutines that share a tick.
func (w *World) Workers() int { return w.crew.size(w.n) }

// Params are the parameters in force.
func (w *World) Params() Params { return w.params }

// SetParams changes the parameters from the next tick on, and the number of
// boids at once: new ones appear in the flock, those of the highest ids go. It
// emits ParamsChanged at the current tick if anything differs. The error names
// every key that is out of its range; nothing is changed then.
func (w *World) SetParams(p Params) error {
	if m, own := p.Model(), w.params.Model(); m != nil && m != own {
		return fmt.Errorf("parameters of the model %s: this flock is of the model %s", m.Name(), own.Name())
	}
	if err := w.def.admit(&p); err != nil {
		return err
	}
	if p == w.params {
		return nil
	}
	w.adopt(p)
	w.resize(p.Count())
	w.emit(Event{Kind: ParamsChanged, Params: &p})
	return nil
}

// adopt goes by other parameters from now on.
func (w *World) adopt(p Params) {
	w.params = p
	for _, r := range w.own {
		p.sheet.load(r, &p)
	}
	all, _ := protection(w.own) // errs on nothing that passed Validate
	w.set = newSettings(&p, all, w.def.Seed, w.def.TickRate)
	w.set.edge2 = everywhere
	if p.Model().Leads() {
		w.gauss.build(w.set.DrawSigma)
		w.set.edge2 = w.set.unmoved(w.gauss.table[0])
	}
	w.enlist()
}

// enlist lists the rules at work: the social ones, what caps them, and the others.
// Those that are not leave nothing behind.
func (w *World) enlist() {
	w.social, w.ticks, w.fast, w.begins, w.each, w.movers = nil, nil, nil, nil, nil, nil
	w.within, w.looks = 0, w.def.Params.Model().Leads()
	var solitary []steer
	states := w.states()
	for k, r := range w.own {
		switch {
		case !isOn(r):
			for _, o := range states[k] {
				clear(w.boids.Own[o.array])
			}
		case r.About().Social:
			w.social = w.enrol(w.social, r, states[k])
		default:
			solitary = w.enrol(solitary, r, states[k])
		}
	}
	if len(w.each) > 0 {
		w.social = append([]steer{w.gather}, w.social...)
	}
	if w.set.SteerLimit > 0 {
		w.social = append(w.social, w.steerBy(w.clip))
	}
	if !w.set.wraps {
		solitary = append(solitary, w.steerBy(w.turnBack))
	}
	w.rules = append(w.social[:len(w.social):len(w.social)], solitary...)
	w.digest.words = w.columns.hashed()
}

// states are the arrays that each rule brought. The columns of a rule that stands
// beside the model count only while it is at work.
func (w *World) states() [][]own {
	all := make([][]own, len(w.own))
	array, columns := 0, w.columns.brought()
	for k, r := range w.own {
		s, ok := r.(stateful)
		if !ok {
			continue
		}
		for _, c := range s.Columns() {
			columns[0].silent = k >= len(w.params.Model().def.Rules) && !isOn(r)
			columns = columns[1:]
			for range c.size() {
				all[k] = append(all[k], own{array, c.Low, c.High})
				array++
			}
		}
	}
	return all
}

// enrol has a rule take part in ticks, and adds its steer, if it has one, to others.
func (w *World) enrol(steering []steer, r Rule, state []own) []steer {
	if _, ok := r.(seenRule); ok {
		w.looks = true
	}
	if b, ok := r.(beginner); ok {
		w.begins = append(w.begins, w.beginning(b, state))
	}
	if t, ok := r.(ticker); ok {
		w.ticks = append(w.ticks, t)
	}
	if f, ok := r.(fast); ok {
		w.fast = append(w.fast, f)
	}
	if m, ok := r.(mover); ok {
		w.movers = append(w.movers, moverAtWork{m, state})
	}
	if !steers(r) {
		return steering
	}
	return append(steering, w.steerOf(r, state))
}

// beginning gives a boid that was placed in the slot of its id what its columns of a
// rule begin as.
func (w *World) beginning(r beginner, state []own) func(id int) {
	return func(id int) {
		now := w.now()
		begin := r.Begin(&now, id)
		for k := range min(len(state), len(begin)) {
			w.boids.Own[state[k].array][id] = state[k].held(begin[k])
		}
	}
}

// steerBy is a pass as a steer.
func (w *World) steerBy(f pass) steer {
	return func(_ *scratch, b *block) { f(&w.set, &w.place, b) }
}

// protection is what the rules at work protect, nothing if none does. There is one
// sum of those near a boid: it errs on rules that ask for different ones.
func protection(rules []Rule) (all Protection, err error) {
	var first Rule
	for _, r := range rules {
		p, ok := r.(protector)
		if !ok || !isOn(r) {
			continue
		}
		if own := p.Protects(); first == nil {
			first, all = r, own
		} else if own != all {
			return all, fmt.Errorf("the rules %s and %s are both at work and protect differently: want one switched off, or the same radius and falloff",
				first.About().Name, r.About().Name)
		}
	}
	return all, nil
}

// ownColumns are those that rules bring.
func ownColumns(rules []Rule) (all []Column) {
	for _, r := range rules {
		if s, ok := r.(stateful); ok {
			all = append(all, s.Columns()...)
		}
	}
	return all
}

// TakeEvents appends the events since the last call to dst.
func (w *World) TakeEvents(dst []Event) []Event {
	dst = append(dst, w.events...)
	clear(w.events)
	w.events = w.events[:0]
	return dst
}

// Snapshot copies the flock into dst, reusing its memory.
func (w *World) Snapshot(dst *Snapshot) {
	dst.Tick, dst.TickRate, dst.Hash = w.tick, w.def.TickRate, w.Hash()
	dst.Pos, dst.Vel, dst.Up = lanes.Grown(dst.Pos, w.n), lanes.Grown(dst.Vel, w.n), lanes.Grown(dst.Up, w.n)
	dst.Phase, dst.Flags = lanes.Grown(dst.Phase, w.n), lanes.Grown(dst.Flags, w.n)
	b := &w.boids
	for slot, i := range b.ID {
		dst.Pos[i] = w.pos(slot).Array()
		dst.Vel[i] = w.vel(slot).Scale(w.set.perSecond).Array()
		dst.Up[i] = at(&b.Up, slot).Array()
		dst.Phase[i] = b.Phase[slot]
		dst.Flags[i] = w.flags(slot)
	}
}

func (w *World) flags(slot int) (f Flags) {
	if w.boids.Age[slot] >= 0 {
		f |= Leading
	}
	if w.boids.Wing[slot]&lanes.Held != 0 {
		f |= Gliding
	}
	if w.boids.Wing[slot]&(lanes.Jumped|lanes.Placed) != 0 {
		f |= Jumped
	}
	return f
}

func (w *World) pos(slot int) Vec { return at(&w.boids.Pos, slot) }
func (w *World) vel(slot int) Vec { return at(&w.boids.Vel, slot) }
