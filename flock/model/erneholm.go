package model

import (
	"skein/flock"
	"skein/flock/rules"
)

// Erneholm returns the model of C.-O. Erneholm's comparison of two definitions of the
// neighbourhood of a boid, in the plane (S4). A boid has a place, a course and a speed:
//
//	separation  course_i += turn_away_share · way to the mean of p_i - p_j,
//	            of those nearer than turn_away_range (algorithm 3)
//	cohesion    course_i += turn_to_share · way to the mean of p_j - p_i (algorithm 2)
//	alignment   course_i += course_share · mean of course_j - course_i
//	            speed_i  += speed_share · mean of speed_j - speed_i (algorithm 4)
//	step        p_i      += speed_i · (cos course_i, sin course_i) (algorithm 1)
//
// where the way to something is the turn from the course to its direction, the shorter
// way round, cohesion and alignment are over the neighbourhood, and a step turns by
// turn_limit at most and keeps the speed between min_speed and max_speed. A step is a
// tick, a pixel a metre.
//
// The neighbourhoods are those of flock.Sight: "sphere" and "nearest" (with N = 7) are
// the two that the text compares, and "radius_plus_nearest" is its proposal (chapter
// 3). Its other proposal, that a boid be active in one rule at a time for each other
// one, is the switch one_rule: those nearer than turn_away_range are turned away from,
// those nearer than flocking_distance have their course taken, and those beyond are
// turned to.
//
// What its text leaves open or gets wrong, and what is taken:
//
//   - Algorithm 1 prints boid.x ← cos(course)·velocity·dTime, which sets the place to
//     the step. The prose lets boids "fly straight ahead": the step is added.
//   - Algorithm 4 takes differences of angles as they are. From 179° to -179° it is 2°
//     here, and between opposite courses half a turn to the left.
//   - steerThoward is not in the text, nor is any number but N = 7. Cohesion hands it a
//     place, separation a way from the boid: both are taken as directions to turn to, by
//     shares of the turn. Nothing but alignment changes the speed.
//   - Algorithm 4 adds the whole mean difference. Where all move at once, as here, two
//     boids would then swap courses for ever: a share of it is added.
//   - Its code moves one boid after the other: "foreach boid" changes the course that
//     the next one sees. Here all go by how all were.
//   - "Separation only acts on the closest boids": on those in a radius of its own,
//     whatever the neighbourhood.
//   - "Putting an upper limit on how fast the boids can move and turn is a common
//     improvement": both have one, and a lowest speed, as at rest there is no course.
//   - The one rule for each other boid is chosen by its distance alone, "too close",
//     "near optimal" and "far" being the two distances above.
//
// Its 15 trials are [Trials].
func Erneholm() *flock.Model { return known("erneholm") }

// Erneholm3D returns the same in space, where a course is a direction: the way from one to
// another is the shortest arc between them, and the mean of such ways, which all lie
// across the boid's own course, is their mean as vectors. In the plane these are the
// formulas above.
func Erneholm3D() *flock.Model { return known("erneholm-3d") }

func erneholm(name string) flock.ModelDef {
	const vision, tooNear, near, slowest, fastest = 20, 5, 10, 0.25, 1
	def := flock.ModelDef{
		Name:   name,
		Title:  "turns to, from and along with a neighbourhood of choice",
		Source: "C.-O. Erneholm, Simulation of the Flocking Behavior of Birds With the Boids algorithm, KTH, 2011",

		Count:  100,
		Sight:  flock.Sight{Vision: vision, Nearest: 7, FieldOfView: 360, LonelyRange: vision},
		Speeds: flock.Speeds{MinSpeed: slowest, MaxSpeed: fastest},
		Space:  flock.Space{Bounds: flock.Wrap, BoundsSize: 160},
		Flight: flock.Flight{Wingspan: 1.5, FlapRate: 4, BankTime: 0.35, GlideSink: 1},
		Units:  flock.PerStep,
		Plane:  name == "erneholm",

		Rules: []flock.Rule{
			&rules.TurnAway{Share: 0.5, Range: tooNear},
			&rules.TurnTo{Share: 0.02, Flocking: near},
			&rules.TakeCourse{Course: 0.1, Speed: 0.1, Near: tooNear, Flocking: near},
			&rules.Turn{Limit: 8, Least: slowest, Most: fastest},
		},
	}
	if !def.Plane {
		def.Title = "turns in space to, from and along with a neighbourhood of choice"
		def.Space.BoundsSize = 120
	}
	return def
}

// ErneholmScene returns the scene "erneholm": strewn over a map that wraps around, boids
// meet and flock.
func ErneholmScene() flock.Def {
	return flock.Def{
		Seed: 4, TickRate: 30,
		Flock: flock.Flock{
			Start:  flock.Start{Shape: flock.Box, Radius: 80, Altitude: 10, Speed: 0.5, Disorder: 1},
			Params: Erneholm().Params(),
		},
	}
}

// Erneholm3DScene returns the same in space.
func Erneholm3DScene() flock.Def {
	d := ErneholmScene()
	d.Start.Radius, d.Start.Altitude, d.Params = 60, 60, Erneholm3D().Params()
	return d
}
