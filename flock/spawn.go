package flock

import (
	"slices"

	"skein/flock/cloud"
	"skein/flock/internal/lanes"
	"skein/flock/internal/sight"
	"skein/flock/internal/stages"
	"skein/flock/vec"
)

func (f *flock) resize(n int) {
	from := min(f.N, n)
	f.removeFrom(n)
	f.makeRoom(n)
	f.spawn(from)
	if f.set.wraps {
		f.wrapAll()
		from = 0
	}
	f.moveOutOfObstacles(from)
	f.prepare()
}

func (f *flock) makeRoom(n int) {
	f.columns.Resize(&f.Boids, n)
	f.next.Resize(n)
	f.nextVel.Resize(n)
	f.spareWhole, f.spareFlags = lanes.Grown(f.spareWhole, n), lanes.Grown(f.spareFlags, n)
	kind := sight.Kind(f.chooseIndex())
	f.N, f.Kind = n, kind // needs depends on them
	f.drawDifferences()
	f.Resize(n, kind, f.needs())
}

// removeFrom removes the boids with ids of at least n. The ledger records the end of their escapes, but
// neither Reabsorbed nor Abandoned.
func (f *flock) removeFrom(n int) {
	if n >= f.N {
		return
	}
	var ended []int32
	kept, to := 0, make([]int32, f.N)
	for slot, id := range f.Boids.ID {
		to[slot] = -1
		if int(id) < n {
			to[slot] = int32(kept)
			f.columns.Copy(&f.Boids, kept, slot)
			kept++
		} else if f.Boids.Age[slot] >= 0 {
			ended = append(ended, id)
		}
	}
	slices.Sort(ended)
	for _, id := range ended {
		f.emit(Event{Kind: EscapeEnded, Boid: int(id)})
	}
	f.Leaders = slices.DeleteFunc(f.Leaders, func(slot int32) bool { return to[slot] < 0 })
	f.updateSlots(to)
}

func (f *flock) prepare() {
	f.Prepare()
	if f.Kind == sight.Grid {
		f.fitGrid()
		f.SortSoon()
	}
}

// spawn places the boids with ids of at least from: at the start in the cloud of Start, later each beside
// another boid, with the same course.
func (f *flock) spawn(from int) {
	slots, now := f.slotsByID(from), f.presentTick()
	c := f.cloudAt(&now)
	f.placedSinceTick = f.placedSinceTick || from < f.N
	grouped := 0
	if from == 0 {
		grouped = c.PlaceGroups(f.storePlace)
	}
	for i := from; i < f.N; i++ {
		switch {
		case i < grouped:
		case from == 0:
			pos, vel := c.Place(i)
			f.storePlace(i, pos, vel)
		default:
			other, off := c.Beside(i, from)
			f.storePlace(i, f.Pos(slots[other]).Add(off), f.Vel(slots[other]))
		}
		f.columns.Begin(&f.Boids, f.seed, i, false)
		for _, begin := range f.begins {
			begin(i)
		}
	}
}

// cloudAt returns the cloud of the flock's start, above its roost.
func (f *flock) cloudAt(now *Tick) cloud.Placement {
	c := cloud.Placement{Start: f.start, Seed: f.seed, Boids: f.N, Plane: f.set.plane, Middle: f.homeAt(now), Age: now.Age}
	c.Middle.Y = f.start.Altitude
	return c
}

func (f *flock) homeAt(now *Tick) vec.Vec {
	for k, r := range f.allRules {
		if h, ok := r.(homing); ok && (!f.params.Model().isGuest(k) || isActive(r)) {
			return h.Home(now)
		}
	}
	return vec.Vec{}
}

// slotsByID returns the slots of the first n boids, or nil if there are no others.
func (f *flock) slotsByID(n int) []int {
	if n == f.N {
		return nil // no boid joins
	}
	by := make([]int, n)
	for slot, id := range f.Boids.ID[:n] {
		by[id] = slot
	}
	return by
}

func (f *flock) storePlace(i int, pos, vel vec.Vec) {
	pos, vel = pos.Quantized(), vel.Quantized()
	if f.set.wraps {
		pos, _ = f.set.torus.Wrap(pos)
	}
	pos, _ = stages.Stop(pos, vec.Vec{}, f.set.floor)
	f.Boids.Pos.Set(i, pos)
	f.Boids.Vel.Set(i, vel)
}

// moveOutOfObstacles moves boids with ids of at least firstID that are inside an obstacle or nearer than half
// the clearance. It flags boids that it moves far as placed. If moved is true, the index must be rebuilt; see
// prepare.
func (f *flock) moveOutOfObstacles(firstID int) (moved bool) {
	if len(f.obstacles.Bodies) == 0 || f.N == 0 {
		return false
	}
	keep := f.obstacles.Clearance
	for slot, id := range f.Boids.ID[:f.N] {
		if int(id) < firstID {
			continue
		}
		p := f.Pos(slot)
		if f.obstacles.IsFree(p, keep/2) {
			continue
		}
		to, ok := f.obstacles.FreePlace(p, keep)
		if !ok {
			continue
		}
		if f.set.wraps {
			to, _ = f.set.torus.Wrap(to)
		}
		f.Boids.Pos.Set(slot, to)
		moved = true
		if to.Sub(p).Length() > farMoved {
			f.Boids.Wing[slot] |= lanes.Placed
			f.placedSinceTick = true
		}
	}
	return moved
}

// farMoved is the distance, in m, above which a boid that was moved out of an obstacle is flagged.
const farMoved = 1

// wrapAll puts the boids into one copy of a world that wraps around.
func (f *flock) wrapAll() {
	for slot := range f.N {
		if to, moved := f.set.torus.Wrap(f.Pos(slot)); moved {
			f.Boids.Pos.Set(slot, to)
			f.Boids.Wing[slot] |= lanes.Placed
			f.placedSinceTick = true
		}
	}
}
