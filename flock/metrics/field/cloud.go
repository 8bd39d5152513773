package field

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"skein/flock"
)

// fewest are the birds below which nothing is measured.
const fewest = 10

// cloud is birds at an instant, with what several measures need.
type cloud struct {
	pos, vel []vec
	course   vec           // unit, of the mean heading
	near     [][]neighbour // the interacting nearest of each
	hull     hull          // none of what is flat
	depth    []float64     // of each bird below the hull's surface, m
	solid    bool          // has a hull
	axes     [3]vec        // principal axes, thinnest first, unit
	size     [3]float64    // standard deviations along them, m
	wingspan float64       // m
}

// interacting is the number of neighbours that a starling goes by (Ballerini et al. 2008,
// PNAS), and that are followed over time.
const interacting = 7

func newCloud(pos, vel []vec, wingspan float64) *cloud {
	c := &cloud{pos: pos, vel: vel, wingspan: wingspan, course: meanOf(headings(vel)).unit()}
	c.near = neighbours(pos, interacting)
	c.principal()
	if c.hull, c.solid = newHull(pos); c.solid {
		c.depth = make([]float64, len(pos))
		for i, p := range pos {
			c.depth[i] = c.hull.depth(p)
		}
	}
	return c
}

// null is a cloud of as many uniform places in the same hull, among which the velocities
// are dealt out by chance.
func (c *cloud) null(number int64) *cloud {
	pos := c.hull.uniform(c.pos, len(c.pos), number)
	vel, die := slices.Clone(c.vel), flock.Dice(1, forDeal)
	for i := len(vel) - 1; i > 0; i-- {
		j := int(fraction(die.Roll(int32(i), number)) * float64(i+1))
		vel[i], vel[j] = vel[j], vel[i]
	}
	return newCloud(pos, vel, c.wingspan)
}

// principal finds the axes of the second moments.
func (c *cloud) principal() {
	centre, sums := meanOf(c.pos), [9]float64{}
	for _, p := range c.pos {
		d := p.sub(centre)
		for a := range 3 {
			for b := a; b < 3; b++ {
				sums[3*a+b] += d[a] * d[b] / float64(len(c.pos))
			}
		}
	}
	var eigen mat.EigenSym
	if len(c.pos) == 0 || !eigen.Factorize(mat.NewSymDense(3, sums[:]), true) {
		return
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	for k, v := range eigen.Values(nil) {
		c.size[k] = math.Sqrt(max(0, v))
		c.axes[k] = vec{vectors.At(0, k), vectors.At(1, k), vectors.At(2, k)}
	}
}

// figures of an instant, by key. What a cloud has none of is not there.
type figures map[string]float64

// measure takes all figures that need one instant alone.
func (c *cloud) measure() figures {
	f := figures{}
	if len(c.pos) < fewest || !c.solid {
		return f
	}
	f["density"] = c.density()
	f["length"], f["width"] = c.size[2]/c.size[0], c.size[1]/c.size[0]
	f["gravity"] = math.Abs(c.axes[0][1])
	f["tilt"] = math.Asin(min(1, math.Abs(c.axes[0].dot(c.course)))) * 180 / math.Pi
	f["opacity"] = c.opacity()
	c.spacing(f)
	c.bearing(f)
	c.anisotropy(f)
	c.fluctuations(f)
	return f
}

// density is that of the places strewn evenly in a convex body whose hull has so many
// vertices and so much volume: the hull is smaller than the body by vertices/N on
// average (Efron 1965), so it is the birds inside over the volume.
func (c *cloud) density() float64 {
	return float64(len(c.pos)-c.hull.vertices) / c.hull.volume
}
