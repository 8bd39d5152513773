package model

import (
	"skein/flock"
	"skein/flock/rules"
)

// Brundage returns the model of H. Brundage, "Neat Algorithms - Flocking" (2011), in the plane, exact to
// its code (S1):
//
//	separation = mean of (p_i - p_j)/d²  over boids nearer than desired_separation
//	alignment  = mean of v_j             over boids nearer than vision, |…| ≤ max_force
//	cohesion   = steer_to(mean of p_j)   over boids nearer than vision
//	v_i += separation_weight·separation + alignment_weight·alignment + cohesion_weight·cohesion
//	|v_i| ≤ max_speed
//	p_i += v_i, around the edges
//
// Here steer_to(p) is D - v_i, limited to max_force. D points to p and has the length max_speed, or
// max_speed·d/100 within the easing distance of 100. One step is one tick, and one pixel is one metre. The
// map of 550 pixels lies level, with its middle over the origin.
//
// Choices where the text is unclear, and peculiarities of the code:
//
//   - The guard d > 0 skips boids in the same place. Boids that start at one point therefore separate only
//     because their velocities differ.
//   - The guard d > 0 also skips the boid itself. The alignment is the mean velocity itself, not its
//     difference from the boid's own. It is 0 for a boid without neighbours.
//   - The text does not give NEIGHBOUR_RADIUS, DESIRED_SEPARATION and the weights. This model uses 50, 25,
//     and the weights 1.5, 1 and 1. They are from the sketch by D. Shiffman, which the code names as its
//     origin.
//   - The text does not say how distances wrap around the edges. Here a boid is seen at its nearest image,
//     also in the centre of the neighbours.
//   - The code moves one boid after the other. Here all boids move at once, from the
//     state before the step.
//   - In the code, velocities start uniform in a square of side 2. Here each boid has a random course
//     and a speed of 1.
//   - The code's range [0..100] has 101 boids, although its comment says 100.
//
// The text says that the boids "are afraid of mice", but prints no formula. This model uses
//
//	fear = (p_i - p)/d²  away from a point p nearer than fear_radius, times fear_weight
//
// while a feared point is set. In the window, this is the mouse pointer.
func Brundage() *flock.Model { return mustNamed("brundage") }

func brundage() flock.ModelDef {
	const force, radius, speed = 0.05, 50, 2
	return flock.ModelDef{
		Name:   "brundage",
		Title:  "limited steering forces on a map that wraps around",
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
