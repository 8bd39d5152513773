package scenario

import (
	"math"
	"testing"

	"skein/flock/vec"
)

// slowNeighbours returns the Voronoi neighbours of animal i in the plane. Animal k is a neighbour if, for
// at least one third animal, the circle through i, k and this animal contains no other animal.
func slowNeighbours(pos []vec.Vec64, i int) (all []int) {
	for k := range pos {
		for m := range pos {
			if k == i || m == i || m == k {
				continue
			}
			a, b := pos[k].Sub(pos[i]), pos[m].Sub(pos[i])
			cross := 2 * (a[0]*b[2] - a[2]*b[0])
			if cross == 0 {
				continue
			}
			x := (b[2]*a.Dot(a) - a[2]*b.Dot(b)) / cross
			z := (a[0]*b.Dot(b) - b[0]*a.Dot(a)) / cross
			empty := true
			for n := range pos {
				d := pos[n].Sub(pos[i])
				if n != i && n != k && n != m && math.Hypot(d[0]-x, d[2]-z) < math.Hypot(x, z) {
					empty = false
					break
				}
			}
			if empty {
				all = append(all, k)
				break
			}
		}
	}
	return all
}

// slowFish returns the next direction of fish i, as an angle from the z-axis towards the x-axis, and its
// rate of turning, without noise. It integrates the paper's equations in a thousand small steps:
//
//	dω/dt = -v/ξ (ω − ω*),  ω* = ⟨(1 + cos θ)(kV v sin φ + kP d sin θ)⟩
//
// θ is the angle from the fish's direction to its neighbour, and φ the angle to the neighbour's direction.
// The mean is over the Voronoi neighbours.
func slowFish(pos []vec.Vec64, course []float64, i int, omega, kV, kP, v, xi, dt float64) (float64, float64) {
	wanted, neighbours := 0.0, slowNeighbours(pos, i)
	for _, k := range neighbours {
		d := pos[k].Sub(pos[i])
		theta, phi := math.Atan2(d[0], d[2])-course[i], course[k]-course[i]
		wanted += (1 + math.Cos(theta)) * (kV*v*math.Sin(phi) + kP*d.Length()*math.Sin(theta)) / float64(len(neighbours))
	}
	const steps = 1000
	for range steps {
		omega -= v / xi * (omega - wanted) * dt / steps
	}
	return course[i] + omega*dt, omega
}

// The scene fish agrees with slowFish step by step. The test computes the rates of turning itself. Directions
// differ by the quantum of the velocity, 0.71 · 2⁻¹² of 0.8, and rates by the error of the small steps, below
// 0.001 of a change: 0.0003 rad at 20 rad/s in 1/60 s. A few fish may differ more, if four neighbours are on
// one circle.
func TestFish(t *testing.T) {
	const count, steps, kV, kP, v, xi, dt = 40, 40, 2.7, 0.41, 0.8, 0.024, 1.0 / 60
	s := fieldScene(t, "fish", "turn_noise", 0.0, "count", count)
	flight := newFieldFlight(t, s)
	omega, offset, turned := make([]float64, count), 0, 0.0
	for range steps {
		pos := flight.pos
		var course []float64
		for _, one := range flight.vel {
			course = append(course, math.Atan2(one[0], one[2]))
		}
		flight.step()
		for i := range pos {
			var want float64
			want, omega[i] = slowFish(pos, course, i, omega[i], kV, kP, v, xi, dt)
			got := math.Atan2(flight.vel[i][0], flight.vel[i][2])
			if math.Abs(math.Remainder(got-want, 2*math.Pi)) > 0.0004 {
				offset++
				omega[i] = math.Remainder(got-course[i], 2*math.Pi) / dt
			}
			turned = max(turned, math.Abs(omega[i]))
		}
	}
	if most := count * steps / 200; offset > most {
		t.Errorf("%d of %d directions differ from the paper's, want at most %d", offset, count*steps, most)
	}
	if turned < 1 {
		t.Errorf("no fish turned faster than %v rad/s: the test tests nothing", turned)
	}
}
