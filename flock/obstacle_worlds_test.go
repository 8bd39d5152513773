package flock

import (
	"math/rand"
	"testing"

	"skein/flock/around"
	"skein/flock/internal/lanes"
	"skein/flock/sample"
	"skein/flock/schedule"
	"skein/flock/vec"
)

// addWinds adds strong winds, one of them up or down, to a World.
func addWinds(t *testing.T, w *World, r *rand.Rand) {
	t.Helper()
	s := w.Surroundings()
	for _, form := range []string{"steady", "gusts", "shear", "thermal"} {
		one := s.Add("wind").(*around.Wind)
		one.Form, one.From, one.Speed, one.Travel = form, 360*r.Float32(), 40*r.Float32(), 20
		one.Height, one.Radius, one.At = 60, 15, vec.Vec{X: 10 * r.Float32(), Y: 0, Z: 10 * r.Float32()}
	}
	if err := w.SetSurroundings(s); err != nil {
		t.Fatal(err)
	}
}

// Gusts, shears and thermals never blow a bird through an obstacle, at any speed and while it sits,
// for a sample of seeds.
func TestObstaclesStopBirdsInWind(t *testing.T) {
	w := stage(t, bare(), zeroVelocities(8), zeroVelocities(8))
	for _, seed := range sample.Some(t, short(200, 1000), rounds(3000)) {
		r := rand.New(rand.NewSource(int64(seed)))
		var all []around.Obstacle
		for range 1 + r.Intn(5) {
			all = append(all, anyObstacle(r))
		}
		shoot(t, w, r, all)
		addWinds(t, w, r)
		for range 15 {
			checkPassed(t, w, all)
		}
	}
}

// In a world that wraps around, no bird passes through an obstacle or its images, also at the edge of the
// world, for a sample of seeds.
func TestObstaclesStopBirdsInAWorldThatWraps(t *testing.T) {
	const side = 50
	p := bare()
	put(&p, "bounds", Wrap, "bounds_size", side)
	w := stage(t, p, zeroVelocities(12), zeroVelocities(12))
	crossed := 0
	for _, seed := range sample.Some(t, short(150, 1000), rounds(3000)) {
		r := rand.New(rand.NewSource(int64(seed)))
		var all []around.Obstacle
		for len(all) < 4 {
			o := anyObstacle(r)
			if o.Shape == "plane" || o.Shape == "ground" {
				continue
			}
			o.At = vec.Vec{X: side * (r.Float32() - 0.5), Y: side * r.Float32(), Z: side * (r.Float32() - 0.5)}
			if r.Intn(2) == 0 {
				o.At.X = side / 2 // the obstacle lies across the edge
			}
			all = append(all, o)
		}
		shoot(t, w, r, all)
		if seed%2 == 1 {
			addWinds(t, w, r)
		}
		f := w.flocks[0]
		was := make([]vec.Vec, f.N)
		for range 20 {
			for i := range was {
				was[i] = f.Pos(i)
			}
			w.Step()
			for i := range was {
				to := was[i].Add(f.set.torus.Nearest(f.Pos(i).Sub(was[i])))
				if to != f.Pos(i) {
					crossed++
				}
				for k := range all {
					o := &all[k]
					reach := o.Size.Length() + o.Radius + o.Height + to.Sub(was[i]).Length()
					for n := range 27 {
						image := *o
						image.At = image.At.Add(vec.Vec{X: float32(n%3-1) * side, Y: float32(n/3%3-1) * side, Z: float32(n/9-1) * side})
						if image.At.Sub(was[i]).Length() < reach && crosses(&image, was[i], to) {
							t.Fatalf("seed %d, tick %d: boid %d passed from %v to %v through %+v", seed, w.Tick(), i, was[i], to, image)
						}
					}
				}
			}
		}
	}
	if crossed == 0 {
		t.Error("no boid crossed the edge: the test proves nothing")
	}
}

// Birds on which an edit or event puts an obstacle are moved out at once, and flagged if they are moved far.
func TestMovedObstaclesReleaseBirds(t *testing.T) {
	for seed := range short(30, 300) {
		r := rand.New(rand.NewSource(int64(seed)))
		d := small(60)
		o := anyObstacle(r)
		o.Name, o.Radius = "mover", 1+3*r.Float32()
		home := o.At
		o.At = vec.Vec{X: 300, Y: 300, Z: 300}
		if o.Shape == "ground" || o.Shape == "plane" {
			o.At, home = vec.Vec{Y: -300}, vec.Vec{Y: home.Y}
		}
		d.Surroundings.Obstacles = []around.Obstacle{o}
		w := world(t, d)
		f := w.flocks[0]
		home = home.Add(f.Pos(0)).Sub(vec.Vec{Y: home.Y})
		if o.Shape == "ground" {
			home = vec.Vec{Y: f.Pos(0).Y}
		}
		switch seed % 3 {
		case 0:
			s := w.Surroundings()
			s.Obstacles[0].At = home
			if err := w.SetSurroundings(s); err != nil {
				t.Fatal(err)
			}
		default:
			w.schedule = append(w.schedule, plannedChange{Change: schedule.Change{Thing: "mover", Key: "at", Value: home, Ramp: float32(seed%3-1) / 2}, kind: "obstacle"})
		}
		for range 60 {
			was := make([]vec.Vec, f.N)
			for slot, id := range f.Boids.ID[:f.N] {
				was[id] = f.Pos(slot)
			}
			w.Step()
			now := w.around.Obstacles[0]
			for slot, id := range f.Boids.ID[:f.N] {
				p := f.Pos(slot)
				if crosses(&now, p, p) {
					t.Fatalf("seed %d, tick %d: boid %d is at %v inside %+v", seed, w.Tick(), id, p, now)
				}
				if d := p.Sub(was[id]).Length(); d > farMoved+0.5 && f.Boids.Wing[slot]&lanes.Jumped == 0 {
					t.Fatalf("seed %d, tick %d: boid %d was moved by %v m, but is not flagged as Jumped", seed, w.Tick(), id, d)
				}
			}
		}
	}
}
