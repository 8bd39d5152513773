package field

import (
	"math"
	"slices"

	"skein/flock/geometry"
	"skein/flock/metrics"
	"skein/flock/snapshots"
	"skein/flock/vec"
)

// minBirds is the smallest number of birds that is measured.
const minBirds = 10

type cloud struct {
	pos, vel []vec.Vec64
	course   vec.Vec64     // unit vector along the mean heading
	near     [][]neighbour // the followedCount nearest neighbours of each bird, nearest first
	radius   float64       // radius of the balls that define the flock's surface, m
	space    *space        // nil if the birds do not span a volume
	size     float64       // largest distance between two birds, m
	corners  int           // number of birds on the hull, if space is a hull
	depth    []float64     // depth of each bird below the surface, m; 0 if space is nil
	solid    bool
	shape    metrics.Shape
	wingspan float64
}

// A starling interacts with interactingCount neighbours (Ballerini et al. 2008, PNAS). At most followedCount
// neighbours are followed over time.
const (
	interactingCount = 7
	followedCount    = 10
)

func newCloud(pos, vel []vec.Vec64, wingspan float64) *cloud {
	c := &cloud{pos: pos, vel: vel, wingspan: wingspan, course: courseOf(vel)}
	c.near = neighbours(pos, followedCount)
	c.shape = metrics.ShapeOfPoints(pos)
	hull, solid := geometry.NewHull(pos)
	if !solid {
		return c
	}
	c.size = hull.Diameter()
	c.radius = closingMedians * medianOf(c.near, interactingCount)
	c.solid, c.depth = true, make([]float64, len(pos))
	if len(pos) < fewestBent {
		c.space, c.corners = hullSpace(pos, &hull, c.size), len(hull.Corners)
	} else {
		c.space = closing(pos, c.radius, cellsPerRadius, false)
	}
	if c.space != nil {
		for i, p := range pos {
			c.depth[i] = c.space.depth(p)
		}
	}
	return c
}

// null returns the same number of birds at uniform random places in the same space, with the velocities in
// random order. The result depends only on c and number.
func (c *cloud) null(number int64) *cloud {
	pos := c.space.uniform(len(c.pos), number)
	vel, die := slices.Clone(c.vel), vec.Dice(1, purposeDeal)
	for i := len(vel) - 1; i > 0; i-- {
		j := int(fraction(die.Roll(int32(i), number)) * float64(i+1))
		vel[i], vel[j] = vel[j], vel[i]
	}
	return newCloud(pos, vel, c.wingspan)
}

func courseOf(vel []vec.Vec64) vec.Vec64 {
	var mean snapshots.MeanHeading
	for _, v := range vel {
		mean.Add(v)
	}
	return vec.Vec64(mean.Mean()).Unit()
}

// figures holds the defined figures of an instant by key.
type figures map[string]float64

func (c *cloud) measure() figures {
	f := figures{}
	if len(c.pos) < minBirds || !c.solid {
		return f
	}
	if length, ok := c.shape.OverThickness(2); ok {
		f["length"] = length
	}
	if width, ok := c.shape.OverThickness(1); ok {
		f["width"] = width
	}
	f["gravity"] = c.shape.Gravity
	f["tilt"] = math.Asin(min(1, math.Abs(vec.Vec64(c.shape.Directions[0]).Dot(c.course)))) * 180 / math.Pi
	f["thickness"] = c.shape.Axes[0]
	c.look(f)
	if c.space != nil {
		f["density"] = c.density()
		c.spacing(f)
	}
	c.bearing(f)
	c.anisotropy(f)
	c.fluctuations(f)
	return f
}

// density returns the density of the birds, 1/m³. A thin layer below the surface contains birds only at its
// outer side, which would bias the result. Therefore density counts only birds and volume deeper than half
// the median distance of first neighbours.
//
// The hull of a few uniformly distributed birds is smaller than their body by the fraction corners/N on
// average (Efron 1965), so for a few birds density counts only birds that are not corners.
func (c *cloud) density() float64 {
	if c.corners > 0 {
		return float64(len(c.pos)-c.corners) / c.space.volume()
	}
	least, birds := medianOf(c.near, 1)/2, 0
	for _, d := range c.depth {
		if d >= least {
			birds++
		}
	}
	return float64(birds) / c.space.volumeBelow(least)
}
