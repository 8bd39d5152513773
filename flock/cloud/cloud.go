package cloud

import "skein/flock/vec"

// Placement places the boids of a flock. Equal Placements put boids with the same id at the same position.
type Placement struct {
	Start
	Seed   uint64
	Boids  int     // number of boids in the flock, including those in groups
	Plane  bool    // whether the boids fly in a horizontal plane
	Middle vec.Vec // centre of the cloud, m
	Age    int64   // age of the world in ticks, which changes the random numbers
}

// Purposes of random numbers.
const (
	forPlace  vec.Purpose = 1
	forCourse vec.Purpose = 2
)

// PlaceGroups calls put with the position, m, and the velocity of each boid that starts in a group. These are
// the boids with ids below n.
func (c *Placement) PlaceGroups(put func(id int, pos, vel vec.Vec)) (n int) {
	for k, count := range groupCounts(c.Groups, c.Boids) {
		c.spread(&c.Groups[k], n, count, put)
		n += count
	}
	return n
}

// spread places n boids of a group, starting with id first. It takes points that fill a square or cube
// evenly, until n of them are inside the circle or ball.
func (c *Placement) spread(g *Group, first, n int, put func(id int, pos, vel vec.Vec)) {
	centre := c.Middle.Add(g.Place)
	vel := vec.Compass(g.Heading).Scale(g.Speed)
	offset := vec.Random(c.Seed, first, forPlace, 0)
	for i := first; i < first+n; {
		offset++
		p := c.evenly(offset)
		if p.Dot(p) > 1 {
			continue
		}
		put(i, centre.Add(p.Scale(g.Radius)), vel)
		i++
	}
}

func (c *Placement) evenly(k uint64) vec.Vec {
	const x2, z2 = 0xc13fa9a902a6328f, 0x91e10da5c79e7b1c
	const x3, y3, z3 = 0xd1b54a32d192ed03, 0xabc98388fb8fac02, 0x8cb92ba72f3d8dd7
	if c.Plane {
		return vec.Vec{X: vec.Symmetric(k * x2 >> 43), Y: 0, Z: vec.Symmetric(k * z2 >> 43)}
	}
	return vec.Vec{X: vec.Symmetric(k * x3 >> 43), Y: vec.Symmetric(k * y3 >> 43), Z: vec.Symmetric(k * z3 >> 43)}
}

// Place returns the position, m, and the velocity of a boid that starts in the cloud, outside all groups.
func (c *Placement) Place(id int) (pos, vel vec.Vec) {
	size, offset := c.size(), c.flattened(c.inside(id))
	pos = c.Middle.Add(vec.Vec{X: float32(offset.X * size.X), Y: float32(offset.Y * size.Y), Z: float32(offset.Z * size.Z)})
	course := vec.InBall(c.Seed, vec.WholeFlock, forCourse, 0).Flat().Unit().Scale(1 - c.Disorder)
	own := c.flattened(vec.InBall(c.Seed, id, forCourse, c.Age)).Unit().Scale(c.Disorder)
	return pos, course.Add(own).Unit().Scale(c.Speed)
}

func (c *Placement) flattened(v vec.Vec) vec.Vec {
	if c.Plane {
		return v.Flat()
	}
	return v
}

// inside returns a random point in the start's shape with radius 1.
func (c *Placement) inside(id int) vec.Vec {
	draw := func(k int64) vec.Vec { return vec.SymmetricVec(vec.Random(c.Seed, id, forPlace, 4*c.Age+k)) }
	switch c.Shape {
	case Box:
		return draw(0)
	case Blob: // the sum of four uniform numbers is nearly normal, with the standard deviation 2/√3
		const half = 0.4330127
		return draw(0).Add(draw(1)).Add(draw(2)).Add(draw(3)).Scale(half)
	}
	return vec.InBall(c.Seed, id, forPlace, c.Age)
}

// Beside returns the position of a boid that joins a flock of before boids, as an offset, m, from another
// boid.
func (c *Placement) Beside(id, before int) (other int, offset vec.Vec) {
	other = int(vec.Random(c.Seed, id, forPlace, -1-c.Age) % uint64(before))
	reach := float32(2)
	if c.Boids > 2*before {
		reach = max(reach, vec.CubeRoot(radiusCubed(c.Boids)))
	}
	return other, c.flattened(vec.InBall(c.Seed, id, forPlace, c.Age)).Scale(reach)
}

// The size of a roomy cloud. Density and proportions were measured in flight, those of Disc in the scene
// "murmuration" and those of Lens in the scene "starlings".
const (
	perBoid      = 1.8 // volume per boid, m³; the flock is modelled as an ellipsoid with the same second moments
	perBoidLens  = 2.3 // volume per boid for a Lens, m³
	halfHeight   = 2.4 // half the height of a Disc, m
	lensFlatness = 3   // width divided by height
)

// widest is the largest radius of a roomy cloud, m. Larger flocks start denser, so that they fit into the
// world.
const widest = 500

func (c *Placement) size() vec.Vec {
	radius := c.Radius
	if c.Roomy {
		radius = c.roomyRadius()
	}
	height := radius
	switch c.Shape {
	case Disc:
		height = min(radius, halfHeight)
	case Lens:
		height = radius / lensFlatness
	}
	return vec.Vec{X: radius, Y: height, Z: radius}
}

// roomyRadius returns the radius of a cloud that is as dense as a flock in flight, m.
func (c *Placement) roomyRadius() float32 {
	cubed := radiusCubed(c.Boids) // product of half of the sizes along the three axes
	ball := vec.CubeRoot(cubed)
	switch {
	case c.Shape == Lens:
		return min(vec.CubeRoot(float32(cubed*(lensFlatness*perBoidLens/perBoid))), widest)
	case c.Shape == Disc && ball > halfHeight:
		return min(vec.Sqrt(cubed/halfHeight), widest)
	}
	return ball
}

// radiusCubed returns the cube of the radius of a ball with room for n boids, m³.
func radiusCubed(n int) float32 { return float32(n) * perBoid * (3 / (4 * 3.1415927)) }
