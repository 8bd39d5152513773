package field

// visibleRows returns the rows on the view from the ground. Rows without published values have provisional
// aims instead of a verdict.
func visibleRows() []Row {
	return []Row{
		{15, Visible, "opacity", "opacity against the sky", "",
			"share of the flock's outline that birds cover, seen from far away and from 30° below the horizontal. It is the mean over four sides. Each bird counts as a disc with a diameter of 0.45 wingspans",
			"0.25 to 0.60, mean 0.30 over 118 flocks", "Pearce 2014", []part{{key: "opacity", low: 0.25, high: 0.6}}},
		{16, Visible, "packing", "nearest neighbour × ∛density", "",
			"mean distance to the nearest neighbour times the cube root of the density (rows 2 and 3). It is 0.554 for uniformly distributed positions, and at least 0.89 for crystals",
			"0.52 to 0.63, from the ends of the ranges of rows 2 and 3", "Ballerini 2008a", []part{{key: "packing", low: 0.52, high: 0.63}}},
		{17, Visible, "uneven", "spread of nearest-neighbour distances", "",
			"standard deviation of the birds' distances to their nearest neighbours, divided by the mean distance. It is 0.363 for uniformly distributed positions. With a hard core of 0.38 m at the highest published density, 0.8 birds per m³, it is 0.27",
			"starlings: at least 0.27, from rows 3 and 7; jackdaws: 0.68 to 0.86", "Ballerini 2008a, Ling 2019a", []part{{key: "uneven", low: 0.27, high: 0.86}}},
		{0, Visible, "area", "change of the projected area", "",
			"standard deviation over time of the outline's area, divided by the mean area. It is the mean over the four sides",
			"", "", []part{{key: "area", keys: areaKeys[:], statistic: theVariation, low: 0.25, high: noBound, aim: true}}},
		{0, Visible, "thickness", "change of the thickness", "",
			"standard deviation over time of the flock's thickness, divided by the mean thickness. The thickness is the standard deviation of the birds' positions along the shortest principal axis",
			"", "", []part{{key: "thickness", statistic: theVariation, low: noBound, high: noBound}}},
		{0, Visible, "solidity", "solidity of the outline", "",
			"area of the outline, divided by the area of its convex hull. It is 1 for a disc or an ellipse. The card shows the mean over the four sides, and the smallest value of any side at any time",
			"", "", []part{
				{key: "solidity", low: 0.85, high: 0.95, aim: true},
				{key: "solidity_least", statistic: theLeast, name: "least", low: noBound, high: 0.7, aim: true},
			}},
		{0, Visible, "parts", "number of parts", "",
			"mean and largest number of parts with at least 10 birds and 1 % of the flock. Birds of different parts are not linked",
			"", "", []part{
				{key: "parts", low: noBound, high: noBound},
				{key: "parts_greatest", keys: []string{"parts"}, statistic: theGreatest, name: "greatest", low: noBound, high: noBound},
			}},
	}
}
