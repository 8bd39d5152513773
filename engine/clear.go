package engine

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// room is what a camera keeps between itself and what stands, m.
const room = 0.5

// clear is a camera's place, moved out of what stands and up over the land.
func (t *Things) clear(eye mgl32.Vec3) mgl32.Vec3 {
	for i := range t.stands {
		s := &t.stands[i]
		if !s.Endless && !s.near(eye) {
			continue
		}
		at, room := s.inside(eye), room/s.scale()
		to := at
		switch {
		case s.Endless:
			if d := s.Normals[0].Dot(at.Sub(s.Points[0])); d < room {
				to = at.Add(s.Normals[0].Mul(room - d))
			}
		case s.Land:
			if h, ok := t.reliefOf(s.Solid).height(at[0], at[2]); ok {
				to[1] = max(at[1], h+room)
			}
		default:
			to = s.out(at, room)
		}
		if to != at {
			eye = s.Matrix.Mul4x1(to.Vec4(1)).Vec3()
		}
	}
	return eye
}

// ground is the height of the ground, or of the land on it.
func (t *Things) ground(x, z float32) (height float32) {
	for i := range t.stands {
		s := &t.stands[i]
		if s.Endless || !s.Land || x < s.Low[0] || x > s.High[0] || z < s.Low[2] || z > s.High[2] {
			continue
		}
		at := s.inside(mgl32.Vec3{x, 0, z})
		if h, ok := t.reliefOf(s.Solid).height(at[0], at[2]); ok {
			at[1] = h
			height = max(height, s.Matrix.Mul4x1(at.Vec4(1))[1])
		}
	}
	return height
}

// near says whether a place is in the box around what stands, or less than its room from
// it; over and under land everything is.
func (s *Stand) near(at mgl32.Vec3) bool {
	for axis := range 3 {
		if (axis != 1 || !s.Land) && (at[axis] < s.Low[axis]-room || at[axis] > s.High[axis]+room) {
			return false
		}
	}
	return true
}

// scale is how many metres a unit of its own space is.
func (s *Stand) scale() float32 { return s.Matrix.Col(0).Vec3().Len() }

// inside is a place in its own space.
func (s *Stand) inside(at mgl32.Vec3) mgl32.Vec3 { return s.Matrix.Inv().Mul4x1(at.Vec4(1)).Vec3() }

// out is a place in its own space moved out of the solid, if it is in it or nearer than a
// room.
func (s *Solid) out(eye mgl32.Vec3, room float32) mgl32.Vec3 {
	near, normal, best := eye, mgl32.Vec3{0, 1, 0}, float32(math.Inf(1))
	for k := 0; k+2 < len(s.Triangles); k += 3 {
		a, b, c := s.corners(k)
		p := nearest(eye, a, b, c)
		if d := p.Sub(eye).LenSqr(); d < best {
			near, best = p, d
			if n := b.Sub(a).Cross(c.Sub(a)); n.Len() > 0 {
				normal = n.Normalize()
			}
		}
	}
	out := eye.Sub(near)
	away, within := out.Len(), s.holds(eye)
	switch {
	case !within && away >= room:
		return eye
	case away < 2e-4*room:
		out = normal
	case within:
		out = out.Mul(-1 / away)
	default:
		out = out.Mul(1 / away)
	}
	return near.Add(out.Mul(room))
}

func (s *Solid) corners(k int) (a, b, c mgl32.Vec3) {
	return s.Points[s.Triangles[k]], s.Points[s.Triangles[k+1]], s.Points[s.Triangles[k+2]]
}

// holds says whether a place is inside: whether a ray from there leaves the solid more
// often than it enters it.
func (s *Solid) holds(at mgl32.Vec3) bool {
	ray := mgl32.Vec3{0.0123, 1, 0.0457} // which meets no edge of what stands upright
	left := 0
	for k := 0; k+2 < len(s.Triangles); k += 3 {
		a, b, c := s.corners(k)
		if meetsTriangle(at, ray, a, b, c) {
			if b.Sub(a).Cross(c.Sub(a)).Dot(ray) > 0 {
				left++
			} else {
				left--
			}
		}
	}
	return left > 0
}

func meetsTriangle(eye, ray, a, b, c mgl32.Vec3) bool {
	along, across := b.Sub(a), c.Sub(a)
	p := ray.Cross(across)
	area := along.Dot(p)
	if area == 0 {
		return false
	}
	from := eye.Sub(a)
	u := from.Dot(p) / area
	q := from.Cross(along)
	v := ray.Dot(q) / area
	return u >= 0 && v >= 0 && u+v <= 1 && across.Dot(q)/area > 0
}

// nearest is the point of a triangle that is nearest to another (C. Ericson, Real-Time
// Collision Detection, 2005).
func nearest(p, a, b, c mgl32.Vec3) mgl32.Vec3 {
	ab, ac, ap := b.Sub(a), c.Sub(a), p.Sub(a)
	d1, d2 := ab.Dot(ap), ac.Dot(ap)
	if d1 <= 0 && d2 <= 0 {
		return a
	}
	bp := p.Sub(b)
	d3, d4 := ab.Dot(bp), ac.Dot(bp)
	if d3 >= 0 && d4 <= d3 {
		return b
	}
	if vc := d1*d4 - d3*d2; vc <= 0 && d1 >= 0 && d3 <= 0 {
		return a.Add(ab.Mul(d1 / (d1 - d3)))
	}
	cp := p.Sub(c)
	d5, d6 := ab.Dot(cp), ac.Dot(cp)
	if d6 >= 0 && d5 <= d6 {
		return c
	}
	vb, va := d5*d2-d1*d6, d3*d6-d5*d4
	if vb <= 0 && d2 >= 0 && d6 <= 0 {
		return a.Add(ac.Mul(d2 / (d2 - d6)))
	}
	if va <= 0 && d4-d3 >= 0 && d5-d6 >= 0 {
		return b.Add(c.Sub(b).Mul((d4 - d3) / (d4 - d3 + d5 - d6)))
	}
	sum := va + vb + d1*d4 - d3*d2
	return a.Add(ab.Mul(vb / sum)).Add(ac.Mul((d1*d4 - d3*d2) / sum))
}

// relief finds the height of land: its triangles by cells of a grid seen from above.
type relief struct {
	of    *Solid
	cells [][]uint32 // first indices of triangles, row by row
}

// reliefSide is the number of cells along each side.
const reliefSide = 128

// reliefOf is that of a piece of land, made when it is first asked for.
func (t *Things) reliefOf(s *Solid) *relief {
	if r := t.reliefs[s]; r != nil {
		return r
	}
	r := &relief{of: s, cells: make([][]uint32, reliefSide*reliefSide)}
	for k := 0; k+2 < len(s.Triangles); k += 3 {
		a, b, c := s.corners(k)
		x0, z0 := r.cell(min(a[0], b[0], c[0]), min(a[2], b[2], c[2]))
		x1, z1 := r.cell(max(a[0], b[0], c[0]), max(a[2], b[2], c[2]))
		for z := z0; z <= z1; z++ {
			for x := x0; x <= x1; x++ {
				r.cells[z*reliefSide+x] = append(r.cells[z*reliefSide+x], uint32(k))
			}
		}
	}
	t.keep(r)
	return r
}

// cell is that of a place, or the nearest one.
func (r *relief) cell(x, z float32) (int, int) {
	at := func(v, low, high float32) int {
		return min(max(int((v-low)/max(high-low, 1e-9)*reliefSide), 0), reliefSide-1)
	}
	return at(x, r.of.Low[0], r.of.High[0]), at(z, r.of.Low[2], r.of.High[2])
}

// height is that of the land over or under a place, false beside it.
func (r *relief) height(x, z float32) (h float32, ok bool) {
	if x < r.of.Low[0] || x > r.of.High[0] || z < r.of.Low[2] || z > r.of.High[2] {
		return 0, false
	}
	cx, cz := r.cell(x, z)
	for _, k := range r.cells[cz*reliefSide+cx] {
		a, b, c := r.of.corners(int(k))
		area := (b[0]-a[0])*(c[2]-a[2]) - (c[0]-a[0])*(b[2]-a[2])
		if area == 0 {
			continue
		}
		u := ((x-a[0])*(c[2]-a[2]) - (c[0]-a[0])*(z-a[2])) / area
		v := ((b[0]-a[0])*(z-a[2]) - (x-a[0])*(b[2]-a[2])) / area
		if u >= -1e-4 && v >= -1e-4 && u+v <= 1.0001 {
			if at := a[1] + u*(b[1]-a[1]) + v*(c[1]-a[1]); !ok || at > h {
				h, ok = at, true
			}
		}
	}
	return h, ok
}
