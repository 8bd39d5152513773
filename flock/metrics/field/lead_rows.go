package field

// LeadRows returns the lines of the page on leadership, those with a verdict first. They require what
// was found in starlings or, if nobody looked there, in jackdaws and pigeons. The bounds are skein's.
func LeadRows() []Row {
	return []Row{
		{1, "tips", "turns begin at the tips", "",
			"share of the birds that lie less far out along the longest axis than those who begin: the first tenth by their delays, at the time that they turn",
			"starlings: at the elongated tips; jackdaws to their roost: anywhere", "Attanasi 2015, Ling 2019b",
			[]part{{key: "tips", low: 0.6, high: without}}},
		{2, "close", "who begins is close together", "",
			"mean distance of two of those who begin over that of two of all",
			"starlings: close; jackdaws: at times far apart", "Attanasi 2014, Ling 2019b",
			[]part{{key: "close", low: without, high: 0.8}}},
		{3, "slows", "speed in a turn", "%",
			"mean speed within 0.4 s of each bird's own turn, against that 1.1 to 1.5 s before and after",
			"jackdaws: all flocks slow down", "Ling 2019b",
			[]part{
				{key: "slows", unit: "%", low: without, high: 0},
				{key: "first_slow", name: "of those who begin", unit: "%", low: without, high: without},
			}},
		{4, "equal", "places turn with the flock", "",
			"angle by which the birds' places about their middle turn in the 3 s around a turn, over that by which the flock's course does: 1 on parallel paths, 0 on paths of equal radius",
			"starlings, rock doves: equal radius; pigeons: between", "Attanasi 2015, Pomeroy 1992, Yomosa 2015",
			[]part{
				{key: "equal", low: without, high: 0.5},
				{key: "concentric", name: "wider circles further out, m/m", low: without, high: without},
			}},
		{5, "order", "delays have an order, R²", "",
			"how well pairs' delays are differences of one delay for each bird; a pair's is by which the heading of one is most like the other's, (h(t)·h'(t + τ)) greatest within 2.25 s to either side, and greater by 0.01 than it is somewhere there; of up to 100 birds",
			"pigeons: a hierarchy without loops; starlings: one ranking", "Nagy 2010, Attanasi 2014",
			[]part{
				{key: "order", low: 0.5, high: without},
				{key: "hierarchy", name: "who follows agrees with it", unit: "%", low: without, high: without},
				{key: "delay", name: "delay of a pair, median", unit: "s", low: without, high: without},
				{key: "likeness", name: "likeness of a pair, median", low: without, high: without},
			}},
		{0, "front", "turns begin in front", "",
			"share of the birds that fly less far ahead than those who begin",
			"jackdaws: anywhere, mobbing ones in front", "Ling 2019b", []part{{key: "front", low: without, high: without}}},
		{0, "ahead", "who leads flies ahead", "",
			"correlation of how early a bird is in that order with how far ahead it flies on average",
			"pigeons: strongly", "Nagy 2010", []part{{key: "ahead", low: without, high: without}}},
		{0, "again", "the same birds begin again", "",
			"correlation of the birds' delays in a turn with those in the next",
			"pigeons: the same birds lead", "Nagy 2010", []part{{key: "again", low: without, high: without}}},
		{0, "angle", "angle of a turn", "°",
			"by which the course turns in 3 s", "", "", []part{{key: "angle", unit: "°", low: without, high: without}}},
	}
}

// wrong describes, for each row that fails, what the flock does instead.
var wrong = map[string]string{
	"tips":  "not as in starlings, its turns begin anywhere in it, or inside",
	"close": "not as in starlings, birds all over it begin",
	"slows": "not as in jackdaws, it does not slow down to turn",
	"equal": "not as in starlings, its places turn with it, as of one body",
	"order": "not as in pigeons and starlings, whom a bird turns after is chance",
}
