package models

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// eachPosition calls visit for every position of a pose.
func eachPosition(pose []Surface, visit func(p *mgl32.Vec3)) {
	for _, s := range pose {
		for i := range s.Positions {
			visit(&s.Positions[i])
		}
	}
}

// withinLimits reports whether areas and distances can be computed without overflow.
func withinLimits(poses [][]Surface) bool {
	const limit = 1e8
	ok := true
	for _, pose := range poses {
		eachPosition(pose, func(p *mgl32.Vec3) {
			for _, v := range p {
				ok = ok && v > -limit && v < limit
			}
		})
	}
	return ok
}

func translate(pose []Surface, offset mgl32.Vec3) {
	eachPosition(pose, func(p *mgl32.Vec3) { *p = p.Add(offset) })
}

// bounds returns the bounding box of a pose.
func bounds(pose []Surface) (low, high mgl32.Vec3) {
	inf := float32(math.Inf(1))
	low, high = mgl32.Vec3{inf, inf, inf}, mgl32.Vec3{-inf, -inf, -inf}
	eachPosition(pose, func(p *mgl32.Vec3) {
		for k := range 3 {
			low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
		}
	})
	return low, high
}

// boxSize returns the dimensions of a pose's bounding box.
func boxSize(pose []Surface) mgl32.Vec3 {
	low, high := bounds(pose)
	return high.Sub(low)
}

// maxExtent returns the largest dimension of a pose's bounding box.
func maxExtent(pose []Surface) float32 {
	d := boxSize(pose)
	return max(d[0], d[1], d[2])
}

// maxDistance returns the largest distance between corresponding vertices of two poses.
func maxDistance(a, b []Surface) float32 {
	var farthest float32
	for i := range a {
		for k, p := range a[i].Positions {
			farthest = max(farthest, p.Sub(b[i].Positions[k]).LenSqr())
		}
	}
	return float32(math.Sqrt(float64(farthest)))
}

func (m *Model) centroid(pose []Surface) mgl32.Vec3 {
	var sum [3]float64
	var area float64
	m.triangleCentroids(pose, func(point mgl32.Vec3, a float64) {
		area += a
		for k := range sum {
			sum[k] += a * float64(point[k])
		}
	})
	if area == 0 {
		low, high := bounds(pose)
		return low.Add(high).Mul(0.5)
	}
	return mgl32.Vec3{float32(sum[0] / area), float32(sum[1] / area), float32(sum[2] / area)}
}

// quadraturePoints calls visit with points of the surface and weights that integrate cubic
// functions exactly over each triangle: the four-point rule of Strang and Fix.
func (m *Model) quadraturePoints(pose []Surface, visit func(point mgl32.Vec3, area float64)) {
	for i, part := range m.parts {
		p := pose[i].Positions
		for k := 0; k < len(part.indices); k += 3 {
			a, b, c := p[part.indices[k]], p[part.indices[k+1]], p[part.indices[k+2]]
			area := float64(b.Sub(a).Cross(c.Sub(a)).Len()) / 2
			sum := a.Add(b).Add(c)
			visit(sum.Mul(1.0/3), area*-27/48)
			for _, corner := range [...]mgl32.Vec3{a, b, c} {
				visit(corner.Mul(0.4).Add(sum.Mul(0.2)), area*25/48)
			}
		}
	}
}

// triangleCentroids calls visit with the centroid and the area of every triangle.
func (m *Model) triangleCentroids(pose []Surface, visit func(point mgl32.Vec3, area float64)) {
	for i, part := range m.parts {
		p := pose[i].Positions
		for k := 0; k < len(part.indices); k += 3 {
			a, b, c := p[part.indices[k]], p[part.indices[k+1]], p[part.indices[k+2]]
			visit(a.Add(b).Add(c).Mul(1.0/3), float64(b.Sub(a).Cross(c.Sub(a)).Len())/2)
		}
	}
}

// transform applies a rotation, translation and uniform scale.
func (s Surface) transform(m mgl32.Mat4) {
	for v := range s.Positions {
		s.Positions[v] = m.Mul4x1(s.Positions[v].Vec4(1)).Vec3()
	}
	for v := range s.Normals {
		s.Normals[v] = normalizeOrUp(m.Mul4x1(s.Normals[v].Vec4(0)).Vec3())
	}
}

// normalizeOrUp returns a vector at unit length, or +Y for one that vanishes.
func normalizeOrUp(v mgl32.Vec3) mgl32.Vec3 {
	if l := v.Len(); l > 1e-30 && l-l == 0 {
		return v.Mul(1 / l)
	}
	return mgl32.Vec3{0, 1, 0}
}
