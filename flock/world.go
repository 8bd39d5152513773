package flock

import "github.com/go-gl/mathgl/mgl32"

// World is a flock in motion. It is not safe for use by several goroutines at
// once.
type World struct {
	def  Def
	set  settings
	tick int64 // since the warm-up
	age  int64 // ticks since the start

	n       int
	x, y, z []float32 // positions
	vel     []vec
	gust    []vec
	escapes []escape
	wings   []wing
	moved   []bool // placed since the last tick

	leaders []int
	away    []excursion
	events  []Event

	// Of the tick in progress.
	kin    []kin
	near   matrix
	place  place
	gauss  gauss
	social []rule
	others []rule

	crew           *crew
	scratch        []scratch
	index, advance func(worker, of int)
	scrap          Snapshot
}

// NewWorld starts a flock and simulates its warm-up. An escape that began in
// the warm-up and lasts into tick 0 is seen to end, no more. The error names every key
// of def that is out of its range.
func NewWorld(def Def) (*World, error) {
	if err := def.validate(); err != nil {
		return nil, err
	}
	w := &World{def: def, social: socialRules(), others: solitaryRules(), crew: newCrew(def.Workers)}
	w.scratch = make([]scratch, len(w.crew.tasks))
	w.index = func(worker, of int) {
		w.meet(&w.scratch[worker], worker, of)
	}
	w.advance = func(worker, of int) {
		for i := w.n * worker / of; i < w.n*(worker+1)/of; i++ {
			w.advanceBoid(i, &w.scratch[worker])
		}
	}
	w.adopt(def.Params)
	w.resize(def.Params.Count)
	for range int(def.WarmUp * float32(def.TickRate)) {
		w.Step()
	}
	w.settle()
	return w, nil
}

// settle closes the warm-up: of what happened in it, the ledger knows nothing.
func (w *World) settle() {
	w.tick = 0
	w.events = w.events[:0]
	w.away = w.away[:0]
}

// Step advances the flock by one tick.
func (w *World) Step() {
	w.place = place{w.roostAt(w.age), w.turnAt(w.age)}
	for i := range w.n {
		w.kin[i] = kinOf(w.pos(i), w.vel[i])
		w.moved[i] = false
	}
	w.crew.run(w.n, w.index)
	w.crew.run(w.n, w.advance)
	w.tick++
	w.age++
	w.report()
}

// advanceBoid moves one boid on from the old state of all.
func (w *World) advanceBoid(i int, s *scratch) {
	p := &s.perception
	w.gusty(i)
	w.perceive(i, s, p)
	steer := w.steer(p)
	w.move(i, p, steer.add(w.lead(i, p)))
}

// Tick is the number of ticks since the warm-up.
func (w *World) Tick() int64 { return w.tick }

// Params are the parameters in force.
func (w *World) Params() Params { return w.set.Params }

// SetParams changes the parameters from the next tick on, and the number of
// boids at once: new ones appear in the flock, those of the highest ids go. It
// emits ParamsChanged at the current tick if anything differs. The error names
// every key that is out of its range; nothing is changed then.
func (w *World) SetParams(p Params) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if p == w.set.Params {
		return nil
	}
	w.adopt(p)
	w.resize(p.Count)
	w.emit(Event{Kind: ParamsChanged, Params: &p})
	return nil
}

func (w *World) adopt(p Params) {
	w.set = newSettings(p, w.def.TickRate)
	w.gauss.build(p.DrawSigma)
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
	dst.Pos, dst.Vel, dst.Up = grown(dst.Pos, w.n), grown(dst.Vel, w.n), grown(dst.Up, w.n)
	dst.Phase, dst.Flags = grown(dst.Phase, w.n), grown(dst.Flags, w.n)
	for i := range w.n {
		dst.Pos[i] = mgl32.Vec3{w.x[i], w.y[i], w.z[i]}
		dst.Vel[i] = w.vel[i].array()
		dst.Up[i] = w.wings[i].up.array()
		dst.Phase[i] = w.wings[i].phase
		dst.Flags[i] = w.flags(i)
	}
}

func (w *World) flags(i int) (f Flags) {
	if w.escapes[i].age >= 0 {
		f |= Leading
	}
	if w.wings[i].held {
		f |= Gliding
	}
	if w.moved[i] {
		f |= Jumped
	}
	return f
}

func (w *World) pos(i int) vec { return vec{w.x[i], w.y[i], w.z[i]} }
