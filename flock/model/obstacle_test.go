package model_test

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

// No bird passes through a cylinder in a world in the plane, by the geometry of circles.
func TestNoBirdCrossesACylinderInThePlane(t *testing.T) {
	for _, m := range model.All() {
		if !m.Plane() || m.Name() == "cornell-predator" {
			continue
		}
		def := testscene.Home(m)
		def.WarmUp, def.Seed, def.Workers = 0, 3, 1
		def.Params = model.With(def.Params, "count", 100)
		var drums []*around.Obstacle
		at := newWorld(t, def)
		var s flock.Snapshot
		for range 120 {
			at.Step()
		}
		at.Snapshot(&s)
		low, high := s.Pos[0], s.Pos[0]
		for _, p := range s.Pos {
			for k := range 3 {
				low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
			}
		}
		size := high.Sub(low)
		def.Surroundings.Obstacles = make([]around.Obstacle, 0, 9)
		for k := range 9 { // nine cylinders on the boids' way, each with a radius of a twentieth of the region's width
			o := def.Surroundings.Add("obstacle").(*around.Obstacle)
			o.Shape, o.Radius, o.Height = "cylinder", max(size[0], size[2])/20, 100
			o.At = vec.Vec{X: low[0] + size[0]*float32(k%3+1)/4, Y: def.Start.Altitude - 50, Z: low[2] + size[2]*float32(k/3+1)/4}
			drums = append(drums, o)
		}
		w := newWorld(t, def)
		var was flock.Snapshot
		w.Snapshot(&was)
		near := 0
		for range 900 {
			w.Step()
			w.Snapshot(&s)
			for i := range s.Pos {
				if s.Pos[i][1] != def.Start.Altitude {
					t.Fatalf("%s: boid %d left the plane: %v", m.Name(), i, s.Pos[i])
				}
				if s.Flags[i]&flock.Jumped != 0 {
					continue
				}
				for _, o := range drums {
					d := distanceFromLine(was.Pos[i], s.Pos[i], o.At)
					if d < float64(o.Radius) {
						t.Fatalf("%s, tick %d: boid %d passes %v m from the axis of a drum with a radius of %v m", m.Name(), s.Tick, i, d, o.Radius)
					}
					if d < float64(o.Radius)*1.2 {
						near++
					}
				}
			}
			was, s = s, was
		}
		t.Logf("%s: boids came near a drum %d times", m.Name(), near)
		if near == 0 {
			t.Errorf("%s: no boid comes near a drum, so the test proves nothing", m.Name())
		}
	}
}

// distanceFromLine returns the distance, seen from above, of p from the straight line through two points.
func distanceFromLine(from, to [3]float32, p vec.Vec) float64 {
	ax, az := float64(from[0]-p.X), float64(from[2]-p.Z)
	dx, dz := float64(to[0]-from[0]), float64(to[2]-from[2])
	share := 0.0
	if d := dx*dx + dz*dz; d > 0 {
		share = math.Max(0, math.Min(1, -(ax*dx+az*dz)/d))
	}
	return math.Hypot(ax+share*dx, az+share*dz)
}
