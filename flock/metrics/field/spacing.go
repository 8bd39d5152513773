package field

import (
	"math"
	"slices"
)

// hardCore is the distance in m below which starlings hardly come to each other.
const hardCore = 0.38

// spacing measures distances to the first neighbour.
func (c *cloud) spacing(f figures) {
	first, close := make([]float64, len(c.pos)), 0
	for i, n := range c.near {
		first[i] = math.Sqrt(n[0].d2)
		if first[i] < hardCore {
			close++
		}
	}
	f["nearest"] = c.unbiased(first)
	f["crowded"] = 100 * float64(close) / float64(len(first))
	f["core"] = c.coreOverBorder(first)
}

// unbiased is the mean of a distance to a neighbour without the bias of the border
// (Hanisch 1984): of birds that are deeper below the surface than that distance, weighed
// with one over the volume of what is as deep.
func (c *cloud) unbiased(distance []float64) float64 {
	inside, sum, weights := c.eroded(), 0.0, 0.0
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

// probes are the places by which the volume below a depth is told.
const probes = 2000

// eroded gives the share of the hull's volume that is deeper than so many m.
func (c *cloud) eroded() func(float64) float64 {
	depths := make([]float64, probes)
	for i, p := range c.hull.uniform(c.pos, probes, 0) {
		depths[i] = c.hull.depth(p)
	}
	slices.Sort(depths)
	return func(d float64) float64 {
		k, _ := slices.BinarySearch(depths, d)
		return float64(probes-k) / probes
	}
}

// coreOverBorder is the mean distance to the first neighbour of the third that lies
// deepest over that of the third that lies least deep.
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

// Bearings count as ahead and behind within 37° of the course and its opposite, and as
// beside within 12° of the plane across it: each a fifth of all directions.
const (
	alongFrom  = 0.8
	besideUpTo = 0.2
)

// bearing measures in which direction the first neighbour is: the density over the
// cosine of the angle to the own course, ½ where all directions are alike.
func (c *cloud) bearing(f figures) {
	along, beside, all := 0, 0, 0
	for i, n := range c.near {
		to, own := c.pos[n[0].id].sub(c.pos[i]), c.vel[i]
		if c.depth[i] < math.Sqrt(n[0].d2) || own.dot(own) == 0 || n[0].d2 == 0 {
			continue
		}
		cosine := math.Abs(to.dot(own)) / (to.len() * own.len())
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
