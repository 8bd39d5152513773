package field

// LeadRows returns the rows on leadership. Rows with a verdict come first. Their bounds are not published:
// skein chose them from findings in starlings, jackdaws and pigeons.
func LeadRows() []Row {
	return []Row{
		{1, Leading, "tips", "turns begin at the tips", "",
			"share of the birds that are closer to the middle, along the longest axis, than the birds that begin the turn. A turn begins with the tenth of the birds that has the shortest delays. Positions are measured when the first birds turn",
			"starlings: at the tips of the flock. Jackdaws on the way to their roost: anywhere", "Attanasi 2015, Ling 2019b",
			[]part{{key: "tips", low: 0.6, high: noBound}}},
		{2, Leading, "close", "the first birds to turn are close together", "",
			"mean distance between two birds that begin the turn, divided by the mean distance between any two birds",
			"starlings: close. Jackdaws: at times far apart", "Attanasi 2014, Ling 2019b",
			[]part{{key: "close", low: noBound, high: 0.8}}},
		{3, Leading, "slows", "speed in a turn", "%",
			"change of a bird's speed in its own turn. The mean speed within 0.4 s of the middle of the turn is compared with the speed 1.1 to 1.5 s before and after",
			"jackdaws: all flocks slow down", "Ling 2019b",
			[]part{
				{key: "slows", unit: "%", low: noBound, high: 0},
				{key: "first_slow", name: "birds that begin", unit: "%", low: noBound, high: noBound},
			}},
		{4, Leading, "equal", "positions turn with the flock", "",
			"angle by which the birds' positions turn about their middle in the 3 s around a turn, divided by the turn of the flock's course. It is 1 on parallel paths, and 0 on paths of equal radius",
			"starlings, rock doves: equal radius. Pigeons: between equal radius and parallel paths", "Attanasi 2015, Pomeroy 1992, Yomosa 2015",
			[]part{
				{key: "equal", low: noBound, high: 0.5},
				{key: "concentric", name: "increase in turn radius per metre outwards, m/m", low: noBound, high: noBound},
			}},
		{5, Leading, "order", "delays have an order, R²", "",
			"R² of a fit that gives each bird one delay. The fit explains the delays of pairs. A pair's delay is the τ, up to 2.25 s in either direction, with the largest mean of h(t)·h'(t + τ) for their headings. Pairs are used only if the largest mean is at least 0.01 above the smallest, and at most 100 birds are used",
			"pigeons: a hierarchy without loops. Starlings: one ranking", "Nagy 2010, Attanasi 2014",
			[]part{
				{key: "order", low: 0.5, high: noBound},
				{key: "hierarchy", name: "pairs that agree with the order", unit: "%", low: noBound, high: noBound},
				{key: "delay", name: "median delay of a pair", unit: "s", low: noBound, high: noBound},
				{key: "likeness", name: "median correlation of a pair at its delay", low: noBound, high: noBound},
			}},
		{0, Leading, "front", "turns begin at the front", "",
			"share of the birds that fly behind the birds that begin the turn",
			"jackdaws: anywhere. In flocks that mob a predator: in front", "Ling 2019b", []part{{key: "front", low: noBound, high: noBound}}},
		{0, Leading, "ahead", "leaders fly ahead", "",
			"correlation between how early a bird turns and how far ahead it flies on average",
			"pigeons: strongly", "Nagy 2010", []part{{key: "ahead", low: noBound, high: noBound}}},
		{0, Leading, "again", "the same birds begin again", "",
			"correlation of the birds' delays in one turn with their delays in the next",
			"pigeons: the same birds lead", "Nagy 2010", []part{{key: "again", low: noBound, high: noBound}}},
		{0, Leading, "angle", "angle of a turn", "°",
			"angle by which the course turns in 3 s", "", "", []part{{key: "angle", unit: "°", low: noBound, high: noBound}}},
	}
}

var failureNotes = map[string]string{
	"tips":  "unlike in starlings, turns begin anywhere in the flock, or inside it",
	"close": "unlike in starlings, the birds that turn first are spread over the flock",
	"slows": "unlike in jackdaws, the flock does not slow down to turn",
	"equal": "unlike in starlings, the formation turns with the flock, as a rigid body would",
	"order": "unlike in pigeons and starlings, the order in which birds follow each other is random",
}
