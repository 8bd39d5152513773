package around

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/vec"
)

// Surface is the shape of an obstacle as triangles. The corners of a triangle are in anticlockwise order,
// seen from outside.
type Surface struct {
	Vertices  []vec.Vec // positions of the vertices, m
	Normals   []vec.Vec // unit normals of the vertices, outwards
	Triangles [][3]uint32
}

// Surface returns the obstacle's surface in world coordinates. A plane or ground reaches to the
// limits of the world. The surface is empty if the obstacle's file has not been read.
func (o *Obstacle) Surface() Surface {
	s := o.Form()
	to := o.placement()
	for k := range s.Vertices {
		s.Vertices[k] = to.point(s.Vertices[k])
		s.Normals[k] = to.direction(s.Normals[k])
	}
	return s
}

// Form returns the surface in the obstacle's own coordinates, which [Obstacle.Matrix] transforms to the
// world. It does not change when the obstacle is moved, turned or scaled.
func (o *Obstacle) Form() (s Surface) {
	o.shape().addSurface(&s, o)
	return s
}

// Matrix returns the transform from the obstacle's own coordinates to the world. A model's own
// coordinates are the coordinates of its file.
func (o *Obstacle) Matrix() mgl32.Mat4 {
	p := o.placement()
	x, y, z, pos := p.direction(vec.Vec{X: 1, Y: 0, Z: 0}).Scale(p.scale), p.direction(vec.Vec{X: 0, Y: 1, Z: 0}).Scale(p.scale), p.direction(vec.Vec{X: 0, Y: 0, Z: 1}).Scale(p.scale), p.point(vec.Vec{})
	return mgl32.Mat4FromCols(x.Array().Vec4(0), y.Array().Vec4(0), z.Array().Vec4(0), pos.Array().Vec4(1))
}

// MatrixOf returns a transform from the form of another obstacle, see [Obstacle.Form], to this obstacle's
// surface in the world. Both obstacles must have the same shape and file. If their sizes differ, the
// transform stretches the form.
func (o *Obstacle) MatrixOf(other *Obstacle) mgl32.Mat4 {
	m := o.Matrix()
	size := o.shape().size
	if size == nil || o.NeedsFile() && o.Mesh == nil {
		return m
	}
	to, from := size(o).Scale(1/o.placement().scale), size(other).Scale(1/other.placement().scale)
	return m.Mul4(mgl32.Scale3D(to.X/from.X, to.Y/from.Y, to.Z/from.Z))
}

type placement struct {
	rows  [3]vec.Vec
	scale float32
	foot  vec.Vec // the point that the transform maps to the world position pos
	pos   vec.Vec
}

func (o *Obstacle) placement() placement {
	p := placement{rotationRows(o.Turn), 1, vec.Vec{}, o.At}
	if place := o.shape().place; place != nil {
		place(&p, o)
	}
	return p
}

// rotationRows returns the rows of the matrix that rotates by degrees about z, then x, then y.
func rotationRows(degrees vec.Vec) [3]vec.Vec {
	sx, cx := sineCosine(degrees.X)
	sy, cy := sineCosine(degrees.Y)
	sz, cz := sineCosine(degrees.Z)
	mul := func(a, b float64) float64 { return float64(a * b) }
	row := func(x, y, z float64) vec.Vec { return vec.Vec{X: float32(x), Y: float32(y), Z: float32(z)} }
	return [3]vec.Vec{
		row(mul(cy, cz)+mul(mul(sy, sx), sz), mul(mul(sy, sx), cz)-mul(cy, sz), mul(sy, cx)),
		row(mul(cx, sz), mul(cx, cz), -sx),
		row(mul(mul(cy, sx), sz)-mul(sy, cz), mul(sy, sz)+mul(mul(cy, sx), cz), mul(cy, cx)),
	}
}

// sineCosine returns the sine and the cosine of an angle from -360 to 360 degrees. They are exact at
// multiples of 90 degrees.
func sineCosine(degrees float32) (sine, cosine float64) {
	x := float64(degrees)
	if x < 0 {
		x += 360
	}
	quarters := int(x / 90)
	sine, cosine = vec.SinCos((x - float64(90*quarters)) * (vec.Pi / 180))
	for range quarters {
		sine, cosine = cosine, -sine
	}
	return sine, cosine
}

func (p *placement) direction(v vec.Vec) vec.Vec {
	return vec.Vec{X: p.rows[0].Dot(v), Y: p.rows[1].Dot(v), Z: p.rows[2].Dot(v)}
}

func (p *placement) point(v vec.Vec) vec.Vec {
	return p.direction(v.Sub(p.foot)).Scale(p.scale).Add(p.pos)
}

func (s *Surface) add(pos, normal vec.Vec) uint32 {
	s.Vertices, s.Normals = append(s.Vertices, pos), append(s.Normals, normal)
	return uint32(len(s.Vertices) - 1)
}

const circleCorners = 48

func circle() (all [circleCorners + 1]vec.Vec) {
	for k := range all {
		sine, cosine := sineCosine(float32(k%circleCorners) * (360.0 / circleCorners))
		all[k] = vec.Vec{X: float32(sine), Y: 0, Z: float32(cosine)}
	}
	return all
}

func (s *Surface) sphere(radius float32) {
	round, rings := circle(), circleCorners/2
	for k := range rings + 1 {
		sine, cosine := vec.SinCos(float64(k) * (vec.Pi / float64(rings)))
		for j := range round {
			n := round[j].Scale(float32(sine)).Add(vec.Vec{X: 0, Y: -float32(cosine), Z: 0})
			s.add(n.Scale(radius), n)
		}
	}
	s.quads(rings, circleCorners, false)
}

// quads adds triangles between the last vertices, which form a grid of rows+1 by columns+1. If turned is
// true, the triangles face the other way.
func (s *Surface) quads(rows, columns int, turned bool) {
	first := len(s.Vertices) - (rows+1)*(columns+1)
	for r := range rows {
		for c := range columns {
			a := uint32(first + r*(columns+1) + c)
			b, d := a+1, a+uint32(columns)+1
			e := d + 1
			if turned {
				b, d = d, b
			}
			s.Triangles = append(s.Triangles, [3]uint32{a, b, e}, [3]uint32{a, e, d})
		}
	}
}

func (s *Surface) box(halfSize vec.Vec) {
	for axis := range 3 {
		for _, side := range []float32{-1, 1} {
			corner := func(u, v float32) vec.Vec {
				to := [3]float32{}
				to[axis], to[(axis+1)%3], to[(axis+2)%3] = side, u, float32(v*side)
				return vec.Vec{X: to[0], Y: to[1], Z: to[2]}
			}
			n := [3]float32{}
			n[axis] = side
			for _, uv := range [][2]float32{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
				pos := corner(uv[0], uv[1])
				s.add(vec.Vec{X: float32(pos.X * halfSize.X), Y: float32(pos.Y * halfSize.Y), Z: float32(pos.Z * halfSize.Z)}, vec.Vec{X: n[0], Y: n[1], Z: n[2]})
			}
			s.quads(1, 1, false)
		}
	}
}

func (s *Surface) cylinder(radius, height float32) {
	round := circle()
	for _, y := range []float32{0, height} {
		for _, n := range round {
			s.add(n.Scale(radius).Add(vec.Vec{X: 0, Y: y, Z: 0}), n)
		}
	}
	s.quads(1, circleCorners, false)
	for _, end := range []struct {
		y, up float32
	}{{0, -1}, {height, 1}} {
		n := vec.Vec{X: 0, Y: end.up, Z: 0}
		middle := s.add(vec.Vec{X: 0, Y: end.y, Z: 0}, n)
		for _, c := range round {
			s.add(c.Scale(radius).Add(vec.Vec{X: 0, Y: end.y, Z: 0}), n)
		}
		for k := uint32(1); k <= circleCorners; k++ {
			if end.up > 0 {
				s.Triangles = append(s.Triangles, [3]uint32{middle, middle + k, middle + k + 1})
			} else {
				s.Triangles = append(s.Triangles, [3]uint32{middle, middle + k + 1, middle + k})
			}
		}
	}
}

func (s *Surface) sheet(halfSide float32) {
	const cells = 32
	for r := range cells + 1 {
		for c := range cells + 1 {
			x, z := float32(float32(c)/(cells/2))-1, float32(float32(r)/(cells/2))-1
			s.add(vec.Vec{X: float32(x * halfSide), Y: 0, Z: float32(z * halfSide)}, vec.Vec{X: 0, Y: 1, Z: 0})
		}
	}
	s.quads(cells, cells, true)
}

// relief appends a terrain with sides down to y = 0.
func (s *Surface) relief(r *Relief, size vec.Vec) {
	pointAt := func(c, row int) vec.Vec {
		c, row = max(0, min(c, r.Columns-1)), max(0, min(row, r.Rows-1))
		x, z := float32(c)/float32(r.Columns-1)-0.5, float32(row)/float32(r.Rows-1)-0.5
		return vec.Vec{X: float32(x * size.X), Y: float32(r.Heights[row*r.Columns+c] * size.Y), Z: float32(z * size.Z)}
	}
	for row := range r.Rows {
		for c := range r.Columns {
			across, along := pointAt(c+1, row).Sub(pointAt(c-1, row)), pointAt(c, row+1).Sub(pointAt(c, row-1))
			s.add(pointAt(c, row), along.Cross(across).Unit())
		}
	}
	s.quads(r.Rows-1, r.Columns-1, true)
	side := func(n vec.Vec, points int, along func(int) vec.Vec) {
		for k := range points {
			s.add(along(k).Flat(), n)
		}
		for k := range points {
			s.add(along(k), n)
		}
		s.quads(1, points-1, false)
	}
	side(vec.Vec{X: 0, Y: 0, Z: 1}, r.Columns, func(k int) vec.Vec { return pointAt(k, r.Rows-1) })
	side(vec.Vec{X: 0, Y: 0, Z: -1}, r.Columns, func(k int) vec.Vec { return pointAt(r.Columns-1-k, 0) })
	side(vec.Vec{X: 1, Y: 0, Z: 0}, r.Rows, func(k int) vec.Vec { return pointAt(r.Columns-1, r.Rows-1-k) })
	side(vec.Vec{X: -1, Y: 0, Z: 0}, r.Rows, func(k int) vec.Vec { return pointAt(0, k) })
}

func (s *Surface) mesh(m *Mesh) {
	s.Vertices = append(s.Vertices, m.Vertices...)
	s.Triangles = append(s.Triangles, m.Triangles...)
	if m.Normals != nil {
		s.Normals = append(s.Normals, m.Normals...)
		return
	}
	s.Normals = make([]vec.Vec, len(m.Vertices))
	for _, t := range m.Triangles {
		a, b, c := m.Vertices[t[0]], m.Vertices[t[1]], m.Vertices[t[2]]
		n := b.Sub(a).Cross(c.Sub(a))
		for _, v := range t {
			s.Normals[v] = s.Normals[v].Add(n)
		}
	}
	for k, n := range s.Normals {
		if s.Normals[k] = n.Unit(); s.Normals[k] == (vec.Vec{}) {
			s.Normals[k] = vec.Vec{X: 0, Y: 1, Z: 0}
		}
	}
}
