package flock

import (
	"math/rand/v2"
	"testing"

	"skein/flock/vec"
)

// Boids that see by records and look for no more than the nearest fly as those that look
// at every other one by one: in random places, and where many are equally far, so that
// ids decide; with leaders who count for more, and with lonely boids.
func TestNearestByRecords(t *testing.T) {
	for k := neither; k <= avx512; k++ {
		if !k.here() {
			continue
		}
		for _, to := range []Neighbourhood{NearestInSight, NearestN, RadiusAndNearest} {
			for _, ties := range []bool{false, true} {
				end := k.only()
				r := rand.New(rand.NewPCG(73, 74))
				n := 500
				pos, vel := lattice(r, n, vec.Vec{X: 10, Y: 50, Z: -20}, 9), quick(r, n, 2)
				for i := range pos {
					if pos[i] = pos[i].Scale(0.5).Add(vec.Vec{X: 0, Y: 30, Z: 0}); ties {
						pos[i] = vec.Vec{X: float32(int(pos[i].X)), Y: float32(int(pos[i].Y)), Z: float32(int(pos[i].Z))}
					} else {
						pos[i] = pos[i].Add(vel[i].Scale(0.25)).Quantized()
					}
				}
				p := roomy()
				put(&p, "neighbourhood", to, "nearest", 5, "leadership", 1, "salience", 3, "salience_range", 4, "lonely_count", 2, "lonely_range", 6)
				used, led := 0, 0
				sameFlights(t, p, pos, vel, 5, func(f *flock) {
					if f.records.Use {
						used++
					}
					led += len(f.leaders)
				})
				if used == 0 || led == 0 {
					t.Errorf("%v: records are in use in %d ticks, %d leaders: the test proves nothing", to, used, led)
				}
				end()
			}
		}
	}
}
