package rules

import "skein/flock"

// AvoidObstacles turns a boid ahead of time whose way leads into an obstacle: by the
// smallest turn that leads past it, and so much the harder the nearer it is. It tries ways
// 25°, 50° and 85° off its heading, to both sides, up and down, and takes the first that is
// clear as far as it looks, or else the one that is clear the farthest; of those that are
// equally clear the one towards which the obstacle's surface leads, rather level than up
// and rather up than down. Straight before a wall every other boid turns the other way, so
// that a flock parts around a tower. With u the heading, w the way, v the speed and t the
// seconds until the boid is there, the steer is
//
//	(w - u) · v · min(1, Avoid/(15·t))
type AvoidObstacles struct {
	Avoid   float32 `key:"obstacle_avoid" label:"Obstacle avoidance" group:"Place" range:"0,10" slider:"3" doc:"how hard boids turn away from obstacles that lie ahead; 0 switches it off"`
	Seconds float32 `key:"obstacle_seconds" with:"obstacle_avoid" label:"Obstacle look-ahead" unit:"s" range:"0.1,10" slider:"5" doc:"how far ahead obstacles are seen, at the boid's speed"`
	Berth   float32 `key:"obstacle_berth" with:"obstacle_avoid" label:"Obstacle berth" unit:"m" range:"0,20" slider:"5" doc:"how wide a berth obstacles are given"`

	any bool // obstacles
}

// About says that it is skein's own.
func (r *AvoidObstacles) About() flock.About {
	return flock.About{Name: "avoid obstacles", Source: "skein"}
}

// Heeds is that of obstacles.
func (r *AvoidObstacles) Heeds() string { return "obstacle" }

// Around takes in whether there are obstacles.
func (r *AvoidObstacles) Around(s *flock.Surroundings, _ string) { r.any = len(s.Obstacles) > 0 }

// On says whether there is anything to turn away from, and a gain.
func (r *AvoidObstacles) On() bool { return r.any && r.Avoid > 0 }

// Look is as far as it is told.
func (r *AvoidObstacles) Look() flock.Look { return flock.Look{Seconds: r.Seconds, Berth: r.Berth} }

// Steer is towards the way past.
func (r *AvoidObstacles) Steer(me *flock.Self, ahead *flock.Ahead) flock.Vec {
	way := past(me, ahead, ahead)
	gain := min(1, r.Avoid/float32(15*max(ahead.Seconds, 1e-3)))
	return way.Sub(me.Heading).Scale(float32(me.Speed * gain))
}

// outlook says how far one can fly in a direction.
type outlook interface{ Clear(way flock.Vec) float32 }

// past is the way past what lies ahead, a unit vector.
func past(me *flock.Self, ahead *flock.Ahead, look outlook) flock.Vec {
	sides, n := sidesOf(me, ahead)
	best, most := ahead.Normal, ahead.Free/ahead.Far
	for _, turn := range [3][2]float32{{0.9063078, 0.4226183}, {0.6427876, 0.7660444}, {0.0871557, 0.9961947}} {
		clear, chosen := false, -1
		for k := range sides[:n] {
			s := &sides[k]
			if clear && s.worth(1) < most {
				break // nor is any behind it better
			}
			way := me.Heading.Scale(turn[0]).Add(s.to.Scale(turn[1]))
			free := look.Clear(way) / ahead.Far
			clear = clear || free == 1
			if worth := s.worth(free); worth > most || worth == most && s.number < chosen {
				best, most, chosen = way, worth, s.number
			}
		}
		if clear {
			return best
		}
	}
	return best
}

// side is where a boid may turn to.
type side struct {
	to         flock.Vec // unit, across the heading
	number     int       // the lower goes first among equals
	bias, lean float32
}

// worth is how good a way to the side is that is so free.
func (s *side) worth(free float32) float32 { return free + s.bias + s.lean }

// sidesOf are the sides that a boid may turn to: first that which is best if it is clear, as
// most are, so that the others need not be looked at.
func sidesOf(me *flock.Self, ahead *flock.Ahead) (all [4]side, n int) {
	right := me.Heading.Cross(flock.Vec{Y: 1}).Unit()
	if right == (flock.Vec{}) {
		right = flock.Vec{X: 1}
	}
	up := right.Cross(me.Heading)
	bias := [4]float32{0, 0, -0.02, -0.2} // level, up, down
	bias[me.ID&1] += 0.01
	n = len(all)
	if ahead.Level {
		n = 2
	}
	for k, to := range [4]flock.Vec{right, right.Neg(), up, up.Neg()} {
		all[k] = side{to, k, bias[k], float32(0.3 * to.Dot(ahead.Normal))}
		for j := k; j > 0 && k < n && all[j].worth(1) > all[j-1].worth(1); j-- {
			all[j], all[j-1] = all[j-1], all[j]
		}
	}
	return all, n
}
