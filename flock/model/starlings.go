package model

import (
	"skein/flock"
	"skein/flock/rules"
)

// Starlings returns a model of starlings, after H. Hildenbrandt, C. Carere and C. Hemelrijk,
// "Self-organized aerial displays of thousands of starlings", Behavioral Ecology 21
// (2010), with rules of skein's own: it is made so that its flocks pass for real ones, by
// what was measured of those.
//
// What was found while it was tuned, on seeds of its own:
//
//   - A turn that runs through a flock shears it, since those who turn later fly on for
//     longer: by the change of velocity over the speed of the wave, 0.85 of its length for
//     79° at 15 m/s. Without a pull back to a shape flocks of 1,200 were 2 to 9 times as long
//     as thick within 20 s, and the first neighbours lay as the last turn had left them: γ(1)
//     came and went between 0.05 and 1. With the rule "shape" it is steady.
//   - γ(1) follows the mean square of the cosine between the first neighbour and the course,
//     which is ⅓ if all directions are alike and 0.29 here. Below 500 birds hardly a hundred
//     lie deeper inside than their nearest is far, whose chance is ± 0.03 of that: so γ(1) of
//     500 birds reads 0.58 where that of thousands reads 0.66 to 0.7. A stretch that makes up
//     for it leaves too few ahead and behind (row 8): of 2,700 birds 0.353 at 1.2, 0.373 at 1.17.
//   - Where all seven are felt from farther ahead and behind, the seventh is too often ahead:
//     γ(7) falls to 0.13. So the first two alone are, and the others a little less far.
//   - Polarization and how long neighbours are kept pull at the same string: a turn disorders
//     by the square of its angle over its time, and parts neighbours by its angle. Short
//     and hard turns, into which birds roll fast, meet both; softer ones of 1.5 s do not.
//   - Large flocks are looser than small ones, 0.47 per m³ for 2,700 birds against 0.67 for 500,
//     and longer, 6 against 4.9. A shape that is twice as stiff and to be 5.7 long keeps 2,700
//     at 5.4, but they then lose their neighbours sooner and fall to a polarization of 0.82 in
//     turns instead of 0.86.
//   - The correlation length of orientation over the size falls with the size, 0.34 to 0.30.
//     Turns of 0.75 s, as far in all, or a shape less long do not mend it at 2,700.
//   - It does not reach the opacity of real flocks, 0.25 to 0.6: 0.12 to 0.14. Denser flocks
//     lose their neighbours sooner. Nor do birds slow down in turns, and the correlation length
//     of the speed and its spread stay smaller than in nature.
func Starlings() *flock.Model { return known("starlings") }

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

		Rules: []flock.Rule{
			&rules.Space{Gain: 18, Nearest: 7, Core: 0.24, Width: 1.45, First: 2, Stretch: 1.17, Flat: 1.2, Others: 0.93, Push: 200, Reach: 0.45},
			&rules.Gather{Gain: 6.5, Least: 0.35, Ahead: 1.2, Beside: 0.97, Up: 1.65, Outward: 34, OutUp: 0.4},
			&rules.Align{Gain: 56},
			&rules.Turns{Gain: 18, Seconds: 0.6, Delay: 0.06, Rest: 1.6, Every: 0.8, Long: 1.47},
			&rules.Projection{Gain: 4, Floor: 0.45},
			&rules.Shape{Gain: 0.5, Damp: 0.3, Wide: 2.8, Long: 7.2, Most: 5},
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

// StarlingsScene returns the scene "starlings": 3,000 of them over their roost.
func StarlingsScene() flock.Def {
	return flock.Def{
		Seed: 7, TickRate: 30, WarmUp: 5,
		Flock: flock.Flock{
			Start:  flock.Start{Shape: flock.Disc, Roomy: true, Radius: 8, Altitude: 50, Speed: 10, Disorder: 0.05},
			Params: Starlings().Params(),
		},
	}
}
