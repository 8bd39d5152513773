package model

import (
	"skein/flock"
	"skein/flock/rules"
)

// FalconScene returns the scene "falcon": starlings over their roost as in [Murmuration], and a
// falcon that stoops on them. They turn away from it, and alarm runs through them as a wave.
func FalconScene() flock.Def {
	d := Murmuration()
	d.Seed = 31
	d.Species, d.Flees = "starling", []string{"falcon"}
	d.Params = With(d.Params,
		"count", 1200, "leadership", 0.2, "bank_time", 0.25,
		"roost_height", 26, "roost_agree", false, "roost_wander", 6, "height_pull", 0.03,
		"alarm", 1.1, "alarm_range", 14, "alarm_seconds", 1.2,
	)
	d.Others = []flock.Flock{{
		Species: "falcon", Follows: []string{"starling"},
		Start: flock.Start{Shape: flock.Disc, Radius: 1, Altitude: 40, Speed: 13, Disorder: 0.2},
		Params: With(Murmuration().Params,
			"count", 1, "leadership", 0, "gust_strength", 0, "meander", 0, "roost_pull", 0, "roost_agree", false, "height_pull", 0, "height_damp", 0,
			"cruise_rate", 0, "cruise_speed", 15, "max_speed", 40, "bank_time", 0.3, "wingspan", 1.8, "flap_rate", 5.2,
			"hunt_speed", 34, "hunt_way", rules.HuntStoop, "hunt_turn", 1.5, "stoop_height", 30, "hunt_seconds", 6, "rest_seconds", 7,
		),
	}}
	return d
}
