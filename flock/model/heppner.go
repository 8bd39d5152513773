package model

import (
	"skein/flock"
	"skein/flock/rules"
)

// Heppner returns the model of F. Heppner and U. Grenander, "A stochastic nonlinear model
// for coordinated bird flocks" (1990), as S0 describes it (P9):
//
//	homing       pull·out²            inward across the heading, outside half the roost
//	             pull·(h - y) - damp·v_y   to the roost's height
//	speed        rate·(v0 - |v_i|)    along the heading
//	interaction  Σ f(d)·(p_j - p_i)/d over all others
//	             f = -repel·(1 - d/near)   d < near: too close, birds move apart
//	             f = attract·4t(1 - t)     near ≤ d < far: birds move closer together,
//	                                       t = (d - near)/(far - near)
//	             f = 0                     too distant, no influence
//	gusts        at the times of a Poisson process for each boid, its velocity
//	             changes at once by a random velocity
//
// Then v_i is clamped to the lowest and the highest speed, and after that the position changes. The
// variable out is 2d/R - 1, where d is the distance from the middle of the roost and R is the roost's
// radius.
//
// S0 names the three behaviours and the Poisson process. It prints no formulas and no numbers. skein's
// choices:
//
//   - Homing to a roosting area does not act within half the roost's radius. Horizontally it pulls across
//     the heading only, because another rule controls the speed. So a flock wheels over its roost instead
//     of flying to and fro through it.
//   - The bands are functions that are 0 at their ends; far is the vision radius.
//   - The velocity of a gust is uniform in a cube. Its vertical part is then halved.
//   - Birds do not align, because S0 does not list alignment.
//   - The numbers make 300 birds fly at 9 m/s, about 1 m apart, in a flock that is wider than high.
//
// S0 also says that the model "won't yield satisfiable results without these disturbances". That is true:
// without gusts the birds of the scene "heppner" keep their places, like one rigid body. The table shows 60
// s of the scene, and of the scene with impulse_rate = 0, as skein stats prints them. "Neighbours kept" is
// the fraction of a bird's seven nearest neighbours that are still among its seven nearest after 3.5 s, as
// the package's test measures it. For starlings, it is about half.
//
//	                                  no gusts        one a second
//	polarization                 0.999 ± 0.003       0.993 ± 0.011
//	speed, spread, m/s           0.071 ± 0.148       0.454 ± 0.138
//	nearest neighbour, m          1.00 ± 0.01        0.965 ± 0.027
//	neighbours kept                       0.89                0.53
func Heppner() *flock.Model { return mustNamed("heppner") }

func heppner() flock.ModelDef {
	return flock.ModelDef{
		Name:   "heppner",
		Title:  "homing, a preferred speed, bands of distance, and gusts at random (Poisson) times",
		Source: "F. Heppner and U. Grenander, A stochastic nonlinear model for coordinated bird flocks, in: The Ubiquity of Chaos, 1990",

		Count:  300,
		Sight:  flock.Sight{Vision: 8, Nearest: 7, FieldOfView: 360, LonelyRange: 12},
		Speeds: flock.Speeds{MinSpeed: 4, MaxSpeed: 15},
		Space:  flock.Space{GroundMargin: 4, BoundsSize: 60},
		Flight: flock.Flight{Wingspan: 0.7, FlapRate: 5, BankTime: 0.35, GlideSink: 0.25},

		Rules: []flock.Rule{
			&rules.Roost{Pull: 0.1, Radius: 20, Height: 15},
			&rules.Height{Pull: 0.2, Damp: 0.2},
			&rules.Cruise{Speed: 9, Rate: 0.2},
			&rules.Bands{Repel: 2, Attract: 0.012, Near: 2},
			&rules.Impulse{Rate: 1, Strength: 2, Vertical: 0.5},
			&rules.Ground{},
		},
	}
}
