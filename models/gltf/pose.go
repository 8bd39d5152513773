package gltf

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/qmuntal/gltf"
)

// Surface is the geometry of a part in a pose, in the model's own axes and units.
type Surface struct {
	Positions, Normals []mgl32.Vec3
}

// PosedPrimitive is an instance of a primitive in a pose, in the file's axes and units.
type PosedPrimitive struct {
	Name                  string       // name of the node
	Node, Mesh, Primitive int          // indices in the file
	Positions             []mgl64.Vec3 // one for each element of the POSITION accessor, in order
	Normals               []mgl64.Vec3 // unit vectors; empty if the file has none
	Triangles             []uint32     // three indices for each triangle, counter-clockwise at rest

	Material *Material    // nil if the file has none
	UV       []mgl32.Vec2 // texture coordinates of each position; empty if the file has none
	Colours  []mgl32.Vec4 // linear colour of each position; empty means white
}

// PosePrimitives computes every vertex of the file at a time of a clip, in s. It applies morph targets, then
// skin or node transforms (glTF 2.0). A channel is constant before its first key and after its last. Clip -1
// is the rest pose. Primitives are in depth-first order of the scene, without points and lines. A vertex that
// is not finite is an error.
func (m *Model) PosePrimitives(clip int, seconds float64) ([]PosedPrimitive, error) {
	s := m.poseNodes(clip, seconds)
	out := make([]PosedPrimitive, len(m.pieces))
	for k := range m.pieces {
		p := m.pieces[k].unprunedPiece()
		positions, normals := p.pose(s, false)
		if v := slices.IndexFunc(positions, isUnbounded); v >= 0 {
			return nil, fmt.Errorf("node %d, mesh %d, primitive %d: vertex %d is at %v at %v s, which is out of range",
				p.node, p.mesh, p.index, v, positions[v], seconds)
		}
		out[k] = PosedPrimitive{m.nodes[p.node].name, p.node, p.mesh, p.index, positions, normals, p.faces, nil, p.uv, p.colours}
		if p.material >= 0 && p.part >= 0 {
			material := m.Parts[p.part].Material
			out[k].Material = &material
		}
	}
	return out, nil
}

func isUnbounded(p mgl64.Vec3) bool {
	for _, v := range p {
		if !(math.Abs(v) <= math.MaxFloat32) {
			return true
		}
	}
	return false
}

// Pose returns the result of [Model.PosePrimitives] in float32, with one surface for each of [Model.Parts].
// If the file has no normals, each triangle has its own vertices and normal, unless there are very many.
func (m *Model) Pose(clip int, seconds float64) []Surface {
	s := m.poseNodes(clip, seconds)
	out := make([]Surface, len(m.Parts))
	for i, p := range m.Parts {
		out[i].Positions = make([]mgl32.Vec3, p.Vertices)
		if !m.withoutNormals {
			out[i].Normals = make([]mgl32.Vec3, p.Vertices)
		}
	}
	for k := range m.pieces {
		p := &m.pieces[k]
		if p.part < 0 {
			continue
		}
		positions, normals := p.pose(s, m.withoutNormals)
		positions = expandToPart(p, positions)
		toVec32s(out[p.part].Positions[p.first:], positions)
		switch {
		case m.withoutNormals:
			continue
		case p.hasFlatNormals():
			normals = flatNormals(positions)
			p.turnNormals(normals)
		case len(normals) == 0:
			normals = smoothNormals(positions, p.faces)
			p.turnNormals(normals)
		}
		toVec32s(out[p.part].Normals[p.first:], normals)
	}
	return out
}

func toVec32s(to []mgl32.Vec3, from []mgl64.Vec3) {
	for i, v := range from {
		to[i] = mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}
	}
}

func toVec64s(from []mgl32.Vec3) []mgl64.Vec3 {
	out := make([]mgl64.Vec3, len(from))
	for i, v := range from {
		out[i] = mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
	}
	return out
}

type nodePose struct {
	local  []transform
	global []mgl64.Mat4   // transforms from nodes to the scene
	joints [][]mgl64.Mat4 // transforms from the mesh to the scene, by skin
}

func (m *Model) poseNodes(clip int, seconds float64) *nodePose {
	local, moved := m.localTransforms(clip, seconds)
	global := m.globalMatrices(local, moved)
	return &nodePose{local, global, m.jointMatrices(global)}
}

func (m *Model) localTransforms(clip int, seconds float64) ([]transform, []bool) {
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

// globalMatrices returns the transforms from the nodes to the scene. The file's matrix of a node applies
// unless the clip moves it.
func (m *Model) globalMatrices(local []transform, moved []bool) []mgl64.Mat4 {
	out := make([]mgl64.Mat4, len(m.nodes))
	for _, i := range m.order {
		out[i] = local[i].matrix()
		if f := m.nodes[i].matrix; f != nil && !moved[i] {
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

func (p *piece) pose(s *nodePose, withoutNormals bool) (positions, normals []mgl64.Vec3) {
	positions, normals = p.applyMorph(s.local[p.node].weights, withoutNormals)
	if p.skin >= 0 {
		p.applySkin(s.joints[p.skin], positions, normals)
	} else {
		applyMatrix(s.global[p.node], positions, normals)
	}
	p.reflect(positions)
	p.reflect(normals)
	return positions, normals
}

func (p *piece) applyMorph(weights []float64, withoutNormals bool) (positions, normals []mgl64.Vec3) {
	positions = toVec64s(p.positions)
	if !withoutNormals {
		normals = toVec64s(p.normals)
	}
	for k, t := range p.targets {
		if k < len(weights) && weights[k] != 0 {
			addScaled(positions, t.positions, weights[k])
			addScaled(normals, t.normals, weights[k])
		}
	}
	return positions, normals
}

func addScaled(sums []mgl64.Vec3, offsets []mgl32.Vec3, weight float64) {
	if len(sums) == 0 {
		return
	}
	for i, d := range offsets {
		for k := range d {
			sums[i][k] += weight * float64(d[k])
		}
	}
}

func (p *piece) applySkin(joints []mgl64.Mat4, positions, normals []mgl64.Vec3) {
	for v := range positions {
		first := v * p.influences
		m := blendMatrices(joints, p.joints[first:first+p.influences], p.weights[first:first+p.influences])
		positions[v] = transformPoint(&m, positions[v])
		if len(normals) > 0 {
			normals[v] = transformNormal(cofactor(&m), normals[v])
		}
	}
}

func blendMatrices(joints []mgl64.Mat4, indices []uint32, weights []float32) (sum mgl64.Mat4) {
	for k, w := range weights {
		if w == 0 {
			continue
		}
		j := &joints[indices[k]]
		for e := range sum {
			sum[e] += float64(w) * j[e]
		}
	}
	return sum
}

func applyMatrix(m mgl64.Mat4, positions, normals []mgl64.Vec3) {
	normalMatrix := cofactor(&m)
	for v := range positions {
		positions[v] = transformPoint(&m, positions[v])
	}
	for v := range normals {
		normals[v] = transformNormal(normalMatrix, normals[v])
	}
}

func transformPoint(m *mgl64.Mat4, p mgl64.Vec3) mgl64.Vec3 {
	return mgl64.Vec3{
		m[0]*p[0] + m[4]*p[1] + m[8]*p[2] + m[12],
		m[1]*p[0] + m[5]*p[1] + m[9]*p[2] + m[13],
		m[2]*p[0] + m[6]*p[1] + m[10]*p[2] + m[14],
	}
}

// transformNormal transforms a normal and scales it to length 1. If the result is zero, it returns +Y.
func transformNormal(m mgl64.Mat3, n mgl64.Vec3) mgl64.Vec3 {
	return unitOrUp(m.Mul3x1(n))
}

func unitOrUp(v mgl64.Vec3) mgl64.Vec3 {
	l := v.Len()
	if !(l > 1e-150) || l-l != 0 {
		return mgl64.Vec3{0, 1, 0}
	}
	return v.Mul(1 / l)
}

// cofactor returns a matrix that transforms normals: the inverse transpose, multiplied by a positive factor.
// It exists even if the transform has no inverse.
func cofactor(m *mgl64.Mat4) mgl64.Mat3 {
	a, b, c := mgl64.Vec3(m[0:3]), mgl64.Vec3(m[4:7]), mgl64.Vec3(m[8:11])
	n := mgl64.Mat3FromCols(b.Cross(c), c.Cross(a), a.Cross(b))
	if a.Dot(b.Cross(c)) < 0 {
		return n.Mul(-1)
	}
	return n
}

func flatNormals(positions []mgl64.Vec3) []mgl64.Vec3 {
	out := make([]mgl64.Vec3, len(positions))
	for i := 0; i+2 < len(positions); i += 3 {
		a, b, c := positions[i], positions[i+1], positions[i+2]
		n := unitOrUp(b.Sub(a).Cross(c.Sub(a)))
		out[i], out[i+1], out[i+2] = n, n, n
	}
	return out
}

// smoothNormals returns for each position the mean normal of its triangles, weighted by area.
func smoothNormals(positions []mgl64.Vec3, triangles []uint32) []mgl64.Vec3 {
	out := make([]mgl64.Vec3, len(positions))
	for i := 0; i+2 < len(triangles); i += 3 {
		a, b, c := triangles[i], triangles[i+1], triangles[i+2]
		n := positions[b].Sub(positions[a]).Cross(positions[c].Sub(positions[a]))
		out[a], out[b], out[c] = out[a].Add(n), out[b].Add(n), out[c].Add(n)
	}
	for i := range out {
		out[i] = unitOrUp(out[i])
	}
	return out
}

func (p *piece) isMirrored(s *nodePose) bool {
	if p.skin < 0 {
		return s.global[p.node].Mat3().Det() < 0
	}
	first := 0
	for p.weights[first] == 0 {
		first++
	}
	return s.joints[p.skin][p.joints[first]].Mat3().Det() < 0
}
