package flock

import (
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
)

// resize brings the flock to n boids.
func (w *World) resize(n int) {
	from := min(w.n, n)
	w.dismiss(n)
	w.makeRoom(n)
	w.spawn(from)
	if w.set.wraps {
		w.enclose()
	}
	w.prepare()
}

// makeRoom makes room for n boids, new ones being zero or what was there.
func (w *World) makeRoom(n int) {
	w.columns.resize(&w.boids, n)
	w.next.Resize(n)
	w.nextVel.Resize(n)
	w.spareWhole, w.spareFlags = lanes.Grown(w.spareWhole, n), lanes.Grown(w.spareFlags, n)
	w.kin = lanes.Grown(w.kin, n)
	w.n, w.kind = n, w.indexFor(n)
	w.set.together = w.set.looksTogether(w.kind, near.CanLook())
}

// dismiss lets go the boids with ids from n on. Their escapes end; their
// excursions close without an entry.
func (w *World) dismiss(n int) {
	if n >= w.n {
		return
	}
	var ended []int32
	kept, to := 0, make([]int32, w.n) // where each slot goes, -1 for nowhere
	for slot, id := range w.boids.ID {
		to[slot] = -1
		if int(id) < n {
			to[slot] = int32(kept)
			w.columns.copy(&w.boids, kept, slot)
			kept++
		} else if w.boids.Age[slot] >= 0 {
			ended = append(ended, id)
		}
	}
	slices.Sort(ended)
	for _, id := range ended {
		w.emit(Event{Kind: EscapeEnded, Boid: int(id)})
	}
	w.leaders = slices.DeleteFunc(w.leaders, func(slot int32) bool { return to[slot] < 0 })
	w.excursions = slices.DeleteFunc(w.excursions, func(a excursion) bool { return to[a.slot] < 0 })
	w.track(to)
}

// prepare makes room for what the index needs.
func (w *World) prepare() {
	for k := range w.scratch {
		s := &w.scratch[k]
		s.best = slices.Grow(s.best[:0], max(w.set.Nearest, closeOnes))
		if w.kind == Matrix {
			words := near.Words(w.n)
			s.inSight, s.beside = lanes.Grown(s.inSight, words), lanes.Grown(s.beside, words)
			s.spheres, s.apart = lanes.Grown(s.spheres, w.n), lanes.Grown(s.apart, w.n)
		}
		if w.kind != Grid {
			s.hits.makeRoom(w.n)
		}
	}
	switch w.kind {
	case Matrix:
		w.pairs.resize(w.n)
	case Grid:
		w.fitGrid()
		w.grid.slack = everywhere
	}
}

// spawn places the boids from the given id on, in slots of the same numbers: the
// first of all in the cloud that Start describes, later ones beside another boid,
// on its course.
func (w *World) spawn(from int) {
	slots, cloud := w.slots(from), w.cloud()
	w.placed = w.placed || from < w.n
	for i := from; i < w.n; i++ {
		if from == 0 {
			w.strew(i, cloud)
		} else {
			w.placeBeside(i, slots)
		}
		w.columns.begin(w, i, false)
		for _, begin := range w.begins {
			begin(i)
		}
	}
}

// home is where the flock starts.
func (w *World) home() Vec {
	now := w.now()
	for _, r := range w.own {
		if h, ok := r.(homing); ok {
			return h.Home(&now)
		}
	}
	return Vec{}
}

func (w *World) strew(i int, cloud Vec) {
	s := w.def.Start
	at := w.home()
	at.Y = s.Altitude
	in := w.level(w.inCloud(i))
	at = at.Add(Vec{float32(in.X * cloud.X), float32(in.Y * cloud.Y), float32(in.Z * cloud.Z)})
	course := inBall(w.def.Seed, Nobody, forCourse, 0).Flat().Unit().Scale(1 - s.Disorder)
	own := w.level(inBall(w.def.Seed, i, forCourse, w.age)).Unit().Scale(s.Disorder)
	w.put(i, at, course.Add(own).Unit().Scale(s.Speed))
}

// level is v, without its height in the plane.
func (w *World) level(v Vec) Vec {
	if w.set.plane {
		return v.Flat()
	}
	return v
}

// inCloud is a place in the shape that the flock starts as, of radius 1.
func (w *World) inCloud(i int) Vec {
	draw := func(k int64) Vec { return Three(random(w.def.Seed, i, forPlace, 4*w.age+k)) }
	switch w.def.Start.Shape {
	case Box:
		return draw(0)
	case Blob: // the sum of four is near enough a normal, of spread 2/√3
		const half = 0.4330127
		return draw(0).Add(draw(1)).Add(draw(2)).Add(draw(3)).Scale(half)
	}
	return inBall(w.def.Seed, i, forPlace, w.age)
}

// slots are those of the first n boids, by id.
func (w *World) slots(n int) []int {
	if n == w.n {
		return nil // nobody joins
	}
	by := make([]int, n)
	for slot, id := range w.boids.ID[:n] {
		by[id] = slot
	}
	return by
}

// placeBeside puts boid i within 2 m of one of those in the given slots.
func (w *World) placeBeside(i int, slots []int) {
	slot := slots[random(w.def.Seed, i, forPlace, -1-w.age)%uint64(len(slots))]
	off := w.level(inBall(w.def.Seed, i, forPlace, w.age)).Scale(2)
	w.put(i, w.pos(slot).Add(off), w.vel(slot))
}

func (w *World) put(i int, pos, vel Vec) {
	pos, vel = pos.Quantized(), vel.Quantized()
	if w.set.wraps {
		pos, _ = w.set.torus.into(pos)
	}
	pos.X, _ = held(pos.X, 0, -wall)
	pos.Y, _ = held(pos.Y, 0, w.set.floor)
	pos.Z, _ = held(pos.Z, 0, -wall)
	set(&w.boids.Pos, i, pos)
	set(&w.boids.Vel, i, vel)
}
