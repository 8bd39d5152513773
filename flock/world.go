package flock

import (
	"cmp"
	"fmt"
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// World is one or several flocks in motion, each of a species. It is not safe for use
// by several goroutines at once.
type World struct {
	def    Def
	tick   int64 // since the warm-up
	age    int64 // ticks since the start
	flocks []*flock
	events []Event
	crew   *crew
	around Surroundings // in force
	air    *air         // nil: no wind blows
	sites  sites
	meshes meshIndex // of obstacles

	schedule []planned // changes that are not over; none in the warm-up

	format      uint16   // version of the checkpoint that it went on from, see wholeHash
	cachedHash  uint64   // the hash of what there is beside the boids; 0: not taken since it changed
	thingHashes []uint64 // of each thing, in the order of Surroundings.Things; 0: not taken since it changed
}

// NewWorld starts the flocks and simulates their warm-up. An escape that began in
// the warm-up and lasts into tick 0 is seen to end, no more. The error names every
// key of def that is out of its range.
func NewWorld(def Def) (*World, error) {
	if err := def.Validate(); err != nil {
		return nil, err
	}
	def.Surroundings = def.Surroundings.Clone() // which learn writes to
	w := empty(def, nil)
	if err := w.learnMeshes(&w.def.Surroundings); err != nil {
		return nil, err
	}
	w.useSurroundings(def.Surroundings.Clone(), newSites(def.Surroundings.Obstacles, nil), ThingKinds())
	for _, f := range w.flocks {
		f.resize(f.params.Count())
	}
	w.assignIDs()
	for _, f := range w.flocks {
		f.seatStart()
	}
	for range int(def.WarmUp * float32(def.TickRate)) {
		w.Step()
	}
	w.settle()
	return w, nil
}

// empty returns a World without boids and surroundings, under the parameters of def; like, if
// it is not nil, is another of as many flocks, whose tables of chance serve here, too.
func empty(def Def, like *World) *World {
	w := &World{def: def, meshes: meshIndex{}, format: checkpointVersion}
	w.crew = newCrew(def.Workers, w.work)
	for k, d := range def.Flocks() {
		var chance gauss
		if like != nil {
			chance = like.flocks[k].gauss
		}
		w.flocks = append(w.flocks, newFlock(w, k, d, chance))
	}
	w.relate()
	return w
}

// settle closes the warm-up: of what happened in it, the ledger knows nothing.
func (w *World) settle() {
	w.tick = 0
	for _, f := range w.flocks {
		f.flagJumped()
		f.excursions, f.unity = f.excursions[:0], unity{}
	}
	w.events = w.events[:0]
	for _, c := range w.def.Schedule {
		c, _ = c.settled(&w.def) // errs on nothing that passed Validate
		w.schedule = append(w.schedule, w.plan(c))
	}
	slices.SortStableFunc(w.schedule, func(a, b planned) int { return cmp.Compare(a.from, b.from) })
}

// Rest says that no Step follows for some milliseconds. Until then the goroutines that share
// ticks take no core from others.
func (w *World) Rest() { w.crew.rest() }

// Step advances the flocks by one tick.
func (w *World) Step() {
	if len(w.schedule) > 0 {
		w.runSchedule()
	}
	w.breathe()
	for _, f := range w.flocks {
		f.prepareTick()
	}
	w.crew.run(w.Len())
	w.tick++
	w.age++
	for _, f := range w.flocks {
		f.flagJumped()
		f.report()
	}
	w.watchHunts()
	for _, f := range w.flocks {
		f.boids.Pos, f.next = f.next, f.boids.Pos
		f.boids.Vel, f.nextVel = f.nextVel, f.boids.Vel
		f.records.now, f.records.next = f.records.next, f.records.now
	}
}

// breathe brings the air to the present.
func (w *World) breathe() {
	if w.air != nil {
		w.air.age = w.age
	}
}

// work is a worker's part in a tick. What boids of one flock see of another is there
// once all have been indexed.
func (w *World) work(worker int) {
	w.musterFlocks(worker)
	for _, f := range w.flocks {
		f.index(worker)
	}
	for _, f := range slices.Backward(w.flocks) { // hunters, who take long, come last
		f.work(worker)
	}
}

// Tick returns the number of ticks since the warm-up.
func (w *World) Tick() int64 { return w.tick }

// Workers returns the number of goroutines that share a tick.
func (w *World) Workers() int { return w.crew.size(w.Len()) }

// Len returns the number of boids, of all flocks.
func (w *World) Len() (n int) {
	for _, f := range w.flocks {
		n += f.n
	}
	return n
}

// FlockCount returns the number of flocks.
func (w *World) FlockCount() int { return len(w.flocks) }

// assignIDs gives each flock the ids behind those of the one before it, and flags as
// placed those that others had.
func (w *World) assignIDs() {
	first := 0
	for _, f := range w.flocks {
		if f.firstID != first {
			f.firstID = first
			f.displaced()
		}
		first += f.n
	}
}

// Params returns the parameters in force, of the first flock.
func (w *World) Params() Params { return w.ParamsOf(0) }

// ParamsOf returns the parameters in force of a flock, counted from 0, which there must be.
func (w *World) ParamsOf(number int) Params { return w.flocks[number].params }

// SetParams is SetParamsOf the first flock.
func (w *World) SetParams(p Params) error { return w.SetParamsOf(0, p) }

// SetParamsOf changes the parameters of a flock, counted from 0, from the next tick on,
// and the number of its boids at once: new ones appear in the flock, those of the
// highest ids go, and the ids of the flocks behind it move along. It
// emits ParamsChanged at the current tick if anything differs. The error names
// every key that is out of its range; nothing is changed then.
func (w *World) SetParamsOf(number int, p Params) error { return w.setParams(number, p, false) }

// setParams is SetParamsOf, by the schedule or not.
func (w *World) setParams(number int, p Params, scheduled bool) error {
	if number < 0 || number >= len(w.flocks) {
		return fmt.Errorf("flock %d does not exist; there are %d", number+1, len(w.flocks))
	}
	f := w.flocks[number]
	if m, own := p.Model(), f.params.Model(); m != nil && m != own {
		return fmt.Errorf("parameters of the model %s: this flock is of the model %s", m.Name(), own.Name())
	}
	if err := w.def.admit(&p); err != nil {
		return err
	}
	if p == f.params {
		return nil
	}
	if err := together(w.with(number, p)); err != nil {
		return err
	}
	e := Event{Kind: ParamsChanged, Flock: number, Params: &p, Scheduled: scheduled}
	if !scheduled {
		before := f.params
		e.Was = &before
	}
	was := w.ranges()
	f.useParams(p)
	f.resize(p.Count())
	w.assignIDs()
	w.renumber(was)
	w.emit(e)
	return nil
}

// with returns the flocks as they are, but one of them under other parameters.
func (w *World) with(number int, p Params) []Flock {
	all := w.def.Flocks()
	for k, f := range w.flocks {
		all[k].Params = f.params
	}
	all[number].Params = p
	return all
}

func (w *World) emit(e Event) {
	e.Tick = w.tick
	w.events = append(w.events, e)
}

// TakeEvents appends the events since the last call to dst.
func (w *World) TakeEvents(dst []Event) []Event {
	dst = append(dst, w.events...)
	clear(w.events)
	w.events = w.events[:0]
	return dst
}

// PendingEvents returns those that TakeEvents would give, which stay.
func (w *World) PendingEvents() []Event { return slices.Clone(w.events) }

// Snapshot copies the flocks into dst, reusing its memory.
func (w *World) Snapshot(dst *Snapshot) {
	n := w.Len()
	dst.Tick, dst.TickRate, dst.Hash = w.tick, w.def.TickRate, w.Hash()
	dst.Pos, dst.Vel, dst.Up = lanes.Grown(dst.Pos, n), lanes.Grown(dst.Vel, n), lanes.Grown(dst.Up, n)
	dst.Phase, dst.Flags = lanes.Grown(dst.Phase, n), lanes.Grown(dst.Flags, n)
	dst.Counts, dst.Air, dst.IDs = dst.Counts[:0], dst.Air[:0], dst.IDs[:0]
	if w.breathe(); w.air != nil {
		dst.Air = lanes.Grown(dst.Air, n)
	}
	for _, f := range w.flocks {
		f.snapshot(dst)
		if len(w.flocks) > 1 {
			dst.Counts = append(dst.Counts, f.n)
		}
	}
}

// snapshot copies the flock into its part of dst.
func (f *flock) snapshot(dst *Snapshot) {
	b := &f.boids
	for slot, id := range b.ID {
		i := f.firstID + int(id)
		dst.Pos[i] = f.pos(slot).Array()
		dst.Vel[i] = f.overGround(slot).Array()
		if len(dst.Air) > 0 {
			dst.Air[i] = f.vel(slot).Scale(f.set.perSecond).Array()
		}
		dst.Up[i] = at(&b.Up, slot).Array()
		dst.Phase[i] = b.Phase[slot]
		dst.Flags[i] = f.flags(slot)
	}
}

// overGround returns a boid's velocity over the ground, m/s. Call breathe first.
func (f *flock) overGround(slot int) vec.Vec {
	vel := f.vel(slot).Scale(f.set.perSecond)
	if f.world.air == nil || f.boids.Wing[slot]&lanes.Perched != 0 {
		return vel
	}
	return f.world.air.overGround(f.pos(slot), vel, f.set.plane)
}
