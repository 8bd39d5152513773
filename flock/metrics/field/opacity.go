package field

import (
	"math"
	"slices"

	"skein/flock/vec"
)

// A bird's silhouette is a disc of the same area: 0.025 m² for a starling with a wingspan of 0.4 m.
// The flock is seen from the ground, 30° upwards, from four sides.
const (
	silhouette = 0.45 // diameter over the wingspan
	elevation  = math.Pi / 6
	sides      = 4
	across     = 3 // pixels over a disc's radius
)

// opacity returns the dark share of the flock's outline (Pearce et al. 2014). The outline is the
// convex hull of the birds as seen from far away. The result is the mean over the sides.
func (c *cloud) opacity() float64 {
	sum := 0.0
	for k := range sides {
		turn := math.Pi * float64(k) / sides
		right := vec.Vec64{math.Cos(turn), 0, math.Sin(turn)}
		up := vec.Vec64{math.Sin(turn) * math.Sin(elevation), math.Cos(elevation), -math.Cos(turn) * math.Sin(elevation)}
		seen := make([][2]float64, len(c.pos))
		for i, p := range c.pos {
			seen[i] = [2]float64{p.Dot(right), p.Dot(up)}
		}
		sum += covered(seen, silhouette*c.wingspan/2) / outline(seen)
	}
	return sum / sides
}

// covered returns the area that discs cover together, counted in pixels.
func covered(at [][2]float64, radius float64) float64 {
	pixel := radius / across
	var dark []uint64
	for _, p := range at {
		x, y := p[0]/pixel, p[1]/pixel
		for i := math.Ceil(x - across - 0.5); i < x+across; i++ {
			for j := math.Ceil(y - across - 0.5); j < y+across; j++ {
				if dx, dy := i+0.5-x, j+0.5-y; dx*dx+dy*dy <= across*across {
					dark = append(dark, uint64(uint32(int32(i)))<<32|uint64(uint32(int32(j))))
				}
			}
		}
	}
	slices.Sort(dark)
	return float64(len(slices.Compact(dark))) * pixel * pixel
}

// outline returns the area of the convex hull of points in a plane (Andrew's chain).
func outline(at [][2]float64) (area float64) {
	sorted := slices.Clone(at)
	slices.SortFunc(sorted, func(a, b [2]float64) int { return slices.Compare(a[:], b[:]) })
	turn := func(o, a, b [2]float64) float64 {
		return (a[0]-o[0])*(b[1]-o[1]) - (a[1]-o[1])*(b[0]-o[0])
	}
	for range 2 {
		var chain [][2]float64
		for _, p := range sorted {
			for len(chain) > 1 && turn(chain[len(chain)-2], chain[len(chain)-1], p) <= 0 {
				chain = chain[:len(chain)-1]
			}
			chain = append(chain, p)
		}
		for k := range len(chain) - 1 {
			area += (chain[k][0]*chain[k+1][1] - chain[k+1][0]*chain[k][1]) / 2
		}
		slices.Reverse(sorted)
	}
	return area
}
