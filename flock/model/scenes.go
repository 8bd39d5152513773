package model

import (
	"skein/flock"
	"skein/flock/cloud"
)

// scenes returns the scenes of this package. The first scene of a model shows how its flocks start. All other
// built-in scenes are files in package scenario.
func scenes() []scene {
	return []scene{
		{"starlings", StarlingsScene}, {"murmuration", Murmuration}, {"paper", Paper},
		{"cornell", CornellScene}, {"cornell-3d", Cornell3DScene}, {"brundage", BrundageScene}, {"parker", ParkerScene},
		{"erneholm", ErneholmScene}, {"erneholm-3d", Erneholm3DScene}, {"heppner", HeppnerScene},
	}
}

type scene struct {
	name string
	def  func() flock.Def
}

// Scenes returns the names of the scenes of this package, the default first.
func Scenes() (names []string) {
	for _, s := range scenes() {
		names = append(names, s.name)
	}
	return names
}

// Scene returns the scene of this package with the given name. ok is false if there is no such scene.
func Scene(name string) (flock.Def, bool) {
	for _, s := range scenes() {
		if s.name == name {
			return s.def(), true
		}
	}
	return flock.Def{}, false
}

// Home returns the first scene with a flock of the model, reduced to this flock. It shows how flocks of the
// model start. It omits formula rules that were added to the model.
func Home(m *flock.Model) flock.Def {
	if own, err := Named(m.Name()); err == nil {
		m = own
	}
	for _, s := range scenes() {
		d := s.def()
		for _, f := range d.Flocks() {
			if f.Params.Model() == m {
				d.Flock, d.Others = flock.Flock{Start: f.Start, Params: f.Params}, nil
				return d
			}
		}
	}
	if d, ok := plainHome(m); ok {
		return d
	}
	return flock.Def{TickRate: 60, Flock: flock.Flock{Params: m.Params()}}
}

// Murmuration returns the scene "murmuration": 300 birds that wheel over their roost.
func Murmuration() flock.Def {
	return flock.Def{
		Seed: 23, TickRate: 60, WarmUp: 2,
		Flock: flock.Flock{
			Start: cloud.Start{Shape: cloud.Disc, Roomy: true, Radius: 8, Altitude: 10, Speed: 9, Disorder: 0.2},
			Params: With(Hartman().Params(),
				"count", 300,
				"separation", 0.4, "separation_radius", 1.5, "falloff", flock.Linear,
				"cohesion", 0.03, "steer_limit", 0.8,
				"cruise_speed", 9, "cruise_rate", 0.05, "min_speed", 5, "max_speed", 13,
				"leadership", 0.28, "eccentricity_floor", 0.3, "front_floor", 0.2, "escape_speed", 1.6,
				"salience", 10, "salience_range", 8, "lonely_count", 28,
				"gust_strength", 0.09, "gust_vertical", 0.3,
				"roost_pull", 0.045, "roost_radius", 20, "roost_roomy", true, "roost_agree", true, "roost_wander", 8, "roost_height", 10, "meander", 0.25,
				"height_pull", 0.05, "height_damp", 0.04, "bank_time", 0.8,
			),
		},
	}
}

// Paper returns the scene "paper", with S3's rules as the text of S3 describes them, and no other rules.
// The only number in S3 is that e is five times a boid's size. The other numbers come from a search for a
// scene that shows what S3 claims. With few neighbours in sight, K/S = 17.5, a leader has followers; with
// K/S = 40, it has none. The highest speed allows the escape curve to act. Alignment cancels most of the
// speed that the curve adds, so an escaping boid gains about 2 m/s instead of 16.
func Paper() flock.Def {
	return flock.Def{
		Seed: 4, TickRate: 60, WarmUp: 46,
		Flock: flock.Flock{
			Start: cloud.Start{Radius: 6, Altitude: 20, Speed: 5, Disorder: 0.1},
			Params: With(Hartman().Params(),
				"vision", 4.5, "wingspan", 0.9,
				"separation", 0.0012, "cohesion", 0.021, "alignment", 0.24, "max_speed", 10.5,
				"leadership", 0.33, "escape_strength", 0.07,
			),
		},
	}
}
