package rules

import (
	"skein/flock"
	"skein/flock/around"
	"skein/flock/vec"
)

// Goals makes boids fly to the goals of the World, one after the other in the order of their list. After the
// last goal they fly freely. They turn towards a goal and keep their speed. The steering force is
//
//	0.1·(|v|·U(p - x) - v)
//
// where p is the goal's position, and x and v are the boid's position and velocity. Its length is at most
// the goal's pull. If the goal lies inside the circle of the boid's tightest turn, the steering force is 0.
// Otherwise the boid would circle the goal for ever. In wind, the course over the ground points to the
// goal.
type Goals struct {
	goals []around.Place
	navigator
}

// About implements [flock.Rule].
func (r *Goals) About() flock.About { return flock.About{Name: "goals", Source: "skein"} }

// ThingKind implements [flock.Rule].
func (r *Goals) ThingKind() string { return "place" }

// UseSurroundings implements [flock.Rule].
func (r *Goals) UseSurroundings(s *around.Surroundings, species string) {
	r.goals = placesOf(s, "goal", species)
}

func placesOf(s *around.Surroundings, role, species string) (all []around.Place) {
	for _, p := range s.Places {
		if p.Role == role && p.Pull > 0 && isFor(p.Species, species) {
			all = append(all, p)
		}
	}
	return all
}

// IsActive implements [flock.Rule].
func (r *Goals) IsActive() bool { return len(r.goals) > 0 }

// Columns returns one column: how many goals a boid has reached.
func (r *Goals) Columns() []flock.Column {
	return []flock.Column{{Name: "goal", High: around.MaxThings}}
}

// Tick implements [flock.Rule].
func (r *Goals) Tick(now *flock.Tick) { r.tick(now) }

// Steer implements [flock.Rule].
func (r *Goals) Steer(me *flock.Self) vec.Vec {
	k := int(me.State[0])
	if k >= len(r.goals) {
		return vec.Vec{}
	}
	g := &r.goals[k]
	to := r.vectorTo(me.Pos, g.At)
	if to.Dot(to) <= float32(g.Radius*g.Radius) {
		me.State[0]++
		return vec.Vec{}
	}
	if me.Speed > 0 && r.circles(me, to, g) {
		return vec.Vec{}
	}
	return r.airVelocity(me.Pos, to.Unit(), vec.Max(me.Speed, 1/r.pace)).Sub(me.Vel).Scale(0.1).Clip(g.Pull)
}

func (r *Goals) circles(me *flock.Self, to vec.Vec, g *around.Place) bool {
	side := to.Across(me.Heading)
	beside := side.Length()
	hardest := vec.Min(g.Pull, float32(0.1*me.Speed))
	radius := float32(float32(me.Speed*me.Speed)*r.turnFactor) / hardest
	if beside == 0 || radius <= g.Radius {
		return false
	}
	off := to.Sub(side.Scale(radius / beside))
	return off.Length() < radius-g.Radius
}
