package rules

import "skein/flock"

// Shun keeps boids out of the places around them that repel. A boid whose way leads within
// the radius R of one turns away from it before it is there, the harder the nearer: with h
// the way to where it would be nearest to the middle, ahead no further than two seconds and
// R/2, and d the distance there, by
//
//	P·(1 - |h|/ahead)·(1 - d/R),    across the heading, away from the middle,
//
// and one that is inside is pushed outwards by P.
type Shun struct {
	places []flock.Place
	place
}

// About says that it is skein's own.
func (r *Shun) About() flock.About { return flock.About{Name: "shun", Source: "skein"} }

// Heeds is that of places.
func (r *Shun) Heeds() string { return "place" }

// Around takes in the places.
func (r *Shun) Around(s *flock.Surroundings, species string) {
	r.places = placesOf(s, "repel", species)
}

// On says whether there are places.
func (r *Shun) On() bool { return len(r.places) > 0 }

// Tick takes in the time.
func (r *Shun) Tick(now *flock.Tick) { r.tick(now) }

// Steer is away from all of them.
func (r *Shun) Steer(me *flock.Self) (sum flock.Vec) {
	for k := range r.places {
		sum = sum.Add(r.away(me, &r.places[k]))
	}
	return sum
}

func (r *Shun) away(me *flock.Self, p *flock.Place) flock.Vec {
	to := r.to(me.Pos, p.At)
	d := to.Length()
	switch {
	case p.Radius == 0:
		return flock.Vec{}
	case d == 0:
		return me.Heading.Scale(p.Pull)
	case d < p.Radius:
		return to.Scale(-p.Pull / d)
	}
	ahead := float32(2*float32(me.Speed*r.pace)) + float32(p.Radius/2)
	along := to.Dot(me.Heading) - p.Radius // to where the place begins, at the latest
	side := to.Across(me.Heading)
	beside := side.Length()
	if to.Dot(me.Heading) <= 0 || along >= ahead || beside >= p.Radius {
		return flock.Vec{}
	}
	if beside < 1e-3 {
		side, beside = me.Heading.Cross(flock.Vec{Y: 1}), 1
	}
	near := flock.Least(1, 1-along/ahead)
	return side.Scale(-float32(p.Pull*float32(near*(1-float32(0.75*float32(beside/p.Radius))))) / beside)
}
