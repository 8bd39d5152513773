package model

import (
	"skein/flock"
	"skein/flock/rules"
)

// Starlings returns a model of starlings, after H. Hildenbrandt, C. Carere and C. Hemelrijk,
// "Self-organized aerial displays of thousands of starlings", Behavioral Ecology 21
// (2010), with rules of skein's own. It was tuned so that its flocks agree with measurements
// of real flocks.
//
// Findings of the tuning, on random seeds of its own:
//
//   - A turn that runs through a flock shears it, because birds that turn later fly straight
//     for longer. The shear is the change of velocity over the speed of the wave: 0.85 of the
//     flock's length for a turn of 79° at 15 m/s. Without a pull back to a shape, flocks of
//     1,200 birds were 2 to 9 times as long as thick within 20 s. The nearest neighbours lay
//     as the last turn had left them, and γ(1) varied between 0.05 and 1. With the rule
//     "shape" it is steady.
//   - γ(1) follows the mean square of the cosine between the course and the direction of the
//     nearest neighbour. That is ⅓ if all directions are equally frequent, and 0.29 here. In
//     flocks of fewer than 500 birds, hardly a hundred lie deeper inside than the distance of
//     their nearest neighbour, and their mean varies by ± 0.03. So γ(1) reads 0.58 for 500
//     birds and 0.66 to 0.7 for thousands. A stretch that corrects this leaves too few
//     neighbours ahead and behind (row 8): for 2,700 birds 0.353 at 1.2, and 0.373 at 1.17.
//   - If all seven neighbours count from farther away ahead and behind, the seventh is too
//     often ahead, and γ(7) falls to 0.13. So only the first two do, and the others count
//     from a little less far.
//   - Polarization and the time for which neighbours stay together are coupled. A turn
//     disorders the flock by the square of its angle over its duration, and separates
//     neighbours by its angle. Short and hard turns, into which birds roll fast, give good
//     values of both; softer turns of 1.5 s do not.
//   - Large flocks are looser than small ones, 0.47 birds per m³ for 2,700 birds and 0.67 for
//     500, and longer, 6 and 4.9. A shape that is twice as stiff, with a target length of 5.7,
//     keeps 2,700 birds at 5.4. But then they lose their neighbours sooner, and polarization
//     in turns falls to 0.82 instead of 0.86.
//   - The correlation length of orientation over the flock's size falls with the size, from
//     0.34 to 0.30. Turns of 0.75 s through the same angle, or a shorter shape, do not correct
//     this at 2,700 birds.
//   - The opacity is 0.12 to 0.14, below the 0.25 to 0.6 of real flocks. Denser flocks lose
//     their neighbours sooner. Birds do not slow down in turns, and the correlation length and
//     the spread of the speed stay smaller than in nature.
func Starlings() *flock.Model { return mustNamed("starlings") }

func starlings() flock.ModelDef {
	return flock.ModelDef{
		Name:   "starlings",
		Title:  "starlings that pass for real ones: seven neighbours, a dense border, turns that run through the flock",
		Source: "after H. Hildenbrandt, C. Carere and C. Hemelrijk, Self-organized aerial displays of thousands of starlings, Behavioral Ecology 21, 1349–1359, 2010",

		Count:  3000,
		Sight:  flock.Sight{Vision: 4, Nearest: 7, FieldOfView: 270, LonelyRange: 12},
		Speeds: flock.Speeds{MinSpeed: 5, MaxSpeed: 18},
		Space:  flock.Space{GroundMargin: 4, BoundsSize: 60},
		Flight: flock.Flight{Wingspan: 0.42, FlapRate: 9, BankTime: 0.1, GlideSink: 1},

		Retired: []string{"turn_every", "turn_long"},

		Leadership: &flock.Leadership{
			Influence: 0.29, DrawSigma: 0.1, FrontTest: true, SlowSpeed: 0.5,
			EscapeSeconds: 1.5, EscapeStrength: 0.03, EscapePoints: flock.Smooth.Points(), EscapeSpeed: 1,
			Salience: 10,
		},
		Rules: []flock.Rule{
			&rules.Space{Gain: 18, Nearest: 7, Core: 0.24, Width: 1.45, First: 2, Stretch: 1.17, Flat: 1.2, Others: 0.93, Push: 200, Reach: 0.45},
			&rules.Gather{Gain: 6.5, Least: 0.35, Ahead: 1.2, Beside: 0.97, Up: 1.65, Outward: 34, OutUp: 0.4},
			&rules.Align{Gain: 56},
			&rules.Turns{Gain: 18, Seconds: 0.6, Delay: 0.06, Rest: 1.6},
			&rules.Projection{Gain: 4, Floor: 0.45},
			&rules.Flutter{Strength: 1, Seconds: 0.1, Along: 0.5, Vertical: 1},
			&rules.Cruise{Speed: 10, Rate: 0.07},
			&rules.Roost{Pull: 0.0067, Radius: 80, Height: 50, Wander: 0},
			&rules.Height{Pull: 0.02 / 30, Damp: 0.4 / 30},
			&rules.Ground{},
			&rules.SoftBounds{Margin: 15, Turn: 0.5},
			&rules.Roll{Rate: 8, Seconds: 0.07, MakeUp: 0.6},
		},
	}
}

// StarlingsScene returns the scene "starlings": 3,000 starlings over their roost.
func StarlingsScene() flock.Def {
	return flock.Def{
		Seed: 7, TickRate: 30, WarmUp: 5,
		Flock: flock.Flock{
			Start:  flock.Start{Shape: flock.Disc, Roomy: true, Radius: 8, Altitude: 50, Speed: 10, Disorder: 0.05},
			Params: Starlings().Params(),
		},
	}
}
