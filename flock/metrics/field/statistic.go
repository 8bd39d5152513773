package field

import (
	"math"
	"slices"
)

type statistic int

const (
	theMean statistic = iota
	theInverse
	theLeast
	theGreatest
	theLast      // last value of each run; the largest of them
	theVariation // standard deviation over time divided by the mean, for each run
	theNull      // mean of the null values
	overNull     // mean divided by the mean of the null values
)

func (s statistic) isExtreme() bool { return s == theLeast || s == theGreatest || s == theLast }

// figure returns the statistic, its standard error and its null value. Each one is NaN if unknown. The
// statistic theVariation is an average over all series. The other statistics use the first series.
func (st statistic) figure(all []*series) (value, err, null float64) {
	s, unknown := all[0], math.NaN()
	value, err, null = mean(s.all()), s.error(), unknown
	if len(s.nulls.x) > 0 {
		null = mean(s.nulls.x)
	}
	switch st {
	case theInverse:
		if value <= 0 {
			return unknown, unknown, null
		}
		return 1 / value, err / (value * value), null
	case theLeast:
		return slices.Min(s.all()), unknown, unknown
	case theGreatest:
		return slices.Max(s.all()), unknown, unknown
	case theLast:
		return s.greatestLast(), unknown, unknown
	case theVariation:
		value, err = variation(all)
		return value, err, unknown
	case theNull:
		return null, unknown, unknown
	case overNull:
		return value / null, err / null, 1
	}
	return value, err, null
}

// variation returns the standard deviation over time divided by the mean, averaged over runs and series. Its
// standard error follows from the differences between runs.
func variation(all []*series) (value, err float64) {
	var runs []float64
	for k := range all[0].runs {
		sum, n := 0.0, 0.0
		for _, s := range all {
			if k < len(s.runs) && len(s.runs[k].x) > 1 {
				sum, n = sum+math.Sqrt(variance(s.runs[k].x))/mean(s.runs[k].x), n+1
			}
		}
		if n > 0 {
			runs = append(runs, sum/n)
		}
	}
	if len(runs) == 0 {
		return math.NaN(), math.NaN()
	}
	err = math.NaN()
	if k := float64(len(runs)); k > 1 {
		err = math.Sqrt(variance(runs) / (k - 1))
	}
	return mean(runs), err
}
