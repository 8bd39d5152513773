package model

import (
	"skein/flock"
	"skein/flock/rules"
)

// Starlings is a model of starlings, after H. Hildenbrandt, C. Carere and C. Hemelrijk,
// "Self-organized aerial displays of thousands of starlings", Behavioral Ecology 21
// (2010), with rules of skein's own: it is made so that its flocks pass for real ones, by
// what was measured of those.
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
			&rules.Space{Gain: 18, Nearest: 7, Core: 0.24, Width: 1.45, First: 2, Stretch: 1.15, Flat: 1.2, Others: 0.92, Push: 200, Reach: 0.45},
			&rules.Gather{Gain: 6.5, Least: 0.35, Ahead: 1.2, Beside: 0.97, Up: 1.65, Outward: 34, OutUp: 0.4},
			&rules.Align{Gain: 52},
			&rules.Turns{Gain: 18.2, Seconds: 0.6, Delay: 0.06, Rest: 1.6, Every: 0.8, Long: 1.47},
			&rules.Projection{Gain: 3.5, Floor: 0.45},
			&rules.Shape{Gain: 0.5, Damp: 0.3, Wide: 2.8, Long: 6.4, Most: 5},
			&rules.Flutter{Strength: 1.2, Seconds: 0.1, Along: 0.5, Vertical: 1},
			&rules.Cruise{Speed: 10, Rate: 0.07},
			&rules.Roost{Pull: 0.0067, Radius: 80, Height: 50, Wander: 0},
			&rules.Height{Pull: 0.02 / 30, Damp: 0.4 / 30},
			&rules.Ground{},
			&rules.SoftBounds{Margin: 15, Turn: 0.5},
			&rules.Roll{Rate: 8, Seconds: 0.07, MakeUp: 0.6},
		},
	}
}

// StarlingsScene is the scene "starlings": 3,000 of them over their roost.
func StarlingsScene() flock.Def {
	return flock.Def{
		Seed: 7, TickRate: 30, WarmUp: 5,
		Flock: flock.Flock{
			Start:  flock.Start{Shape: flock.Disc, Roomy: true, Radius: 8, Altitude: 50, Speed: 10, Disorder: 0.05},
			Params: Starlings().Params(),
		},
	}
}
