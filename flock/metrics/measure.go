package metrics

import "skein/flock"

// Sample is a flock at one instant, in numbers; Measures says what each is.
type Sample struct {
	Seconds      float64 `json:"seconds"` // simulated, since tick 0
	Boids        int     `json:"boids"`
	Leaders      int     `json:"leaders"`
	Polarization float64 `json:"polarization"`
	Speed        float64 `json:"speed"`
	SpeedSpread  float64 `json:"speed_spread"`
	Nearest      float64 `json:"nearest"`
	NearestLeast float64 `json:"nearest_least"`
	Neighbours   float64 `json:"neighbours"`
	Clusters     int     `json:"clusters"`
	LargestShare float64 `json:"largest_share"`
	Spread       float64 `json:"spread"`
	Thickness    float64 `json:"thickness"`
	Width        float64 `json:"width"`
	Length       float64 `json:"length"`
	WidthRatio   float64 `json:"width_ratio"`
	LengthRatio  float64 `json:"length_ratio"`
	Gravity      float64 `json:"gravity"`
	Density      float64 `json:"density"`
}

// Measure takes all measures of a snapshot, whose boids see as far as vision
// metres. It takes time in proportion to the boids and to the pairs that see each
// other.
func Measure(s *flock.Snapshot, vision float32) Sample {
	m := Sample{
		Seconds: float64(s.Tick) / float64(max(1, s.TickRate)), Boids: s.Len(), Leaders: Leaders(s),
		Polarization: Polarization(s), Spread: Spread(s),
	}
	m.Speed, m.SpeedSpread = Speed(s)
	near := meet(s.Pos, float64(vision))
	m.Neighbours = near.meanNeighbours()
	m.Clusters, m.LargestShare = near.clusters()
	m.Nearest, m.NearestLeast = near.nearestNeighbour()
	shape := ShapeOf(s)
	m.Thickness, m.Width, m.Length = shape.Axes[0], shape.Axes[1], shape.Axes[2]
	m.WidthRatio, m.LengthRatio = ratio(m.Width, m.Thickness), ratio(m.Length, m.Thickness)
	m.Gravity = shape.Gravity
	m.Density = ratio(float64(s.Len()), shape.Volume())
	return m
}

// Quantity describes one measure of a Sample.
type Quantity struct {
	Key   string // as in JSON: "nearest_least"
	Label string // for people: "nearest neighbour, least"
	Unit  string // "m", "" for a pure number
	Doc   string // what it is, exactly
	Of    func(*Sample) float64
}

// Measures lists the measures of a Sample in the order that a report has them.
func Measures() []Quantity {
	return []Quantity{
		{"polarization", "polarization", "", "length of the mean heading, |Σ v̂|/N",
			func(s *Sample) float64 { return s.Polarization }},
		{"speed", "speed", "m/s", "mean of |v| over the boids",
			func(s *Sample) float64 { return s.Speed }},
		{"speed_spread", "speed, spread", "m/s", "standard deviation of |v| over the boids",
			func(s *Sample) float64 { return s.SpeedSpread }},
		{"nearest", "nearest neighbour", "m", "distance to the nearest other, mean over the boids",
			func(s *Sample) float64 { return s.Nearest }},
		{"nearest_least", "nearest neighbour, least", "m", "distance between the two boids that are closest",
			func(s *Sample) float64 { return s.NearestLeast }},
		{"neighbours", "visible neighbours", "", "others closer than the vision radius, all around, mean over the boids",
			func(s *Sample) float64 { return s.Neighbours }},
		{"clusters", "clusters", "", "connected components, boids closer than the vision radius being linked, leaders included",
			func(s *Sample) float64 { return float64(s.Clusters) }},
		{"largest_share", "largest cluster", "", "share of the boids in the largest cluster",
			func(s *Sample) float64 { return s.LargestShare }},
		{"leaders", "leaders at once", "", "boids in their escape",
			func(s *Sample) float64 { return float64(s.Leaders) }},
		{"spread", "distance from the centre", "m", "root mean square over the boids",
			func(s *Sample) float64 { return s.Spread }},
		{"thickness", "thickness", "m", "shortest diameter of the uniform ellipsoid with the flock's second moments, 2√5 standard deviations",
			func(s *Sample) float64 { return s.Thickness }},
		{"width", "width", "m", "middle diameter of the same ellipsoid",
			func(s *Sample) float64 { return s.Width }},
		{"length", "length", "m", "longest diameter of the same ellipsoid",
			func(s *Sample) float64 { return s.Length }},
		{"width_ratio", "width / thickness", "", "middle over shortest diameter; 0 for a flat flock",
			func(s *Sample) float64 { return s.WidthRatio }},
		{"length_ratio", "length / thickness", "", "longest over shortest diameter; 0 for a flat flock",
			func(s *Sample) float64 { return s.LengthRatio }},
		{"gravity", "thinnest axis with gravity", "", "|I₁·G|, cosine between the shortest diameter and the vertical",
			func(s *Sample) float64 { return s.Gravity }},
		{"density", "density", "1/m³", "boids over the volume of the same ellipsoid",
			func(s *Sample) float64 { return s.Density }},
	}
}
