package rules

import (
	"skein/flock"
	"skein/flock/around"
	"skein/flock/vec"
)

// Shun keeps boids out of the repelling places of the World. If a boid's course passes a place within the
// radius R, the boid turns away before it arrives, and turns harder when it is near. Let d be the smallest
// distance between the course and the middle of the place. Let h be the distance along the course to that
// point, minus R. Let ahead be the distance that the boid looks ahead: two seconds of flight plus R/2. The
// steering force is
//
//	P·min(1, 1 - h/ahead)·(1 - ¾·d/R),    across the heading, away from the middle.
//
// A boid inside the radius is pushed outwards by P.
type Shun struct {
	places []around.Place
	navigator
}

// About implements [flock.Rule].
func (r *Shun) About() flock.About { return flock.About{Name: "shun", Source: "skein"} }

// ThingKind implements [flock.Rule].
func (r *Shun) ThingKind() string { return "place" }

// UseSurroundings implements [flock.Rule].
func (r *Shun) UseSurroundings(s *around.Surroundings, species string) {
	r.places = placesOf(s, "repel", species)
}

// IsActive implements [flock.Rule].
func (r *Shun) IsActive() bool { return len(r.places) > 0 }

// Tick implements [flock.Rule].
func (r *Shun) Tick(now *flock.Tick) { r.tick(now) }

// Steer implements [flock.Rule].
func (r *Shun) Steer(me *flock.Self) (sum vec.Vec) {
	for k := range r.places {
		sum = sum.Add(r.steerAway(me, &r.places[k]))
	}
	return sum
}

func (r *Shun) steerAway(me *flock.Self, p *around.Place) vec.Vec {
	to := r.vectorTo(me.Pos, p.At)
	d := to.Length()
	switch {
	case p.Radius == 0:
		return vec.Vec{}
	case d == 0:
		return me.Heading.Scale(p.Pull)
	case d < p.Radius:
		return to.Scale(-p.Pull / d)
	}
	ahead := float32(2*float32(me.Speed*r.pace)) + float32(p.Radius/2)
	along := to.Dot(me.Heading) - p.Radius
	side := to.Across(me.Heading)
	beside := side.Length()
	if to.Dot(me.Heading) <= 0 || along >= ahead || beside >= p.Radius {
		return vec.Vec{}
	}
	if beside < 1e-3 {
		side, beside = me.Heading.Cross(vec.Vec{Y: 1}), 1
	}
	near := vec.Min(1, 1-along/ahead)
	return side.Scale(-float32(p.Pull*float32(near*(1-float32(0.75*float32(beside/p.Radius))))) / beside)
}
