package flock

import (
	"math/rand/v2"
	"testing"

	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// sameFlights simulates a flock with the grid and with brute force, compares the hashes, and calls look after
// each tick.
func sameFlights(t *testing.T, p Params, pos, vel []vec.Vec, ticks int, look func(f *flock)) {
	t.Helper()
	w, other := worldWithBoids(t, p, Grid, pos, vel), worldWithBoids(t, p, Brute, pos, vel)
	for range ticks {
		w.Step()
		other.Step()
		if w.Hash() != other.Hash() {
			t.Fatalf("tick %d: the state differs from brute force", w.Tick())
		}
		look(w.flocks[0])
	}
}

func roomy() Params {
	p := bare()
	put(&p, "vision", 3, "separation", 0.01, "cohesion", 0.01, "alignment", 0.01, "max_speed", 40)
	return p
}

// With all kernels, boids also see boids that are too fast for records. If there are many of these, the
// flock uses no records for some ticks.
func TestBoidsTooFastForRecords(t *testing.T) {
	const n = 1500
	for k := neither; k <= avx512; k++ {
		if !k.available() {
			continue
		}
		for _, every := range []int{200, 3} {
			end := k.useOnly()
			r := rand.New(rand.NewPCG(61, 62))
			pos, vel := lattice(r, n, vec.Vec{X: 10, Y: 50, Z: -20}, 24), randomVelocities(r, n, 2)
			for i := range vel {
				vel[i] = vel[i].Add(vec.Vec{X: 20, Y: 3, Z: -4})
				if i%every == 0 {
					vel[i] = vel[i].Add(vec.Vec{X: 0, Y: 0, Z: 17}) // too fast for records; the others differ less from the mean velocity
				}
			}
			used, unused, tooFast := 0, 0, 0
			sameFlights(t, roomy(), pos, vel, 12, func(f *flock) {
				if f.Plan().Records {
					used++
				} else {
					unused++
				}
				tooFast += f.Plan().TooFast
			})
			if tooFast == 0 || used == 0 || (unused > 0) != (every < 10) {
				t.Errorf("one boid in %d is fast: records were used for %d ticks and not for %d, and %d boids were too fast; the test needs all of these", every, used, unused, tooFast)
			}
			end()
		}
	}
}

// In a lattice, many pairs are exactly at the range of sight, and out of sight, with records and with brute
// force.
func TestRecordsAtTheLimitOfSight(t *testing.T) {
	r := rand.New(rand.NewPCG(63, 64))
	pos, vel := lattice(r, 1500, vec.Vec{X: 0, Y: 40, Z: 0}, 14), randomVelocities(r, 1500, 1)
	for i := range pos {
		pos[i] = vec.Vec{X: float32(int(2 * pos[i].X)), Y: float32(int(2 * pos[i].Y)), Z: float32(int(2 * pos[i].Z))}.Scale(0.5)
	}
	for k := neither; k <= avx512; k++ {
		if !k.available() {
			continue
		}
		end := k.useOnly()
		used := false
		sameFlights(t, roomy(), pos, vel, 3, func(f *flock) { used = f.Plan().Records })
		if !used {
			t.Error("the flock does not use records")
		}
		end()
	}
}

// If the difference of two neighbours' slots does not fit 16 bits, the flight is the same as in a flock
// that uses no lists.
func TestFlocksTooWideForLists(t *testing.T) {
	const across = 260
	p := roomy()
	put(&p, "vision", 1.4)
	pos := []vec.Vec{{X: 0, Y: 0, Z: -0.875}} // This boid shifts the grid, so that two layers of boids lie in two layers of cells.
	for i := range across * across {
		for k := range 2 {
			pos = append(pos, vec.Vec{X: float32(i%across) - across/2, Y: float32(i/across) - across/2, Z: 1.25 * float32(k)})
		}
	}
	vel := randomVelocities(rand.New(rand.NewPCG(65, 66)), len(pos), 1)
	w, other := worldWithBoids(t, p, Grid, pos, vel), worldWithBoids(t, p, Grid, pos, vel)
	other.flocks[0].AvoidRecords(1 << 40)
	f, without := w.flocks[0], 0
	for range 2 {
		w.Step()
		other.Step()
		if w.Hash() != other.Hash() {
			t.Fatalf("tick %d: the state differs from a flock without records", w.Tick())
		}
	}
	for slot := 0; slot < f.N; slot += lanes.Size {
		if !f.HasList(slot) {
			without++
		}
	}
	if !f.Plan().Records || other.flocks[0].Plan().Records || without == 0 {
		t.Errorf("the flocks use records: %v and %v, want true and false; %d blocks have no lists, want some", f.Plan().Records, other.flocks[0].Plan().Records, without)
	}
}
