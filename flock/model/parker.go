package model

import (
	"skein/flock"
	"skein/flock/rules"
	"skein/flock/view"
)

// Parker returns the pseudocode of "Birds" after C. Parker, exact to its text (S0), with N birds in the
// neighbourhood "everyone":
//
//	v1 = m1·(pc - p_i)/100       pc: mean of the others' positions (P1)
//	v2 = m2·Σ (p_i - p_j)        over birds nearer than 100 (P2)
//	v3 = m3·(pv - v_i)/4         pv: mean of the others' velocities (P3)
//	v4 = wind                    (P4)
//	v5 = m·(place - p_i)/100     limited to place_limit (P4, P7)
//	v6 = ±10                     inwards, along each axis, outside the box (P5)
//	v_i += v1 + … + v6,  |v_i| ≤ vlim,  p_i += v_i
//
// Birds that come down to the ground perch there (P6). One step is one tick, and one unit is one metre. y
// is up, and the box stands on the ground over the origin. A boid perceives only others within its field of
// view, an arc around its heading (P8).
//
// Choices where the text is unclear or wrong:
//
//   - "pc / N-1" means pc/(N - 1). For a single bird, v1 and v3 are 0.
//   - The text adds "about fourth" of the velocity difference. Other texts add an eighth. This model adds a
//     fourth.
//   - The pseudocode moves one bird after the other. Here all birds move at once, from
//     the state before the step.
//   - The text does not give vlim, the box and the number of birds. Here they are 12
//     units per step, 600 by 300 by 600, and 60 birds. The birds start above the box, out
//     of sight, and fly in.
//   - A bird that comes down to the ground is put on it in the same step, not in the next one. There it is
//     at rest. In the text, it keeps its velocity, so other birds would match this velocity. It stands for
//     a random time up to perch_longest, and does not land again in the step of its take-off. The ground
//     level is the height of the middle of a standing bird's body.
//   - Wind and place are present, but 0. A negative m1 scatters the flock, and a positive
//     one forms it again. A negative place_multiplier flees the place (P7).
//
// The second rule, v2, doubles the distance between two birds that are nearer than 100 units. So birds
// within sight of each other nearly always fly at vlim.
func Parker() *flock.Model { return mustNamed("parker") }

func parker() flock.ModelDef {
	return flock.ModelDef{
		Name:   "parker",
		Title:  "three rules over the whole flock, with wind, a place to fly to, and perching",
		Source: "after C. Parker, Boids pseudocode",

		Count:  60,
		Sight:  flock.Sight{Vision: 100, Neighbourhood: view.Everyone, Nearest: 7, FieldOfView: 360, LonelyRange: 100},
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
		Guests: []flock.Guest{{Owner: "brundage", Rule: &rules.Fear{Weight: 10, Radius: 100}}},
	}
}
