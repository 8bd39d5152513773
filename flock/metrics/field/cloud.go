package field

import (
	"math"
	"slices"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/vec"
)

// fewest is the smallest number of birds that is measured.
const fewest = 10

// cloud holds the birds at an instant and values that several measures use.
type cloud struct {
	pos, vel []vec.Vec64
	course   vec.Vec64     // unit vector along the mean heading
	near     [][]neighbour // nearest neighbours of each bird, interacting of them
	hull     hull          // empty if the cloud is flat
	depth    []float64     // of each bird below the hull's surface, m
	solid    bool          // whether it has a hull
	shape    metrics.Shape // of the positions
	wingspan float64       // m
}

// interacting is the number of neighbours that a starling interacts with (Ballerini et al. 2008,
// PNAS). The same neighbours are followed over time.
const interacting = 7

func newCloud(pos, vel []vec.Vec64, wingspan float64) *cloud {
	c := &cloud{pos: pos, vel: vel, wingspan: wingspan, course: courseOf(vel)}
	c.near = neighbours(pos, interacting)
	c.shape = metrics.ShapeOfPoints(pos)
	if c.hull, c.solid = newHull(pos); c.solid {
		c.depth = make([]float64, len(pos))
		for i, p := range pos {
			c.depth[i] = c.hull.depth(p)
		}
	}
	return c
}

// null returns a cloud with as many uniform random places in the same hull. The velocities are
// assigned to them at random.
func (c *cloud) null(number int64) *cloud {
	pos := c.hull.uniform(c.pos, len(c.pos), number)
	vel, die := slices.Clone(c.vel), vec.Dice(1, purposeDeal)
	for i := len(vel) - 1; i > 0; i-- {
		j := int(fraction(die.Roll(int32(i), number)) * float64(i+1))
		vel[i], vel[j] = vel[j], vel[i]
	}
	return newCloud(pos, vel, c.wingspan)
}

// courseOf returns the direction of the mean heading.
func courseOf(vel []vec.Vec64) vec.Vec64 {
	var mean flock.MeanHeading
	for _, v := range vel {
		mean.Add(v)
	}
	return vec.Vec64(mean.Mean()).Unit()
}

// figures maps keys to the figures of an instant. Figures that a cloud does not have are absent.
type figures map[string]float64

// measure returns all figures that depend on one instant alone.
func (c *cloud) measure() figures {
	f := figures{}
	if len(c.pos) < fewest || !c.solid {
		return f
	}
	f["density"] = c.density()
	if length, ok := c.shape.OverThickness(2); ok {
		f["length"] = length
	}
	if width, ok := c.shape.OverThickness(1); ok {
		f["width"] = width
	}
	f["gravity"] = c.shape.Gravity
	f["tilt"] = math.Asin(min(1, math.Abs(vec.Vec64(c.shape.Directions[0]).Dot(c.course)))) * 180 / math.Pi
	f["opacity"] = c.opacity()
	c.spacing(f)
	c.bearing(f)
	c.anisotropy(f)
	c.fluctuations(f)
	return f
}

// density estimates the density of points that are uniform in a convex body. Their hull is smaller
// than the body by the share vertices/N on average (Efron 1965), so the estimate is the number of
// birds inside over the hull's volume.
func (c *cloud) density() float64 {
	return float64(len(c.pos)-c.hull.vertices) / c.hull.volume
}
