package metrics

import (
	"encoding/json"
	"math"

	"skein/flock"
)

// Quantity is a row of the table of measures.
type Quantity struct {
	Key        string // in JSON, plots and tables; it never changes
	Label      string // for people
	Unit       string // "m"; empty for a pure number
	Definition string // what it is, exactly
	Source     string // who measured real flocks this way; may be empty

	// Of returns the measure of a flock, and ok = false if it is undefined there.
	Of func(v *View) (value float64, ok bool)
}

// Measures returns the table of measures in the order of a report.
func Measures() []Quantity {
	var all []Quantity
	for _, m := range flock.Measures() {
		all = append(all, Quantity{m.Key, m.Name, m.Unit, m.Definition, m.Source, func(v *View) (float64, bool) { return m.Of(v.Snapshot) }})
	}
	all = append(all, neighbourMeasures()...)
	return append(all, shapeMeasures()...)
}

// Lookup returns the measure with a key.
func Lookup(key string) (q Quantity, ok bool) {
	for _, q := range Measures() {
		if q.Key == key {
			return q, true
		}
	}
	return Quantity{}, false
}

// neighbourMeasures returns those of single birds and of who is near whom.
func neighbourMeasures() []Quantity {
	return []Quantity{
		{"speed_spread", "speed, spread", "m/s", "standard deviation of |v| over the flying birds", "",
			func(v *View) (float64, bool) { return v.speeds().SD(), v.speeds().N > 0 }},
		{"nearest", "nearest neighbour", "m", "distance to the nearest other, mean over all birds, with those at the border", "",
			func(v *View) (float64, bool) {
				mean, _ := v.meeting().nearestNeighbour()
				return mean, v.Len() > 1
			}},
		{"nearest_least", "nearest neighbour, least", "m", "distance between the two boids that are closest", "",
			func(v *View) (float64, bool) {
				_, least := v.meeting().nearestNeighbour()
				return least, v.Len() > 1
			}},
		{"neighbours", "visible neighbours", "", "others closer than the vision radius, all around, mean over the boids", "",
			func(v *View) (float64, bool) { return v.meeting().meanNeighbours(), v.Len() > 0 }},
		{"clusters", "clusters", "", "connected components, boids closer than the vision radius being linked, leaders included", "",
			func(v *View) (float64, bool) {
				count, _ := v.meeting().clusters()
				return float64(count), v.Len() > 0
			}},
		{"largest_share", "largest cluster", "", "share of the boids in the largest cluster", "",
			func(v *View) (float64, bool) {
				_, share := v.meeting().clusters()
				return share, v.Len() > 0
			}},
		{"leaders", "leaders at once", "", "boids in their escape", "",
			func(v *View) (float64, bool) { return float64(flock.Leaders(v.Snapshot)), v.Len() > 0 }},
	}
}

// shapeMeasures returns those of the flock's outline.
func shapeMeasures() []Quantity {
	axis := func(k int) func(v *View) (float64, bool) {
		return func(v *View) (float64, bool) { return v.Shape().Axes[k], v.Len() > 1 }
	}
	overThickness := func(k int) func(v *View) (float64, bool) {
		return func(v *View) (float64, bool) { return v.Shape().OverThickness(k) }
	}
	return []Quantity{
		{"thickness", "thickness", "m", "shortest diameter of the uniform ellipsoid with the flock's second moments, 2√5 standard deviations", "", axis(0)},
		{"width", "width", "m", "middle diameter of the same ellipsoid", "", axis(1)},
		{"length", "length", "m", "longest diameter of the same ellipsoid", "", axis(2)},
		{"width_ratio", "width / thickness", "", "middle over shortest standard deviation along the principal axes; undefined of a flat flock", "Ballerini 2008a", overThickness(1)},
		{"length_ratio", "length / thickness", "", "longest over shortest standard deviation along the principal axes; undefined of a flat flock", "Ballerini 2008a", overThickness(2)},
		{"gravity", "thinnest axis with gravity", "", "|I₁·G|, cosine between the shortest principal axis and the vertical", "Ballerini 2008a",
			func(v *View) (float64, bool) { return v.Shape().Gravity, v.Shape().Axes[2] > 0 }},
		{"ellipsoid_density", "density in the ellipsoid", "1/m³", "boids over the volume of the same ellipsoid, which a few stragglers hardly change; undefined of a flat flock", "",
			func(v *View) (float64, bool) {
				volume := v.Shape().Volume()
				return ratio(float64(v.Len()), volume), volume > 0
			}},
	}
}

// Sample is a flock at one instant, in numbers.
type Sample struct {
	Seconds float64 // simulated, since tick 0
	Boids   int
	Values  []float64 // in the order of Measures; NaN where one is undefined
}

// Measure takes all measures of a snapshot, whose boids see as far as vision
// metres. It takes time in proportion to the boids and to the pairs that see each
// other.
func Measure(s *flock.Snapshot, vision float32) Sample { return measure(Measures(), s, vision) }

// measure takes some measures of a snapshot.
func measure(table []Quantity, s *flock.Snapshot, vision float32) Sample {
	m := Sample{Seconds: float64(s.Tick) / float64(max(1, s.TickRate)), Boids: s.Len(), Values: make([]float64, len(table))}
	v := NewView(s, vision)
	for k, q := range table {
		x, ok := q.Of(v)
		if !ok {
			x = math.NaN()
		}
		m.Values[k] = x
	}
	return m
}

// Value returns the measure with a key, NaN if it is undefined or there is none.
func (s Sample) Value(key string) float64 {
	for k, q := range Measures() {
		if q.Key == key {
			return s.Values[k]
		}
	}
	return math.NaN()
}

// MarshalJSON writes the seconds, the boids, and each measure by its key, null if undefined.
func (s Sample) MarshalJSON() ([]byte, error) {
	all := map[string]any{"seconds": s.Seconds, "boids": s.Boids}
	for k, q := range Measures() {
		all[q.Key] = known(s.Values[k])
	}
	return json.Marshal(all)
}

// known returns nil for what is not a number.
func known(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}
