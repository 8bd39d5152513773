package model

import (
	"skein/flock"
	"skein/flock/lead"
	"skein/flock/rules"
)

// Starlings returns a model of starlings, after H. Hildenbrandt, C. Carere and C. Hemelrijk,
// "Self-organized aerial displays of thousands of starlings", Behavioral Ecology 21 (2010), with the change
// of leadership of Hartman and Beneš (S3) and rules of skein's own. Birds perceive only their nearest
// flockmates and, for the rule "projection", the direction to all others. No rule gives the flock a shape.
//
// Findings from the tuning, which used its own random seeds:
//
//   - Leaders make the flock lively. Without them it is a calm ellipsoid. With a greater influence X or
//     with longer turns, it breaks up more often.
//   - Where two turns meet, birds follow different leaders, and the flock breaks up. So a leader begins a
//     turn only after all birds have rested from the last one ("turn_others"), and only if the flock flies
//     with it ("turn_agree"). If only some birds may still turn, 5 % for example, flocks of 10,000 birds
//     break up. With a rest of 1.2 s instead of 1.8 s, some flocks of 3,000 birds break up.
//   - If leaders wait, only moods change the outline of the flock. Many leaders in a large flock draw many
//     moods at once, which cancel each other. So a bird's chance to lead falls with the number of birds if
//     there are more than 5,000 ("leadership_crowd"), and a bird takes no new mood for 7 s
//     ("mood_rest"). Then each mood runs through the whole flock, and the outline of large flocks changes,
//     too.
//   - Two separated parts that only attract each other circle around their common middle for minutes. They
//     meet again under two conditions. Birds that see all others on one side must also match the mean
//     velocity of the flock ("projection_match"), and a leader must not turn while it heads for the middle.
//   - A turn that runs through a flock shears it, because birds that turn later fly straight for longer. If
//     leaders turn away from the flock's middle, the flock's length grows to 18 times its thickness. If
//     they turn towards the middle, this ratio stays at 3 to 5.
//   - If only "space" limits the density, the birds are spaced as regularly as atoms in a crystal. The
//     distance to the nearest neighbour is 0.67 to 0.83 times the inverse cube root of the density. For
//     uniform random places, the factor is 0.55. If the outward steering force of "gather" grows with the
//     density, the factor is 0.53 to 0.6.
//   - A greater stretch of "space" raises the anisotropy γ(1) of the scorecard, but then fewer nearest
//     neighbours are ahead or behind. At 1.14, both figures pass for 1,200 birds. At 1.3, γ(1) is higher,
//     but too few neighbours are ahead.
//   - "space" alone does not keep birds apart where two parts cross, because a bank takes too long. Pairs
//     then come as near as some centimetres. With "dodge", birds climb or dive in time, with few exceptions.
//   - With a turn delay of one tick, turns run at 30 to 40 m/s. With two ticks, they run at half this
//     speed, and birds lose their neighbours too soon.
//   - With level turns alone, the density of the flock hardly changes and, with many seeds, neither does
//     its outline. With moods ("mood"), the flock becomes wider and denser with every seed. With a mood of
//     0.74, one of thirteen flocks of 1,200 birds broke up. Turns that climb and dive ("turn_climb") then
//     keep the flock together. With a stronger "projection_match", separated parts come back sooner.
//   - The opacity grows with the cube root of the number of birds. Up to some thousand birds, it is below
//     the 0.25 to 0.6 of real flocks. It is not lower than that of the same number of birds at uniform
//     random positions in the same space. A stronger "projection" raises the opacity, but makes the flock
//     calm, and denser than real flocks.
//   - If "projection" has the same gain for every size, the middle of 30,000 birds is denser than that of
//     real flocks, and denser than the border. With "projection_crowd", the nearest neighbour is 0.68 to
//     0.74 m away in flocks of 1,200 to 30,000 birds. With a higher "projection_floor", only birds near the
//     tips are pulled, and the outline of the flock changes more.
func Starlings() *flock.Model { return mustNamed("starlings") }

func starlings() flock.ModelDef {
	return flock.ModelDef{
		Name:   "starlings",
		Title:  "starlings: seven neighbours, a dense border, and leaders whose turns run through the flock",
		Source: "after H. Hildenbrandt, C. Carere and C. Hemelrijk, Self-organized aerial displays of thousands of starlings, Behavioral Ecology 21, 1349–1359, 2010",

		Count:  3000,
		Sight:  flock.Sight{Vision: 4, Nearest: 7, FieldOfView: 270, LonelyRange: 12},
		Speeds: flock.Speeds{MinSpeed: 5, MaxSpeed: 18},
		Space:  flock.Space{GroundMargin: 4, BoundsSize: 60},
		Flight: flock.Flight{Wingspan: 0.42, FlapRate: 9, BankTime: 0.1, GlideSink: 1},

		Leadership: &lead.Leadership{
			Influence: 0.36, DrawSigma: 0.1, Crowd: 5000, FrontTest: true, SlowSpeed: 0.5,
			EscapeSeconds: 1.5, EscapeStrength: 0.03, EscapePoints: lead.Smooth.Curve(), EscapeSpeed: 1,
			Salience: 10,
		},
		Rules: []flock.Rule{
			&rules.Space{Gain: 9.5, Nearest: 7, Core: 0.33, Width: 0.58, First: 2, Stretch: 1.14, Flat: 1.12, Others: 0.95, Push: 250, Reach: 0.43},
			&rules.Dodge{Gain: 70, Seconds: 0.3, Reach: 0.4, Nearest: 24},
			&rules.Gather{Gain: 5.1, Least: 0.21, Ahead: 1.2, Beside: 0.97, Up: 1.92, Outward: 62, OutUp: 0.35, Spacing: 1.6, Most: 2, Mood: 0.62, MoodSeconds: 7, MoodRest: 7},
			&rules.Align{Gain: 56},
			&rules.Turns{Gain: 24, Seconds: 0.7, Delay: 0.034, Rest: 1.8, Climb: 0.3, Depth: 25, Agree: 0.9, Others: 0},
			&rules.Projection{Gain: 11, Floor: 0.6, Match: 1.8, Crowd: 3000},
			&rules.Flutter{Strength: 2.2, Seconds: 0.1, Along: 0.5, Vertical: 1},
			&rules.Cruise{Speed: 10, Rate: 0.07, Gravity: 0.5},
			&rules.Roost{Pull: 0.0067, Radius: 60, Height: 50, Wander: 0},
			&rules.Height{Pull: 0.02 / 30, Damp: 0.4 / 30},
			&rules.Ground{},
			&rules.SoftBounds{Margin: 15, Turn: 0.5},
			&rules.Roll{Rate: 8, Seconds: 0.07, MakeUp: 0.6},
		},
	}
}
