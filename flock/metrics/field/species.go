package field

import "slices"

// Species is a species of birds with published measurements. Its scorecard compares flocks with them.
type Species struct {
	Key  string // name in command lines, such as "starling"
	Name string // name for people, with the scientific name
	rows func() []Row
}

// AllSpecies returns all species that have a scorecard. The first is the default.
func AllSpecies() []Species {
	return []Species{
		{"starling", "starlings (Sturnus vulgaris)", Rows},
		{"pigeon", "homing pigeons (Columba livia)", pigeonRows},
	}
}

// SpeciesNamed returns the species with a key, or false if it has no scorecard.
func SpeciesNamed(key string) (s Species, ok bool) {
	all := AllSpecies()
	k := slices.IndexFunc(all, func(s Species) bool { return s.Key == key })
	if k < 0 {
		return s, false
	}
	return all[k], true
}

// Rows returns the rows of the species' scorecard.
func (s *Species) Rows() []Row { return s.rows() }

// Lines returns one scorecard for flocks that differ only in size, like [CombineCards].
func (s *Species) Lines(cards ...*Card) []Line { return combineCards(s.rows(), cards) }

// pigeonRows returns the rows for pigeons. Their flocks have about ten birds, which were tracked by GPS in
// the horizontal plane, so the figures also exist for few birds and in a plane. A row whose published spread
// is not known has no verdict.
func pigeonRows() []Row {
	const source = "Papadopoulou 2023"
	return []Row{
		{1, Structure, "small_nearest", "nearest neighbour", "m",
			"mean distance to the nearest other bird, over all birds including those at the border. It passes if it is within one published standard deviation of the published mean",
			"2.84 ± 1.39", source, []part{{key: "small_nearest", unit: "m", low: 2.84 - 1.39, high: 2.84 + 1.39}}},
		sharedRow(0, "small_polarization", "polarization", "", "0.997", []part{{key: "small_polarization", low: noBound, high: noBound}}).from(source),
		{0, Structure, "small_speed", "spread of speed / mean speed", "",
			"standard deviation of |v| over the birds, divided by the mean |v|",
			"0.084", source, []part{{key: "small_speed", low: noBound, high: noBound}}},
		{0, Structure, "small_oblong", "angle of the longest side", "rad",
			"angle between the course and the longest side of the smallest rectangle around the birds, seen from above. It is 0 if the flock is long in the direction of flight, and π/2 if it is wide",
			"0.49", source, []part{{key: "small_oblong", unit: "rad", low: noBound, high: noBound}}},
		{0, Structure, "small_together", "in the largest part", "%",
			"share of the birds in the largest part of the flock. All other rows measure this part", "", "", []part{{key: "small_together", unit: "%", low: noBound, high: noBound}}},
	}
}

// from returns the row with another source.
func (r Row) from(source string) Row {
	r.Source = source
	return r
}
