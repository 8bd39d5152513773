package scenery

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// Clearance is the distance that a camera keeps from solids, in m.
const Clearance = 0.5

// KeepOut returns a position for a camera at eye, outside all solids and above the land.
func (t *Scenery) KeepOut(eye mgl32.Vec3) mgl32.Vec3 {
	for i := range t.Stands {
		s := &t.Stands[i]
		if !s.Endless && !isNear(s, eye) {
			continue
		}
		pos, room := toLocal(s, eye), Clearance/unitLength(s)
		to := pos
		switch {
		case s.Endless:
			if d := s.Normals[0].Dot(pos.Sub(s.Points[0])); d < room {
				to = pos.Add(s.Normals[0].Mul(room - d))
			}
		case s.Land:
			if h, ok := t.landRelief(s.Solid).height(pos[0], pos[2]); ok {
				to[1] = max(pos[1], h+room)
			}
		default:
			to = pushOut(s.Solid, pos, room)
		}
		if to != pos {
			eye = s.Matrix.Mul4x1(to.Vec4(1)).Vec3()
		}
	}
	return eye
}

func isNear(s *frame.Stand, pos mgl32.Vec3) bool {
	for axis := range 3 {
		if (axis != 1 || !s.Land) && (pos[axis] < s.Low[axis]-Clearance || pos[axis] > s.High[axis]+Clearance) {
			return false
		}
	}
	return true
}

func unitLength(s *frame.Stand) float32 { return s.Matrix.Col(0).Vec3().Len() }

func toLocal(s *frame.Stand, pos mgl32.Vec3) mgl32.Vec3 {
	return s.Matrix.Inv().Mul4x1(pos.Vec4(1)).Vec3()
}

func pushOut(s *frame.Solid, eye mgl32.Vec3, room float32) mgl32.Vec3 {
	near, normal, best := eye, mgl32.Vec3{0, 1, 0}, float32(math.Inf(1))
	for k := 0; k+2 < len(s.Triangles); k += 3 {
		a, b, c := corners(s, k)
		p := nearest(eye, a, b, c)
		if d := p.Sub(eye).LenSqr(); d < best {
			near, best = p, d
			if n := b.Sub(a).Cross(c.Sub(a)); n.Len() > 0 {
				normal = n.Normalize()
			}
		}
	}
	out := eye.Sub(near)
	away, inside := out.Len(), encloses(s, eye)
	switch {
	case !inside && away >= room:
		return eye
	case away < 2e-4*room:
		out = normal
	case inside:
		out = out.Mul(-1 / away)
	default:
		out = out.Mul(1 / away)
	}
	return near.Add(out.Mul(room))
}

func corners(s *frame.Solid, k int) (a, b, c mgl32.Vec3) {
	return s.Points[s.Triangles[k]], s.Points[s.Triangles[k+1]], s.Points[s.Triangles[k+2]]
}

// encloses reports whether a solid encloses a place: a ray from the place leaves the solid more often than it
// enters it.
func encloses(s *frame.Solid, pos mgl32.Vec3) bool {
	ray := mgl32.Vec3{0.0123, 1, 0.0457} // tilted, so that it misses the edges of upright solids
	remaining := 0
	for k := 0; k+2 < len(s.Triangles); k += 3 {
		a, b, c := corners(s, k)
		if meetsTriangle(pos, ray, a, b, c) {
			if b.Sub(a).Cross(c.Sub(a)).Dot(ray) > 0 {
				remaining++
			} else {
				remaining--
			}
		}
	}
	return remaining > 0
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

// nearest returns the point of a triangle nearest to p (C. Ericson, Real-Time Collision Detection, 2005).
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

// Hit returns the first point where a ray from eye meets a solid, as a multiple of ray. ok is false if there
// is no such point nearer than far.
func Hit(s *frame.Solid, eye, ray mgl32.Vec3, far float32) (distance float32, ok bool) {
	if !crossesBox(s, eye, ray) {
		return far, false
	}
	for k := 0; k+2 < len(s.Triangles); k += 3 {
		a := s.Points[s.Triangles[k]]
		along, across := s.Points[s.Triangles[k+1]].Sub(a), s.Points[s.Triangles[k+2]].Sub(a)
		p := ray.Cross(across)
		area := along.Dot(p)
		if area == 0 {
			continue
		}
		from := eye.Sub(a)
		u := from.Dot(p) / area
		q := from.Cross(along)
		v, t := ray.Dot(q)/area, across.Dot(q)/area
		if u >= 0 && v >= 0 && u+v <= 1 && t > 0 && t < far {
			far, ok = t, true
		}
	}
	return far, ok
}

func crossesBox(s *frame.Solid, eye, ray mgl32.Vec3) bool {
	first, last := float32(0), float32(math.Inf(1))
	for axis := range 3 {
		if ray[axis] == 0 {
			if eye[axis] < s.Low[axis] || eye[axis] > s.High[axis] {
				return false
			}
			continue
		}
		a, b := (s.Low[axis]-eye[axis])/ray[axis], (s.High[axis]-eye[axis])/ray[axis]
		first, last = max(first, min(a, b)), min(last, max(a, b))
	}
	return first <= last
}
