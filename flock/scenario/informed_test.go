package scenario

import "math"

// couzin2005 computes equations 1 to 3 of the model of informed individuals. The vector g has the given angle
// to the x axis, counter-clockwise if seen from above, where y is up.
func couzin2005(s *published) (all []point) {
	angle := s.number("preferred_direction") * math.Pi / 180
	g := point{math.Cos(angle), 0, -math.Sin(angle)}
	for i := range s.x {
		v := s.v[i].unit()
		var away, towards, along point
		tooNear := 0
		for j := range s.x {
			r := s.to(i, j)
			if j == i {
				along = along.plus(v) // the second sum of eq. 2 is over all j
				continue
			}
			if r.length() < s.number("repulsion_radius") {
				tooNear++
				away = away.minus(r.unit())
			}
			if r.length() < s.number("interaction_range") {
				towards, along = towards.plus(r.unit()), along.plus(s.v[j].unit())
			}
		}
		d := towards.plus(along) // eq. 2
		if tooNear > 0 {
			d = away // eq. 1
		}
		if d = d.unit(); d == (point{}) {
			d = v
		}
		if i < int(s.number("informed_count")) {
			d = d.plus(g.times(s.number("preference_weight"))).unit() // eq. 3
		}
		d = d.turnedAround(point{0, 1, 0}, s.number("error")*s.gaussian(0, i))
		if most := s.number("turn_angle"); v.angleTo(d) > most {
			d = v.turnedAround(v.cross(d).unit(), most)
		}
		all = append(all, d.times(s.number("max_speed")))
	}
	return all
}

// agentsFlocking computes the step that the benchmark's declaration defines, for all birds at once.
func agentsFlocking(s *published) (all []point) {
	for i := range s.x {
		var cohere, separate, match point
		n := 0.0
		for j := range s.x {
			heading := s.to(i, j)
			if j == i || heading.length() > s.number("visual_distance") {
				continue
			}
			n++
			cohere, match = cohere.plus(heading), match.plus(s.v[j].unit())
			if heading.length() < s.number("separation_distance") {
				separate = separate.minus(heading)
			}
		}
		sum := cohere.times(s.number("cohere_factor")).plus(separate.times(s.number("separate_factor"))).plus(match.times(s.number("match_factor")))
		v := s.v[i].unit().plus(sum.times(1 / math.Max(n, 1)))
		all = append(all, v.unit().times(s.number("max_speed")))
	}
	return all
}
