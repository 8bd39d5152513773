package metrics

import (
	"encoding/json"
	"math"

	"skein/flock"
	"skein/flock/snapshots"
)

// Quantity is a measure of a flock, and a row of the table of measures.
type Quantity struct {
	Key        string // stable key in JSON, plots and tables
	Label      string // name shown to users
	Unit       string // unit such as "m"; empty for a pure number
	Definition string // exact definition
	Source     string // publication that measured real flocks in this way; may be empty

	// Of returns the value for a flock. ok is false if it is undefined.
	Of func(v *View) (value float64, ok bool)
}

// Measures returns all measures, in the order of a report.
func Measures() []Quantity {
	var all []Quantity
	for _, m := range snapshots.Measures() {
		all = append(all, Quantity{m.Key, m.Name, m.Unit, m.Definition, m.Source, func(v *View) (float64, bool) { return m.Of(v.Snapshot) }})
	}
	all = append(all, neighbourMeasures()...)
	all = append(all, shapeMeasures()...)
	return append(all, correlationMeasures()...)
}

// Lookup returns the measure with the given key. ok is false if there is no such measure.
func Lookup(key string) (q Quantity, ok bool) {
	for _, q := range Measures() {
		if q.Key == key {
			return q, true
		}
	}
	return Quantity{}, false
}

func neighbourMeasures() []Quantity {
	return []Quantity{
		{"speed_spread", "speed, spread", "m/s", "standard deviation of |v| over the flying birds", "",
			func(v *View) (float64, bool) { return v.speeds().SD(), v.speeds().N > 0 }},
		{"nearest", "nearest neighbour", "m", "mean distance to the nearest other bird, over all birds including those at the border", "",
			func(v *View) (float64, bool) {
				mean, _ := v.proximity().nearestNeighbour()
				return mean, v.Len() > 1
			}},
		{"nearest_least", "nearest neighbour, smallest", "m", "distance between the two closest boids", "",
			func(v *View) (float64, bool) {
				_, least := v.proximity().nearestNeighbour()
				return least, v.Len() > 1
			}},
		{"neighbours", "visible neighbours", "", "mean number of other boids closer than the vision radius, in all directions", "",
			func(v *View) (float64, bool) { return v.proximity().meanNeighbours(), v.Len() > 0 }},
		{"clusters", "clusters", "", "number of connected parts of the flock. Two boids are linked if they are closer than the vision radius. Leaders are included", "",
			func(v *View) (float64, bool) {
				count, _ := v.proximity().clusters()
				return float64(count), v.Len() > 0
			}},
		{"largest_share", "largest cluster", "", "share of the boids in the largest cluster", "",
			func(v *View) (float64, bool) {
				_, share := v.proximity().clusters()
				return share, v.Len() > 0
			}},
		{"group_size", "boids in a cluster", "", "number of boids divided by the number of clusters", "",
			func(v *View) (float64, bool) {
				count, _ := v.proximity().clusters()
				return ratio(float64(v.Len()), float64(count)), v.Len() > 0
			}},
		{"typical_group", "cluster of a boid", "", "mean size of a boid's cluster, over all boids: Σ n²/N over clusters of n boids", "",
			func(v *View) (float64, bool) { return v.proximity().typicalGroup(), v.Len() > 0 }},
		{"alone", "alone", "", "share of the boids that are alone in their cluster", "",
			func(v *View) (float64, bool) { return v.proximity().alone(), v.Len() > 0 }},
		{"leaders", "leaders at once", "", "number of boids that are in an escape", "",
			func(v *View) (float64, bool) { return float64(snapshots.Leaders(v.Snapshot)), v.Len() > 0 }},
	}
}

func shapeMeasures() []Quantity {
	axis := func(k int) func(v *View) (float64, bool) {
		return func(v *View) (float64, bool) { return v.Shape().Axes[k], v.Len() > 1 }
	}
	overThickness := func(k int) func(v *View) (float64, bool) {
		return func(v *View) (float64, bool) { return v.Shape().OverThickness(k) }
	}
	return []Quantity{
		{"thickness", "thickness", "m", "shortest diameter of the ellipsoid that has the flock's second moments. It is 2√5 standard deviations", "", axis(0)},
		{"width", "width", "m", "middle diameter of the ellipsoid that has the flock's second moments", "", axis(1)},
		{"length", "length", "m", "longest diameter of the ellipsoid that has the flock's second moments", "", axis(2)},
		{"width_ratio", "width / thickness", "", "middle standard deviation along the principal axes, divided by the smallest. Undefined for a flat flock", "Ballerini 2008a", overThickness(1)},
		{"length_ratio", "length / thickness", "", "largest standard deviation along the principal axes, divided by the smallest. Undefined for a flat flock", "Ballerini 2008a", overThickness(2)},
		{"gravity", "alignment of the thinnest axis with gravity", "", "|I₁·G|: cosine of the angle between the shortest principal axis and the vertical", "Ballerini 2008a",
			func(v *View) (float64, bool) { return v.Shape().Gravity, v.Shape().Axes[2] > 0 }},
		{"ellipsoid_density", "density in the ellipsoid", "1/m³", "number of boids divided by the volume of the ellipsoid that has the flock's second moments. A few stragglers hardly change it. Undefined for a flat flock", "",
			func(v *View) (float64, bool) {
				volume := v.Shape().Volume()
				return ratio(float64(v.Len()), volume), volume > 0
			}},
	}
}

// Sample holds all measures of a flock at an instant.
type Sample struct {
	Seconds float64 // simulated time since tick 0, s
	Boids   int
	Values  []float64 // values in the order of Measures; NaN if undefined
}

// Measure computes all measures of a snapshot. vision is the boids' vision radius in metres. The run time is
// proportional to the number of boids plus the number of pairs that see each other.
func Measure(s *flock.Snapshot, vision float32) Sample {
	return measure(Measures(), NewView(s, vision))
}

func measure(table []Quantity, v *View) Sample {
	m := Sample{Seconds: float64(v.Tick) / float64(max(1, v.TickRate)), Boids: v.Len(), Values: make([]float64, len(table))}
	for k, q := range table {
		x, ok := q.Of(v)
		if !ok {
			x = math.NaN()
		}
		m.Values[k] = x
	}
	return m
}

// Value returns the value of a measure, or NaN if it is undefined or the key is unknown.
func (s Sample) Value(key string) float64 {
	for k, q := range Measures() {
		if q.Key == key {
			return s.Values[k]
		}
	}
	return math.NaN()
}

// MarshalJSON writes the time in seconds, the number of boids, and each measure under its key. Undefined
// measures are null.
func (s Sample) MarshalJSON() ([]byte, error) {
	all := map[string]any{"seconds": s.Seconds, "boids": s.Boids}
	for k, q := range Measures() {
		all[q.Key] = known(s.Values[k])
	}
	return json.Marshal(all)
}

func known(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}
