package flock

import (
	"cmp"
	"slices"

	"skein/flock/internal/ledger"
	"skein/flock/internal/torus"
	"skein/flock/vec"
)

func (f *flock) ledgerTime() ledger.Time { return ledger.Time{Age: f.world.age, TickRate: f.tickRate} }

// report collects what the workers noted in this tick, and updates the ledger.
func (f *flock) report() {
	f.Leaders, f.began, f.ended, f.copies = f.Leaders[:0], f.began[:0], f.ended[:0], f.copies[:0]
	for k := range f.scratch {
		s := &f.scratch[k]
		f.Leaders = append(f.Leaders, s.leads...)
		f.began = append(f.began, s.beginnings...)
		f.ended = append(f.ended, s.ends...)
		f.copies = append(f.copies, s.me.copies...)
		f.ledger.AddPulls(s.pulls)
		s.leads, s.beginnings, s.ends, s.me.copies, s.pulls = s.leads[:0], s.beginnings[:0], s.ends[:0], s.me.copies[:0], s.pulls[:0]
	}
	id := f.Boids.ID
	slices.SortFunc(f.began, func(a, b beginning) int { return cmp.Compare(id[a.slot], id[b.slot]) })
	slices.SortFunc(f.ended, func(a, b int32) int { return cmp.Compare(id[a], id[b]) })
	f.ledger.AddCopies(f.copies, f.ledgerTime(), f.distanceTo)
	for _, slot := range f.ended {
		f.emit(Event{Kind: EscapeEnded, Boid: int(id[slot])})
		f.ledger.End(id[slot])
	}
	for _, b := range f.began {
		f.begin(b)
	}
	f.ledger.Close(f.ledgerTime(), f.inLargestCluster, f.emitReturn)
	f.emitReports()
}

// emit records an event, whose Boid it converts from an index in the flock to an id.
func (f *flock) emit(e Event) {
	e.Flock, e.Boid = f.number, f.firstID+e.Boid
	f.world.emit(e)
}

func (f *flock) begin(b beginning) {
	boid := f.Boids.ID[b.slot]
	gap, seventh := f.Gaps(f.scratch[0].Memory, int(b.slot))
	f.ledger.Begin(boid, b.slot, f.ledgerTime(), gap, seventh)
	f.emit(Event{Kind: EscapeBegan, Boid: int(boid), X: b.cause.x, Front: b.cause.front, Draw: b.cause.draw, Speed: f.Boids.Left[b.slot]})
}

// emitReturn records the end of an excursion.
func (f *flock) emitReturn(e *ledger.Excursion, reabsorbed bool) {
	kind := Abandoned
	if reabsorbed {
		kind = Reabsorbed
	}
	f.emit(Event{
		Kind: kind, Boid: int(e.Boid), Peak: e.Peak, Seconds: e.Seconds(f.ledgerTime()),
		Followers: e.Followers(), Delay: e.Delay(), WaveSpeed: e.WaveSpeed(),
	})
}

// Followers returns the ids, in ascending order, of the boids that have followed the leader with the given id
// since its escape began. open is false if the ledger has no open escape of this boid.
func (w *World) Followers(id int) (ids []int, open bool) {
	for _, f := range w.flocks {
		for k := range slices.Backward(f.ledger.Open) { // latest first
			e := &f.ledger.Open[k]
			if f.firstID+int(e.Boid) != id {
				continue
			}
			e.EachPull(func(boid int32, _ float32, follows bool) {
				if follows {
					ids = append(ids, f.firstID+int(boid))
				}
			})
			return ids, true
		}
	}
	return nil, false
}

// OpenEscape is an escape that the ledger has not closed yet. Its figures cover the time up to the
// present tick; [Event] defines them.
type OpenEscape struct {
	Flock, Boid int   // the index of the flock, and the leader's id
	Began       int64 // tick of the first snapshot after the escape began; at most 0 means in the warm-up
	Followers   int
	Delay       float32 // delay of the escape, s
	WaveSpeed   float32 // speed of the escape's wave, m/s
}

// OpenEscapes appends the escapes that the ledger has not closed yet, in order of flocks and of
// beginnings.
func (w *World) OpenEscapes(dst []OpenEscape) []OpenEscape {
	for _, f := range w.flocks {
		for k := range f.ledger.Open {
			e := &f.ledger.Open[k]
			dst = append(dst, OpenEscape{
				Flock: f.number, Boid: f.firstID + int(e.Boid), Began: w.tick - (w.age - e.Began),
				Followers: e.Followers(), Delay: e.Delay(), WaveSpeed: e.WaveSpeed(),
			})
		}
	}
	return dst
}

func (f *flock) measureGaps(s *scratch, worker int) {
	for k := worker; k < len(f.ledger.Open); k += f.Pool.Workers {
		e := &f.ledger.Open[k]
		e.Gap, e.Seventh = f.Gaps(s.Memory, int(e.Slot))
	}
}

// distanceTo returns the distance, m, from the boid in a slot to the nearest image of a position.
func (f *flock) distanceTo(slot int32, pos vec.Vec) float32 {
	off := f.Pos(int(slot)).Sub(pos)
	if f.set.wraps {
		off = f.set.torus.Nearest(off)
	}
	return off.Length()
}

func (f *flock) inLargestCluster(slot int32) bool {
	f.findClusters()
	return f.clusters.InLargest(slot)
}

func (f *flock) findClusters() {
	world := torus.Torus{}
	if f.set.wraps {
		world = f.set.torus
	}
	f.clusters.Find(f.ledgerTime(), &f.Boids.Pos, f.N, world, f.set.clusterGap)
}

// updateSlots updates the ledger and the leaders after a sort. newSlots maps old slots to new ones.
func (f *flock) updateSlots(newSlots []int32) {
	for k, slot := range f.Leaders {
		f.Leaders[k] = newSlots[slot]
	}
	f.ledger.MoveSlots(newSlots)
}
