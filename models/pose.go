package models

import (
	"github.com/go-gl/mathgl/mgl32"
)

// Surface is where the vertices of a part stand at an instant, in the model's
// own axes and units.
type Surface struct {
	Positions, Normals []mgl32.Vec3
}

// Pose works out every vertex of the model at a time of a clip, in the seconds
// of the file, by the glTF 2.0 specification: morph targets, then joints or node
// transforms. Before the clip's first key and after its last it holds still;
// clip -1 gives the model at rest. There is a surface for each part of the baked
// model. Any clip that [Model.FindClip] gives will do.
func (m *Model) Pose(clip int, seconds float64) []Surface {
	local, moved := m.locals(clip, seconds)
	global := m.globals(local, moved)
	joints := m.jointMatrices(global)
	out := make([]Surface, len(m.parts))
	for i, p := range m.parts {
		out[i] = Surface{make([]mgl32.Vec3, p.vertices), make([]mgl32.Vec3, p.vertices)}
	}
	for k := range m.pieces {
		p := &m.pieces[k]
		to := out[p.part]
		end := p.first + len(p.positions)
		at := Surface{to.Positions[p.first:end], to.Normals[p.first:end]}
		p.morph(local[p.node].weights, at)
		if p.skin >= 0 {
			p.deform(joints[p.skin], at)
		} else {
			carry(global[p.node], at)
		}
		if len(p.normals) == 0 {
			flat(p.inside, at)
		}
	}
	return out
}

// locals are the nodes' own transforms, and whether the clip moves them.
func (m *Model) locals(clip int, seconds float64) ([]transform, []bool) {
	local := make([]transform, len(m.nodes))
	moved := make([]bool, len(m.nodes))
	for i, n := range m.nodes {
		local[i] = n.rest
	}
	if clip >= 0 {
		for _, c := range m.Clips[clip].channels {
			c.apply(&local[c.node], float32(seconds))
			moved[c.node] = true
		}
	}
	return local, moved
}

// globals are the nodes' transforms to the scene. A matrix in the file holds
// unless the clip moves the node.
func (m *Model) globals(local []transform, moved []bool) []mgl32.Mat4 {
	out := make([]mgl32.Mat4, len(m.nodes))
	for _, i := range m.order {
		out[i] = local[i].matrix()
		if f := m.nodes[i].fixed; f != nil && !moved[i] {
			out[i] = *f
		}
		if p := m.nodes[i].parent; p >= 0 {
			out[i] = out[p].Mul4(out[i])
		}
	}
	return out
}

func (m *Model) jointMatrices(global []mgl32.Mat4) [][]mgl32.Mat4 {
	out := make([][]mgl32.Mat4, len(m.skins))
	for s, skin := range m.skins {
		out[s] = make([]mgl32.Mat4, len(skin.joints))
		for j, n := range skin.joints {
			out[s][j] = global[n].Mul4(skin.inverse[j])
		}
	}
	return out
}

func (t *transform) matrix() mgl32.Mat4 {
	m := t.rotation.Mat4()
	for c := range 3 {
		for r := range 3 {
			m[4*c+r] *= t.scale[c]
		}
	}
	m[12], m[13], m[14] = t.translation[0], t.translation[1], t.translation[2]
	return m
}

// morph writes the piece with its morph targets added, in its own axes.
func (p *piece) morph(weights []float32, to Surface) {
	copy(to.Positions, p.positions)
	copy(to.Normals, p.normals)
	for k, t := range p.targets {
		if k >= len(weights) || weights[k] == 0 {
			continue
		}
		for i, d := range t.positions {
			to.Positions[i] = to.Positions[i].Add(d.Mul(weights[k]))
		}
		for i, d := range t.normals {
			if len(p.normals) > 0 {
				to.Normals[i] = to.Normals[i].Add(d.Mul(weights[k]))
			}
		}
	}
}

// deform moves the piece with its joints.
func (p *piece) deform(joints []mgl32.Mat4, s Surface) {
	for v := range s.Positions {
		var blend mgl32.Mat4
		for k := v * p.influence; k < (v+1)*p.influence; k++ {
			if w := p.weights[k]; w != 0 {
				blend = blend.Add(joints[p.joints[k]].Mul(w))
			}
		}
		s.Positions[v] = point(blend, s.Positions[v])
		s.Normals[v] = direction(cofactor(blend), s.Normals[v])
	}
}

// carry moves a surface as one.
func carry(m mgl32.Mat4, s Surface) {
	turn := cofactor(m)
	for v := range s.Positions {
		s.Positions[v] = point(m, s.Positions[v])
		s.Normals[v] = direction(turn, s.Normals[v])
	}
}

func point(m mgl32.Mat4, p mgl32.Vec3) mgl32.Vec3 {
	return m.Mul4x1(p.Vec4(1)).Vec3()
}

// direction turns a normal; one that vanishes points up.
func direction(m mgl32.Mat3, n mgl32.Vec3) mgl32.Vec3 {
	return unit(m.Mul3x1(n))
}

func unit(v mgl32.Vec3) mgl32.Vec3 {
	l := v.Len()
	if !(l > 1e-30) || l-l != 0 {
		return mgl32.Vec3{0, 1, 0}
	}
	return v.Mul(1 / l)
}

// cofactor is the inverse transpose of a transform's linear part up to a
// positive factor, which carries normals; it exists where the inverse does not.
func cofactor(m mgl32.Mat4) mgl32.Mat3 {
	a, b, c := m.Col(0).Vec3(), m.Col(1).Vec3(), m.Col(2).Vec3()
	n := mgl32.Mat3FromCols(b.Cross(c), c.Cross(a), a.Cross(b))
	if a.Dot(b.Cross(c)) < 0 {
		return n.Mul(-1)
	}
	return n
}

// flat gives each triangle of a piece its own normal.
func flat(mirrored bool, s Surface) {
	for i := 0; i+2 < len(s.Positions); i += 3 {
		a, b, c := s.Positions[i], s.Positions[i+1], s.Positions[i+2]
		n := b.Sub(a).Cross(c.Sub(a))
		if mirrored {
			n = n.Mul(-1)
		}
		n = unit(n)
		s.Normals[i], s.Normals[i+1], s.Normals[i+2] = n, n, n
	}
}

// mirrored says whether the model at rest turns the piece inside out, global
// being its nodes' transforms there.
func (m *Model) mirrored(p *piece, global []mgl32.Mat4) bool {
	if p.skin < 0 {
		return global[p.node].Mat3().Det() < 0
	}
	first := 0
	for p.weights[first] == 0 {
		first++
	}
	s, j := m.skins[p.skin], p.joints[first]
	return global[s.joints[j]].Mul4(s.inverse[j]).Mat3().Det() < 0
}
