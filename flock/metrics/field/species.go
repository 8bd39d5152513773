package field

import "slices"

// Species is a species of birds whose published measurements make up a scorecard.
type Species struct {
	Key  string // name in command lines, such as "starling"
	Name string // display name, including the scientific name
	rows func() []Row
}

// AllSpecies returns all species with a scorecard. The first is the default.
func AllSpecies() []Species {
	return []Species{
		{"starling", "starlings (Sturnus vulgaris)", Rows},
		{"pigeon", "homing pigeons (Columba livia)", pigeonRows},
		{"jackdaw", "jackdaws on the way to their roost (Corvus monedula)", jackdawRows},
	}
}

// SpeciesNamed returns the species with the given key. ok is false if there is no such species.
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

// pigeonRows returns the rows for pigeons, whose flocks of about ten birds were tracked by GPS in the
// horizontal plane. It contains only figures that are defined for few birds in a plane. A row without a
// published spread has no verdict.
func pigeonRows() []Row {
	const source = "Papadopoulou 2023"
	return []Row{
		nearestRow("2.84 ± 1.39", source, 2.84-1.39, 2.84+1.39, "It passes if it is within one published standard deviation of the published mean"),
		sharedRow(0, "small_polarization", "polarization", "", "0.997", []part{{key: "small_polarization", low: noBound, high: noBound}}).from(source),
		speedRow("0.084", source),
		{0, Structure, "small_oblong", "angle of the longest side", "rad",
			"angle between the course and the longest side of the smallest rectangle around the birds, seen from above. It is 0 if the flock is long in the direction of flight, and π/2 if it is wide",
			"0.49", source, []part{{key: "small_oblong", unit: "rad", low: noBound, high: noBound}}},
		largestRow(),
	}
}

// jackdawRows returns the rows for jackdaws. Their values are means over three published flights of 8 to 66
// birds. A row passes within the range of these means, rounded outwards.
func jackdawRows() []Row {
	const source = "Ling 2019a, data"
	polarization := []part{{key: "small_polarization", low: 0.92, high: 0.99}}
	return []Row{
		nearestRow("1.93, 2.56, 2.76", source, 1.9, 2.8, "It passes from 1.9 to 2.8, the range of three flights"),
		sharedRow(2, "small_polarization", "polarization", ". It passes from 0.92 to 0.99, the range of three flights", "0.949, 0.988, 0.924", polarization).from(source),
		speedRow("0.106, 0.099, 0.113", source),
		largestRow(),
	}
}

func nearestRow(published, source string, low, high float64, passes string) Row {
	return Row{1, Structure, "small_nearest", "nearest neighbour", "m",
		"mean distance to the nearest other bird, over all birds including those at the border. " + passes,
		published, source, []part{{key: "small_nearest", unit: "m", low: low, high: high}}}
}

func speedRow(published, source string) Row {
	return Row{0, Structure, "small_speed", "spread of speed / mean speed", "",
		"standard deviation of |v| over the birds, divided by the mean |v|",
		published, source, []part{{key: "small_speed", low: noBound, high: noBound}}}
}

func largestRow() Row {
	return Row{0, Structure, "small_together", "in the largest part", "%",
		"share of the birds in the largest part of the flock. All other rows measure this part", "", "",
		[]part{{key: "small_together", unit: "%", low: noBound, high: noBound}}}
}

func (r Row) from(source string) Row {
	r.Source = source
	return r
}
