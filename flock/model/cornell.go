package model

import (
	"strings"

	"skein/flock"
	"skein/flock/rules"
)

// Cornell returns the model of Cornell's course ECE 5730 in the plane of a VGA screen
// (S2), exact to its pseudocode:
//
//	close  = Σ (p_i - p_j)   over boids nearer than protected_range
//	p̄, v̄   = means           over other boids nearer than vision
//	v_i   += centering_factor·(p̄ - p_i) + matching_factor·(v̄ - v_i)
//	v_i   += avoid_factor·close
//	v_i   += turn_factor     inwards, along each axis, outside the margin
//	v_i   += predator_turn   along each axis away from Σ (p_i - p_j) of the predators
//	                         nearer than predator_range
//	|v_i| is clamped to min_speed and max_speed
//	p_i   += v_i
//
// One step is one tick, and one pixel is one metre. The screen lies level, with its middle over the origin.
// Its x is along x, and its y, which points down, is along z.
//
// Choices where the text is unclear or wrong:
//
//   - In the prose, a boid matches and follows all boids in the visual range. The pseudocode skips the
//     boids in the protected range, and so does this model.
//   - At the highest speed, the prose computes v_y with minspeed, by mistake. Here v_x and v_y are computed
//     with maxspeed, as in the pseudocode.
//   - The pseudocode moves one boid after the other, so the last one sees the new position of the first.
//     Here all boids move at once, from the state before the step, and nothing depends on their order.
//   - The pseudocode divides by a speed of 0. Here a boid at rest without a steering force stays
//     at rest.
//   - The text recommends fixed-point numbers. Here they are multiples of 2⁻¹² of a pixel.
//   - The text does not say how many boids there are and how they start. Here 200 boids
//     start in a square, each on a random course at a speed of 4.
//   - The pseudocode never resets the sums over predators, by mistake. Here they start
//     at 0 in each step.
//
// The predators are a flock of another species that the boids fear; see [CornellPredator]. The scene has two
// predators.
func Cornell() *flock.Model { return mustNamed("cornell") }

// Cornell3D returns the model of [Cornell] in space: the pseudocode with a third coordinate. The box is as
// high as the screen, and its depth equals its width.
func Cornell3D() *flock.Model { return mustNamed("cornell-3d") }

func cornell(name string) flock.ModelDef {
	const protected, visual = 8, 40
	def := flock.ModelDef{
		Name:   name,
		Title:  "protected and visual ranges on a screen with margins",
		Source: "Cornell University, ECE 5730: Boids",

		Count:  200,
		Sight:  flock.Sight{Vision: visual, Nearest: 7, FieldOfView: 360, LonelyRange: visual},
		Speeds: flock.Speeds{MinSpeed: 3, MaxSpeed: 6},
		Space:  flock.Space{BoundsSize: 60},
		Flight: flock.Flight{Wingspan: 9, FlapRate: 4, BankTime: 0.35, GlideSink: 1},
		Units:  flock.PerStep,
		Plane:  name == "cornell",

		Rules: []flock.Rule{
			&rules.Centre{Factor: 0.0005, Protected: protected, Visual: visual},
			&rules.Match{Factor: 0.05, Protected: protected, Visual: visual},
			&rules.Avoid{Factor: 0.05, Protected: protected, Visual: visual},
			&rules.Margins{Width: 640, Depth: 480, Height: 480, Margin: 100, Turn: 0.2},
			&rules.Predators{Turn: 0.5, Range: 100},
		},
		Guests: []flock.Guest{{Owner: "brundage", Rule: &rules.Fear{Weight: 10, Radius: 100}}},
	}
	if !def.Plane {
		def.Title = "protected and visual ranges in a box with margins"
		def.Rules[3] = &rules.Margins{Width: 640, Depth: 640, Height: 480, Margin: 100, Turn: 0.2}
	}
	return def
}

// CornellPredator returns the model of the predators of ECE 5730 in the plane (S2). They only turn at the
// margins, within the same limits of speed as the boids.
func CornellPredator() *flock.Model { return mustNamed("cornell-predator") }

// CornellPredator3D returns the model of [CornellPredator] in space.
func CornellPredator3D() *flock.Model { return mustNamed("cornell-predator-3d") }

func cornellPredator(name string) flock.ModelDef {
	def := cornell(strings.Replace(name, "-predator", "", 1))
	def.Name, def.Title = name, "a predator that only turns at the margins"
	def.Count, def.Flight.Wingspan, def.Flight.FlapRate = 2, 12, 3
	def.Rules = def.Rules[3:4]
	return def
}
