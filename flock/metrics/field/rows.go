package field

import (
	"math"
	"slices"

	"skein/flock/metrics"
)

// Row is a row of the scorecard. It defines how its figures are measured, and holds the published values.
type Row struct {
	Number    int // number on the scorecard, from 1; 0 for a row without a verdict
	Group     Group
	Key       string
	Name      string
	Unit      string
	Doc       string // exact definition
	Published string
	Source    string // short reference; the package documentation has the full source
	parts     []part // figures; the row passes if all of them pass
}

// Group is the heading of a group of rows.
type Group string

// Groups of rows. Leading belongs to the page on leadership, the others to the scorecard.
const (
	Structure Group = "structure and motion"
	Visible   Group = "what one sees"
	Leading   Group = "leadership"
)

type part struct {
	key       string
	name      string
	unit      string
	low, high float64
	aim       bool // whether the bounds are skein's own provisional aims, which give no verdict
	several   bool // whether the figure requires flocks of several sizes
	statistic statistic
	keys      []string // keys of the series; if empty, the key of the figure

	after float64 // time of flight after which the figure is known, s
}

// sharedRow returns a row with the name, unit, definition and source of a measure in [metrics.Measures]. It
// appends extraDoc to the definition.
func sharedRow(number int, key, measure, extraDoc, published string, parts []part) Row {
	q, _ := metrics.Lookup(measure)
	return Row{number, Structure, key, q.Label, q.Unit, q.Definition + extraDoc, published, q.Source, parts}
}

const noBound = math.MaxFloat64

// Rows returns the rows of the scorecard by group. In each group, rows with a verdict come first.
func Rows() []Row { return slices.Concat(structureRows(), safetyRows(), visibleRows()) }

func structureRows() []Row {
	return []Row{
		sharedRow(1, "polarization", "polarization", ". The card also shows the longest time below 0.8, which should not exceed the length of a turn",
			"0.96 ± 0.03", []part{
				{key: "polarization", low: 0.93, high: 0.99},
				{key: "disordered", name: "longest below 0.8", unit: "s", low: noBound, high: 2, statistic: theGreatest},
			}),
		{2, Structure, "nearest", "nearest neighbour, border-corrected", "m",
			"mean distance from a bird to its nearest neighbour, corrected for the bias at the border (Hanisch). The drift with N compares flocks of several sizes. It is the percentage by which the largest mean exceeds the smallest",
			"0.68 to 1.51, for any N", "Ballerini 2008a",
			[]part{
				{key: "nearest", unit: "m", low: 0.68, high: 1.51},
				{key: "drift", name: "drift with N", unit: "%", low: noBound, high: 15, several: true},
			}},
		{3, Structure, "density", "density", "1/m³",
			"number of birds inside the space that the other birds fill, divided by the volume of the space that all birds fill. This removes the bias of the border (after Efron)",
			"0.04 to 0.80", "Ballerini 2008a", []part{{key: "density", unit: "1/m³", low: 0.04, high: 0.8}}},
		sharedRow(4, "length", "length_ratio", "", "5.6 ± 1.0", []part{{key: "length", low: 4.6, high: 6.6}}),
		sharedRow(5, "width", "width_ratio", "", "2.8 ± 0.4", []part{{key: "width", low: 2.4, high: 3.2}}),
		sharedRow(6, "gravity", "gravity", "", "0.93 ± 0.04", []part{{key: "gravity", low: 0.89, high: noBound}}),
		{7, Structure, "crowded", "birds closer than 0.38 m", "%",
			"share of the birds whose nearest neighbour is closer than 0.38 m, the hard core of real starlings",
			"hard core 0.38 m", "Ballerini 2008a", []part{{key: "crowded", unit: "%", low: noBound, high: 0.5}}},
		{8, Structure, "bearing", "first neighbour ahead and behind", "",
			"probability density of the cosine of the angle between a bird's course and the direction to its nearest neighbour. Ahead and behind means |cos| ≥ 0.8, beside means |cos| ≤ 0.2. It is ½ if all directions are equally frequent. Only birds whose nearest neighbour is closer than the flock's surface are used",
			"fewer ahead and behind than beside", "Ballerini 2008a",
			[]part{
				{key: "along", low: 0.36, high: 0.44},
				{key: "beside", name: "beside", low: 0.51, high: noBound},
			}},
		{9, Structure, "gamma", "anisotropy γ(1)", "",
			"γ(n) is (W·V)², where V is the course and W the direction with the fewest n-th neighbours. It is ⅓ if all directions are equally frequent. γ(7) should be within 0.1 of ⅓. Only birds whose n-th neighbour is closer than the flock's surface are used",
			"0.70 to 0.85; ⅓ for the 7th neighbour", "Ballerini 2008b",
			[]part{
				{key: "gamma1", low: 0.7, high: noBound},
				{key: "gamma7", name: "γ(7)", low: 1./3 - 0.1, high: 1./3 + 0.1},
			}},
		{10, Structure, "core", "core / border, over uniform", "",
			"mean distance to the nearest neighbour for the third of the birds deepest inside the flock, divided by that for the third nearest to the surface. This ratio is divided by the ratio for uniformly distributed positions, which is below 1",
			"border denser by 1.2 to 1.5", "Ballerini 2008a",
			[]part{
				{key: "core_over_null", keys: []string{"core"}, statistic: overNull, low: 1.2, high: noBound},
				{key: "core", name: "core / border", low: noBound, high: noBound},
				{key: "core_null", keys: []string{"core"}, statistic: theNull, name: "of uniform places", low: noBound, high: noBound},
			}},
		{11, Structure, "orientation", "correlation length of orientation / size", "",
			"distance at which the correlation of v̂ - mean v̂ between two birds falls to 0, divided by the greatest distance between two birds. The range applies to any number N of birds",
			"0.35, whatever N", "Cavagna 2010", []part{{key: "orientation", low: 0.31, high: 0.39}}},
		{12, Structure, "kept", "neighbours kept after 1 s", "",
			"share of a bird's 7 nearest neighbours that are still among its 7 nearest 1 s and 3.5 s later. It is the mean over the birds. The card also shows the share for 10 neighbours, without a verdict",
			"0.77 after 1 s, 0.50 after 3.5 s", "Cavagna 2013",
			[]part{
				{key: "kept1", after: 1, low: 0.72, high: 0.82},
				{key: "kept3.5", after: 3.5, name: "after 3.5 s", low: 0.45, high: 0.55},
				{key: "kept1_10", after: 1, name: "of 10, after 1 s", low: noBound, high: noBound},
				{key: "kept3.5_10", after: 3.5, name: "of 10, after 3.5 s", low: noBound, high: noBound},
			}},
		{13, Structure, "diffusion", "exponent of mutual diffusion", "",
			"exponent with which the mean squared displacement of nearest neighbours, relative to each other, grows over time. It is fitted from 0.2 to 3.5 s",
			"1.58 ± 0.20", "Cavagna 2013", []part{{key: "diffusion", after: 4, low: 1.38, high: 1.78}}},
		{14, Structure, "turn", "speed of a turn", "m/s",
			"speed at which a turn spreads through the flock. A plane wave and a spherical wave with any centre are fitted to the birds' delays, and the better fit is used. A bird counts as following if it turns by at least half the median angle",
			"20 to 40, linear in time", "Attanasi 2014",
			[]part{
				{key: "slowness", after: 2 * turnReach, unit: "m/s", low: 20, high: 40, statistic: theInverse},
				{key: "linear", after: 2 * turnReach, name: "linear in time, R²", low: 0.9, high: noBound},
				{key: "follow", after: 2 * turnReach, name: "birds that follow", unit: "%", low: 95, high: noBound},
			}},
		{0, Structure, "speed", "correlation length of speed / size", "",
			"distance at which the correlation of |v| - mean |v| between two birds falls to 0, divided by the greatest distance between two birds", "0.36", "Cavagna 2010", []part{{key: "speed", low: noBound, high: noBound}}},
		{0, Structure, "speed_variation", "spread of speed / mean speed", "",
			"standard deviation of |v| over the birds, divided by the mean |v|", "", "", []part{{key: "speed_variation", low: noBound, high: noBound}}},
		sharedRow(0, "rotation", "rotation", "", "", []part{{key: "rotation", low: noBound, high: noBound}}),
		{0, Structure, "tilt", "tilt", "°",
			"angle between the course and the plane perpendicular to the thinnest axis", "", "", []part{{key: "tilt", unit: "°", low: noBound, high: noBound}}},
		{0, Structure, "wave", "speed of an agitation wave", "m/s",
			"speed of a wave of rolling birds. A stir is a moment with many agitated birds: their acceleration across their course, relative to the flock's, is at least 6 m/s² and three times the median of the last 2 s. A plane wave and a spherical wave centred on the first 5 % of the birds are fitted to the times at which the birds are most agitated, and the better fit is used. Stirs with an R² below 0.5 and turns of the whole flock are not used",
			"13.4 (3.7 to 25), away from a falcon", "Procaccini 2011, Hemelrijk 2015",
			[]part{
				{key: "wave", after: 2 * stirReach, unit: "m/s", low: noBound, high: noBound, statistic: theInverse},
				{key: "wave_linear", after: 2 * stirReach, name: "linear in time, R² of all stirs", low: noBound, high: noBound},
				{key: "wave_reached", after: 2 * stirReach, name: "birds reached", unit: "%", low: noBound, high: noBound},
			}},
		{0, Structure, "together", "in the largest part", "%",
			"share of the birds in the largest part of the flock. All other rows measure this part", "", "", []part{{key: "together", unit: "%", low: noBound, high: noBound}}},
	}
}
