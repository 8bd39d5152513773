package models

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
	"skein/models/lod"
)

func eachPosition(pose []gltf.Surface, visit func(p *mgl32.Vec3)) {
	for _, s := range pose {
		for i := range s.Positions {
			visit(&s.Positions[i])
		}
	}
}

func withinLimits(poses [][]gltf.Surface) bool {
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

func translate(pose []gltf.Surface, offset mgl32.Vec3) {
	eachPosition(pose, func(p *mgl32.Vec3) { *p = p.Add(offset) })
}

func bounds(pose []gltf.Surface) (low, high mgl32.Vec3) {
	inf := float32(math.Inf(1))
	low, high = mgl32.Vec3{inf, inf, inf}, mgl32.Vec3{-inf, -inf, -inf}
	eachPosition(pose, func(p *mgl32.Vec3) {
		for k := range 3 {
			low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
		}
	})
	return low, high
}

func boxSize(pose []gltf.Surface) mgl32.Vec3 {
	low, high := bounds(pose)
	return high.Sub(low)
}

func maxExtent(pose []gltf.Surface) float32 {
	d := boxSize(pose)
	return max(d[0], d[1], d[2])
}

func maxDistance(a, b []gltf.Surface) float32 {
	var farthest float32
	for i := range a {
		for k, p := range a[i].Positions {
			farthest = max(farthest, p.Sub(b[i].Positions[k]).LenSqr())
		}
	}
	return float32(math.Sqrt(float64(farthest)))
}

func centroid(m *gltf.Model, pose []gltf.Surface) mgl32.Vec3 {
	var sum [3]float64
	var area float64
	triangleCentroids(m, pose, func(point mgl32.Vec3, a float64) {
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

// quadraturePoints calls visit with four points per triangle, and their weights by area. This integrates
// cubic functions exactly (Strang and Fix).
func quadraturePoints(m *gltf.Model, pose []gltf.Surface, visit func(point mgl32.Vec3, area float64)) {
	for i, part := range m.Parts {
		p := pose[i].Positions
		for k := 0; k < len(part.Indices); k += 3 {
			a, b, c := p[part.Indices[k]], p[part.Indices[k+1]], p[part.Indices[k+2]]
			area := float64(b.Sub(a).Cross(c.Sub(a)).Len()) / 2
			sum := a.Add(b).Add(c)
			visit(sum.Mul(1.0/3), area*-27/48)
			for _, corner := range [...]mgl32.Vec3{a, b, c} {
				visit(corner.Mul(0.4).Add(sum.Mul(0.2)), area*25/48)
			}
		}
	}
}

func triangleCentroids(m *gltf.Model, pose []gltf.Surface, visit func(point mgl32.Vec3, area float64)) {
	for i, part := range m.Parts {
		p := pose[i].Positions
		for k := 0; k < len(part.Indices); k += 3 {
			a, b, c := p[part.Indices[k]], p[part.Indices[k+1]], p[part.Indices[k+2]]
			visit(a.Add(b).Add(c).Mul(1.0/3), float64(b.Sub(a).Cross(c.Sub(a)).Len())/2)
		}
	}
}

func transform(s gltf.Surface, m mgl32.Mat4) {
	for v := range s.Positions {
		s.Positions[v] = m.Mul4x1(s.Positions[v].Vec4(1)).Vec3()
	}
	for v := range s.Normals {
		s.Normals[v] = lod.UnitOrUp(m.Mul4x1(s.Normals[v].Vec4(0)).Vec3())
	}
}
