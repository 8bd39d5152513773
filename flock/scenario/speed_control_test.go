package scenario

import (
	"math"
	"testing"

	"skein/flock/vec"
)

// speedEnergy returns the energy of a bird with velocity v, as the paper prints it, without the noise:
//
//	H = J/2 · Σ (v − v_j)² + λ/v₀⁶ · (v·v − v₀²)⁴ + g (|v| − v₀)²
func speedEnergy(v vec.Vec64, others []vec.Vec64, j, lambda, g, v0 float64) float64 {
	h := lambda / math.Pow(v0, 6) * math.Pow(v.Dot(v)-v0*v0, 4)
	h += g * (v.Length() - v0) * (v.Length() - v0)
	for _, o := range others {
		h += j / 2 * v.Sub(o).Dot(v.Sub(o))
	}
	return h
}

// The scene speed-control follows dv/dt = -∂H/∂v of the paper's energy, by finite differences. The tolerance
// is half a quantum of the velocity plus the error of the differences, below 1e-4 of the largest force, about
// 50 m/s².
func TestSpeedControl(t *testing.T) {
	for _, c := range []struct{ lambda, g float64 }{{0.05, 0}, {0, 5}} {
		s := fieldScene(t, "speed-control", "temperature", 0.0, "count", 100, "marginal_control", c.lambda, "linear_control", c.g)
		s.Start.Disorder, s.Start.Speed = 0.6, 13
		flight := newFieldFlight(t, s)
		const j, v0, dt, h = 2.0, 10, 1.0 / 60, 1e-3
		for range 40 {
			pos, vel := flight.pos, flight.vel
			flight.step()
			for i := range pos {
				var others []vec.Vec64
				for _, k := range nearestInTorus(pos, i, 6, 26) {
					others = append(others, vel[k])
				}
				want := vel[i]
				for axis := range 3 {
					up, down := vel[i], vel[i]
					up[axis], down[axis] = up[axis]+h, down[axis]-h
					slope := (speedEnergy(up, others, j, c.lambda, c.g, v0) - speedEnergy(down, others, j, c.lambda, c.g, v0)) / (2 * h)
					want[axis] -= dt * slope
				}
				if offset := flight.vel[i].Sub(want).Length(); offset > math.Sqrt(3)*vec.Quantum/2+50*dt*1e-4 {
					t.Fatalf("λ = %v, g = %v: bird %d differs by %v m/s from the transcription", c.lambda, c.g, i, offset)
				}
			}
		}
	}
}
