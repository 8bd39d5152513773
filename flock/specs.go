package flock

// Specs describes every field of Params once, group by group.
func Specs() []Spec {
	var all []Spec
	for _, group := range []func() []Spec{
		flockSpecs, neighbourhoodSpecs, steerSpecs, speedSpecs,
		leadershipSpecs, additionSpecs, placeSpecs, flightSpecs,
	} {
		all = append(all, group()...)
	}
	return all
}

func flockSpecs() []Spec {
	return in("Flock",
		whole("count", "Boids", 0, MaxCount, 2000, "number of boids (S3: 250)",
			func(p *Params) *int { return p.At("count") }),
	)
}

func neighbourhoodSpecs() []Spec {
	return in("Neighbourhood",
		number("vision", "Vision", "m", 0.1, 100, 15, "radius e of the vision sphere, about five times a boid's size (S3, H1)",
			func(p *Params) *float32 { return p.At("vision") }),
		choice("neighbourhood", "Neighbourhood", "whom a boid steers by (S4)",
			[]string{"sphere", "nearest", "radius_and_nearest", "nearest_in_sight"},
			func(p *Params) *Neighbourhood { return p.At("neighbourhood") }),
		whole("nearest", "Nearest", 1, 100, 20, "N of the nearest neighbours, for the neighbourhoods that count them (S4: 7)",
			func(p *Params) *int { return p.At("nearest") }),
		number("field_of_view", "Field of view", "°", 1, 360, 0, "angle seen, centred on the heading; leadership looks all around regardless (S0, P8)",
			func(p *Params) *float32 { return p.At("field_of_view") }),
	)
}

func steerSpecs() []Spec {
	return in("Steers",
		number("separation", "Separation S", "", 0, 1, 0, "gain of the steer away from neighbours (S3 eq. 1, H2)",
			func(p *Params) *float32 { return p.At("separation") }),
		choice("separation_form", "Separation form", "sign of S3 eq. 1: as its text means it, or as printed, which attracts (H2)",
			forms(), func(p *Params) *Form { return p.At("separation_form") }),
		number("separation_radius", "Separation radius", "m", 0, 20, 5, "protected radius; 0 separates from all that is seen, as in S3 (H3)",
			func(p *Params) *float32 { return p.At("separation_radius") }),
		choice("falloff", "Falloff", "weight of a neighbour over its distance: its vector (S3 eq. 1), or its unit vector times 1-d/radius, 1/d or 1/d² (H3)",
			[]string{"sum", "linear", "inverse", "inverse_square"},
			func(p *Params) *Falloff { return p.At("falloff") }),
		number("cohesion", "Cohesion K", "", 0, 1, 0.2, "gain of the steer to the centre of those seen (S3 eq. 3, H4)",
			func(p *Params) *float32 { return p.At("cohesion") }),
		number("alignment", "Alignment M", "", 0, 1, 0.5, "gain of the steer to their mean velocity; 0 gives a swarm (S3 eq. 4, H5)",
			func(p *Params) *float32 { return p.At("alignment") }),
		choice("alignment_form", "Alignment form", "match the mean velocity, or add it as S3 eq. 4 prints it (H5)",
			[]string{"match", "printed"},
			func(p *Params) *AlignmentForm { return p.At("alignment_form") }),
		number("steer_limit", "Steer limit", "m/s", 0, 20, 3, "cap on the three steers together per 1/30 s; 0 sets none",
			func(p *Params) *float32 { return p.At("steer_limit") }),
	)
}

func speedSpecs() []Spec {
	return in("Speed",
		number("cruise_speed", "Cruise speed", "m/s", 0, 50, 20, "speed that a boid returns to",
			func(p *Params) *float32 { return p.At("cruise_speed") }),
		number("cruise_rate", "Cruise rate", "", 0, 1, 0.3, "share of the difference to the cruise speed regained per 1/30 s; 0 switches it off",
			func(p *Params) *float32 { return p.At("cruise_rate") }),
		number("min_speed", "Lowest speed", "m/s", 0, 50, 15, "lower limit of the speed of a boid that moves (H7)",
			func(p *Params) *float32 { return p.At("min_speed") }),
		number("max_speed", "Highest speed", "m/s", 0.1, 50, 25, "upper limit of the speed (S3's maximal speed, H7)",
			func(p *Params) *float32 { return p.At("max_speed") }),
	)
}

func leadershipSpecs() []Spec {
	return in("Leadership",
		number("leadership", "Leadership X", "", 0, 1, 0, "influence of the eccentricity; 0 is exactly Reynolds, a high one breaks the flock (S3, H10)",
			func(p *Params) *float32 { return p.At("leadership") }),
		choice("trigger", "Trigger", "S3 step 4 as its text means it, X·x > draw, or as printed, where X = 0 makes everyone a leader (H10)",
			forms(), func(p *Params) *Form { return p.At("trigger") }),
		number("draw_sigma", "Draw spread", "", 0.01, 0.5, 0.3, "spread of GaussRand01, a normal about 1/2 truncated inside (0,1) (H11)",
			func(p *Params) *float32 { return p.At("draw_sigma") }),
		number("eccentricity_floor", "Eccentricity floor", "", 0, 1, 0, "nobody escapes below this eccentricity (H8)",
			func(p *Params) *float32 { return p.At("eccentricity_floor") }),
		toggle("front_test", "Front test", "only boids at the front of the flock escape (S3, H9)",
			func(p *Params) *bool { return p.At("front_test") }),
		number("front_floor", "Front floor", "", -1, 1, 0, "cosine -k̂·v̂ that the front test asks for (S3: 0, H9)",
			func(p *Params) *float32 { return p.At("front_floor") }),
		number("slow_speed", "Slow speed", "m/s", 0, 20, 3, "a boid slower than this passes the front test (H9)",
			func(p *Params) *float32 { return p.At("slow_speed") }),
		number("escape_seconds", "Escape length", "s", 0.1, 20, 8, "length of the escape curve (S3 figure 2: about 3, H13)",
			func(p *Params) *float32 { return p.At("escape_seconds") }),
		number("escape_strength", "Escape strength", "", 0, 1, 0.3, "peak of the escape curve per 1/30 s, as a share of the scaling speed (H13)",
			func(p *Params) *float32 { return p.At("escape_strength") }),
		choice("escape_shape", "Escape shape", "shape of the escape curve (H13)",
			[]string{"smooth", "triangle", "parabola", "custom"},
			func(p *Params) *EscapeShape { return p.At("escape_shape") }),
		points("escape_points", "Escape curve", "points of the custom shape: [time, gain] in shares of the escape's length and strength, 2 to 8 points; none: smooth (H13)",
			func(p *Params) *EscapePoints { return p.At("escape_points") }),
		choice("escape_scaling", "Escape scaling", "speed that the curve is a share of: on departure or at present, the cruise speed at least (H13)",
			[]string{"departure", "current"},
			func(p *Params) *EscapeScaling { return p.At("escape_scaling") }),
		number("escape_speed", "Escape speed", "", 1, 3, 0, "factor on the highest speed while escaping (H13)",
			func(p *Params) *float32 { return p.At("escape_speed") }),
	)
}

func additionSpecs() []Spec {
	return in("Additions",
		number("salience", "Salience", "", 1, 100, 30, "weight of a leader in others' cohesion and alignment; 1 as any boid (H14)",
			func(p *Params) *float32 { return p.At("salience") }),
		number("salience_range", "Salience range", "m", 0, 100, 20, "how far a leader is seen, no less than the vision (H14)",
			func(p *Params) *float32 { return p.At("salience_range") }),
		whole("lonely_count", "Lonely count", 0, 50, 20, "with fewer in sight a boid also seeks company further out; 0 switches it off",
			func(p *Params) *int { return p.At("lonely_count") }),
		number("lonely_range", "Lonely range", "m", 0, 100, 30, "how far a lonely boid looks for company; drawn no harder than to one at the vision radius",
			func(p *Params) *float32 { return p.At("lonely_range") }),
		number("gust_strength", "Gust strength", "m/s", 0, 1, 0.2, "spread of each boid's own random steer per 1/30 s; 0 switches it off (P9)",
			func(p *Params) *float32 { return p.At("gust_strength") }),
		number("gust_seconds", "Gust length", "s", 0, 30, 5, "time over which a gust forgets itself",
			func(p *Params) *float32 { return p.At("gust_seconds") }),
		number("gust_vertical", "Gust in height", "", 0, 1, 0, "share of the gust in height",
			func(p *Params) *float32 { return p.At("gust_vertical") }),
	)
}

func placeSpecs() []Spec {
	return in("Place",
		number("roost_pull", "Roost pull", "m/s", 0, 2, 0.5, "pull inward at the roost's radius per 1/30 s, from nothing at half of it; 0 switches it off (P9)",
			func(p *Params) *float32 { return p.At("roost_pull") }),
		number("roost_radius", "Roost radius", "m", 1, 300, 100, "radius of the roost over the ground",
			func(p *Params) *float32 { return p.At("roost_radius") }),
		number("roost_wander", "Roost wander", "m", 0, 200, 60, "how far the roost itself drifts along each axis",
			func(p *Params) *float32 { return p.At("roost_wander") }),
		number("roost_height", "Roost height", "m", 0, 300, 60, "height above ground that boids return to",
			func(p *Params) *float32 { return p.At("roost_height") }),
		number("meander", "Meander", "m/s", 0, 2, 0.5, "largest steer to the left or right, shared by all and drifting between the two, per 1/30 s; 0 switches it off",
			func(p *Params) *float32 { return p.At("meander") }),
		number("height_pull", "Height pull", "", 0, 1, 0.1, "pull to the roost's height per 1/30 s, m/s for each metre",
			func(p *Params) *float32 { return p.At("height_pull") }),
		number("height_damp", "Height damping", "", 0, 1, 0.1, "damping of the vertical speed per 1/30 s",
			func(p *Params) *float32 { return p.At("height_damp") }),
		number("ground_margin", "Ground margin", "m", 0, 50, 10, "height below which boids pull up; 0 leaves the ground out",
			func(p *Params) *float32 { return p.At("ground_margin") }),
		choice("bounds", "Bounds", "where the world ends: nowhere, at a box or sphere that boids turn back from, or it wraps around; over the origin, on the ground (S0, P5)",
			[]string{"none", "box", "sphere", "wrap"},
			func(p *Params) *Bounds { return p.At("bounds") }),
		number("bounds_size", "Bounds size", "m", 0, 1000, 200, "side of the box or diameter of the sphere; one that wraps is more than twice as wide as boids look, and 990 m at most",
			func(p *Params) *float32 { return p.At("bounds_size") }),
		number("bounds_margin", "Bounds margin", "m", 0, 100, 30, "how far inside a box or sphere boids begin to turn back; 0: only behind it (P5)",
			func(p *Params) *float32 { return p.At("bounds_margin") }),
		number("bounds_turn", "Bounds turn", "m/s", 0, 20, 2, "steer back at the box or sphere per 1/30 s, from nothing at the margin (P5)",
			func(p *Params) *float32 { return p.At("bounds_turn") }),
	)
}

func flightSpecs() []Spec {
	return in("Flight",
		number("wingspan", "Wingspan", "m", 0.05, 5, 2, "wingspan b of a bird",
			func(p *Params) *float32 { return p.At("wingspan") }),
		number("flap_rate", "Flap rate", "1/s", 0, 30, 12, "wingbeats a second, a little different for each bird (H16)",
			func(p *Params) *float32 { return p.At("flap_rate") }),
		number("bank_time", "Bank time", "s", 0, 5, 2, "time over which the up-vector follows the turn",
			func(p *Params) *float32 { return p.At("bank_time") }),
		number("glide_sink", "Glide sink", "m/s", 0, 20, 4, "rate of descent beyond which a bird holds its wings open (H16)",
			func(p *Params) *float32 { return p.At("glide_sink") }),
	)
}

func forms() []string { return []string{"meant", "printed"} }

func in(group string, specs ...Spec) []Spec {
	for i := range specs {
		specs[i].Group = group
	}
	return specs
}

func number(key, label, unit string, low, high, soft float64, doc string, field func(*Params) *float32) Spec {
	return Spec{Key: key, Label: label, Unit: unit, Doc: doc, Min: low, Max: high, Soft: soft, Float: field}
}

func whole(key, label string, low, high, soft float64, doc string, field func(*Params) *int) Spec {
	return Spec{Key: key, Label: label, Doc: doc, Min: low, Max: high, Soft: soft, Int: field}
}

func toggle(key, label, doc string, field func(*Params) *bool) Spec {
	return Spec{Key: key, Label: label, Doc: doc, Max: 1, Bool: field}
}

func points(key, label, doc string, field func(*Params) *EscapePoints) Spec {
	return Spec{Key: key, Label: label, Doc: doc, Max: 1, Points: field}
}

func choice[T ~int](key, label, doc string, options []string, field func(*Params) *T) Spec {
	return Spec{Key: key, Label: label, Doc: doc, Max: float64(len(options) - 1), Options: options,
		Choice: func(p *Params) (func() int, func(int)) {
			at := field(p)
			return func() int { return int(*at) }, func(v int) { *at = T(v) }
		}}
}
