package rules

import "skein/flock"

// Roosts keeps boids about the roosts around them, by a turn: level and across the
// heading, harder the more a boid heads outward, and to the side on which the roost lies
// of the way that its neighbourhood flies, so that neighbours turn one way (H. Hildenbrandt,
// C. Carere and C. Hemelrijk, "Self-organized aerial displays of thousands of starlings",
// 2010, eq. 12, with the side taken from the neighbourhood). From the radius R on, at the
// distance d, of the pull P,
//
//	P·min(1, 4·(d/R - 1) + 1/4)·(1/2 + cos/2),    cos between the heading and outward.
//
// Beside that a boid that is higher or lower than half of the radius is brought back to
// the roost's height.
type Roosts struct {
	roosts []flock.Place
	place
}

// About says where it is from.
func (r *Roosts) About() flock.About {
	return flock.About{Name: "roosts", Source: "Hildenbrandt 2010"}
}

// Heeds is that of places.
func (r *Roosts) Heeds() string { return "place" }

// Around takes in the roosts.
func (r *Roosts) Around(s *flock.Surroundings, species string) {
	r.roosts = placesOf(s, "roost", species)
}

// On says whether there are roosts.
func (r *Roosts) On() bool { return len(r.roosts) > 0 }

// Tick takes in the time.
func (r *Roosts) Tick(now *flock.Tick) { r.tick(now) }

// Steer is about the nearest roost.
func (r *Roosts) Steer(me *flock.Self, seen *flock.Seen) flock.Vec {
	best, to := -1, flock.Vec{}
	for k := range r.roosts {
		if off := r.to(me.Pos, r.roosts[k].At); best < 0 || off.Dot(off) < to.Dot(to) {
			best, to = k, off
		}
	}
	p := &r.roosts[best]
	return turnIn(me, seen, p, to.Flat()).Add(r.level(me, p, to.Y))
}

// turnIn is the turn.
func turnIn(me *flock.Self, seen *flock.Seen, p *flock.Place, in flock.Vec) flock.Vec {
	d := in.Length()
	if d <= p.Radius || d == 0 {
		return flock.Vec{}
	}
	heading := me.Heading.Flat().Unit()
	if heading == (flock.Vec{}) {
		return in.Scale(p.Pull / d)
	}
	course, from := me.Vel.Add(seen.Velocity).Flat(), in.Sub(seen.Centre.Flat())
	side := flock.Vec{X: heading.Z, Z: -heading.X} // to the left, seen from above
	if float32(course.Z*from.X)-float32(course.X*from.Z) < 0 {
		side = side.Neg()
	}
	outward := (1 - heading.Dot(in)/d) / 2
	hard := flock.Least(1, float32(4*(d/flock.Most(p.Radius, 1)-1))+0.25)
	return side.Scale(float32(float32(p.Pull*hard) * outward))
}

// level brings a boid back to a roost's height, which is so far above it.
func (r *Roosts) level(me *flock.Self, p *flock.Place, above float32) flock.Vec {
	out := above
	switch half := float32(p.Radius / 2); {
	case above > half:
		out -= half
	case above < -half:
		out += half
	default:
		return flock.Vec{}
	}
	rise := float32(out*0.5) - float32(me.Vel.Y*r.pace) // m/s that it lacks, to be there within some seconds
	return flock.Vec{Y: flock.Most(-p.Pull, flock.Least(float32(0.05*rise)/r.pace, p.Pull))}
}
