package field

import "math"

// series is a figure over time, of several runs one after the other.
type series struct {
	runs  [][]float64
	nulls []float64
}

func (s *series) add(x float64) {
	if len(s.runs) == 0 {
		s.runs = [][]float64{nil}
	}
	if !math.IsNaN(x) && !math.IsInf(x, 0) {
		last := len(s.runs) - 1
		s.runs[last] = append(s.runs[last], x)
	}
}

// all lists the values of all runs.
func (s *series) all() (all []float64) {
	for _, run := range s.runs {
		all = append(all, run...)
	}
	return all
}

// error is the standard error of the mean over all values. Values that follow each other
// are alike: n of them tell as much as n/g that are not, with g = 1 + 2 Σ (1 - t/n) ρ(t)
// over the autocorrelation ρ up to where it first falls to 0. Of several runs it is that,
// or what their means spread by over the square root of their number, whichever is more.
func (s *series) error() float64 {
	n, within := 0.0, 0.0
	var means []float64
	for _, run := range s.runs {
		if len(run) == 0 {
			continue
		}
		m := float64(len(run))
		e := errorOf(run)
		n, within = n+m, within+m*m*e*e
		means = append(means, mean(run))
	}
	within = math.Sqrt(within) / n
	if k := float64(len(means)); k > 1 {
		between := math.Sqrt(variance(means) / (k - 1))
		if !(within > between) { // nor is it known of runs of one value
			return between
		}
	}
	return within
}

func errorOf(x []float64) float64 {
	n := len(x)
	if n < 2 {
		return math.NaN()
	}
	m, v := mean(x), variance(x)
	if v == 0 {
		return 0
	}
	g := 1.0
	for t := 1; t < n; t++ {
		rho := 0.0
		for k := range n - t {
			rho += (x[k] - m) * (x[k+t] - m)
		}
		rho /= float64(n) * v
		if rho <= 0 {
			break
		}
		g += 2 * rho
	}
	return math.Sqrt(v / float64(n-1) * g)
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(max(1, len(x)))
}

// variance is the mean square of the differences to the mean.
func variance(x []float64) float64 {
	m, sum := mean(x), 0.0
	for _, v := range x {
		sum += (v - m) * (v - m)
	}
	return sum / float64(max(1, len(x)))
}
