package field

import (
	"math"
	"sort"
)

type series struct {
	runs  []run
	nulls run
}

// run holds samples x and the ascending times at which they became known, in s.
type run struct{ times, x []float64 }

func (r *run) add(seconds, x float64) {
	if !math.IsNaN(x) && !math.IsInf(x, 0) {
		r.times, r.x = append(r.times, seconds), append(r.x, x)
	}
}

func (r *run) span(from, to float64) run {
	a, b := sort.SearchFloat64s(r.times, from), sort.Search(len(r.times), func(k int) bool { return r.times[k] > to })
	b = max(a, b)
	return run{r.times[a:b:b], r.x[a:b:b]}
}

func (s *series) add(seconds, x float64) {
	if len(s.runs) == 0 {
		s.runs = []run{{}}
	}
	s.runs[len(s.runs)-1].add(seconds, x)
}

func (s *series) addNull(seconds, x float64) { s.nulls.add(seconds, x) }

func (s *series) appendRuns(source *series, from, to float64) {
	for k := range source.runs {
		s.runs = append(s.runs, source.runs[k].span(from, to))
	}
	nulls := source.nulls.span(from, to)
	s.nulls.times, s.nulls.x = append(s.nulls.times, nulls.times...), append(s.nulls.x, nulls.x...)
}

func (s *series) forget(before float64) {
	for k := range s.runs {
		s.runs[k] = s.runs[k].span(before, math.Inf(1))
	}
	s.nulls = s.nulls.span(before, math.Inf(1))
}

func (s *series) all() (all []float64) {
	for _, r := range s.runs {
		all = append(all, r.x...)
	}
	return all
}

// greatestLast returns the largest of the runs' last values.
func (s *series) greatestLast() float64 {
	greatest := math.Inf(-1)
	for _, r := range s.runs {
		if n := len(r.x); n > 0 {
			greatest = max(greatest, r.x[n-1])
		}
	}
	return greatest
}

// error returns the standard error of the mean. Successive samples are correlated, so n samples count as n/g,
// with g = 1 + 2 Σ (1 - t/n) ρ(t) summed until the autocorrelation ρ first falls to 0. For several runs, the
// error is at least the standard deviation of their means over the square root of their number.
func (s *series) error() float64 {
	n, within := 0.0, 0.0
	var means []float64
	for _, r := range s.runs {
		if len(r.x) == 0 {
			continue
		}
		m := float64(len(r.x))
		e := errorOf(r.x)
		n, within = n+m, within+m*m*e*e
		means = append(means, mean(r.x))
	}
	within = math.Sqrt(within) / n
	if k := float64(len(means)); k > 1 {
		between := math.Sqrt(variance(means) / (k - 1))
		if !(within > between) { // true also if within is NaN, for runs with one sample
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

func variance(x []float64) float64 {
	m, sum := mean(x), 0.0
	for _, v := range x {
		sum += (v - m) * (v - m)
	}
	return sum / float64(max(1, len(x)))
}
