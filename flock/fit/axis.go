package fit

import "math"

// Axis is the range of a searched parameter.
type Axis struct {
	Low, High float64
	Log       bool // search in equal ratios instead of equal steps; requires Low > 0
}

// minLogRatio is the smallest ratio high/low for which the search uses ratios.
const minLogRatio = 10

// NewAxis returns the axis from low to high. It uses ratios if high is much larger than low.
func NewAxis(low, high float64) Axis {
	return Axis{low, high, low > 0 && high >= minLogRatio*low}
}

// axisFactor is the factor by which an axis extends below and above a small current value.
const axisFactor = 30

// AxisOf returns the axis of a parameter with the range low to high. Usually it is the whole range. If low is
// not negative and the current value is positive and below a tenth of high, the axis uses ratios. It then
// extends from a thirtieth of the value to 30 times the value, within the range.
func AxisOf(value, low, high float64) Axis {
	if value > 0 && low >= 0 && value < high/minLogRatio {
		return Axis{max(low, value/axisFactor), min(high, value*axisFactor), true}
	}
	return Axis{low, high, false}
}

// Unit returns the position of a value on the axis, from 0 to 1.
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

// Value returns the value at a position on the axis. Positions beyond an end are mirrored.
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
