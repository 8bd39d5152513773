package models

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// each calls do with every position of a pose.
func each(pose []Surface, do func(p *mgl32.Vec3)) {
	for _, s := range pose {
		for i := range s.Positions {
			do(&s.Positions[i])
		}
	}
}

// bearable says whether areas and distances can be worked out without overflow.
func bearable(poses [][]Surface) bool {
	const far = 1e8
	ok := true
	for _, pose := range poses {
		each(pose, func(p *mgl32.Vec3) {
			for _, v := range p {
				ok = ok && v > -far && v < far
			}
		})
	}
	return ok
}

func move(pose []Surface, by mgl32.Vec3) {
	each(pose, func(p *mgl32.Vec3) { *p = p.Add(by) })
}

// bounds is the box around a pose.
func bounds(pose []Surface) (low, high mgl32.Vec3) {
	inf := float32(math.Inf(1))
	low, high = mgl32.Vec3{inf, inf, inf}, mgl32.Vec3{-inf, -inf, -inf}
	each(pose, func(p *mgl32.Vec3) {
		for k := range 3 {
			low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
		}
	})
	return low, high
}

// extent is the sides of the box around a pose.
func extent(pose []Surface) mgl32.Vec3 {
	low, high := bounds(pose)
	return high.Sub(low)
}

// size is the largest side of the box around a pose.
func size(pose []Surface) float32 {
	d := extent(pose)
	return max(d[0], d[1], d[2])
}

// apart is the largest distance between a vertex of a and the same one of b.
func apart(a, b []Surface) float32 {
	var far float32
	for i := range a {
		for k, p := range a[i].Positions {
			far = max(far, p.Sub(b[i].Positions[k]).LenSqr())
		}
	}
	return float32(math.Sqrt(float64(far)))
}

// middle is the centroid of a pose's surface.
func (m *Model) middle(pose []Surface) mgl32.Vec3 {
	var sum [3]float64
	var area float64
	m.patches(pose, func(at mgl32.Vec3, a float64) {
		area += a
		for k := range sum {
			sum[k] += a * float64(at[k])
		}
	})
	if area == 0 {
		low, high := bounds(pose)
		return low.Add(high).Mul(0.5)
	}
	return mgl32.Vec3{float32(sum[0] / area), float32(sum[1] / area), float32(sum[2] / area)}
}

// points calls do with points of the surface and the areas to weigh them by, so
// that cubic functions are summed exactly over each triangle: the four-point rule
// of Strang and Fix.
func (m *Model) points(pose []Surface, do func(at mgl32.Vec3, area float64)) {
	for i, part := range m.parts {
		p := pose[i].Positions
		for k := 0; k < len(part.indices); k += 3 {
			a, b, c := p[part.indices[k]], p[part.indices[k+1]], p[part.indices[k+2]]
			area := float64(b.Sub(a).Cross(c.Sub(a)).Len()) / 2
			sum := a.Add(b).Add(c)
			do(sum.Mul(1.0/3), area*-27/48)
			for _, corner := range [...]mgl32.Vec3{a, b, c} {
				do(corner.Mul(0.4).Add(sum.Mul(0.2)), area*25/48)
			}
		}
	}
}

// patches calls do with the centroid and the area of every triangle.
func (m *Model) patches(pose []Surface, do func(at mgl32.Vec3, area float64)) {
	for i, part := range m.parts {
		p := pose[i].Positions
		for k := 0; k < len(part.indices); k += 3 {
			a, b, c := p[part.indices[k]], p[part.indices[k+1]], p[part.indices[k+2]]
			do(a.Add(b).Add(c).Mul(1.0/3), float64(b.Sub(a).Cross(c.Sub(a)).Len())/2)
		}
	}
}

// turn moves a surface by a turn, a shift and an even scale.
func (s Surface) turn(m mgl32.Mat4) {
	for v := range s.Positions {
		s.Positions[v] = m.Mul4x1(s.Positions[v].Vec4(1)).Vec3()
	}
	for v := range s.Normals {
		s.Normals[v] = upright(m.Mul4x1(s.Normals[v].Vec4(0)).Vec3())
	}
}

// upright is a vector at unit length; one that vanishes points up.
func upright(v mgl32.Vec3) mgl32.Vec3 {
	if l := v.Len(); l > 1e-30 && l-l == 0 {
		return v.Mul(1 / l)
	}
	return mgl32.Vec3{0, 1, 0}
}
