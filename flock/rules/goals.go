package rules

import "skein/flock"

// Goals has boids fly to the goals around them, to one after the other as they are
// listed, and lets them go at the last. They turn to a goal and keep their speed:
//
//	0.1·(|v|·U(p - x) - v),    clipped at the goal's pull,
//
// and none where the goal lies inside of the circle that this would turn them in: they
// would go round it for ever. In a wind it is the way over the ground that leads there.
type Goals struct {
	goals []flock.Place
	place
}

// About says that it is skein's own.
func (r *Goals) About() flock.About { return flock.About{Name: "goals", Source: "skein"} }

// Heeds is that of places.
func (r *Goals) Heeds() string { return "place" }

// Around takes in the goals.
func (r *Goals) Around(s *flock.Surroundings, species string) {
	r.goals = placesOf(s, "goal", species)
}

// placesOf are those of a role that are for a species.
func placesOf(s *flock.Surroundings, role, species string) (all []flock.Place) {
	for _, p := range s.Places {
		if p.Role == role && p.Pull > 0 && meant(p.For, species) {
			all = append(all, p)
		}
	}
	return all
}

// On says whether there are goals.
func (r *Goals) On() bool { return len(r.goals) > 0 }

// Columns are how many goals a boid has reached.
func (r *Goals) Columns() []flock.Column {
	return []flock.Column{{Name: "goal", High: flock.MaxThings}}
}

// Tick takes in the time.
func (r *Goals) Tick(now *flock.Tick) { r.tick(now) }

// Steer is to the next goal.
func (r *Goals) Steer(me *flock.Self) flock.Vec {
	k := int(me.State[0])
	if k >= len(r.goals) {
		return flock.Vec{}
	}
	g := &r.goals[k]
	to := r.to(me.Pos, g.At)
	if to.Dot(to) <= float32(g.Radius*g.Radius) {
		me.State[0]++
		return flock.Vec{}
	}
	if me.Speed > 0 && r.circles(me, to, g) {
		return flock.Vec{}
	}
	return r.heading(me.Pos, to.Unit(), flock.Most(me.Speed, 1/r.pace)).Sub(me.Vel).Scale(0.1).Clip(g.Pull)
}

// circles says whether a boid that turns to a goal as hard as it can goes round it.
func (r *Goals) circles(me *flock.Self, to flock.Vec, g *flock.Place) bool {
	side := to.Across(me.Heading)
	beside := side.Length()
	hardest := flock.Least(g.Pull, float32(0.1*me.Speed))
	radius := float32(float32(me.Speed*me.Speed)*r.turn) / hardest
	if beside == 0 || radius <= g.Radius {
		return false
	}
	off := to.Sub(side.Scale(radius / beside))
	return off.Length() < radius-g.Radius
}
