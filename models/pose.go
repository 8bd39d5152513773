package models

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/qmuntal/gltf"
)

// Surface is where the vertices of a part stand at an instant, in the model's
// own axes and units.
type Surface struct {
	Positions, Normals []mgl32.Vec3
}

// Exact is a primitive as a node of the scene places it, at an instant, in the
// file's own axes and units.
type Exact struct {
	Name                  string       // the node's
	Node, Mesh, Primitive int          // numbers in the file
	Positions             []mgl64.Vec3 // all that its POSITION accessor holds, in order
	Normals               []mgl64.Vec3 // unit; empty where the file has none
	Triangles             []uint32     // three positions each, counter-clockwise at rest

	Material *Material    // that covers it; nil where the file names none
	UV       []mgl32.Vec2 // of each position, on the material's textures; empty where the file has none
	Colours  []mgl32.Vec4 // likewise, linear, multiplied in; empty: white
}

// Exact works out every vertex of the file at a time of a clip, in the seconds
// of the file, by the glTF 2.0 specification: morph targets, then joints or node
// transforms, in float64. Before a channel's first key and after its last it
// holds still; clip -1 gives the model at rest. The primitives come depth first
// through the scene: a node's mesh before its children; points and lines are
// left out. Any clip that [Model.FindClip] gives will do. The error is of a
// vertex that the file's transforms throw beyond all bounds.
func (m *Model) Exact(clip int, seconds float64) ([]Exact, error) {
	s := m.stance(clip, seconds)
	out := make([]Exact, len(m.pieces))
	for k := range m.pieces {
		p := m.pieces[k].all()
		positions, normals := p.pose(s, false)
		if v := slices.IndexFunc(positions, unbounded); v >= 0 {
			return nil, fmt.Errorf("node %d, mesh %d, primitive %d: vertex %d is at %v after %v s, beyond all bounds",
				p.node, p.mesh, p.number, v, positions[v], seconds)
		}
		out[k] = Exact{m.nodes[p.node].name, p.node, p.mesh, p.number, positions, normals, p.faces, nil, p.uv, p.colours}
		if p.material >= 0 && p.part >= 0 {
			material := m.parts[p.part].material
			out[k].Material = &material
		}
	}
	return out, nil
}

// unbounded says that a position is not finite in float32.
func unbounded(p mgl64.Vec3) bool {
	for _, v := range p {
		if !(math.Abs(v) <= math.MaxFloat32) {
			return true
		}
	}
	return false
}

// Pose is what [Model.Exact] gives, rounded and by material: a surface for each
// part of the baked model. Where the file has no normals, each triangle has its
// own vertices and a normal of its own, unless there are very many.
func (m *Model) Pose(clip int, seconds float64) []Surface {
	s := m.stance(clip, seconds)
	out := make([]Surface, len(m.parts))
	for i, p := range m.parts {
		out[i].Positions = make([]mgl32.Vec3, p.vertices)
		if !m.bare {
			out[i].Normals = make([]mgl32.Vec3, p.vertices)
		}
	}
	for k := range m.pieces {
		p := &m.pieces[k]
		if p.part < 0 {
			continue
		}
		positions, normals := p.pose(s, m.bare)
		positions = spread(p, positions)
		round(out[p.part].Positions[p.first:], positions)
		switch {
		case m.bare:
			continue
		case p.flat():
			normals = flat(positions)
		case len(normals) == 0:
			normals = smooth(positions, p.faces)
		}
		round(out[p.part].Normals[p.first:], normals)
	}
	return out
}

// round writes vectors in float32.
func round(to []mgl32.Vec3, from []mgl64.Vec3) {
	for i, v := range from {
		to[i] = mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}
	}
}

// wide is vectors in float64.
func wide(from []mgl32.Vec3) []mgl64.Vec3 {
	out := make([]mgl64.Vec3, len(from))
	for i, v := range from {
		out[i] = mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
	}
	return out
}

// stance is where a model's nodes and joints are at an instant.
type stance struct {
	local  []transform
	global []mgl64.Mat4   // of nodes to the scene
	joints [][]mgl64.Mat4 // of each skin: from the mesh to the scene
}

func (m *Model) stance(clip int, seconds float64) *stance {
	local, moved := m.locals(clip, seconds)
	global := m.globals(local, moved)
	return &stance{local, global, m.jointMatrices(global)}
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
			c.apply(&local[c.node], seconds)
			moved[c.node] = moved[c.node] || c.path != gltf.TRSWeights
		}
	}
	return local, moved
}

// globals are the nodes' transforms to the scene. A matrix in the file holds
// unless the clip moves the node.
func (m *Model) globals(local []transform, moved []bool) []mgl64.Mat4 {
	out := make([]mgl64.Mat4, len(m.nodes))
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

func (m *Model) jointMatrices(global []mgl64.Mat4) [][]mgl64.Mat4 {
	out := make([][]mgl64.Mat4, len(m.skins))
	for s, skin := range m.skins {
		out[s] = make([]mgl64.Mat4, len(skin.joints))
		for j, n := range skin.joints {
			out[s][j] = global[n].Mul4(skin.inverse[j])
		}
	}
	return out
}

func (t *transform) matrix() mgl64.Mat4 {
	m := t.rotation.Mat4()
	for c := range 3 {
		for r := range 3 {
			m[4*c+r] *= t.scale[c]
		}
	}
	m[12], m[13], m[14] = t.translation[0], t.translation[1], t.translation[2]
	return m
}

// pose is where a piece's vertices stand, and their normals if the file has any
// and they are wanted.
func (p *piece) pose(s *stance, bare bool) (positions, normals []mgl64.Vec3) {
	positions, normals = p.morph(s.local[p.node].weights, bare)
	if p.skin >= 0 {
		p.deform(s.joints[p.skin], positions, normals)
	} else {
		carry(s.global[p.node], positions, normals)
	}
	return positions, normals
}

// morph is the piece with its morph targets added, in its own axes.
func (p *piece) morph(weights []float64, bare bool) (positions, normals []mgl64.Vec3) {
	positions = wide(p.positions)
	if !bare {
		normals = wide(p.normals)
	}
	for k, t := range p.targets {
		if k < len(weights) && weights[k] != 0 {
			add(positions, t.positions, weights[k])
			add(normals, t.normals, weights[k])
		}
	}
	return positions, normals
}

// add adds a morph target at a weight; there may be nothing to add it to.
func add(to []mgl64.Vec3, shift []mgl32.Vec3, weight float64) {
	if len(to) == 0 {
		return
	}
	for i, d := range shift {
		for k := range d {
			to[i][k] += weight * float64(d[k])
		}
	}
}

// deform moves the piece with its joints.
func (p *piece) deform(joints []mgl64.Mat4, positions, normals []mgl64.Vec3) {
	for v := range positions {
		run := v * p.influence
		m := blend(joints, p.joints[run:run+p.influence], p.weights[run:run+p.influence])
		positions[v] = point(&m, positions[v])
		if len(normals) > 0 {
			normals[v] = direction(cofactor(&m), normals[v])
		}
	}
}

// blend is the weighted sum of joint matrices.
func blend(joints []mgl64.Mat4, which []uint32, weights []float32) (sum mgl64.Mat4) {
	for k, w := range weights {
		if w == 0 {
			continue
		}
		j := &joints[which[k]]
		for e := range sum {
			sum[e] += float64(w) * j[e]
		}
	}
	return sum
}

// carry moves a surface as one.
func carry(m mgl64.Mat4, positions, normals []mgl64.Vec3) {
	turn := cofactor(&m)
	for v := range positions {
		positions[v] = point(&m, positions[v])
	}
	for v := range normals {
		normals[v] = direction(turn, normals[v])
	}
}

func point(m *mgl64.Mat4, p mgl64.Vec3) mgl64.Vec3 {
	return mgl64.Vec3{
		m[0]*p[0] + m[4]*p[1] + m[8]*p[2] + m[12],
		m[1]*p[0] + m[5]*p[1] + m[9]*p[2] + m[13],
		m[2]*p[0] + m[6]*p[1] + m[10]*p[2] + m[14],
	}
}

// direction turns a normal; one that vanishes points up.
func direction(m mgl64.Mat3, n mgl64.Vec3) mgl64.Vec3 {
	return unit(m.Mul3x1(n))
}

func unit(v mgl64.Vec3) mgl64.Vec3 {
	l := v.Len()
	if !(l > 1e-150) || l-l != 0 {
		return mgl64.Vec3{0, 1, 0}
	}
	return v.Mul(1 / l)
}

// cofactor is the inverse transpose of a transform's linear part up to a
// positive factor, which carries normals; it exists where the inverse does not.
func cofactor(m *mgl64.Mat4) mgl64.Mat3 {
	a, b, c := mgl64.Vec3(m[0:3]), mgl64.Vec3(m[4:7]), mgl64.Vec3(m[8:11])
	n := mgl64.Mat3FromCols(b.Cross(c), c.Cross(a), a.Cross(b))
	if a.Dot(b.Cross(c)) < 0 {
		return n.Mul(-1)
	}
	return n
}

// flat gives each triangle, three positions after one another, its normal.
func flat(positions []mgl64.Vec3) []mgl64.Vec3 {
	out := make([]mgl64.Vec3, len(positions))
	for i := 0; i+2 < len(positions); i += 3 {
		a, b, c := positions[i], positions[i+1], positions[i+2]
		n := unit(b.Sub(a).Cross(c.Sub(a)))
		out[i], out[i+1], out[i+2] = n, n, n
	}
	return out
}

// smooth gives each position the mean of its triangles' normals, weighed by their
// areas.
func smooth(positions []mgl64.Vec3, triangles []uint32) []mgl64.Vec3 {
	out := make([]mgl64.Vec3, len(positions))
	for i := 0; i+2 < len(triangles); i += 3 {
		a, b, c := triangles[i], triangles[i+1], triangles[i+2]
		n := positions[b].Sub(positions[a]).Cross(positions[c].Sub(positions[a]))
		out[a], out[b], out[c] = out[a].Add(n), out[b].Add(n), out[c].Add(n)
	}
	for i := range out {
		out[i] = unit(out[i])
	}
	return out
}

// mirrored says whether a stance turns the piece inside out.
func (p *piece) mirrored(s *stance) bool {
	if p.skin < 0 {
		return s.global[p.node].Mat3().Det() < 0
	}
	first := 0
	for p.weights[first] == 0 {
		first++
	}
	return s.joints[p.skin][p.joints[first]].Mat3().Det() < 0
}
