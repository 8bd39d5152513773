package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/solid"
	"skein/flock/vec"
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
	copied     Snapshot // memory of asSnapshot

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
	sitters       []sitterAtWork        // rules at work that know who perches
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

// newFlock returns a flock without boids; chance is a table that may serve it.
func newFlock(w *World, number int, def Flock, chance gauss) *flock {
	own := def.Params.Model().copies()
	f := &flock{
		world: w, number: number, species: def.Name(), crew: w.crew, seed: w.def.Seed, tickRate: w.def.TickRate, start: def.Start,
		allRules: own, columns: columns(ownColumns(own)...), kernels: lanes.Fast(), gauss: chance,
	}
	if number > 0 {
		f.seed = vec.Mix(stirred(f.seed, uint64(number)))
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

// bind makes the sort and the workers' blocks go by the arrays of the boids.
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
	f.collectTerms()
}

// collectTerms collects the numbers that the kernels take from the settings and the rules.
func (f *flock) collectTerms() {
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

// fitGrid makes the grid cover the flock.
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
		if f.gauss.sigma != f.set.DrawSigma {
			f.gauss = p.Model().draws(f.set.DrawSigma)
		}
		f.set.edge2 = f.set.unmoved(f.gauss.table[0])
		f.hopeless = f.set.hopeless(&f.gauss)
	}
	f.listRules()
}

// sits reports whether a rule keeps the boid on a perch by its own state.
func (f *flock) sits(slot int) bool {
	for _, one := range f.sitters {
		s := &f.scratch[0]
		if s.state = f.stateIn(s.state, slot, one.state); one.rule.Sits(s.state) {
			return true
		}
	}
	return false
}

func (f *flock) flags(slot int) (all Flags) {
	if f.boids.Age[slot] >= 0 {
		all |= Leading
	}
	if f.boids.Wing[slot]&lanes.Held != 0 {
		all |= Gliding
	}
	if f.boids.Wing[slot]&lanes.Perched != 0 || f.sits(slot) {
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

func (f *flock) pos(slot int) vec.Vec { return at(&f.boids.Pos, slot) }
func (f *flock) vel(slot int) vec.Vec { return at(&f.boids.Vel, slot) }
