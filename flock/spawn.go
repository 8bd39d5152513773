package flock

import (
	"slices"

	"skein/flock/internal/distance"
)

// resize brings the flock to n boids.
func (w *World) resize(n int) {
	from := min(w.n, n)
	for i := n; i < w.n; i++ {
		if w.escapes[i].age >= 0 {
			w.emit(Event{Kind: EscapeEnded, Boid: i})
		}
	}
	gone := func(boid int) bool { return boid >= n }
	w.leaders = slices.DeleteFunc(w.leaders, gone)
	w.away = slices.DeleteFunc(w.away, func(a excursion) bool { return gone(a.boid) })
	w.x, w.y, w.z = grown(w.x, n), grown(w.y, n), grown(w.z, n)
	w.vel, w.gust = grown(w.vel, n), grown(w.gust, n)
	w.escapes, w.wings, w.moved = grown(w.escapes, n), grown(w.wings, n), grown(w.moved, n)
	w.kin = grown(w.kin, n)
	w.near.resize(n)
	for k := range w.scratch {
		s := &w.scratch[k]
		s.inSight, s.near = grown(s.inSight, distance.Words(n)), grown(s.near, distance.Words(n))
		s.spheres, s.apart = grown(s.spheres, n), grown(s.apart, n)
		s.best = slices.Grow(s.best[:0], w.set.Nearest)
	}
	w.n = n
	w.spawn(from)
}

// spawn places the boids from the given id on: the first of all in the cloud
// that Start describes, later ones beside another boid, on its course.
func (w *World) spawn(from int) {
	for i := from; i < w.n; i++ {
		if from == 0 {
			w.strew(i)
		} else {
			w.join(i, from)
		}
		w.gust[i] = vec{}
		w.escapes[i] = escape{age: free}
		heading := w.vel[i].unit()
		if heading == (vec{}) {
			heading = vec{0, 0, 1}
		}
		phase := float32(random(w.def.Seed, i, forFlap, 0)>>40) / (1 << 24)
		pace := 1 + float32(0.1*symmetric(random(w.def.Seed, i, forFlap, 1)))
		w.wings[i] = wing{up: upright(vec{0, 1, 0}, heading), phase: phase, pace: pace}
		w.moved[i] = true
	}
}

func (w *World) strew(i int) {
	s := w.def.Start
	at := w.roostAt(w.age)
	at.y = s.Altitude
	at = at.add(inBall(w.def.Seed, i, forPlace, w.age).scale(s.Radius))
	course := inBall(w.def.Seed, nobody, forCourse, 0).flat().unit().scale(1 - s.Disorder)
	own := inBall(w.def.Seed, i, forCourse, w.age).unit().scale(s.Disorder)
	w.put(i, at, course.add(own).unit().scale(s.Speed))
}

// join puts boid i within 2 m of one of the first n.
func (w *World) join(i, n int) {
	with := int(random(w.def.Seed, i, forPlace, -1-w.age) % uint64(n))
	off := inBall(w.def.Seed, i, forPlace, w.age).scale(2)
	w.put(i, w.pos(with).add(off), w.vel[with])
}

func (w *World) put(i int, pos, vel vec) {
	pos, vel = pos.quantized(), vel.quantized()
	w.x[i], _ = held(pos.x, 0, -wall)
	w.y[i], _ = held(pos.y, 0, w.set.floor)
	w.z[i], _ = held(pos.z, 0, -wall)
	w.vel[i] = vel
}
