package rules

import (
	"skein/flock"
	"skein/flock/around"
	"skein/flock/vec"
)

// Roosts keeps boids near the roosts of the World by turning them horizontally, across the heading. The
// steering force is stronger if a boid heads outwards. It follows eq. 12 of H. Hildenbrandt, C. Carere and C.
// Hemelrijk, "Self-organized aerial displays of thousands of starlings", 2010. A boid turns to the side on
// which the roost lies, seen along the mean course of the boid's neighbours, so that neighbours turn in the
// same direction. Outside the radius R, the steering force is
//
//	P·min(1, 4·(d/R - 1) + 1/4)·(1/2 + cos/2)
//
// where P is the roost's pull, d is the boid's distance from the middle, and cos is the cosine of the angle
// between the heading and the direction outwards. A boid that is more than half the radius above or below the
// roost returns to its height.
type Roosts struct {
	roosts []around.Place
	navigator
}

// About implements [flock.Rule].
func (r *Roosts) About() flock.About {
	return flock.About{Name: "roosts", Source: "Hildenbrandt 2010"}
}

// ThingKind implements [flock.Rule].
func (r *Roosts) ThingKind() string { return "place" }

// UseSurroundings implements [flock.Rule].
func (r *Roosts) UseSurroundings(s *around.Surroundings, species string) {
	r.roosts = placesOf(s, "roost", species)
}

// IsActive implements [flock.Rule].
func (r *Roosts) IsActive() bool { return len(r.roosts) > 0 }

// Tick implements [flock.Rule].
func (r *Roosts) Tick(now *flock.Tick) { r.tick(now) }

// Steer implements [flock.Rule].
func (r *Roosts) Steer(me *flock.Self, seen *flock.Seen) vec.Vec {
	best, to := -1, vec.Vec{}
	for k := range r.roosts {
		if off := r.vectorTo(me.Pos, r.roosts[k].At); best < 0 || off.Dot(off) < to.Dot(to) {
			best, to = k, off
		}
	}
	p := &r.roosts[best]
	return turnIn(me, seen, p, to.Flat()).Add(r.level(me, p, to.Y))
}

func turnIn(me *flock.Self, seen *flock.Seen, p *around.Place, in vec.Vec) vec.Vec {
	d := in.Length()
	if d <= p.Radius || d == 0 {
		return vec.Vec{}
	}
	heading := me.Heading.Flat().Unit()
	if heading == (vec.Vec{}) {
		return in.Scale(p.Pull / d)
	}
	course, from := me.Vel.Add(seen.Velocity).Flat(), in.Sub(seen.Centre.Flat())
	side := vec.Vec{X: heading.Z, Z: -heading.X} // left, seen from above
	if float32(course.Z*from.X)-float32(course.X*from.Z) < 0 {
		side = side.Neg()
	}
	outward := (1 - heading.Dot(in)/d) / 2
	hard := vec.Min(1, float32(4*(d/vec.Max(p.Radius, 1)-1))+0.25)
	return side.Scale(float32(float32(p.Pull*hard) * outward))
}

// level steers vertically to the roost's height. above is its height above the boid, m.
func (r *Roosts) level(me *flock.Self, p *around.Place, above float32) vec.Vec {
	out := above
	switch half := float32(p.Radius / 2); {
	case above > half:
		out -= half
	case above < -half:
		out += half
	default:
		return vec.Vec{}
	}
	rise := float32(out*0.5) - float32(me.Vel.Y*r.pace) // vertical speed that the boid lacks to return within about two seconds, m/s
	return vec.Vec{Y: vec.Max(-p.Pull, vec.Min(float32(0.05*rise)/r.pace, p.Pull))}
}
