package flock

import "math"

// Rotation returns the rotation order parameter of the flying birds, a pure number. It is the length of the
// mean of ĉ × v̂, where ĉ is the unit vector from the birds' centre to a bird, and v̂ is the bird's unit
// velocity. It is 1 in a mill, where all birds circle around one axis through the centre. It is near 0 in a
// disordered swarm and in a flock that flies straight. A bird at the centre counts as 0. Rotation is
// undefined if no bird flies.
//
// It is m_group of I. D. Couzin, J. Krause, R. James, G. D. Ruxton and N. R. Franks, "Collective memory and
// spatial sorting in animal groups", Journal of Theoretical Biology 218, 1-11 (2002), and O_r of K. Tunstrøm
// and others, "Collective states, multistability and transitional behavior in schooling fish", PLoS
// Computational Biology 9, e1002915 (2013).
func Rotation(s *Snapshot) (value float64, ok bool) {
	return s.turning(func(out, v [3]float64) [3]float64 { return cross(unit(out), unit(v)) })
}

// AngularMomentum returns the length of the mean angular momentum of the flying birds about their centre,
// per unit of mass: |Σ (p - c) × v|/N, in m²/s. It does not depend on the velocity of the centre. It is
// undefined if no bird flies.
func AngularMomentum(s *Snapshot) (value float64, ok bool) { return s.turning(cross) }

// turning returns the length of the mean of a vector over the flying birds. The function of computes the
// vector from a bird's displacement from the flock's centre, in m, and from the bird's velocity, in m/s.
func (s *Snapshot) turning(of func(out, v [3]float64) [3]float64) (value float64, ok bool) {
	var centre, sum [3]float64
	birds := 0
	for i := range s.Vel {
		if s.Flies(i) {
			for k, x := range s.Pos[i] {
				centre[k] += float64(x)
			}
			birds++
		}
	}
	n := float64(max(1, birds))
	for k := range centre {
		centre[k] /= n
	}
	for i, v := range s.Vel {
		if s.Flies(i) {
			for k, x := range of(apart(toFloat64(s.Pos[i]), centre), toFloat64(v)) {
				sum[k] += x
			}
		}
	}
	return math.Sqrt(squared(sum)) / n, birds > 0
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{
		float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0]),
	}
}

func unit(v [3]float64) [3]float64 {
	length := math.Sqrt(squared(v))
	if length == 0 {
		return v
	}
	return [3]float64{v[0] / length, v[1] / length, v[2] / length}
}
