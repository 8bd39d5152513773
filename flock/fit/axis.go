package fit

import "math"

// Axis is where a parameter is sought.
type Axis struct {
	Low, High float64
	Log       bool // at equal ratios, not equal steps; Low is then above 0
}

// severalfold is the ratio of the ends from which on ratios are what matters.
const severalfold = 10

// NewAxis is sought from low to high: by ratios if they are far apart.
func NewAxis(low, high float64) Axis {
	return Axis{low, high, low > 0 && high >= severalfold*low}
}

// around is how many times less and more a parameter is sought that is small against
// its range.
const around = 30

// AxisOf returns where a parameter is sought that may be from low to high and is at present
// value: over the whole range; or, if that is positive and below a tenth of its range's end, by ratios
// from a thirtieth to 30 times of what it is.
func AxisOf(value, low, high float64) Axis {
	if value > 0 && low >= 0 && value < high/severalfold {
		return Axis{max(low, value/around), min(high, value*around), true}
	}
	return Axis{low, high, false}
}

// Unit returns where in the axis a value is, from 0 to 1.
func (a Axis) Unit(value float64) float64 {
	value = min(max(value, a.Low), a.High)
	switch {
	case a.High <= a.Low:
		return 0
	case a.Log:
		return math.Log(value/a.Low) / math.Log(a.High/a.Low)
	}
	return (value - a.Low) / (a.High - a.Low)
}

// Value returns what the parameter is where a search stands; beyond an end the way back.
func (a Axis) Value(unit float64) float64 {
	u := math.Abs(math.Remainder(unit, 2))
	switch {
	case math.IsNaN(u):
		u = 0
	case a.Log:
		return min(max(a.Low*math.Pow(a.High/a.Low, u), a.Low), a.High)
	}
	return a.Low + u*(a.High-a.Low)
}
