package model

import (
	"strings"

	"skein/flock"
	"skein/flock/rules"
)

// Cornell returns the model of Cornell's course ECE 5730 in the plane of a VGA screen
// (S2), exact to its pseudocode:
//
//	close  = Σ (p_i - p_j)   of those nearer than protected_range
//	p̄, v̄   = means           of those no nearer than that, but nearer than vision
//	v_i   += centering_factor·(p̄ - p_i) + matching_factor·(v̄ - v_i)
//	v_i   += avoid_factor·close
//	v_i   += turn_factor     inwards, along each axis, outside the margin
//	v_i   += predator_turn   along each axis away from Σ (p_i - p_j) of the predators
//	                         nearer than predator_range
//	|v_i| is brought between min_speed and max_speed
//	p_i   += v_i
//
// A step is a tick, a pixel a metre. The screen lies level, its x along x and its y,
// which runs down, along z, its middle over the origin.
//
// What its text leaves open or gets wrong, and what is taken:
//
//   - The prose matches and follows all in the visual range, the pseudocode leaves
//     out those in the protected one: the pseudocode is followed.
//   - The prose clamps v_y at the highest speed with minspeed, a slip: both are
//     clamped with maxspeed, as in the pseudocode.
//   - The pseudocode moves one boid after the other, so that the last sees where the
//     first has gone. Here all move at once, by where all were: nothing depends on
//     the order of boids.
//   - The pseudocode divides by a speed of 0. A boid at rest that nothing steers
//     stays at rest.
//   - Fixed-point numbers, which it advises, are skein's own: 2⁻¹² of a pixel.
//   - The number of boids and how they start are not said: 200 are strewn in a square
//     at a speed of 4, each on its own course.
//   - The pseudocode never zeroes the sums over predators, a slip: they are over those
//     of one step.
//
// The predators are a flock of another species, see CornellPredator, which the boids
// flee; the scene has two.
func Cornell() *flock.Model { return known("cornell") }

// Cornell3D returns the same in space: the pseudocode with a third coordinate, in a box
// as high as the screen and as deep as it is wide.
func Cornell3D() *flock.Model { return known("cornell-3d") }

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
		Beside: []flock.Guest{{Of: "brundage", Rule: &rules.Fear{Weight: 10, Radius: 100}}},
	}
	if !def.Plane {
		def.Title = "protected and visual ranges in a box with margins"
		def.Rules[3] = &rules.Margins{Width: 640, Depth: 640, Height: 480, Margin: 100, Turn: 0.2}
	}
	return def
}

// CornellPredator returns the model of the predators of ECE 5730 in the plane (S2): a boid
// whose velocity changes at the margins alone, within the same limits of speed.
func CornellPredator() *flock.Model { return known("cornell-predator") }

// CornellPredator3D returns the same in space.
func CornellPredator3D() *flock.Model { return known("cornell-predator-3d") }

func cornellPredator(name string) flock.ModelDef {
	def := cornell(strings.Replace(name, "-predator", "", 1))
	def.Name, def.Title = name, "a predator that turns at the margins and does nothing else"
	def.Count, def.Flight.Wingspan, def.Flight.FlapRate = 2, 12, 3
	def.Rules = def.Rules[3:4]
	return def
}

// CornellScene returns the scene "cornell": boids and predators.
func CornellScene() flock.Def { return cornellScene(180, 10, Cornell(), CornellPredator()) }

// Cornell3DScene returns the scene "cornell-3d".
func Cornell3DScene() flock.Def { return cornellScene(120, 240, Cornell3D(), CornellPredator3D()) }

func cornellScene(radius, altitude float32, boids, predators *flock.Model) flock.Def {
	start := flock.Start{Shape: flock.Box, Radius: radius, Altitude: altitude, Speed: 4, Disorder: 1}
	return flock.Def{
		Seed: 4, TickRate: 30,
		Flock:  flock.Flock{Species: "boid", Start: start, Params: boids.Params(), Flees: []string{"predator"}},
		Others: []flock.Flock{{Species: "predator", Start: start, Params: predators.Params()}},
	}
}
