package flock

import (
	"cmp"
	"fmt"
	"slices"

	"skein/flock/around"
	"skein/flock/internal/gauss"
	"skein/flock/internal/ledger"
	"skein/flock/internal/sight"
	"skein/flock/internal/workerpool"
)

// World simulates one or several flocks, each of one species. It must not be used by several
// goroutines at once.
type World struct {
	def    Def
	tick   int64 // ticks since the warm-up
	age    int64 // ticks since the start, including the warm-up
	flocks []*flock
	events []Event
	pool   *workerpool.Pool
	around around.Surroundings
	air    *around.Air // nil means that there is no wind
	sites  around.Solids
	meshes around.MeshIndex

	schedule []plannedChange // changes that are not over; none in the warm-up

	format      uint16   // version of the checkpoint from which the World was resumed; see wholeHash
	cachedHash  uint64   // hash of the surroundings and the schedule; 0 means not computed since they changed
	thingHashes []uint64 // hashes of the things, in the order of Surroundings.Things; 0 means not computed
}

// NewWorld starts the flocks and simulates their warm-up. If an escape begins in the warm-up, the ledger
// records only its end. An error names all keys whose values are out of range.
func NewWorld(def Def) (*World, error) {
	if err := def.Validate(); err != nil {
		return nil, err
	}
	def.Surroundings = def.Surroundings.Clone() // learnMeshes writes to the copy
	w := newEmptyWorld(def, nil)
	if err := w.learnMeshes(&w.def.Surroundings); err != nil {
		return nil, err
	}
	w.useSurroundings(def.Surroundings.Clone(), around.NewSolids(def.Surroundings.Obstacles, nil), around.ThingKinds())
	for _, f := range w.flocks {
		f.resize(f.params.Count())
	}
	w.assignIDs()
	for _, f := range w.flocks {
		f.seatAtStart()
	}
	for range int(def.WarmUp * float32(def.TickRate)) {
		w.Step()
	}
	w.endWarmUp()
	return w, nil
}

// newEmptyWorld returns a World without boids and surroundings. donor is nil or a World with as many flocks,
// whose tables of draws are reused.
func newEmptyWorld(def Def, donor *World) *World {
	w := &World{def: def, meshes: around.MeshIndex{}, format: checkpointVersion}
	w.pool = workerpool.New(def.Workers, w.work)
	for k, d := range def.Flocks() {
		var chance gauss.Table
		if donor != nil {
			chance = donor.flocks[k].gauss
		}
		w.flocks = append(w.flocks, newFlock(w, k, d, chance))
	}
	w.relateFlocks()
	return w
}

func (w *World) endWarmUp() {
	w.tick = 0
	for _, f := range w.flocks {
		f.flagJumped()
		f.ledger, f.unity = ledger.Ledger{}, ledger.Unity{}
	}
	w.events = w.events[:0]
	for _, c := range w.def.Schedule {
		c, _ = normalize(c, &w.def) // cannot fail after Validate
		w.schedule = append(w.schedule, w.plan(c))
	}
	slices.SortStableFunc(w.schedule, func(a, b plannedChange) int { return cmp.Compare(a.beginTick, b.beginTick) })
}

// Rest tells the World that no Step follows for some milliseconds, so that its goroutines occupy
// no core until then.
func (w *World) Rest() { w.pool.Rest() }

// Step advances the flocks by one tick.
func (w *World) Step() {
	if len(w.schedule) > 0 {
		w.runSchedule()
	}
	w.updateAir()
	for _, f := range w.flocks {
		f.prepareTick()
	}
	w.pool.Run(w.Len())
	w.tick++
	w.age++
	for _, f := range w.flocks {
		f.flagJumped()
		f.report()
	}
	w.watchHunts()
	for _, f := range w.flocks {
		f.Boids.Pos, f.next = f.next, f.Boids.Pos
		f.Boids.Vel, f.nextVel = f.nextVel, f.Boids.Vel
		f.EndTick()
	}
}

func (w *World) updateAir() {
	if w.air != nil {
		w.air.Age = w.age
	}
}

// work does a worker's part of a tick. All flocks are indexed before any boid looks at another flock.
func (w *World) work(worker int) {
	w.beforeTick(worker)
	for _, f := range w.flocks {
		f.index(worker)
	}
	for _, f := range slices.Backward(w.flocks) { // Hunters are last in the list and take long.
		f.work(worker)
	}
}

// Tick returns the number of ticks since the warm-up.
func (w *World) Tick() int64 { return w.tick }

// Workers returns the number of goroutines that share a tick.
func (w *World) Workers() int { return w.pool.Size(w.Len()) }

// Len returns the number of boids, of all flocks.
func (w *World) Len() (n int) {
	for _, f := range w.flocks {
		n += f.N
	}
	return n
}

// Bytes returns the approximate memory of the world.
func (w *World) Bytes() (n int) {
	for _, f := range w.flocks {
		n += f.N * boidBytes
		if f.Kind == sight.Matrix {
			n += f.N * f.N / 2 * pairBytes
		}
	}
	return n
}

// FlockCount returns the number of flocks.
func (w *World) FlockCount() int { return len(w.flocks) }

// assignIDs gives the flocks consecutive ids. If a flock's ids change, its boids are flagged as placed.
func (w *World) assignIDs() {
	first := 0
	for _, f := range w.flocks {
		if f.firstID != first {
			f.firstID = first
			f.flagAllPlaced()
		}
		first += f.N
	}
}

// Params returns the present parameters of the first flock.
func (w *World) Params() Params { return w.ParamsOf(0) }

// ParamsOf returns the present parameters of the flock with this index, which must exist.
func (w *World) ParamsOf(index int) Params { return w.flocks[index].params }

// SetParams does the same as SetParamsOf, for the first flock.
func (w *World) SetParams(p Params) error { return w.SetParamsOf(0, p) }

// SetParamsOf changes the parameters of the flock with this index from the next tick on. It emits
// ParamsChanged at the current tick if anything differs. An error names all keys whose values are out of
// range, and nothing changes.
//
// The number of boids changes at once: new boids appear in the flock, or the boids with the highest ids
// disappear. The ids of later flocks change accordingly.
//
// p may belong to another model if the two models differ only in formulas. Then the flock gets these
// formulas. Columns of rules keep their values, and new columns begin with their start values.
func (w *World) SetParamsOf(index int, p Params) error { return w.setParams(index, p, false) }

// setParams implements SetParamsOf. scheduled tells whether the schedule makes the change.
func (w *World) setParams(index int, p Params, scheduled bool) error {
	if index < 0 || index >= len(w.flocks) {
		return fmt.Errorf("flock %d does not exist; there are %d", index+1, len(w.flocks))
	}
	f := w.flocks[index]
	if err := w.def.admit(&p); err != nil {
		return err
	}
	if err := w.checkModel(f, &p); err != nil {
		return err
	}
	if p == f.params {
		return nil
	}
	if err := checkTogether(w.flocksWith(index, p)); err != nil {
		return err
	}
	e := Event{Kind: ParamsChanged, Flock: index, Params: &p, Scheduled: scheduled}
	if !scheduled {
		before := f.params
		e.Was = &before
	}
	was, active := w.idRanges(), f.activeColumns()
	if p.Model() != f.params.Model() {
		f = w.changeModel(f, p)
	}
	f.useParams(p)
	f.startColumns(active)
	f.resize(p.Count())
	w.assignIDs()
	w.renumber(was)
	w.emit(e)
	return nil
}

func (w *World) flocksWith(index int, p Params) []Flock {
	all := w.def.Flocks()
	for k, f := range w.flocks {
		all[k].Params = f.params
	}
	all[index].Params = p
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

// PendingEvents returns the events that TakeEvents would return, without taking them.
func (w *World) PendingEvents() []Event { return slices.Clone(w.events) }
