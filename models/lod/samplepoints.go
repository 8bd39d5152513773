package lod

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

type surfacePoint struct {
	part    int
	corner  [3]uint32
	weights [3]float32 // barycentric, with sum 1
	colour  mgl32.Vec3
}

func (m *Mesh) samplePoints(n int) (out []surfacePoint) {
	var total float64
	m.eachTriangle(func(_ int, _ [3]uint32, area float64) { total += area })
	if !(total > 0) {
		return nil
	}
	var sum float64
	m.eachTriangle(func(part int, corner [3]uint32, area float64) {
		sum += area
		for float64(len(out))+0.5 < sum/total*float64(n) {
			s := surfacePoint{part: part, corner: corner, weights: r2Weights(len(out))}
			s.colour = m.Parts[part].colourAt(corner, s.weights)
			out = append(out, s)
		}
	})
	return out
}

func (m *Mesh) eachTriangle(visit func(part int, corner [3]uint32, area float64)) {
	for i := range m.Parts {
		p := &m.Parts[i]
		for k := 0; k+2 < len(p.Indices); k += 3 {
			c := [3]uint32(p.Indices[k : k+3])
			visit(i, c, float64(areaNormal(p.Positions[c[0]], p.Positions[c[1]], p.Positions[c[2]]).Len())/2)
		}
	}
}

// r2Weights returns the barycentric weights of point i of an evenly spread series (Martin Roberts' R2
// sequence, folded at the diagonal).
func r2Weights(i int) [3]float32 {
	const g, h = 0.7548776662466927, 0.5698402909980532
	_, u := math.Modf(0.5 + g*float64(i))
	_, v := math.Modf(0.5 + h*float64(i))
	if u+v > 1 {
		u, v = 1-u, 1-v
	}
	return [3]float32{float32(1 - u - v), float32(u), float32(v)}
}

func (s *surfacePoint) interpolate(vectors []mgl32.Vec3) mgl32.Vec3 {
	return vectors[s.corner[0]].Mul(s.weights[0]).Add(vectors[s.corner[1]].Mul(s.weights[1])).Add(vectors[s.corner[2]].Mul(s.weights[2]))
}

func (m *Mesh) pointAt(s *surfacePoint, pose int) (position, normal mgl32.Vec3) {
	p := &m.Parts[s.part]
	first, n := pose*p.Vertices(m.Poses), p.Vertices(m.Poses)
	return s.interpolate(p.Positions[first : first+n]), s.interpolate(p.Normals[first : first+n])
}

// colourAt returns the linear colour at a point that is given by barycentric weights. It is the vertex
// colours times the texture, without the base colour.
func (p *Part) colourAt(corner [3]uint32, weights [3]float32) mgl32.Vec3 {
	out := mgl32.Vec3{1, 1, 1}
	if len(p.Colours) > 0 {
		out = mgl32.Vec3{}
		for k, v := range corner {
			out = out.Add(p.Colours[v].Vec3().Mul(weights[k]))
		}
	}
	if p.Material.Texture == nil || len(p.UV) == 0 {
		return out
	}
	var uv mgl32.Vec2
	for k, v := range corner {
		uv = uv.Add(p.UV[v].Mul(weights[k]))
	}
	texel := p.Material.Texture.Texel(uv)
	return mgl32.Vec3{out[0] * texel[0], out[1] * texel[1], out[2] * texel[2]}
}
