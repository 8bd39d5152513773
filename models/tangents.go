package models

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/qmuntal/gltf"
)

// tangents reads along which way the rows of a normal map run over the surface, where there is
// such a map and it lies as its coordinates say: what KHR_texture_transform turns lies otherwise
// than the file's tangents.
func (l *loader) tangents(p *gltf.Primitive, out *primitive) error {
	i, ok := p.Attributes[gltf.TANGENT]
	if !ok || len(out.normals) == 0 || len(out.uv) == 0 || out.material < 0 || l.doc.Materials[out.material].NormalTexture == nil {
		return nil
	}
	if _, shift, err := l.mapping(out.material); err != nil || shift[1] != 0 || shift[3] != 0 || shift[0] <= 0 || shift[4] <= 0 {
		return err
	}
	f, _, err := l.floats(i, gltf.AccessorVec4)
	if err != nil {
		return fmt.Errorf("TANGENT: %w", err)
	}
	out.tangents = make([]mgl32.Vec4, len(f)/4)
	for k := range out.tangents {
		out.tangents[k] = mgl32.Vec4(f[4*k : 4*k+4])
	}
	return perVertex("TANGENT", len(out.tangents), out)
}

// carried is a way along a surface, and the way across it, in the plane of a triangle that has
// the vertex as a corner: it goes with the triangle, whatever moves that.
type carried struct {
	corner        [2]uint32  // the triangle's others
	along, across [2]float64 // of the sides to them
	there         bool
}

// layTangents gives the parts that have a normal map, and tangents in the file, those of every
// pose.
func (m *Model) layTangents(b *Baked) {
	for k := range m.pieces {
		p := &m.pieces[k]
		if p.part < 0 || len(p.tangents) == 0 || b.Parts[p.part].Material.Normal == nil {
			continue
		}
		part := &b.Parts[p.part]
		if part.Tangents == nil {
			part.Tangents = make([]mgl32.Vec4, len(part.Positions))
		}
		all, n := p.carries(), part.Vertices(b.Poses)
		for pose := range b.Poses {
			from := pose*n + p.first
			for v := range all {
				if all[v].there {
					part.Tangents[from+v] = all[v].at(part.Positions[from:], v, part.Normals[from+v])
				}
			}
		}
	}
}

// carries are the tangents of a piece's vertices, each in the largest triangle of its own.
func (p *piece) carries() []carried {
	out, sizes := make([]carried, len(p.tangents)), make([]float64, len(p.tangents))
	positions, normals := wide(p.positions), wide(p.normals)
	for i := 0; i+2 < len(p.indices); i += 3 {
		for k := range 3 {
			v, a, b := p.indices[i+k], p.indices[i+(k+1)%3], p.indices[i+(k+2)%3]
			one, other := positions[a].Sub(positions[v]), positions[b].Sub(positions[v])
			size := one.Cross(other).LenSqr()
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
			out[v] = carried{[2]uint32{a, b}, inPlane(along, one, other), inPlane(across, one, other), along.LenSqr() > 0}
		}
	}
	return out
}

// inPlane is a vector's part in the plane of two others, as so much of each.
func inPlane(v, one, other mgl64.Vec3) [2]float64 {
	a, b, c := one.LenSqr(), one.Dot(other), other.LenSqr()
	x, y := v.Dot(one), v.Dot(other)
	det := a*c - b*b // their triangle's area, squared, times 4
	return [2]float64{(x*c - y*b) / det, (y*a - x*b) / det}
}

// at is the unit tangent of a vertex that stands so, across its normal, and on which side of it
// the way across lies; zero where the triangle has shrunk to nothing.
func (c *carried) at(positions []mgl32.Vec3, v int, normal mgl32.Vec3) mgl32.Vec4 {
	one, other := positions[c.corner[0]].Sub(positions[v]), positions[c.corner[1]].Sub(positions[v])
	way := func(by [2]float64) mgl32.Vec3 { return one.Mul(float32(by[0])).Add(other.Mul(float32(by[1]))) }
	along, across := way(c.along), way(c.across)
	along = along.Sub(normal.Mul(along.Dot(normal)))
	size := along.Len()
	if !(size > 1e-12) {
		return mgl32.Vec4{}
	}
	side := float32(1)
	if normal.Cross(along).Dot(across) < 0 {
		side = -1
	}
	return along.Mul(1 / size).Vec4(side)
}
