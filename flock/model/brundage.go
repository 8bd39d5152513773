package model

import (
	"skein/flock"
	"skein/flock/rules"
)

// Brundage returns the model of H. Brundage, "Neat Algorithms - Flocking" (2011), in the
// plane, exact to its code (S1):
//
//	separation = mean of (p_i - p_j)/d²  of those nearer than desired_separation
//	alignment  = mean of v_j             of those nearer than vision, |…| ≤ max_force
//	cohesion   = steer_to(mean of p_j)   of those nearer than vision
//	v_i += separation_weight·separation + alignment_weight·alignment + cohesion_weight·cohesion
//	|v_i| ≤ max_speed
//	p_i += v_i, around the edges
//
// where steer_to(p) is D - v_i, cut to max_force, with D towards p and as long as
// max_speed, or within the easing distance of 100 as max_speed·d/100. A step is a
// tick, a pixel a metre; the map of 550 pixels lies level, its middle over the origin.
//
// What its text leaves open or is to be known about it, and what is taken:
//
//   - The guard d > 0 leaves out those in the same place: boids that start from one
//     point separate by their different velocities alone.
//   - A neighbourhood of d > 0 also means that the mean velocity of it, which is added
//     and not matched, is 0 for nobody.
//   - NEIGHBOUR_RADIUS, DESIRED_SEPARATION and the weights are not in the text. Taken
//     are 50, 25 and 1.5, 1, 1: those of the sketch by D. Shiffman that its code says
//     it is ported from.
//   - How distances go around the edges is not in the text: the nearest image counts,
//     and the centre of the neighbours is that of their nearest images.
//   - Its code steps one boid after the other. Here all move at once, by where all
//     were.
//   - Velocities begin uniform in a square of 2; here each boid has a course of its own
//     and a speed of 1.
//   - [0..100] is 101 boids, though the comment says 100.
//
// Its boids "are afraid of mice". The text's code does not print how: taken is
//
//	fear = (p_i - p)/d²  away from a point p nearer than fear_radius, weighted like the others
//
// while there is somebody at the point, as in the window the pointer is that frightens.
func Brundage() *flock.Model { return known("brundage") }

func brundage() flock.ModelDef {
	const force, radius, speed = 0.05, 50, 2
	return flock.ModelDef{
		Name:   "brundage",
		Title:  "steering forces with a limit, on a map that wraps around",
		Source: "H. Brundage, Neat Algorithms - Flocking, 2011",

		Count:  101,
		Sight:  flock.Sight{Vision: radius, Nearest: 7, FieldOfView: 360, LonelyRange: radius},
		Speeds: flock.Speeds{MaxSpeed: speed},
		Space:  flock.Space{Bounds: flock.Wrap, BoundsSize: 550},
		Flight: flock.Flight{Wingspan: 9, FlapRate: 4, BankTime: 0.35, GlideSink: 1},
		Units:  flock.PerStep,
		Plane:  true,

		Rules: []flock.Rule{
			&rules.Repel{Weight: 1.5, Radius: 25},
			&rules.MeanCourse{Weight: 1, Force: force, Radius: radius},
			&rules.SteerTo{Weight: 1, Easing: 100, Force: force, Speed: speed, Radius: radius},
			&rules.Fear{Weight: 5, Radius: 100},
		},
	}
}

// BrundageScene returns the scene "brundage": all from one point.
func BrundageScene() flock.Def {
	return flock.Def{
		Seed: 4, TickRate: 30,
		Flock: flock.Flock{
			Start:  flock.Start{Altitude: 10, Speed: 1, Disorder: 1},
			Params: Brundage().Params(),
		},
	}
}
