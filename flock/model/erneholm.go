package model

import (
	"skein/flock"
	"skein/flock/rules"
)

// Erneholm returns the model of C.-O. Erneholm's comparison of two definitions of the
// neighbourhood of a boid, in the plane (S4). A boid has a place, a course and a speed:
//
//	separation  course_i += turn_away_share · turn to the mean of p_i - p_j,
//	            over boids nearer than turn_away_range (algorithm 3)
//	cohesion    course_i += turn_to_share · turn to the mean of p_j - p_i (algorithm 2)
//	alignment   course_i += course_share · mean of course_j - course_i
//	            speed_i  += speed_share · mean of speed_j - speed_i (algorithm 4)
//	step        p_i      += speed_i · (cos course_i, sin course_i) (algorithm 1)
//
// "Turn to" a vector means the angle from the course to the vector's direction, the shorter way round.
// Cohesion and alignment use the neighbourhood. A step turns by at most turn_limit and keeps the speed
// between min_speed and max_speed. One step is one tick, and one pixel is one metre.
//
// The neighbourhoods are described at flock.Sight: the text compares "sphere" and "nearest" (with N = 7),
// and proposes "radius_plus_nearest" (chapter 3). It also proposes that each neighbour acts in only one
// rule, see the parameter one_rule: a boid turns away from neighbours nearer than turn_away_range, takes
// the course of other neighbours nearer than flocking_distance, and turns to the neighbours beyond.
//
// Choices where the text is unclear or wrong:
//
//   - Algorithm 1 prints boid.x ← cos(course)·velocity·dTime, which sets the position to
//     the step. The prose lets boids "fly straight ahead", so the step is added here.
//   - Algorithm 4 does not reduce differences of angles to half a turn. Here the difference from 179° to
//     -179° is 2°, and the difference of opposite courses is half a turn to the left.
//   - The text does not define steerThoward, and its only number is N = 7. The argument of steerThoward is
//     a position in cohesion, and a vector from the boid in separation. Here both give a direction, and the
//     boid turns to it by a share of the angle. Only alignment changes the speed.
//   - Algorithm 4 adds the whole mean difference. Here all boids move at once, so two boids would swap
//     their courses for ever. Therefore only a share of the difference is added.
//   - The code moves one boid after the other: "foreach boid" changes the course that
//     the next one sees. Here all boids use the state before the step.
//   - "Separation only acts on the closest boids": here these are the boids nearer than turn_away_range,
//     for every kind of neighbourhood.
//   - "Putting an upper limit on how fast the boids can move and turn is a common improvement": this model
//     limits both. There is also a lowest speed, because a boid at rest has no course.
//   - With one_rule, only the distance of a neighbour decides in which rule it acts. turn_away_range and
//     flocking_distance separate "too close", "near optimal" and "far".
//
// [Trials] returns the 15 trials of the text.
func Erneholm() *flock.Model { return mustNamed("erneholm") }

// Erneholm3D returns the model of [Erneholm] in space, where a course is a direction. The turn
// from one course to another is the shortest arc between them, as a vector across the boid's
// own course. The mean of turns is the mean of these vectors. In the plane this gives the
// formulas of Erneholm.
func Erneholm3D() *flock.Model { return mustNamed("erneholm-3d") }

func erneholm(name string) flock.ModelDef {
	const vision, tooNear, near, slowest, fastest = 20, 5, 10, 0.25, 1
	def := flock.ModelDef{
		Name:   name,
		Title:  "boids turn towards or away from their neighbours, or adopt their course",
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
		def.Title = "in 3D, boids turn towards or away from their neighbours, or adopt their course"
		def.Space.BoundsSize = 120
	}
	return def
}
