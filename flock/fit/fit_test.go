package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"skein/flock/metrics/field"
)

func minimize(f func([]float64) float64, start []float64, sigma float64, generations int, seed uint64) ([]float64, float64) {
	e := NewEvolution(start, sigma, Candidates(len(start))+2, seed)
	for range generations {
		var costs []float64
		for _, x := range e.Ask() {
			costs = append(costs, f(x))
		}
		e.Tell(costs)
	}
	return e.Mean(), f(e.Mean())
}

// The search finds minima of functions for which it must learn the covariance.
func TestEvolutionFindsMinima(t *testing.T) {
	const n = 6
	turn := randomRotation(n)
	ellipsoid := func(x []float64) (sum float64) {
		for i := range n {
			along := 0.0
			for j := range n {
				along += turn[i][j] * (x[j] - 0.3)
			}
			sum += math.Pow(1e6, float64(i)/(n-1)) * along * along
		}
		return sum
	}
	rosenbrock := func(x []float64) (sum float64) {
		for i := range len(x) - 1 {
			a, b := x[i+1]-x[i]*x[i], 1-x[i]
			sum += 100*a*a + b*b
		}
		return sum
	}
	for seed := range uint64(5) {
		if x, cost := minimize(ellipsoid, make([]float64, n), 0.5, 500, seed); cost > 1e-12 {
			t.Errorf("ellipsoid, seed %d: the cost is %g at %v, want at most 1e-12", seed, cost, x)
		}
		if x, cost := minimize(rosenbrock, make([]float64, 4), 0.3, 500, seed); cost > 1e-12 {
			t.Errorf("Rosenbrock, seed %d: the cost is %g at %v, want at most 1e-12", seed, cost, x)
		}
	}
}

// randomRotation returns a rotation: n random vectors made orthogonal (Gram and Schmidt).
func randomRotation(n int) [][]float64 {
	r := rand.New(rand.NewPCG(1, 2))
	all := make([][]float64, n)
	for i := range all {
		v := make([]float64, n)
		for k := range v {
			v[k] = r.NormFloat64()
		}
		for _, u := range all[:i] {
			along := 0.0
			for k := range v {
				along += u[k] * v[k]
			}
			for k := range v {
				v[k] -= along * u[k]
			}
		}
		length := 0.0
		for _, x := range v {
			length += x * x
		}
		for k := range v {
			v[k] /= math.Sqrt(length)
		}
		all[i] = v
	}
	return all
}

// The first generation is normal with the requested width. The step size shrinks near a minimum and grows on
// a slope.
func TestEvolutionSteps(t *testing.T) {
	e := NewEvolution([]float64{3, -2}, 0.5, 4000, 7)
	var sums, squares [2]float64
	for _, x := range e.Ask() {
		for i, start := range []float64{3, -2} {
			sums[i] += (x[i] - start) / 4000
			squares[i] += (x[i] - start) * (x[i] - start) / 4000
		}
	}
	for i := range 2 {
		if math.Abs(sums[i]) > 0.03 || math.Abs(math.Sqrt(squares[i])-0.5) > 0.03 {
			t.Errorf("number %d: the mean is off by %.3f and the spread is %.3f, want 0 and 0.5", i, sums[i], math.Sqrt(squares[i]))
		}
	}
	spread := func(f func([]float64) float64) float64 {
		e := NewEvolution([]float64{0, 0, 0}, 0.1, 7, 1)
		for range 40 {
			var costs []float64
			for _, x := range e.Ask() {
				costs = append(costs, f(x))
			}
			e.Tell(costs)
		}
		return e.Spread()[0]
	}
	bowl := spread(func(x []float64) float64 { return x[0]*x[0] + x[1]*x[1] + x[2]*x[2] })
	slope := spread(func(x []float64) float64 { return x[0] })
	if bowl > 0.01 || slope < 1 {
		t.Errorf("the spread went from 0.1 to %.4f in a bowl and %.4f on a slope, want at most 0.01 and at least 1", bowl, slope)
	}
}

// NaN and infinite costs give finite candidates.
func TestEvolutionTakesAnyCost(t *testing.T) {
	e := NewEvolution([]float64{0.5, 0.5}, 0.2, 6, 3)
	for n := range 30 {
		for _, x := range e.Ask() {
			if math.IsNaN(x[0]) || math.IsInf(x[0], 0) {
				t.Fatalf("generation %d tries %v, want finite numbers", n, x)
			}
		}
		e.Tell([]float64{math.NaN(), 1, math.Inf(1), 1, 1, math.NaN()})
	}
}

func TestAxis(t *testing.T) {
	for _, c := range []struct {
		axis        Axis
		value, unit float64
	}{
		{NewAxis(2, 6), 3, 0.25},
		{NewAxis(0.01, 1), 0.1, 0.5},  // a logarithmic axis
		{NewAxis(0, 10), 7, 0.7},      // linear, because the range begins at 0
		{AxisOf(0.5, 0, 1), 0.5, 0.5}, // whole range
		// a small value: from a thirtieth of it to 30 times it
		{AxisOf(0.01, 0, 1), 0.01, 0.5},
		{AxisOf(0.01, 0, 1), 0.3, 1},
		{AxisOf(-3, -10, 10), -5, 0.25},
		{AxisOf(0, 0, 4), 1, 0.25},
		{NewAxis(2, 6), 60, 1}, // beyond the end
		{AxisOf(0.02, 0.01, 1), 0.01, 0},
	} {
		if u := c.axis.Unit(c.value); math.Abs(u-c.unit) > 1e-9 {
			t.Errorf("%+v: the unit value of %g is %g, want %g", c.axis, c.value, u, c.unit)
		}
	}
	a := NewAxis(2, 6)
	for unit, want := range map[float64]float64{0.25: 3, -0.25: 3, 1.25: 5, 2.25: 3, -1.75: 3, 7: 6} {
		if x := a.Value(unit); math.Abs(x-want) > 1e-9 {
			t.Errorf("the value at %g is %g, want %g", unit, x, want)
		}
	}
	small := AxisOf(0.02, 0, 1)
	for _, x := range []float64{0.001, 0.02, 0.5} {
		if y := small.Value(small.Unit(x)); math.Abs(y/x-1) > 1e-9 {
			t.Errorf("%g is converted back to %g, want the same", x, y)
		}
	}
}

func TestToBands(t *testing.T) {
	number := func(x float64) *float64 { return &x }
	line := func(value, low, high *float64) field.Line {
		return field.Line{Number: 1, Key: "a", Figure: field.Figure{Value: value, Low: low, High: high}}
	}
	for _, c := range []struct {
		line field.Line
		want float64
	}{
		{line(number(5), number(4), number(6)), 0},
		{line(number(5.8), number(4), number(6)), 0},
		{line(number(6), number(4), number(6)), 0.2 / 1.2},
		{line(number(6.8), number(4), number(6)), 0.5},
		{line(number(3.2), number(4), number(6)), 0.5},
		{line(number(2), number(2), nil), 0.2 / 1.2},
		{line(number(1.6), number(2), nil), 0.5},
		{line(number(9), number(2), nil), 0},
		{line(number(0), nil, number(0.5)), 0},
		{line(number(0.6), nil, number(0.5)), 0.5},
	} {
		terms := ToBands([]field.Line{c.line, {Key: "shown only", Figure: field.Figure{Value: number(1)}}})
		if len(terms) != 1 || terms[0].Cost == nil || math.Abs(*terms[0].Cost-c.want) > 1e-9 {
			t.Errorf("the terms are %+v, want one that costs %g", terms, c.want)
		}
	}
}

func TestCost(t *testing.T) {
	number := func(x float64) *float64 { return &x }
	for _, c := range []struct {
		terms    []Term
		want     float64
		measured bool
	}{
		{[]Term{{Cost: number(0.2), Weight: 1}, {Cost: number(0.6), Weight: 3}}, 0.5, true},
		{[]Term{{Cost: number(0.2), Weight: 1}, {Weight: 3}}, 0.2, true},
		{[]Term{{Weight: 1}, {Weight: 3}}, Worst, false},
		{nil, Worst, false},
	} {
		if got, measured := Cost(c.terms); math.Abs(got-c.want) > 1e-12 || measured != c.measured {
			t.Errorf("the terms %+v cost %g, measured is %v; want %g, %v", c.terms, got, measured, c.want, c.measured)
		}
	}
}

// The cost ignores figures that were not measured, and rows without measured figures.
func TestToBandsLeavesOutWhatIsNotMeasured(t *testing.T) {
	one, two, high := 1.0, 2.0, 1.5
	lines := []field.Line{
		{Number: 1, Key: "nearest", Figure: field.Figure{Key: "nearest", Value: &one, High: &high}},
		{Number: 2, Key: "turn", Figure: field.Figure{Key: "slowness", Low: &two}},
	}
	for _, label := range []string{"drift with N", "change with the number of birds", ""} {
		lines[0].Figures = []field.Figure{lines[0].Figure, {Key: "drift", Name: label, High: &high}}
		terms := ToBands(lines)
		if len(terms) != 2 || terms[0].Cost == nil || *terms[0].Cost != 0 || terms[1].Cost != nil {
			t.Fatalf("labelled %q: %+v; want a row that costs 0 and one without a cost", label, terms)
		}
		if cost, measured := Cost(terms); cost != 0 || !measured {
			t.Errorf("labelled %q: the cost is %g and measured is %v, want 0 and true", label, cost, measured)
		}
	}
}
