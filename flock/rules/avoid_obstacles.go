package rules

import (
	"skein/flock"
	"skein/flock/around"
	"skein/flock/vec"
)

// AvoidObstacles turns a boid that flies towards an obstacle. It makes the smallest turn that leads past
// the obstacle, and turns harder when the obstacle is near. It tries directions 25°, 50° and 85° to the
// left and right, above and below its heading. It takes the first direction that is clear for the whole
// look-ahead distance. If no direction is clear, it takes the one with the longest clear distance. Among
// equal directions it prefers the direction along the obstacle's surface, then a level one, then up.
// Straight in front of a wall, boids with even and odd ids turn to different sides, so that a flock parts
// around a tower. The steering force is
//
//	(w - u) · v · min(1, Avoid/(15·t))
//
// where u is the heading, w the chosen direction, v the speed, and t the time in seconds until the boid
// reaches the obstacle.
type AvoidObstacles struct {
	Avoid   float32 `key:"obstacle_avoid" label:"Obstacle avoidance" group:"Place" range:"0,10" slider:"3" doc:"How strongly boids turn away from obstacles ahead. 0 means off"`
	Seconds float32 `key:"obstacle_seconds" with:"obstacle_avoid" label:"Obstacle look-ahead" unit:"s" range:"0.1,10" slider:"5" doc:"Time of flight over which boids look ahead for obstacles"`
	Berth   float32 `key:"obstacle_berth" with:"obstacle_avoid" label:"Obstacle distance" unit:"m" range:"0,20" slider:"5" body:"" doc:"Distance that boids keep from obstacles"`

	hasObstacles bool
}

// About implements [flock.Rule].
func (r *AvoidObstacles) About() flock.About {
	return flock.About{Name: "avoid obstacles", Source: "skein"}
}

// ThingKind implements [flock.Rule].
func (r *AvoidObstacles) ThingKind() string { return "obstacle" }

// UseSurroundings implements [flock.Rule].
func (r *AvoidObstacles) UseSurroundings(s *around.Surroundings, _ string) {
	r.hasObstacles = len(s.Obstacles) > 0
}

// IsActive implements [flock.Rule].
func (r *AvoidObstacles) IsActive() bool { return r.hasObstacles && r.Avoid > 0 }

// Look implements [flock.Rule].
func (r *AvoidObstacles) Look() flock.Look { return flock.Look{Seconds: r.Seconds, Berth: r.Berth} }

// Steer implements [flock.Rule].
func (r *AvoidObstacles) Steer(me *flock.Self, ahead *flock.Ahead) vec.Vec {
	way := directionPast(me, ahead, ahead)
	gain := min(1, r.Avoid/float32(15*max(ahead.Seconds, 1e-3)))
	return way.Sub(me.Heading).Scale(float32(me.Speed * gain))
}

type clearanceFinder interface{ Clear(way vec.Vec) float32 }

func directionPast(me *flock.Self, ahead *flock.Ahead, look clearanceFinder) vec.Vec {
	sides, n := sidesOf(me, ahead)
	best, most := ahead.Normal, ahead.Free/ahead.Far
	for _, turn := range [3][2]float32{{0.9063078, 0.4226183}, {0.6427876, 0.7660444}, {0.0871557, 0.9961947}} {
		clear, chosen := false, -1
		for k := range sides[:n] {
			s := &sides[k]
			if clear && s.rating(1) < most {
				break // no later direction has a higher rating
			}
			way := me.Heading.Scale(turn[0]).Add(s.to.Scale(turn[1]))
			free := look.Clear(way) / ahead.Far
			clear = clear || free == 1
			if worth := s.rating(free); worth > most || worth == most && s.rank < chosen {
				best, most, chosen = way, worth, s.rank
			}
		}
		if clear {
			return best
		}
	}
	return best
}

type side struct {
	to         vec.Vec // unit vector across the heading
	rank       int
	bias, lean float32
}

func (s *side) rating(free float32) float32 { return free + s.bias + s.lean }

// sidesOf returns n directions across the heading to which a boid may turn, the preferred one first. That one
// is usually clear, and then directionPast does not try the others.
func sidesOf(me *flock.Self, ahead *flock.Ahead) (all [4]side, n int) {
	right := me.Heading.Cross(vec.Vec{Y: 1}).Unit()
	if right == (vec.Vec{}) {
		right = vec.Vec{X: 1}
	}
	up := right.Cross(me.Heading)
	bias := [4]float32{0, 0, -0.02, -0.2} // level, up, down
	bias[me.ID&1] += 0.01
	n = len(all)
	if ahead.Level {
		n = 2
	}
	for k, to := range [4]vec.Vec{right, right.Neg(), up, up.Neg()} {
		all[k] = side{to, k, bias[k], float32(0.3 * to.Dot(ahead.Normal))}
		for j := k; j > 0 && k < n && all[j].rating(1) > all[j-1].rating(1); j-- {
			all[j], all[j-1] = all[j-1], all[j]
		}
	}
	return all, n
}
