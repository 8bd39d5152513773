package field

import (
	"math"

	"skein/flock/vec"
)

// fluctuations measures how far the birds' deviations from the mean velocity are correlated (Cavagna et al.
// 2010). C(r) is the mean of u·u over pairs at distance r, where u = v̂ - mean v̂ for the orientation and u =
// |v| - mean |v| for the speed. The correlation length is the r at which C first falls to 0, divided by the
// largest distance between two birds.
func (c *cloud) fluctuations(f figures) {
	turned, faster := headings(c.vel), make([]float64, len(c.vel))
	meanHeading, meanSpeed := vec.Mean(turned), 0.0
	for _, v := range c.vel {
		meanSpeed += v.Length() / float64(len(c.vel))
	}
	squares := 0.0
	for i, v := range c.vel {
		turned[i] = turned[i].Sub(meanHeading)
		faster[i] = v.Length() - meanSpeed
		squares += faster[i] * faster[i]
	}
	if spread, ok := speedVariation(c.vel); ok {
		f["speed_variation"] = spread
	}
	size := c.size
	orientation, speed := c.correlations(turned, faster, size)
	if r, ok := orientation.length(); ok && sumOfSquares(turned) > negligibleVariance*float64(len(turned)) {
		f["orientation"] = r / size
	}
	if r, ok := speed.length(); ok && squares > negligibleVariance*meanSpeed*meanSpeed*float64(len(faster)) {
		f["speed"] = r / size
	}
}

// speedVariation returns the standard deviation of the speeds over their mean. ok is false if the mean is 0.
func speedVariation(vel []vec.Vec64) (variation float64, ok bool) {
	n, mean, squares := float64(len(vel)), 0.0, 0.0
	for _, v := range vel {
		mean += v.Length() / n
	}
	for _, v := range vel {
		d := v.Length() - mean
		squares += d * d
	}
	return math.Sqrt(squares/n) / mean, mean > 0
}

// negligibleVariance is the ratio of variance to squared mean below which differences count as rounding
// errors.
const negligibleVariance = 1e-10

func sumOfSquares(all []vec.Vec64) (sum float64) {
	for _, a := range all {
		sum += a.Dot(a)
	}
	return sum
}

type correlation struct {
	product, apart, pairs []float64
}

func newCorrelation(bins int) *correlation {
	return &correlation{make([]float64, bins), make([]float64, bins), make([]float64, bins)}
}

func (c *correlation) add(bin int, apart, product float64) {
	c.product[bin] += product
	c.apart[bin] += apart
	c.pairs[bin]++
}

func (c *correlation) length() (r float64, ok bool) {
	before, at, any := 0.0, 0.0, false
	for k, n := range c.pairs {
		if n == 0 {
			continue
		}
		value, distance := c.product[k]/n, c.apart[k]/n
		switch {
		case value <= 0 && any:
			return at + (distance-at)*before/(before-value), true
		case value <= 0:
			return 0, true
		}
		before, at, any = value, distance, true
	}
	return 0, false
}

// mostPairs limits the number of pairs that are measured. In a larger flock, only every n-th bird is compared
// with the others.
const mostPairs = 1e6

func (c *cloud) correlations(turned []vec.Vec64, faster []float64, size float64) (orientation, speed *correlation) {
	n := len(c.pos)
	all := float64(n) * float64(n-1) / 2
	bins := int(max(10, min(math.Sqrt(all)/4, 50)))
	orientation, speed = newCorrelation(bins), newCorrelation(bins)
	step := max(1, int(math.Ceil(all/mostPairs)))
	scale := float64(bins) / (size * (1 + 1e-6))
	for i := 0; i < n; i += step {
		for j := range i {
			d := c.pos[i].Distance(c.pos[j])
			bin := min(int(d*scale), bins-1)
			orientation.add(bin, d, turned[i].Dot(turned[j]))
			speed.add(bin, d, faster[i]*faster[j])
		}
	}
	return orientation, speed
}

func headings(vel []vec.Vec64) []vec.Vec64 {
	out := make([]vec.Vec64, len(vel))
	for i, v := range vel {
		out[i] = v.Unit()
	}
	return out
}
