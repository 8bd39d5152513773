package flock

import (
	"fmt"
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/solid"
)

// flock is one of a World's, of one species. Its boids are numbered from 0 here; in
// the World, and in all that is seen from outside, their ids begin where those of the
// flock before it end.
type flock struct {
	world    *World
	number   int                  // among the World's
	species  string               // its name
	firstID  int                  // id of its first boid
	regarded [Feared + 1][]*flock // the others, by how it takes them
	seed     uint64
	tickRate int
	start    Start
	kind     Index
	set      settings
	crew     *crew
	undone   undone

	n          int
	columns    table  // what each boid carries
	digest     digest // of all of it
	boids      lanes.Boids
	leaders    []int32 // slots of those that lead
	placed     bool    // boids were put somewhere since the last tick
	jumped     bool    // or before it
	excursions []excursion

	// Of the tick in progress.
	next, nextVel lanes.Vec // where boids will be; the sort's spare arrays until then
	present       present
	kin           []near.Kin
	pairs         matrix
	grid          grid
	kept          kept
	records       records
	heard         heard
	began         []beginning
	ended         []int32

	kernels       lanes.Kernels
	gauss         gauss
	hopeless      uint64 // see settings.hopeless
	allRules      []Rule // the model's rules and those beside
	params        Params
	ticks         []ticker // of those at work
	musters       []musterAtWork
	begins        []func(id int)
	fast          []fast
	rules, social []steer
	movers        []moverAtWork
	solids        []solid.Body          // the obstacles
	remember      []rememberer          // rules at work whose columns have numbers of other things
	each          [Feared + 1]gatherers // those at work that perceive each neighbour
	among         gatherers             // and go by the neighbourhood
	listeners     int                   // how many all those are
	shown         shown                 // what they perceive of flockmates
	hunters       []hunterAtWork        // rules at work by which its boids hunt
	looks         bool                  // some rule, or leadership, goes by Seen
	passes

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

	reports  []Event   // of its boids
	observer *observer // of every steer, in a copy that explains; nil: nobody asks
	unity    unity
	gangs    gangs
}

// newFlock is a flock without boids; chance is a table that may serve it.
func newFlock(w *World, number int, def Flock, chance gauss) *flock {
	own := def.Params.Model().copies()
	f := &flock{
		world: w, number: number, species: def.Name(), crew: w.crew, seed: w.def.Seed, tickRate: w.def.TickRate, start: def.Start,
		allRules: own, columns: columns(ownColumns(own)...), kernels: lanes.Fast(), gauss: chance,
	}
	if number > 0 {
		f.seed = mix(stirred(f.seed, uint64(number)))
	}
	f.boids.Own = make([][]float32, f.columns.own())
	f.passes = f.passesOf(&def.Params.Model().def)
	f.scratch = make([]scratch, len(f.crew.tasks))
	for k := range f.scratch {
		f.scratch[k].block.Seen = lanes.MakeSeen()
		f.scratch[k].block.Own = make([][]float32, f.columns.own())
		f.scratch[k].one = f.columns.block(lanes.Size)
	}
	f.adopt(def.Params)
	return f
}

// bind has the sort and the workers' blocks go by the arrays of the boids.
func (f *flock) bind() {
	f.batches = f.fields()
	for k := range f.scratch {
		s := &f.scratch[k]
		s.windows = f.columns.windows(&s.block.Boids, &f.boids)
	}
}

// prepareTick brings the rules to the present.
func (f *flock) prepareTick() {
	f.undone.Store(0)
	if f.kind == Grid {
		f.drift()
	}
	f.makeShown()
	f.present = present{Tick: f.now(), deciding: f.deciding()}
	for _, r := range f.ticks {
		r.Tick(&f.present.Tick)
	}
	for k := range f.musters {
		f.musters[k].rule.Muster(&f.present.Tick, &f.musters[k].all)
	}
	f.present.terms = f.set.terms(&f.present)
	for _, r := range f.fast {
		r.Terms(&f.present.terms)
	}
}

func (f *flock) now() Tick {
	now := Tick{Seed: f.seed, Age: f.world.age, TickRate: f.tickRate, Plane: f.set.plane, Pace: f.set.perSecond, Gain: f.set.gain, Step: f.set.step, air: f.world.air}
	if f.set.wraps {
		now.Around = float32(f.set.torus.side)
	}
	return now
}

// flagJumped flags those as jumped that were placed before this tick.
func (f *flock) flagJumped() {
	f.jumped, f.placed = f.placed, false
	if !f.jumped {
		return
	}
	for slot, bits := range f.boids.Wing {
		if bits&lanes.Placed != 0 {
			f.boids.Wing[slot] = bits&^lanes.Placed | lanes.Jumped
		}
	}
}

// work is a worker's part in a tick.
func (f *flock) work(worker int) {
	s := &f.scratch[worker]
	f.measure(s, worker)
	for {
		from, to := f.undone.take(worker, f.n)
		if from == to {
			return
		}
		f.advance(s, from, to)
	}
}

// fitGrid has the grid cover the flock.
func (f *flock) fitGrid() {
	if f.set.wraps {
		f.grid.fitTorus(float32(f.set.torus.side), f.n, f.set.Vision)
	} else {
		f.grid.fit(&f.boids.Pos, f.set.Vision, f.looseness())
	}
	f.grid.resize(f.n, len(f.crew.tasks))
	f.grid.fitted = f.world.age
}

// adopt goes by other parameters from now on.
func (f *flock) adopt(p Params) {
	f.params = p
	for _, r := range f.allRules {
		p.sheet.load(r, &p)
	}
	all, _ := protection(f.allRules) // errs on nothing that passed Validate
	f.set = newSettings(&p, all, f.seed, f.tickRate)
	f.set.edge2 = everywhere
	if p.Model().Leads() {
		f.gauss.build(f.set.DrawSigma)
		f.set.edge2 = f.set.unmoved(f.gauss.table[0])
		f.hopeless = f.set.hopeless(&f.gauss)
	}
	f.listRules()
}

// listRules lists the rules at work: the social ones, what caps them, and the others.
// Those that are not leave nothing behind.
func (f *flock) listRules() {
	f.ticks, f.fast, f.begins, f.movers, f.musters, f.remember = nil, nil, nil, nil, nil, nil
	f.each, f.among, f.listeners = [Feared + 1]gatherers{}, gatherers{}, 0
	f.shown.from, f.hunters = f.shown.from[:0], nil
	f.looks = f.params.Model().Leads()
	f.solids = f.solidsOf(f.world.sites.bodies)
	var social, solitary steering
	gathers := false // some social rule does
	states := f.states()
	for k, r := range f.allRules {
		switch {
		case !isOn(r):
			for _, o := range states[k] {
				f.rest(o.array, f.guest(k))
			}
		case r.About().Social:
			before := f.listeners
			f.addRule(&social, r, states[k])
			gathers = gathers || f.listeners > before
		default:
			f.addRule(&solitary, r, states[k])
		}
	}
	if e := &f.each[Flockmates]; near.CanLook() && f.set.FieldOfView >= 360 {
		e.together = len(e.rings) > 0
	}
	if f.set.SteerLimit > 0 {
		social.add(f.testify(noted{limit: true}, f.steerBy(f.clip)))
	}
	if !f.set.wraps {
		solitary.add(f.testify(noted{Steer: Steer{Rule: edgeSteer}}, f.steerBy(f.turnBack)))
	}
	f.social = social.finish()
	f.rules = slices.Concat(f.social, solitary.finish())
	if f.listeners > 0 {
		f.rules = slices.Insert(f.rules, 0, f.gather)
	}
	if gathers {
		f.social = slices.Insert(f.social, 0, f.gather)
	}
	if len(f.movers) == 0 {
		for slot := range f.boids.Wing {
			f.boids.Wing[slot] &^= lanes.Perched | lanes.Landing
		}
	}
	f.digest.words = f.columns.hashed()
	f.columns.resize(&f.boids, f.n) // with those that are no longer silent
	f.bind()
}

// rest has a rule's array be as in a flock that never had it at work: 0, or of a silent
// column nothing at all.
func (f *flock) rest(array int, silent bool) {
	if silent {
		f.boids.Own[array] = nil
		return
	}
	clear(f.boids.Own[array])
}

// states are the arrays that each rule brought. The columns of a rule that stands
// beside the model count only while it is at work.
func (f *flock) states() [][]stateArray {
	all := make([][]stateArray, len(f.allRules))
	array, columns := 0, f.columns.brought()
	for k, r := range f.allRules {
		s, ok := r.(stateful)
		if !ok {
			continue
		}
		for _, c := range s.Columns() {
			columns[0].silent = f.guest(k) && !isOn(r)
			columns = columns[1:]
			for range c.size() {
				all[k] = append(all[k], stateArray{array, c.Low, c.High})
				array++
			}
		}
	}
	return all
}

// guest says whether a rule, by its number, stands beside the model's own.
func (f *flock) guest(number int) bool { return number >= len(f.params.Model().def.Rules) }

// addRule has a rule take part in ticks, and adds its steer, if it has one, to others.
func (f *flock) addRule(to *steering, r Rule, state []stateArray) {
	if _, ok := r.(seenRule); ok {
		f.looks = true
	}
	if b, ok := r.(beginner); ok {
		f.begins = append(f.begins, f.beginning(b, state))
	}
	if t, ok := r.(ticker); ok {
		f.ticks = append(f.ticks, t)
	}
	if k, ok := r.(fast); ok {
		f.fast = append(f.fast, k)
	}
	if m, ok := r.(musterer); ok {
		f.musters = append(f.musters, musterAtWork{m, Muster{f, state, m}})
	}
	if m, ok := r.(mover); ok {
		f.movers = append(f.movers, moverAtWork{m, state})
	}
	if h, ok := r.(hunting); ok {
		f.hunters = append(f.hunters, hunterAtWork{h, state})
	}
	f.addRememberer(r, state)
	if !steers(r) {
		return
	}
	if f.observer != nil {
		one := f.observer.ruleOf(r, f.plainly(r, state))
		if _, ok := r.(mateRule); ok {
			to.addToMates(one)
		} else {
			to.add(one)
		}
		return
	}
	if one, ok := f.formulaOf(r, state); ok {
		to.formulas = append(to.formulas, one)
		return
	}
	if m, ok := r.(mateRule); ok {
		if to.mates == nil {
			to.mates = &mateRules{}
			to.add(to.mates.steer)
		}
		to.mates.add(f, m, state)
		return
	}
	to.add(f.steerOf(r, state))
}

// beginning gives a boid that was placed in the slot of its id what its columns of a
// rule begin as.
func (f *flock) beginning(r beginner, state []stateArray) func(id int) {
	return func(id int) {
		now := f.now()
		begin := r.Begin(&now, id)
		for k := range min(len(state), len(begin)) {
			f.boids.Own[state[k].array][id] = state[k].clamped(begin[k])
		}
	}
}

// steerBy is a pass as a steer.
func (f *flock) steerBy(p pass) steer {
	return func(_ *scratch, b *block) { p(&f.set, &f.present, b) }
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

func (f *flock) flags(slot int) (all Flags) {
	if f.boids.Age[slot] >= 0 {
		all |= Leading
	}
	if f.boids.Wing[slot]&lanes.Held != 0 {
		all |= Gliding
	}
	if f.boids.Wing[slot]&lanes.Perched != 0 {
		all |= Perched
	}
	if f.boids.Wing[slot]&lanes.Landing != 0 {
		all |= Landing
	}
	if f.boids.Wing[slot]&(lanes.Jumped|lanes.Placed) != 0 {
		all |= Jumped
	}
	return all
}

func (f *flock) pos(slot int) Vec { return at(&f.boids.Pos, slot) }
func (f *flock) vel(slot int) Vec { return at(&f.boids.Vel, slot) }
