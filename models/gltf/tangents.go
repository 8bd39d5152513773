package gltf

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/qmuntal/gltf"
)

// readTangents reads tangents for a material with a normal map. It ignores them if KHR_texture_transform
// rotates or mirrors the coordinates, because they would not follow the texture.
func (l *loader) readTangents(p *gltf.Primitive, out *primitive) error {
	i, ok := p.Attributes[gltf.TANGENT]
	if !ok || len(out.normals) == 0 || len(out.uv) == 0 || out.material < 0 || l.doc.Materials[out.material].NormalTexture == nil {
		return nil
	}
	if _, shift, err := l.materialMapping(out.material); err != nil || shift[1] != 0 || shift[3] != 0 || shift[0] <= 0 || shift[4] <= 0 {
		return err
	}
	f, _, err := l.readFloats(i, gltf.AccessorVec4)
	if err != nil {
		return fmt.Errorf("TANGENT: %w", err)
	}
	out.tangents = make([]mgl32.Vec4, len(f)/4)
	for k := range out.tangents {
		out.tangents[k] = mgl32.Vec4(f[4*k : 4*k+4])
	}
	return checkPerVertex("TANGENT", len(out.tangents), out)
}

// boundTangent stores the tangent and bitangent as combinations of two edges of a triangle, so that they
// follow its deformation.
type boundTangent struct {
	corner        [2]uint32
	along, across [2]float64
	valid         bool
}

// PoseTangents returns the tangents of each part, one pose after another. As in glTF, a tangent is a unit
// vector with the handedness (1 or -1) in w. Where a tangent is zero, the caller must compute it from the
// triangles. A part without a normal map, or without tangents in the file, gets nil.
func (m *Model) PoseTangents(poses [][]Surface) [][]mgl32.Vec4 {
	out := make([][]mgl32.Vec4, len(m.Parts))
	for k := range m.pieces {
		p := &m.pieces[k]
		if p.part < 0 || len(p.tangents) == 0 || m.Parts[p.part].Material.NormalMap == nil {
			continue
		}
		n := m.Parts[p.part].Vertices
		if out[p.part] == nil {
			out[p.part] = make([]mgl32.Vec4, n*len(poses))
		}
		all := p.bindTangents()
		for k, pose := range poses {
			surface := pose[p.part]
			for v := range all {
				if all[v].valid {
					out[p.part][k*n+p.first+v] = all[v].pose(surface.Positions[p.first:], v, surface.Normals[p.first+v])
				}
			}
		}
	}
	return out
}

// bindTangents binds each vertex's tangent to the largest triangle there.
func (p *piece) bindTangents() []boundTangent {
	out, sizes := make([]boundTangent, len(p.tangents)), make([]float64, len(p.tangents))
	positions, normals := toVec64s(p.positions), toVec64s(p.normals)
	for i := 0; i+2 < len(p.indices); i += 3 {
		for k := range 3 {
			v, a, b := p.indices[i+k], p.indices[i+(k+1)%3], p.indices[i+(k+2)%3]
			edge1, edge2 := positions[a].Sub(positions[v]), positions[b].Sub(positions[v])
			size := edge1.Cross(edge2).LenSqr()
			if !(size > sizes[v]) {
				continue
			}
			t := p.tangents[v]
			along := mgl64.Vec3{float64(t[0]), float64(t[1]), float64(t[2])}
			across := normals[v].Cross(along)
			if t[3] < 0 {
				across = across.Mul(-1)
			}
			sizes[v] = size
			out[v] = boundTangent{[2]uint32{a, b}, planeCoordinates(along, edge1, edge2), planeCoordinates(across, edge1, edge2), along.LenSqr() > 0}
		}
	}
	return out
}

// planeCoordinates returns x and y for which x·edge1 + y·edge2 is the projection of v onto the edges' plane.
func planeCoordinates(v, edge1, edge2 mgl64.Vec3) [2]float64 {
	a, b, c := edge1.LenSqr(), edge1.Dot(edge2), edge2.LenSqr()
	x, y := v.Dot(edge1), v.Dot(edge2)
	det := a*c - b*b
	return [2]float64{(x*c - y*b) / det, (y*a - x*b) / det}
}

// pose returns the tangent at a vertex in a pose, a unit vector perpendicular to the normal, and the
// handedness. It returns zero for a degenerate triangle.
func (c *boundTangent) pose(positions []mgl32.Vec3, v int, normal mgl32.Vec3) mgl32.Vec4 {
	edge1, edge2 := positions[c.corner[0]].Sub(positions[v]), positions[c.corner[1]].Sub(positions[v])
	vector := func(coefficients [2]float64) mgl32.Vec3 {
		return edge1.Mul(float32(coefficients[0])).Add(edge2.Mul(float32(coefficients[1])))
	}
	along, across := vector(c.along), vector(c.across)
	along = along.Sub(normal.Mul(along.Dot(normal)))
	size := along.Len()
	if !(size > 1e-12) {
		return mgl32.Vec4{}
	}
	handedness := float32(1)
	if normal.Cross(along).Dot(across) < 0 {
		handedness = -1
	}
	return along.Mul(1 / size).Vec4(handedness)
}
