package scenario

import "math"

// vicsek1995 returns the new velocities of Vicsek and others (1995), eq. 2. The new angle of a particle is
// the mean angle arctan[⟨sin θ⟩/⟨cos θ⟩] of all particles within the radius r, including itself, plus a
// random number from -η/2 to η/2.
func vicsek1995(s *published) (all []point) {
	for i := range s.x {
		sines, cosines := 0.0, 0.0
		for j := range s.x {
			if s.to(i, j).length() < s.number("vicsek_radius") {
				angle := math.Atan2(-s.v[j][2], s.v[j][0]) // angle as seen from above, with -z upwards in the picture
				sines, cosines = sines+math.Sin(angle), cosines+math.Cos(angle)
			}
		}
		angle := math.Atan2(sines, cosines) + s.number("vicsek_noise")*(s.draw(0, i)-0.5)
		v := s.number("max_speed")
		all = append(all, point{v * math.Cos(angle), 0, -v * math.Sin(angle)})
	}
	return all
}

// czirok1999 returns the new velocities of Czirók, Vicsek and Vicsek (1999): v N(N(⟨v⟩) + ξ). N(u) is the
// unit vector of u, the mean is over the particles within the radius, and ξ is uniform in a ball of radius
// η.
func czirok1999(s *published) (all []point) {
	for i := range s.x {
		var sum point
		for j := range s.x {
			if s.to(i, j).length() < s.number("vicsek_radius") {
				sum = sum.plus(s.v[j])
			}
		}
		noise := s.direction(1, i).times(s.number("vicsek_noise") * math.Cbrt(s.draw(0, i)))
		all = append(all, sum.unit().plus(noise).unit().times(s.number("max_speed")))
	}
	return all
}

// couzin2002 returns the new velocities of Couzin and others (2002), eqs. 1 to 3 and the text after them.
func couzin2002(s *published) (all []point) {
	const degree = math.Pi / 180
	near := s.number("repulsion_radius")
	orientation := near + s.number("orientation_width")
	attraction := orientation + s.number("attraction_width")
	for i := range s.x {
		var away, along, towards point
		repelling := 0
		v := s.v[i].unit()
		for j := range s.x {
			if j == i {
				continue
			}
			r := s.to(i, j)
			blind := v.angleTo(r) > s.number("perception")/2*degree
			switch d := r.length(); {
			case d < near:
				repelling++
				away = away.minus(r.unit()) // eq. 1
			case blind:
			case d < orientation:
				along = along.plus(s.v[j].unit()) // eq. 2
			case d <= attraction:
				towards = towards.plus(r.unit()) // eq. 3
			}
		}
		wanted := away
		if repelling == 0 {
			wanted = along.plus(towards)
		}
		if wanted = wanted.unit(); wanted == (point{}) {
			wanted = v
		}
		axis := wanted.cross(s.direction(0, i)).unit()
		wanted = wanted.turnedAround(axis, s.number("error")*s.gaussian(2, i))
		if most := s.number("turn_angle") * degree; v.angleTo(wanted) > most {
			wanted = v.turnedAround(v.cross(wanted).unit(), most)
		}
		all = append(all, wanted.times(s.number("max_speed")))
	}
	return all
}

// cuckerSmale2007 returns the new velocities of Cucker and Smale (2007): v_i(t+h) - v_i(t) = h Σ a_ij (v_j -
// v_i), with a_ij = K/(σ² + |x_i - x_j|²)^β.
func cuckerSmale2007(s *published) (all []point) {
	sigma, beta := s.number("communication_length"), s.number("communication_exponent")
	k := s.number("communication_rate") * math.Pow(sigma, 2*beta)
	for i := range s.x {
		v := s.v[i]
		for j := range s.x {
			d := s.to(i, j).length()
			a := k / math.Pow(sigma*sigma+d*d, beta)
			v = v.plus(s.v[j].minus(s.v[i]).times(s.tick * a))
		}
		all = append(all, v)
	}
	return all
}

// reynolds1999 returns the new velocities of Reynolds (1999). Each behaviour uses the flockmates within a
// distance and an angle:
//
//	separation  the sum of the unit vectors away from them, each divided by its distance
//	alignment   the difference between their mean velocity and the boid's
//	cohesion    the vector to their mean place
//
// The force is the weighted sum of the three unit vectors. The force and the new velocity are truncated.
func reynolds1999(s *published) (all []point) {
	for i := range s.x {
		var apart, velocities, places point
		aligned, gathered := 0.0, 0.0
		for j := range s.x {
			r := s.to(i, j)
			inside := func(behaviour string) bool {
				half := s.number("reynolds_"+behaviour+"_angle") / 2 * math.Pi / 180
				return r.length() < s.number("reynolds_"+behaviour+"_radius") && s.v[i].angleTo(r) <= half
			}
			if j == i {
				continue
			}
			if inside("separation") {
				apart = apart.minus(r.unit().times(1 / r.length()))
			}
			if inside("alignment") {
				velocities, aligned = velocities.plus(s.v[j]), aligned+1
			}
			if inside("cohesion") {
				places, gathered = places.plus(r), gathered+1
			}
		}
		force := apart.unit().times(s.number("reynolds_separation_weight"))
		if aligned > 0 {
			force = force.plus(velocities.times(1 / aligned).minus(s.v[i]).unit().times(s.number("reynolds_alignment_weight")))
		}
		if gathered > 0 {
			force = force.plus(places.unit().times(s.number("reynolds_cohesion_weight")))
		}
		force = truncated(force, s.number("reynolds_force"))
		all = append(all, truncated(s.v[i].plus(force.times(s.tick)), s.number("max_speed")))
	}
	return all
}

func truncated(v point, most float64) point {
	if v.length() > most {
		return v.unit().times(most)
	}
	return v
}
