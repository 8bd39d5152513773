// Package solid has the geometry of obstacles: how far a place is from one, which way leads
// away from it, and how far one may go until it is near.
//
// Spheres, boxes, cylinders and halves of the world are known exactly. A terrain is a
// [Relief] of heights, a model a [Model] of triangles. All is plain arithmetic in float32,
// rounded the same way on every machine.
package solid

// Body is a solid in the world. Make one by Ball, Box, Drum, Half, or that of a Relief or
// Model.
type Body struct {
	shape     shape
	rows      [3]Vec // of its turn, from its own space to the world
	at        Vec    // of the origin of its own space
	scale     float32
	inverse   float32 // of the scale
	low, high Vec     // of a box around it
	off       float32 // a guess may be off by so much
	cell      *cell
}

// cell is a part of the world that a body ends with.
type cell struct {
	middle Vec
	brick  brick
}

// Ball returns a sphere.
func Ball(radius float32) Body { return Body{shape: ball{radius}} }

// Box is one about its middle.
func Box(size Vec) Body { return Body{shape: brick{size.times(0.5)}} }

// Drum returns a cylinder on its foot.
func Drum(radius, height float32) Body { return Body{shape: drum{radius, height}} }

// Half returns the half of the world below a plane.
func Half() Body { return Body{shape: half{}} }

// Placed returns the body with its origin elsewhere, turned by the rows of a matrix and scaled.
func (b Body) Placed(at Vec, rows [3]Vec, scale float32) Body {
	b.at, b.rows, b.scale, b.inverse = at, rows, scale, 1/scale
	b.bound()
	return b
}

// Moved returns the body elsewhere.
func (b Body) Moved(by Vec) Body {
	b.at = b.at.add(by)
	if b.cell != nil {
		b.cell = &cell{b.cell.middle.add(by), b.cell.brick}
	}
	b.bound()
	return b
}

// Within returns what of the body lies in a box, of a shape that is convex.
func (b Body) Within(low, high Vec) Body {
	size := high.sub(low)
	b.cell = &cell{low.add(size.times(0.5)), brick{size.times(0.5)}}
	b.bound()
	return b
}

// bound finds the box around it.
func (b *Body) bound() {
	low, high := b.shape.bounds()
	middle, size := low.add(high).times(0.5), high.sub(low).times(0.5)
	if size.X >= endless/2 { // a half: it has no end but where its plane is level
		b.low, b.high = Vec{-endless, -endless, -endless}, Vec{endless, endless, endless}
		if b.rows[1].Y >= 1 {
			b.high.Y = b.at.Y
		}
	} else {
		middle = b.outer(middle)
		reach := Vec{}
		for k, row := range b.rows {
			of := float32(abs(row.X)*size.X) + float32(abs(row.Y)*size.Y) + float32(abs(row.Z)*size.Z)
			of = float32(of*b.scale*1.0001) + 1e-3
			switch k {
			case 0:
				reach.X = of
			case 1:
				reach.Y = of
			default:
				reach.Z = of
			}
		}
		b.low, b.high = middle.sub(reach), middle.add(reach)
	}
	switch s := b.shape.(type) {
	case *Relief:
		b.low.Y = -endless
		if b.rows[1].Y < 1 { // it reaches down another way
			b.off = endless
		}
	case *Model:
		b.off = float32(err * s.cell * b.scale)
	}
	if b.cell != nil {
		b.low, b.high = b.low.max(b.cell.middle.sub(b.cell.brick.half)), b.high.min(b.cell.middle.add(b.cell.brick.half))
	}
}

// Bounds returns a box around the body.
func (b *Body) Bounds() (low, high Vec) { return b.low, b.high }

// Apart returns how far a box is from that around the body, at least.
func (b *Body) Apart(low, high Vec) float32 {
	gap := Vec{over(b.low.X-high.X, low.X-b.high.X), over(b.low.Y-high.Y, low.Y-b.high.Y), over(b.low.Z-high.Z, low.Z-b.high.Z)}
	return gap.length()
}

// over returns the greater of two numbers, or 0.
func over(a, b float32) float32 {
	if a < b {
		a = b
	}
	if a > 0 {
		return a
	}
	return 0
}

// Beside reports whether a box meets that around the body.
func (b *Body) Beside(low, high Vec) bool {
	return b.low.X <= high.X && b.high.X >= low.X && b.low.Z <= high.Z && b.high.Z >= low.Z && b.low.Y <= high.Y && b.high.Y >= low.Y
}

// outer returns a place of its own space in the world, and inner one of the world in its own.
func (b *Body) outer(p Vec) Vec {
	return b.away(p).times(b.scale).add(b.at)
}

func (b *Body) inner(p Vec) Vec {
	d := p.sub(b.at)
	r := &b.rows
	return Vec{
		float32(r[0].X*d.X) + float32(r[1].X*d.Y) + float32(r[2].X*d.Z),
		float32(r[0].Y*d.X) + float32(r[1].Y*d.Y) + float32(r[2].Y*d.Z),
		float32(r[0].Z*d.X) + float32(r[1].Z*d.Y) + float32(r[2].Z*d.Z),
	}.times(b.inverse)
}

// away returns a direction of its own space in the world.
func (b *Body) away(n Vec) Vec { return Vec{b.rows[0].dot(n), b.rows[1].dot(n), b.rows[2].dot(n)} }

// Distance returns how far a place is from the body, in m, or less; negative inside it.
func (b *Body) Distance(p Vec) float32 {
	d := float32(b.shape.distance(b.inner(p)) * b.scale)
	if b.cell != nil {
		d = max(d, b.cell.brick.distance(p.sub(b.cell.middle)))
	}
	return d
}

// Nearest is Distance, and the unit vector that leads away from the body.
func (b *Body) Nearest(p Vec) (float32, Vec) {
	d, n := b.nearest(b.inner(p))
	d, n = float32(d*b.scale), b.away(n)
	if b.cell != nil {
		if own, side := b.cell.brick.nearest(p.sub(b.cell.middle)); own > d {
			return own, side
		}
	}
	return d, n
}

// nearest is that of the shape: a call that is known takes less time.
func (b *Body) nearest(p Vec) (float32, Vec) {
	if s, ok := b.shape.(brick); ok {
		return s.nearest(p)
	}
	return b.shape.nearest(p)
}

// guess is Distance, nearly.
func (b *Body) guess(p Vec) float32 {
	var d float32
	if m, ok := b.shape.(*Model); ok { // as in nearest
		d = float32(m.guess(b.inner(p)) * b.scale)
	} else {
		d = float32(b.shape.guess(b.inner(p)) * b.scale)
	}
	if b.cell != nil {
		d = max(d, b.cell.brick.distance(p.sub(b.cell.middle)))
	}
	return d
}

// Inside reports whether a place is in the body, or nearer to it than keep.
func (b *Body) Inside(p Vec, keep float32) bool {
	if b.Distance(p) < keep {
		return true
	}
	m, ok := b.shape.(*Model)
	return ok && m.within(b.inner(p))
}

// Out returns a way out of the body, or further from it: a unit vector, and how far to go so
// that one is at least keep away, nearly.
func (b *Body) Out(p Vec, keep float32) (far float32, n Vec) {
	if m, ok := b.shape.(*Model); ok { // by the grid, which knows inside from outside
		d, n := m.sample(b.inner(p))
		return keep - float32((d-float32(err*m.cell))*b.scale), b.away(n.unit(up))
	}
	d, n := b.Nearest(p)
	return keep - d, n
}

// most is the number of steps that a way is followed in.
const most = 64

// Meet returns how far one may go from p along the unit vector u, up to a length, until the
// body is so near and coming nearer: no nearer than keep, but for a quarter of slack.
// One who begins nearer than that and goes away is let go.
func (b *Body) Meet(p, u Vec, length, keep, slack float32) (s float32, met bool) {
	if b.shape.convex() {
		return b.meetConvex(p, u, length, keep, slack)
	}
	for range most {
		at := p.along(u, s)
		d := b.Distance(at) - keep
		if d < slack {
			if _, n := b.Nearest(at); n.dot(u) < -0.01 || d < 0 && n.dot(u) < 0 {
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

// meetConvex is Meet of a convex body, whose distance along a way lies above each tangent:
// so one may go until the tangent says that it is near.
func (b *Body) meetConvex(p, u Vec, length, keep, slack float32) (s float32, met bool) {
	for range most {
		d, n := b.Nearest(p.along(u, s))
		closing := -n.dot(u)
		d -= keep
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

// wide returns how far from the box around the body, beyond what it keeps, a way of some length
// must lead that Ahead says nothing of, whatever steps it takes: a guess is off by no more
// than it says itself, and steps so wide reach the end.
func (b *Body) wide(length float32) float32 {
	if b.shape.convex() {
		return 0.1
	}
	return b.off + 0.1 + float32(length*(2.1/most))
}

// Ahead is Meet as one sees it from far: not to the centimetre.
func (b *Body) Ahead(ray *Ray, length, keep float32) (s float32, met bool) {
	if ray.misses(b.low, b.high, keep+b.wide(length), length) {
		return length, false
	}
	return b.ahead(ray.from, ray.along, length, keep)
}

// ahead is Ahead, whatever the box around the body says.
func (b *Body) ahead(p, u Vec, length, keep float32) (s float32, met bool) {
	const slack = 0.05
	if b.shape.convex() {
		return b.meetConvex(p, u, length, keep, slack)
	}
	for step := range most / 2 {
		d := b.guess(p.along(u, s)) - keep
		if d < slack {
			if step > 0 {
				return s, true
			}
			if _, n := b.Nearest(p); n.dot(u) < 0 {
				return 0, true
			}
			d = float32(keep/2) + slack
		}
		if s += d; s >= length {
			return length, false
		}
	}
	return s, true
}
