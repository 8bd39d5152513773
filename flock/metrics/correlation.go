package metrics

import (
	"encoding/json"
	"iter"
	"math"

	"skein/flock"
	"skein/flock/vec"
)

// Curve is a correlation function C(r), averaged over time. C(r) is the mean of u·u over pairs of birds at
// distance r. u is a bird's deviation from the flock's mean, divided by the root mean square deviation at
// that instant. C(0) is 1 (A. Cavagna and others, "Scale-free correlations in starling flocks", PNAS 107,
// 11865-11870, 2010).
type Curve struct {
	width   float64
	pairs   []float64
	apart   []float64
	product []float64 // sum of u·u in each bin
}

// maxBins is the largest number of bins. For larger flocks, bins become wider.
const maxBins = 400

const binCount = 40

// mostPairs limits the number of pairs compared in a frame. In a flock of more than 316 boids, each frame
// compares other random pairs.
const mostPairs = 50_000

const purposePairs vec.Purpose = 2100

func (c *Curve) add(apart, product float64) { c.addPairs(1, apart, product) }

// addPairs adds n pairs to the bin of their mean distance. apart and product are sums over these pairs.
func (c *Curve) addPairs(n, apart, product float64) {
	distance := apart / n
	if !(distance <= math.MaxFloat64) {
		return
	}
	for distance/c.width >= maxBins {
		c.widen()
	}
	bin := int(distance / c.width)
	for len(c.pairs) <= bin {
		c.pairs, c.apart, c.product = append(c.pairs, 0), append(c.apart, 0), append(c.product, 0)
	}
	c.pairs[bin] += n
	c.apart[bin] += apart
	c.product[bin] += product
}

func (c *Curve) widen() {
	c.width *= 2
	for _, sums := range []*[]float64{&c.pairs, &c.apart, &c.product} {
		half := make([]float64, (len(*sums)+1)/2)
		for k, x := range *sums {
			half[k/2] += x
		}
		*sums = half
	}
}

// merge adds the bins of o. If the widths differ, it adds each bin of o to the bin of its mean distance.
func (c *Curve) merge(o *Curve) {
	if c.width == 0 {
		c.width = o.width
	}
	for k, n := range o.pairs {
		if n > 0 {
			c.addPairs(n, o.apart[k], o.product[k])
		}
	}
}

// Length returns the distance at which C first falls to 0, in m, interpolated between bins. ok is false if C
// stays positive.
func (c *Curve) Length() (r float64, ok bool) {
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

// MarshalJSON writes the distances r in m, the values of C, and the numbers of pairs. It omits empty bins.
func (c *Curve) MarshalJSON() ([]byte, error) {
	var out struct {
		R     []float64 `json:"r"`
		C     []float64 `json:"c"`
		Pairs []float64 `json:"pairs"`
	}
	out.R, out.C, out.Pairs = []float64{}, []float64{}, []float64{}
	for k, n := range c.pairs {
		if n > 0 {
			out.R, out.C, out.Pairs = append(out.R, c.apart[k]/n), append(out.C, c.product[k]/n), append(out.Pairs, n)
		}
	}
	return json.Marshal(out)
}

type correlations struct {
	heading, velocity, speed Curve
	birds                    int
	scale                    float64 // number of pairs in the flock per compared pair
	hasVelocity              bool    // whether velocities differ between birds
}

// deviations subtracts the mean from each vector, and divides by the root mean square length. ok is false if
// the vectors differ only by rounding errors.
func deviations(all [][3]float64) (out [][3]float64, ok bool) {
	var mean [3]float64
	size, squares := 0.0, 0.0
	for _, v := range all {
		for k := range mean {
			mean[k] += v[k] / float64(len(all))
			size += v[k] * v[k]
		}
	}
	for _, v := range all {
		for k := range v {
			v[k] -= mean[k]
			squares += v[k] * v[k]
		}
		out = append(out, v)
	}
	if squares <= 1e-10*size {
		return nil, false
	}
	scale := math.Sqrt(float64(len(all)) / squares)
	for i := range out {
		for k := range out[i] {
			out[i][k] *= scale
		}
	}
	return out, true
}

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func correlationsOf(s *flock.Snapshot) *correlations {
	var pos, heading, velocity, speed [][3]float64
	for i, v := range s.Vel {
		if !s.Flies(i) {
			continue
		}
		p, l := s.Pos[i], length(v)
		pos = append(pos, [3]float64{float64(p[0]), float64(p[1]), float64(p[2])})
		w := [3]float64{float64(v[0]), float64(v[1]), float64(v[2])}
		velocity, speed = append(velocity, w), append(speed, [3]float64{l})
		heading = append(heading, [3]float64{w[0] / l, w[1] / l, w[2] / l})
	}
	c := &correlations{birds: len(pos)}
	if c.birds < 2 {
		return c
	}
	width := extent(pos) / binCount
	if width == 0 {
		return c
	}
	c.heading.width, c.velocity.width, c.speed.width = width, width, width
	c.compare(s.Tick, pos, heading, velocity, speed)
	return c
}

func extent(pos [][3]float64) float64 {
	low, high := pos[0], pos[0]
	for _, p := range pos {
		for k, x := range p {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	return math.Hypot(math.Hypot(high[0]-low[0], high[1]-low[1]), high[2]-low[2])
}

func (c *correlations) compare(tick int64, pos, heading, velocity, speed [][3]float64) {
	heading, turns := deviations(heading)
	velocity, c.hasVelocity = deviations(velocity)
	speed, varies := deviations(speed)
	compared := 0
	for i, j := range pairsOf(len(pos), tick) {
		compared++
		d := math.Sqrt(distance2(pos[i], pos[j]))
		if turns {
			c.heading.add(d, dot(heading[i], heading[j]))
		}
		if c.hasVelocity {
			c.velocity.add(d, dot(velocity[i], velocity[j]))
		}
		if varies {
			c.speed.add(d, speed[i][0]*speed[j][0])
		}
	}
	n := float64(len(pos))
	c.scale = ratio(n*(n-1)/2, float64(compared))
}

// pairsOf yields all pairs of n boids, or mostPairs random pairs. The random pairs depend only on n and tick.
func pairsOf(n int, tick int64) iter.Seq2[int, int] {
	if n*(n-1)/2 <= mostPairs {
		return func(yield func(i, j int) bool) {
			for i := range n {
				for j := range i {
					if !yield(i, j) {
						return
					}
				}
			}
		}
	}
	die := vec.Dice(0, purposePairs)
	return func(yield func(i, j int) bool) {
		for k := range mostPairs {
			bits := die.Roll(int32(k), tick)
			i, j := below(n, bits>>32), below(n-1, bits&math.MaxUint32)
			if j >= i {
				j++
			}
			if !yield(i, j) {
				return
			}
		}
	}
}

// below maps 32 random bits to a random integer from 0 to n-1.
func below(n int, bits uint64) int { return int(uint64(n) * bits >> 32) }

func distance2(a, b [3]float64) float64 {
	x, y, z := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return x*x + y*y + z*z
}

// susceptibility returns the maximum over r of Q(r) = (1/N) Σ u_i·u_j, where the sum is over pairs i ≠ j
// closer than r. Q has its maximum where C(r) falls to 0.
func (c *correlations) susceptibility() (value float64, ok bool) {
	if !c.hasVelocity || c.scale == 0 {
		return 0, false
	}
	sum := 0.0
	for _, x := range c.velocity.product {
		sum += x
		value = max(value, sum)
	}
	return 2 * value * c.scale / float64(c.birds), true
}

func correlationMeasures() []Quantity {
	return []Quantity{
		{"correlation_length", "correlation length", "m", "distance at which the correlation of v̂ - mean v̂ between two flying birds first falls to 0. Undefined if all birds fly in one direction", "Cavagna 2010",
			func(v *View) (float64, bool) { return v.correlations().heading.Length() }},
		{"speed_correlation_length", "correlation length of speed", "m", "distance at which the correlation of |v| - mean |v| between two flying birds first falls to 0. Undefined if all birds fly at one speed", "Cavagna 2010",
			func(v *View) (float64, bool) { return v.correlations().speed.Length() }},
		{"susceptibility", "susceptibility", "", "number of birds whose velocities fluctuate together. It is the greatest value over r of Σ u·u/N over the pairs of flying birds closer than r, each pair counted twice. u is v - mean v, divided by its root mean square. Undefined if all velocities are equal", "Attanasi 2014 (midges)",
			func(v *View) (float64, bool) { return v.correlations().susceptibility() }},
	}
}
