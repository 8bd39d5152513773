package scenario

import (
	"math"
	"testing"

	"skein/flock/vec"
)

// slowSpin returns the velocity and the spin of a bird after a step of the inertial spin model without
// noise, as its equations are printed:
//
//	dv/dt = s × v / χ
//	ds/dt = v × (J/v₀² · Σ v_j − η/v₀² · dv/dt)
//
// The spin is computed first. The new velocity is scaled to the length v₀.
func slowSpin(v, s, sum vec.Vec64, j, chi, eta, v0, dt float64) (velocity, spin vec.Vec64) {
	rate := s.Cross(v).Scale(1 / chi)
	s = s.Add(v.Cross(sum.Scale(j / v0 / v0).Sub(rate.Scale(eta / v0 / v0))).Scale(dt))
	v = v.Add(s.Cross(v).Scale(dt / chi))
	return v.Unit().Scale(v0), s
}

// The scene inertial-spin agrees with slowSpin step by step. The test computes the spins itself. A step
// differs by half a quantum of the velocity, and by a third of the cube of the angle, at most 0.1, because
// the formula rotates the velocity and slowSpin adds a vector. The tolerance is twice the sum, because the
// spins differ slightly, too.
func TestInertialSpin(t *testing.T) {
	s := fieldScene(t, "inertial-spin", "temperature", 0.0, "count", 120)
	flight := newFieldFlight(t, s)
	const j, chi, eta, v0, dt = 0.8, 1.25, 0.3, 10, 1.0 / 60
	spins := make([]vec.Vec64, 120)
	largest := 0.0
	for range 100 {
		pos, vel := flight.pos, flight.vel
		flight.step()
		for i := range pos {
			var sum vec.Vec64
			for _, k := range nearestInTorus(pos, i, 6, 28) {
				sum = sum.Add(vel[k])
			}
			var want vec.Vec64
			want, spins[i] = slowSpin(vel[i], spins[i], sum, j, chi, eta, v0, dt)
			angle := spins[i].Length() * dt / chi
			largest = max(largest, angle)
			if offset := flight.vel[i].Sub(want).Length(); offset > math.Sqrt(3)*vec.Quantum/2+2*v0*angle*angle*angle/3+1e-4 {
				t.Fatalf("bird %d differs by %v m/s from the transcription, at an angle of %v", i, offset, angle)
			}
		}
	}
	if largest < 0.01 {
		t.Errorf("no bird turned by more than %v in a step: the test tests nothing", largest)
	}
}
