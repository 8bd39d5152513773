package metrics

import (
	"encoding/json"
	"math"
	"slices"
)

// Stat summarizes a set of values, for example over time or over boids. The zero value is an empty set.
type Stat struct {
	N        int
	Mean     float64
	Min, Max float64
	squares  float64 // sum of squared differences from the mean
}

// Add adds a value by Welford's method.
func (s *Stat) Add(x float64) { s.Merge(Stat{N: 1, Mean: x, Min: x, Max: x}) }

// Merge adds all values of another Stat.
func (s *Stat) Merge(o Stat) {
	switch {
	case o.N == 0:
		return
	case s.N == 0:
		*s = o
		return
	}
	n := float64(s.N + o.N)
	apart := o.Mean - s.Mean
	s.squares += o.squares + apart*apart*float64(s.N)*float64(o.N)/n
	s.Mean += apart * float64(o.N) / n
	s.Min, s.Max = min(s.Min, o.Min), max(s.Max, o.Max)
	s.N += o.N
}

// SD returns the standard deviation, with the number of values as divisor. It returns zero if there are no
// values.
func (s *Stat) SD() float64 { return math.Sqrt(s.squares / float64(max(1, s.N))) }

// MarshalJSON writes mean, sd, min and max. They are null if there are no values.
func (s Stat) MarshalJSON() ([]byte, error) {
	if s.N == 0 {
		return json.Marshal(map[string]*float64{"mean": nil, "sd": nil, "min": nil, "max": nil})
	}
	return json.Marshal(map[string]float64{"mean": s.Mean, "sd": s.SD(), "min": s.Min, "max": s.Max})
}

func mean(all []float64) float64 {
	var s Stat
	for _, x := range all {
		s.Add(x)
	}
	return s.Mean
}

func median(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
