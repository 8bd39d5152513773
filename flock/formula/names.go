package formula

import (
	"math"
	"slices"
)

// Name is a predefined name of a value in formulas.
type Name struct {
	Name, Unit, Doc string
	OfNeighbour     bool // whether the value belongs to a neighbour, and is known only inside sum, mean, count and nearest

	yields bool // whether a rule may redefine the name, because older rules may use it

	make func(c *checker) value
}

// Names returns all predefined names, in the order of the help.
func Names() []Name { return names() }

func isFixedName(word string) bool {
	return slices.ContainsFunc(names(), func(n Name) bool { return n.Name == word && !n.yields })
}

func names() []Name {
	return []Name{
		{Name: "position", Unit: "m", Doc: "the boid's position. y is up", make: boidVector(positionX, Metre)},
		{Name: "velocity", Unit: "m/s", Doc: "the boid's velocity", make: boidVector(velocityX, Speed)},
		{Name: "speed", Unit: "m/s", Doc: "the length of the boid's velocity", make: func(c *checker) value {
			return value{unit: Speed, n: [3]int32{c.input(ofBoid, ownSpeed, 0, perBoid)}}
		}},
		{Name: "heading", Doc: "the unit vector of the boid's velocity. It is zero at rest", make: boidVector(headingX, Pure)},
		{Name: "number", Doc: "the boid's index in its flock, from 0. number < 5 selects five boids", yields: true, make: func(c *checker) value {
			return value{n: [3]int32{c.input(ofID, 0, 0, perBoid)}}
		}},
		{Name: "time", Unit: "s", Doc: "time since the start, including the warm-up. In a model that counts in steps, it is the number of steps", make: func(c *checker) value {
			return value{unit: Second, n: [3]int32{c.input(seconds, sinceStart, 0, perTick)}}
		}},
		{Name: "tick", Unit: "s", Doc: "the length of a tick. In a model that counts in steps, it is one step", make: func(c *checker) value {
			return value{unit: Second, n: [3]int32{c.input(seconds, ofTick, 0, perTick)}}
		}},
		{Name: "up", Doc: "unit vector that points up", make: func(c *checker) value {
			return value{kind: aVector, n: [3]int32{c.number(0), c.number(1), c.number(0)}}
		}},
		{Name: "pi", Doc: "3.14159…, half a turn", make: func(c *checker) value { return value{n: [3]int32{c.number(math.Pi)}} }},
		{Name: "offset", Unit: "m", Doc: "the neighbour's position relative to the boid", OfNeighbour: true, make: pairVector(offsetX, Metre)},
		{Name: "distance", Unit: "m", Doc: "the length of the offset", OfNeighbour: true, make: func(c *checker) value { return c.length(c.offset()) }},
		{Name: "direction", Doc: "the unit vector to the neighbour. It is zero if both are in the same place", OfNeighbour: true, make: func(c *checker) value { return c.unitVector(c.offset()) }},
		{Name: "relative_velocity", Unit: "m/s", Doc: "the neighbour's velocity minus the boid's velocity", OfNeighbour: true, make: pairVector(relativeX, Speed)},
		{Name: "other_velocity", Unit: "m/s", Doc: "the neighbour's velocity", OfNeighbour: true, make: func(c *checker) value { return c.otherVelocity() }},
		{Name: "other_speed", Unit: "m/s", Doc: "the magnitude of other_velocity", OfNeighbour: true, make: func(c *checker) value { return c.length(c.otherVelocity()) }},
		{Name: "rank", Doc: "1 for the nearest neighbour, 2 for the next, and so on", OfNeighbour: true, make: func(c *checker) value {
			return value{n: [3]int32{c.input(ofPair, neighbourRank, 0, perNeighbour)}}
		}},
		{Name: "adjacent", Doc: "a condition: the Voronoi cells of the boid and the neighbour touch, seen from above", OfNeighbour: true, make: func(c *checker) value {
			return value{kind: aCondition, n: [3]int32{c.input(ofPair, isAdjacent, 0, perNeighbour)}}
		}},
		{Name: "other_heading", Doc: "the unit vector of other_velocity. It is zero at rest", OfNeighbour: true, make: func(c *checker) value { return c.unitVector(c.otherVelocity()) }},
	}
}

func boidVector(first int, u Unit) func(*checker) value {
	return func(c *checker) value { return c.vector(ofBoid, first, u, perBoid) }
}

func pairVector(first int, u Unit) func(*checker) value {
	return func(c *checker) value { return c.vector(ofPair, first, u, perNeighbour) }
}

func (c *checker) vector(from source, first int, u Unit, r rate) value {
	v := value{kind: aVector, unit: u}
	for k := range v.n {
		v.n[k] = c.input(from, first+k, 0, r)
	}
	return v
}

func (c *checker) offset() value { return pairVector(offsetX, Metre)(c) }

func (c *checker) otherVelocity() value {
	v := pairVector(relativeX, Speed)(c)
	return c.each("add", v, boidVector(velocityX, Speed)(c), v)
}

func (c *checker) dot(a, b value) value {
	var products [3]int32
	for k := range products {
		products[k] = c.compute("multiply", a.n[k], b.n[k])
	}
	sum := c.compute("add", c.compute("add", products[0], products[1]), products[2])
	return value{unit: a.unit.times(b.unit), n: [3]int32{sum}}
}

func (c *checker) length(v value) value {
	return value{unit: v.unit, n: [3]int32{c.compute("sqrt", c.dot(v, v).n[0])}}
}

// unitVector returns v scaled to length 1, or zero for a zero vector.
func (c *checker) unitVector(v value) value {
	inverse := value{n: [3]int32{c.compute("divide", c.number(1), c.length(v).n[0])}}
	v.unit = Pure
	return c.scale(v, inverse)
}

func (c *checker) cross(a, b value) value {
	v := value{kind: aVector, unit: a.unit.times(b.unit)}
	for k := range v.n {
		y, z := (k+1)%3, (k+2)%3
		v.n[k] = c.compute("subtract", c.compute("multiply", a.n[y], b.n[z]), c.compute("multiply", a.n[z], b.n[y]))
	}
	return v
}

// rotate turns a vector around a unit vector by Rodrigues' formula.
func (c *checker) rotate(v, axis value, angle int32) value {
	sine, cosine := value{n: [3]int32{c.compute("sin", angle)}}, value{n: [3]int32{c.compute("cos", angle)}}
	rest := value{n: [3]int32{c.compute("subtract", c.number(1), cosine.n[0])}}
	across, along := c.cross(axis, v), c.scale(c.scale(axis, c.dot(axis, v)), rest)
	across.unit, along.unit = v.unit, v.unit
	turned := c.each("add", v, c.scale(v, cosine), c.scale(across, sine))
	return c.each("add", v, turned, along)
}

func (c *checker) angleBetween(a, b value) value {
	sine, cosine := c.length(c.cross(a, b)), c.dot(a, b)
	return value{n: [3]int32{c.compute("atan2", sine.n[0], cosine.n[0])}}
}

func (c *checker) choose(condition int32, yes, no value) value {
	test := value{n: [3]int32{condition, condition, condition}}
	return c.each("select", yes, test, yes, no)
}

// turn rotates a vector towards another by at most the angle most, in radians.
func (c *checker) turn(from, to, most value) value {
	axis, upwards := c.cross(from, to), value{kind: aVector, n: [3]int32{c.number(0), c.number(1), c.number(0)}}
	straight := c.compute("equal", c.length(axis).n[0], c.number(0))
	axis = c.choose(straight, upwards, c.unitVector(axis))
	angle := c.compute("least", c.angleBetween(from, to).n[0], c.compute("greatest", c.number(0), most.n[0]))
	return c.rotate(from, axis, angle)
}

func (c *checker) draw() value {
	c.draws++
	return value{n: [3]int32{c.input(drawn, c.draws-1, 0, perBoid)}}
}

func (c *checker) randomAngle() value {
	turn := c.compute("subtract", c.draw().n[0], c.number(0.5))
	return value{n: [3]int32{c.compute("multiply", turn, c.number(2*math.Pi))}}
}

func (c *checker) randomDirection() value {
	height := c.compute("multiply", c.compute("subtract", c.draw().n[0], c.number(0.5)), c.number(2))
	radius := c.compute("sqrt", c.compute("subtract", c.number(1), c.compute("multiply", height, height)))
	angle := c.randomAngle().n[0]
	return value{kind: aVector, n: [3]int32{
		c.compute("multiply", radius, c.compute("cos", angle)), height, c.compute("multiply", radius, c.compute("sin", angle)),
	}}
}

// gaussian returns a random number with the standard normal distribution, by the Box–Muller method.
func (c *checker) gaussian() value {
	size := c.compute("sqrt", c.compute("multiply", c.number(-2), c.compute("log", c.draw().n[0])))
	return value{n: [3]int32{c.compute("multiply", size, c.compute("cos", c.randomAngle().n[0]))}}
}
