package model

import (
	"skein/flock"
	"skein/flock/rules"
)

// Parker returns the pseudocode of "Birds" after C. Parker, exact to its text (S0), with N
// birds in the neighbourhood "everyone":
//
//	v1 = m1·(pc - p_i)/100       pc: mean of the others' places (P1)
//	v2 = m2·Σ (p_i - p_j)        of those nearer than 100 (P2)
//	v3 = m3·(pv - v_i)/4         pv: mean of the others' velocities (P3)
//	v4 = wind                    (P4)
//	v5 = m·(place - p_i)/100     no longer than place_limit (P4, P7)
//	v6 = ±10                     inwards, along each axis, outside the box (P5)
//	v_i += v1 + … + v6,  |v_i| ≤ vlim,  p_i += v_i
//
// and those that come down to the ground perch there (P6). A step is a tick, a unit a
// metre; y is up, the box stands on the ground over the origin. The field of view
// limits all conducts to an arc about the heading (P8).
//
// What its text leaves open or gets wrong, and what is taken:
//
//   - "pc / N-1" means N - 1. A bird alone, where that is 0, feels neither conduct.
//   - "About fourth" of the velocity: other texts have an eighth. 4 is taken.
//   - The pseudocode moves one bird after the other; here all move at once, by where
//     all were.
//   - vlim, the box and the number of birds are not said: 12 units a step, 600 by 300
//     by 600, 60 birds. Nor where they start: above the box, out of sight, from where
//     they fly in.
//   - A bird that comes down to the ground is set on it as it arrives, not in the
//     next step. It stands at rest: the text leaves its velocity as it was, which the
//     others would match. It stands for up to perch_longest, drawn anew each time, and
//     in the step in which it takes off it does not land again. The ground level is as
//     high as the middle of the body of one that stands on the ground.
//   - Wind and place are there but at nothing. A negative m1 scatters the flock, and a
//     positive one re-forms it; a negative place_multiplier flees the place (P7).
//
// What to expect: the second conduct doubles distances up to 100 units, so that birds
// within sight of each other go at vlim nearly always.
func Parker() *flock.Model { return known("parker") }

func parker() flock.ModelDef {
	return flock.ModelDef{
		Name:   "parker",
		Title:  "three conducts over the whole flock, with wind, a place and perching",
		Source: "after C. Parker, Boids pseudocode",

		Count:  60,
		Sight:  flock.Sight{Vision: 100, Neighbourhood: flock.Everyone, Nearest: 7, FieldOfView: 360, LonelyRange: 100},
		Speeds: flock.Speeds{MaxSpeed: 12},
		Space:  flock.Space{BoundsSize: 60},
		Flight: flock.Flight{Wingspan: 5, FlapRate: 4, BankTime: 0.35, GlideSink: 1},
		Units:  flock.PerStep,

		Rules: []flock.Rule{
			&rules.ToCentre{Multiplier: 1, Share: 0.01},
			&rules.KeepAway{Multiplier: 1, Distance: 100},
			&rules.MatchAll{Multiplier: 1, Share: 0.25},
			&rules.Wind{},
			&rules.Place{Share: 0.01, Limit: 5, Y: 150},
			&rules.Margins{Width: 600, Depth: 600, Height: 300, Turn: 10},
			&rules.Perch{Longest: 4, Ground: 0.375},
		},
		Beside: []flock.Guest{{Of: "brundage", Rule: &rules.Fear{Weight: 10, Radius: 100}}},
	}
}

// ParkerScene returns the scene "parker": birds come in from above.
func ParkerScene() flock.Def {
	return flock.Def{
		Seed: 4, TickRate: 30,
		Flock: flock.Flock{
			Start:  flock.Start{Radius: 150, Altitude: 500, Speed: 5, Disorder: 1},
			Params: Parker().Params(),
		},
	}
}
