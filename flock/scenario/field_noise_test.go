package scenario

import (
	"math"
	"testing"

	"skein/flock/vec"
)

// Scenes of published models with random terms agree with their publications for the same random numbers.
func TestFieldModelsWithChance(t *testing.T) {
	for _, m := range []fieldModel{
		{scene: "inertial-spin", set: []any{"count", 80, "temperature", 0.5}, next: inertialSpin2015()},
		{scene: "pearce", set: []any{"count", 40, "outline_share", 0.2, "heading_share", 0.5}, next: pearce2014, rare: 500},
		{scene: "speed-control", set: []any{"count", 80}, next: cavagna2022},
		{scene: "fish", set: []any{"count", 40}, next: gautrais2012(), rare: 200},
		{scene: "stardisplay", set: []any{"count", 80, "sight", 200}, next: stardisplay2010()},
		{scene: "stardisplay", set: []any{"count", 80, "sight", 200, "roosting_radius", 4, "random_force", 3, "start_range", 6}, next: stardisplay2010()},
	} {
		t.Run(m.scene, func(t *testing.T) { m.check(t) })
	}
}

// gaussians returns a vector of normal random numbers. number is the index of the first number.
func (s *published) gaussians(number, boid int) point {
	return point{s.gaussian(number, boid), s.gaussian(number+2, boid), s.gaussian(number+4, boid)}
}

// nearest returns the n birds that are nearest to bird i.
func (s *published) nearest(i, n int) []int {
	var pos []vec.Vec64
	for _, x := range s.x {
		pos = append(pos, vec.Vec64(x))
	}
	return nearestInTorus(pos, i, n, s.side)
}

// inertialSpin2015 computes the inertial spin model: dv/dt = s × v/χ and ds/dt = v × (J/v₀² Σ v_j - η/v₀²
// dv/dt + ξ/v₀). ξ is white noise with the variance 2dηT, where d = 3: in each axis 2ηT.
func inertialSpin2015() func(s *published) []point {
	var spins []point
	return func(s *published) (all []point) {
		spins = append(spins, make([]point, len(s.x)-len(spins))...)
		v0, chi, eta := s.number("max_speed"), s.number("inertia"), s.number("friction")
		for i, v := range s.v {
			var sum point
			for _, j := range s.nearest(i, int(s.number("partners"))) {
				sum = sum.plus(s.v[j])
			}
			noise := s.gaussians(0, i).times(math.Sqrt(2 * eta * s.number("temperature") * s.tick))
			spin := spins[i]
			rate := spin.cross(v).times(1 / chi)
			torque := sum.times(s.number("coupling") / v0 / v0).minus(rate.times(eta / v0 / v0)).times(s.tick).plus(noise.times(1 / v0))
			spin = spin.plus(v.cross(torque))
			spins[i] = spin
			all = append(all, v.turnedAround(spin.unit(), spin.length()/chi*s.tick).unit().times(v0))
		}
		return all
	}
}

// pearce2014 computes φp δ + φa ⟨v_j⟩ + φn η, where η is a random unit vector in the plane.
func pearce2014(s *published) (all []point) {
	phiP, phiA := s.number("outline_share"), s.number("heading_share")
	var pos []vec.Vec64
	for _, x := range s.x {
		pos = append(pos, vec.Vec64(x))
	}
	for i := range s.x {
		edges, _ := slowOutline(pos, i, s.number("bird_radius"))
		var sum point
		partners := s.nearest(i, int(s.number("partners")))
		for _, j := range partners {
			sum = sum.plus(s.v[j].unit())
		}
		angle := 2 * math.Pi * (s.draw(0, i) - 0.5)
		chance := point{1}.turnedAround(point{0, 1}, angle)
		wanted := point(edges).times(phiP).plus(sum.times(phiA / float64(len(partners)))).plus(chance.times(1 - phiP - phiA))
		all = append(all, wanted.unit().times(s.number("max_speed")))
	}
	return all
}

// cavagna2022 computes dv/dt = -∂H/∂v + η, with H = J/2 Σ (v - v_j)² + λ/v₀⁶ (v·v - v₀²)⁴. The variance of η
// is 2dT: in each axis 2T.
func cavagna2022(s *published) (all []point) {
	v0 := s.number("natural_speed")
	for i, v := range s.v {
		slope := v.times(8 * s.number("marginal_control") / math.Pow(v0, 6) * math.Pow(v.dot(v)-v0*v0, 3))
		for _, j := range s.nearest(i, int(s.number("partners"))) {
			slope = slope.plus(v.minus(s.v[j]).times(s.number("coupling")))
		}
		noise := s.gaussians(0, i).times(math.Sqrt(2 * s.number("temperature") * s.tick))
		all = append(all, v.minus(slope.times(s.tick)).plus(noise))
	}
	return all
}

// gautrais2012 computes dω = -v/ξ (ω - ω*) dt + v σ dW. In a step with a constant ω*, ω is normally
// distributed: its mean is ω* + (ω - ω*) e^(-dt v/ξ), and its variance v²σ² (1 - e^(-2 dt v/ξ)) ξ/2v.
func gautrais2012() func(s *published) []point {
	var rates []float64
	return func(s *published) (all []point) {
		rates = append(rates, make([]float64, len(s.x)-len(rates))...)
		v, xi := s.number("max_speed"), s.number("turn_length")
		var pos []vec.Vec64
		for _, x := range s.x {
			pos = append(pos, vec.Vec64(x))
		}
		course := func(i int) float64 { return math.Atan2(s.v[i][0], s.v[i][2]) }
		for i := range s.x {
			wanted, neighbours := 0.0, slowNeighbours(pos, i)
			for _, j := range neighbours {
				d := s.to(i, j)
				theta, phi := math.Atan2(d[0], d[2])-course(i), course(j)-course(i)
				turn := s.number("alignment_gain")*v*math.Sin(phi) + s.number("position_gain")*d.length()*math.Sin(theta)
				wanted += (1 + math.Cos(theta)) * turn / float64(len(neighbours))
			}
			remaining := math.Exp(-s.tick * v / xi)
			variance := math.Pow(v*s.number("turn_noise"), 2) * (1 - remaining*remaining) * xi / 2 / v
			rates[i] = wanted + (rates[i]-wanted)*remaining + math.Sqrt(variance)*s.gaussian(0, i)
			all = append(all, s.v[i].turnedAround(point{0, 1}, rates[i]*s.tick).unit().times(v))
		}
		return all
	}
}
