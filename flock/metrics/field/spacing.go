package field

import (
	"math"
	"slices"
)

// hardCore is the smallest common distance between two starlings, in m.
const hardCore = 0.38

func (c *cloud) spacing(f figures) {
	first, close := make([]float64, len(c.pos)), 0
	for i, n := range c.near {
		first[i] = math.Sqrt(n[0].D2)
		if first[i] < hardCore {
			close++
		}
	}
	f["nearest"] = c.unbiasedMean(first)
	f["uneven"] = math.Sqrt(variance(first)) / mean(first)
	f["packing"] = f["nearest"] * math.Cbrt(f["density"])
	f["crowded"] = 100 * float64(close) / float64(len(first))
	f["core"] = c.coreOverBorder(first)
}

// unbiasedMean returns the mean distance to a neighbour without the bias of the border (Hanisch 1984). It
// uses the birds whose depth exceeds the distance to their neighbour. Their weights are 1 over the volume
// that is at least that deep.
func (c *cloud) unbiasedMean(distance []float64) float64 {
	inside, sum, weights := c.shareDeeper(), 0.0, 0.0
	for i, d := range distance {
		if volume := inside(d); d <= c.depth[i] && volume > 0 {
			sum, weights = sum+d/volume, weights+1/volume
		}
	}
	if weights == 0 {
		return math.NaN()
	}
	return sum / weights
}

// probes is the number of random points used to estimate the volume deeper than a depth.
const probes = 2000

// shareDeeper returns a function that computes the fraction of the space that is at least as deep as a depth,
// m.
func (c *cloud) shareDeeper() func(float64) float64 {
	depths := make([]float64, probes)
	for i, p := range c.space.uniform(probes, 0) {
		depths[i] = c.space.depth(p)
	}
	slices.Sort(depths)
	return func(d float64) float64 {
		k, _ := slices.BinarySearch(depths, d)
		return float64(probes-k) / probes
	}
}

// coreOverBorder returns the mean distance to the first neighbour in the deepest third of the birds, divided
// by that in the third nearest to the surface.
func (c *cloud) coreOverBorder(first []float64) float64 {
	order := make([]int, len(first))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if c.depth[a] != c.depth[b] {
			if c.depth[a] < c.depth[b] {
				return -1
			}
			return 1
		}
		return a - b
	})
	third := len(order) / 3
	border, core := 0.0, 0.0
	for k := range third {
		border += first[order[k]]
		core += first[order[len(order)-1-k]]
	}
	return core / border
}

// A neighbour within 37° of the course or its opposite is ahead or behind. A neighbour within 12° of the
// plane across the course is beside the bird. Each is a fifth of all directions.
const (
	alongFrom  = 0.8
	besideUpTo = 0.2
)

// bearing measures how often the first neighbour is ahead or behind, and how often it is beside the bird. The
// figures are densities of the cosine of the angle, which are ½ for uniform directions.
func (c *cloud) bearing(f figures) {
	along, beside, all := 0, 0, 0
	for i, n := range c.near {
		to, own := c.pos[n[0].ID].Sub(c.pos[i]), c.vel[i]
		if c.depth[i] < math.Sqrt(n[0].D2) || own.Dot(own) == 0 || n[0].D2 == 0 {
			continue
		}
		cosine := math.Abs(to.Dot(own)) / (to.Length() * own.Length())
		all++
		if cosine >= alongFrom {
			along++
		} else if cosine <= besideUpTo {
			beside++
		}
	}
	if all > 0 {
		f["along"] = 0.5 * float64(along) / float64(all) / (1 - alongFrom)
		f["beside"] = 0.5 * float64(beside) / float64(all) / besideUpTo
	}
}
