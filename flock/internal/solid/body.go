// Package solid computes the geometry of obstacles: the distance of a point from an obstacle, the direction
// away from it, and how far a boid can fly before it comes too close.
//
// Spheres, boxes, cylinders and half-spaces are exact. A terrain is a [Relief] of heights, and a model is a
// [Model] of triangles. All arithmetic is in float32 and is rounded in the same way on every machine.
package solid

// Body is a solid in the world. It is created by Ball, Box, Cylinder, HalfSpace, Relief.Ground or
// Model.Solid.
type Body struct {
	shape      shape
	rows       [3]Vec
	pos        Vec
	scale      float32
	inverse    float32
	low, high  Vec
	guessError float32 // largest error of guess, m
	cell       *cell   // box to which the body is clipped, or nil
}

type cell struct {
	middle   Vec
	boxShape boxShape
}

// Ball returns a sphere.
func Ball(radius float32) Body { return Body{shape: ball{radius}} }

// Box returns a box centred on the origin.
func Box(size Vec) Body { return Body{shape: boxShape{size.times(0.5)}} }

// Cylinder returns a vertical cylinder whose base is centred on the origin.
func Cylinder(radius, height float32) Body { return Body{shape: cylinder{radius, height}} }

// HalfSpace returns the half-space below the plane y = 0.
func HalfSpace() Body { return Body{shape: halfSpace{}} }

// Place returns the body after scaling it, rotating it by the matrix with the given rows, and moving its
// origin to the position pos.
func (b Body) Place(pos Vec, rows [3]Vec, scale float32) Body {
	b.pos, b.rows, b.scale, b.inverse = pos, rows, scale, 1/scale
	b.bound()
	return b
}

// Move returns the body displaced by a vector.
func (b Body) Move(offset Vec) Body {
	b.pos = b.pos.add(offset)
	if b.cell != nil {
		b.cell = &cell{b.cell.middle.add(offset), b.cell.boxShape}
	}
	b.bound()
	return b
}

// Clip returns the part of the body inside a box. The body must be convex.
func (b Body) Clip(low, high Vec) Body {
	size := high.sub(low)
	b.cell = &cell{low.add(size.times(0.5)), boxShape{size.times(0.5)}}
	b.bound()
	return b
}

func (b *Body) bound() {
	low, high := b.shape.bounds()
	middle, size := low.add(high).times(0.5), high.sub(low).times(0.5)
	if size.X >= endless/2 { // unbounded, except upwards if its plane is level
		b.low, b.high = Vec{-endless, -endless, -endless}, Vec{endless, endless, endless}
		if b.rows[1].Y >= 1 {
			b.high.Y = b.pos.Y
		}
	} else {
		middle = b.outer(middle)
		reach := Vec{}
		for k, row := range b.rows {
			extent := float32(abs(row.X)*size.X) + float32(abs(row.Y)*size.Y) + float32(abs(row.Z)*size.Z)
			extent = float32(extent*b.scale*1.0001) + 1e-3
			switch k {
			case 0:
				reach.X = extent
			case 1:
				reach.Y = extent
			default:
				reach.Z = extent
			}
		}
		b.low, b.high = middle.sub(reach), middle.add(reach)
	}
	switch s := b.shape.(type) {
	case *Relief:
		b.low.Y = -endless
		if b.rows[1].Y < 1 { // a tilted terrain is unbounded in other directions
			b.guessError = endless
		}
	case *Model:
		b.guessError = float32(gridError * s.cell * b.scale)
	}
	if b.cell != nil {
		b.low, b.high = b.low.max(b.cell.middle.sub(b.cell.boxShape.halfSize)), b.high.min(b.cell.middle.add(b.cell.boxShape.halfSize))
	}
}

func (b *Body) Bounds() (low, high Vec) { return b.low, b.high }

// BoxDistance returns the distance between a box and the body's bounding box. It is 0 if they overlap.
func (b *Body) BoxDistance(low, high Vec) float32 {
	gap := Vec{maxWithZero(b.low.X-high.X, low.X-b.high.X), maxWithZero(b.low.Y-high.Y, low.Y-b.high.Y), maxWithZero(b.low.Z-high.Z, low.Z-b.high.Z)}
	return gap.length()
}

func maxWithZero(a, b float32) float32 {
	if a < b {
		a = b
	}
	if a > 0 {
		return a
	}
	return 0
}

// Overlaps reports whether a box overlaps the body's bounding box.
func (b *Body) Overlaps(low, high Vec) bool {
	return b.low.X <= high.X && b.high.X >= low.X && b.low.Z <= high.Z && b.high.Z >= low.Z && b.low.Y <= high.Y && b.high.Y >= low.Y
}

func (b *Body) outer(p Vec) Vec {
	return b.outerDirection(p).times(b.scale).add(b.pos)
}

func (b *Body) inner(p Vec) Vec {
	d := p.sub(b.pos)
	r := &b.rows
	return Vec{
		float32(r[0].X*d.X) + float32(r[1].X*d.Y) + float32(r[2].X*d.Z),
		float32(r[0].Y*d.X) + float32(r[1].Y*d.Y) + float32(r[2].Y*d.Z),
		float32(r[0].Z*d.X) + float32(r[1].Z*d.Y) + float32(r[2].Z*d.Z),
	}.times(b.inverse)
}

func (b *Body) outerDirection(n Vec) Vec {
	return Vec{b.rows[0].dot(n), b.rows[1].dot(n), b.rows[2].dot(n)}
}

// Distance returns the distance of a point from the body, in m, or a lower bound of it. The distance is
// negative inside.
func (b *Body) Distance(p Vec) float32 {
	d := float32(b.shape.distance(b.inner(p)) * b.scale)
	if b.cell != nil {
		d = max(d, b.cell.boxShape.distance(p.sub(b.cell.middle)))
	}
	return d
}

// Nearest returns the result of Distance, and the unit vector that points away from the body.
func (b *Body) Nearest(p Vec) (float32, Vec) {
	d, n := b.nearest(b.inner(p))
	d, n = float32(d*b.scale), b.outerDirection(n)
	if b.cell != nil {
		if own, side := b.cell.boxShape.nearest(p.sub(b.cell.middle)); own > d {
			return own, side
		}
	}
	return d, n
}

// nearest calls the shape's method. For a box, the call does not go through the interface, which is faster.
func (b *Body) nearest(p Vec) (float32, Vec) {
	if s, ok := b.shape.(boxShape); ok {
		return s.nearest(p)
	}
	return b.shape.nearest(p)
}

// guess approximates Distance quickly, with an error of at most b.guessError.
func (b *Body) guess(p Vec) float32 {
	var d float32
	if m, ok := b.shape.(*Model); ok { // a direct call is faster
		d = float32(m.guess(b.inner(p)) * b.scale)
	} else {
		d = float32(b.shape.guess(b.inner(p)) * b.scale)
	}
	if b.cell != nil {
		d = max(d, b.cell.boxShape.distance(p.sub(b.cell.middle)))
	}
	return d
}

// Contains reports whether a point is inside the body or closer to it than gap.
func (b *Body) Contains(p Vec, gap float32) bool {
	if b.Distance(p) < gap {
		return true
	}
	m, ok := b.shape.(*Model)
	return ok && m.contains(b.inner(p))
}

// Exit returns a displacement that moves the point p to a distance of about gap metres from the body. n is
// the direction of the displacement, and far is its length.
func (b *Body) Exit(p Vec, gap float32) (far float32, n Vec) {
	if m, ok := b.shape.(*Model); ok { // only the grid distinguishes the inside from the outside
		d, n := m.sample(b.inner(p))
		return gap - float32((d-float32(gridError*m.cell))*b.scale), b.outerDirection(n.unit(up))
	}
	d, n := b.Nearest(p)
	return gap - d, n
}

const maxSteps = 64

// Meet returns how far, at most length, a boid may fly from p along the unit vector u before it comes closer
// to the body than gap. The error of the result is at most slack, and the boid stays at least gap - slack/4
// away from the body. A boid that starts closer than gap but flies away is not stopped. met reports whether
// the boid is stopped before length.
func (b *Body) Meet(p, u Vec, length, gap, slack float32) (s float32, met bool) {
	if b.shape.convex() {
		return b.meetConvex(p, u, length, gap, slack)
	}
	for range maxSteps {
		pos := p.addScaled(u, s)
		d := b.Distance(pos) - gap
		if d < slack {
			if _, n := b.Nearest(pos); n.dot(u) < -0.01 || d < 0 && n.dot(u) < 0 {
				return s, true
			}
			d = max(d, slack/4)
		}
		if s += d; s >= length {
			return length, false
		}
	}
	return s, true
}

// meetConvex is like [Body.Meet] for a convex body. The distance is a convex function along the ray, so it is
// never below its tangent. A step can therefore be as long as the tangent remains above gap.
func (b *Body) meetConvex(p, u Vec, length, gap, slack float32) (s float32, met bool) {
	for range maxSteps {
		d, n := b.Nearest(p.addScaled(u, s))
		closing := -n.dot(u)
		d -= gap
		if !(closing > 0) || d >= 0 && float32(closing*(length-s)) <= d {
			return length, false
		}
		if d < slack {
			return s, true
		}
		s += (d - float32(slack/2)) / closing
	}
	return s, true
}

// boxMargin returns a margin for the test against the bounding box, m. MeetRoughly cannot meet the body if
// the ray stays farther from the box than gap plus this margin. The reason is that guesses have an error of
// at most b.guessError, and maxSteps steps as long as the margin reach the end of the ray.
func (b *Body) boxMargin(length float32) float32 {
	if b.shape.convex() {
		return 0.1
	}
	return b.guessError + 0.1 + float32(length*(2.1/maxSteps))
}

// MeetRoughly is a faster and less precise version of [Body.Meet], for obstacles that are far away.
func (b *Body) MeetRoughly(ray *Ray, length, gap float32) (s float32, met bool) {
	if ray.misses(b.low, b.high, gap+b.boxMargin(length), length) {
		return length, false
	}
	return b.meetRoughly(ray.from, ray.along, length, gap)
}

func (b *Body) meetRoughly(p, u Vec, length, gap float32) (s float32, met bool) {
	const slack = 0.05
	if b.shape.convex() {
		return b.meetConvex(p, u, length, gap, slack)
	}
	for step := range maxSteps / 2 {
		d := b.guess(p.addScaled(u, s)) - gap
		if d < slack {
			if step > 0 {
				return s, true
			}
			if _, n := b.Nearest(p); n.dot(u) < 0 {
				return 0, true
			}
			d = float32(gap/2) + slack
		}
		if s += d; s >= length {
			return length, false
		}
	}
	return s, true
}
