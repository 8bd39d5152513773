package model

import (
	"skein/flock"
	"skein/flock/lead"
	"skein/flock/rules"
)

// Hartman returns the model of C. Hartman and B. Beneš, "Autonomous boids", Computer Animation and Virtual
// Worlds 17 (2006), as the text means it (S3). The rules that skein adds are switched off. The steering
// forces balance at m* = K/S = 40 neighbours in sight (H3). Other scenes of this model start from these
// values. In the scene "paper", a boid has fewer neighbours in sight.
func Hartman() *flock.Model { return mustNamed("hartman") }

func hartman() flock.ModelDef {
	return flock.ModelDef{
		Name:   "hartman",
		Title:  "Reynolds' three rules and a change of leadership",
		Source: "C. Hartman and B. Beneš, Autonomous boids, Computer Animation and Virtual Worlds 17 (3–4), 199–206, 2006",

		Count:  250,
		Sight:  flock.Sight{Vision: 3.5, Nearest: 7, FieldOfView: 360, LonelyRange: 12},
		Speeds: flock.Speeds{MaxSpeed: 6.5},
		Space:  flock.Space{GroundMargin: 4, BoundsSize: 60},
		Flight: flock.Flight{Wingspan: 0.7, FlapRate: 5, BankTime: 0.35, GlideSink: 0.25},

		Leadership: &lead.Leadership{
			Influence: 0.29, DrawSigma: 0.1, FrontTest: true, SlowSpeed: 0.5,
			EscapeSeconds: 3, EscapeStrength: 0.09, EscapePoints: lead.Smooth.Curve(), EscapeSpeed: 1,
			Salience: 1,
		},
		Rules: []flock.Rule{
			&rules.Separation{Gain: 0.0005},
			&rules.Cohesion{Gain: 0.02},
			&rules.Alignment{Gain: 0.1},
			&rules.Company{},
			&rules.Cruise{Speed: 5},
			&rules.Gust{Seconds: 1, Vertical: 0.5},
			&rules.Roost{Radius: 30, Height: 20},
			&rules.Meander{},
			&rules.Height{},
			&rules.Ground{},
			&rules.SoftBounds{Margin: 15, Turn: 0.5},
		},
		Guests: []flock.Guest{{Owner: "brundage", Rule: &rules.Fear{Weight: 2, Radius: 12}}},
	}
}
