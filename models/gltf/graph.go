package gltf

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/qmuntal/gltf"
)

func (l *loader) readGraph() error {
	m := l.model
	m.nodes = make([]node, len(l.doc.Nodes))
	for i := range m.nodes {
		m.nodes[i].parent = -1
	}
	for i, n := range l.doc.Nodes {
		if err := l.readNode(i, n); err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
	}
	return m.sortNodes()
}

func (l *loader) readNode(i int, n *gltf.Node) error {
	for _, c := range n.Children {
		if err := checkIndex("child", c, len(l.doc.Nodes)); err != nil {
			return err
		}
		if p := l.model.nodes[c].parent; p >= 0 {
			return fmt.Errorf("child %d already belongs to node %d", c, p)
		}
		l.model.nodes[c].parent = i
	}
	to := &l.model.nodes[i]
	to.name, to.children = displayName(n.Name), n.Children
	to.rest = transform{translation: n.Translation, rotation: quat(n.Rotation), scale: n.Scale}
	if size := math.Sqrt(squaredLength4(n.Rotation)); math.Abs(size-1) > unitRounding {
		l.warn("node %d: its rotation is not a unit quaternion (length %.4g); normalized", i, size)
	}
	if n.Matrix != gltf.DefaultMatrix {
		fixed := mgl64.Mat4(n.Matrix)
		to.matrix, to.rest = &fixed, decompose(&fixed)
	}
	if !isFinite(to.rest.matrix()) || to.matrix != nil && !isFinite(*to.matrix) {
		return fmt.Errorf("its transform is not finite")
	}
	const rounding = 1e-4
	if f := to.matrix; f != nil && f.Row(3).Sub(mgl64.Vec4{0, 0, 0, 1}).Len() > rounding {
		return fmt.Errorf("its matrix is not affine: the last row is %v; it must be 0, 0, 0, 1", f.Row(3))
	}
	return nil
}

// unitRounding is the amount by which the length of a unit quaternion may differ from 1, because keys may be
// 8-bit integers.
const unitRounding = 0.01

// quat returns (x, y, z, w) as a quaternion. It is normalized unless its length is nearly 1, as in three.js.
// Zero becomes the identity.
func quat(v [4]float64) mgl64.Quat {
	q := mgl64.Quat{W: v[3], V: mgl64.Vec3{v[0], v[1], v[2]}}
	switch l := q.Len(); {
	case math.Abs(l-1) < unitRounding:
		return q
	case l > 1e-12 && l-l == 0:
		return q.Scale(1 / l)
	}
	return mgl64.QuatIdent()
}

// decompose splits a matrix into translation, rotation and scale. glTF forbids shear.
func decompose(m *mgl64.Mat4) transform {
	t := transform{translation: mgl64.Vec3(m[12:15])}
	rotation := mgl64.Ident4()
	for c := range 3 {
		axis := mgl64.Vec3(m[4*c : 4*c+3])
		t.scale[c] = axis.Len()
		if c == 0 && m.Mat3().Det() < 0 {
			t.scale[c] *= -1
		}
		if t.scale[c] != 0 {
			axis = axis.Mul(1 / t.scale[c])
			copy(rotation[4*c:], axis[:])
		}
	}
	t.rotation = mgl64.Mat4ToQuat(rotation).Normalize()
	return t
}

func isFinite(m mgl64.Mat4) bool {
	for _, v := range m {
		if !(math.Abs(v) <= math.MaxFloat32) {
			return false
		}
	}
	return true
}

func (m *Model) sortNodes() error {
	var todo []int
	for i, n := range m.nodes {
		if n.parent < 0 {
			todo = append(todo, i)
		}
	}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], m.nodes[i].children...)
		m.order = append(m.order, i)
	}
	if len(m.order) == len(m.nodes) {
		return nil
	}
	reached := make([]bool, len(m.nodes))
	for _, i := range m.order {
		reached[i] = true
	}
	for i := range reached {
		if !reached[i] {
			return fmt.Errorf("node %d is its own ancestor", i)
		}
	}
	return nil
}

func (l *loader) readSkins() error {
	for i, s := range l.doc.Skins {
		read, err := l.readSkin(s)
		if err != nil {
			return fmt.Errorf("skin %d: %w", i, err)
		}
		l.model.skins = append(l.model.skins, read)
		l.model.Skins++
		l.model.Joints += len(read.joints)
	}
	return nil
}

func (l *loader) readSkin(s *gltf.Skin) (skin, error) {
	out := skin{joints: s.Joints, inverse: make([]mgl64.Mat4, len(s.Joints))}
	if len(s.Joints) == 0 {
		return out, fmt.Errorf("it has no joints")
	}
	const joint = 64 + 2*128 // bytes of the matrices of a joint, here and in a pose
	if err := l.spend(joint * len(s.Joints)); err != nil {
		return out, err
	}
	for i, j := range s.Joints {
		if err := checkIndex("joint node", j, len(l.doc.Nodes)); err != nil {
			return out, err
		}
		out.inverse[i] = mgl64.Ident4()
	}
	if s.InverseBindMatrices == nil {
		return out, nil
	}
	f, _, err := l.readFloats(*s.InverseBindMatrices, gltf.AccessorMat4)
	if err != nil {
		return out, err
	}
	if len(f) < 16*len(s.Joints) {
		return out, fmt.Errorf("%d inverse bind matrices are too few for %d joints", len(f)/16, len(s.Joints))
	}
	for i := range out.inverse {
		for k, v := range f[16*i : 16*i+16] {
			out.inverse[i][k] = float64(v)
		}
	}
	return out, nil
}

func (l *loader) readScene() error {
	todo, err := l.sceneRoots()
	if err != nil {
		return err
	}
	slices.Reverse(todo)
	meshes := make([]*mesh, len(l.doc.Meshes))
	m := l.model
	m.visible = make([]bool, len(m.nodes))
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if m.visible[i] {
			return fmt.Errorf("node %d is in the scene twice", i)
		}
		m.visible[i] = true
		for _, c := range slices.Backward(m.nodes[i].children) {
			todo = append(todo, c)
		}
		if err := l.placeMesh(i, meshes); err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
	}
	l.markCarriers()
	return l.merge()
}

func (l *loader) markCarriers() {
	m := l.model
	l.carriesJoint = make([]bool, len(m.nodes))
	l.carriesMesh = make([]bool, len(m.nodes))
	for _, s := range m.skins {
		for _, j := range s.joints {
			l.carriesJoint[j], m.visible[j] = true, true
		}
	}
	for _, p := range m.pieces {
		l.carriesMesh[p.node] = l.carriesMesh[p.node] || p.skin < 0
	}
	for _, i := range slices.Backward(m.order) {
		if p := m.nodes[i].parent; p >= 0 {
			l.carriesJoint[p] = l.carriesJoint[p] || l.carriesJoint[i]
			l.carriesMesh[p] = l.carriesMesh[p] || l.carriesMesh[i]
		}
	}
}

func (l *loader) sceneRoots() ([]int, error) {
	shown := 0
	if l.doc.Scene != nil {
		shown = *l.doc.Scene
	}
	if len(l.doc.Scenes) == 0 && l.doc.Scene == nil {
		var out []int
		for i, n := range l.model.nodes {
			if n.parent < 0 {
				out = append(out, i)
			}
		}
		return out, nil
	}
	if err := checkIndex("scene", shown, len(l.doc.Scenes)); err != nil {
		return nil, err
	}
	roots := append([]int(nil), l.doc.Scenes[shown].Nodes...)
	for _, i := range roots {
		if err := checkIndex("node", i, len(l.doc.Nodes)); err != nil {
			return nil, fmt.Errorf("scene %d: %w", shown, err)
		}
	}
	return roots, nil
}

func (l *loader) placeMesh(i int, meshes []*mesh) error {
	n := l.doc.Nodes[i]
	if n.Mesh == nil {
		return nil
	}
	if err := checkIndex("mesh", *n.Mesh, len(l.doc.Meshes)); err != nil {
		return err
	}
	if meshes[*n.Mesh] == nil {
		read, err := l.readMesh(*n.Mesh)
		if err != nil {
			return fmt.Errorf("mesh %d: %w", *n.Mesh, err)
		}
		meshes[*n.Mesh] = read
	}
	mesh := meshes[*n.Mesh]
	if err := l.setRestWeights(i, n, mesh); err != nil {
		return err
	}
	skin := -1
	if n.Skin != nil {
		skin = *n.Skin
		if err := checkIndex("skin", skin, len(l.model.skins)); err != nil {
			return err
		}
	}
	for _, p := range mesh.primitives {
		if err := l.placePrimitive(p, i, skin); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) setRestWeights(i int, n *gltf.Node, mesh *mesh) error {
	from := n.Weights
	if len(from) == 0 {
		from = mesh.weights
	}
	if len(from) > mesh.targets {
		return fmt.Errorf("%d weights are too many for %d morph targets", len(from), mesh.targets)
	}
	if len(from) > 0 && len(from) < mesh.targets {
		l.warn("node %d has %s for %d morph targets; the others are 0", i, countOf(len(from), "weight", "weights"), mesh.targets)
	}
	if err := l.spend(8 * mesh.targets); err != nil {
		return err
	}
	weights := make([]float64, mesh.targets)
	copy(weights, from)
	l.model.nodes[i].rest.weights = weights
	return nil
}

func (l *loader) placePrimitive(p *primitive, node, skin int) error {
	if skin >= 0 && p.influences == 0 {
		l.warn("node %d has a skin, but its mesh has no joints; drawn without the skin", node)
		skin = -1
	}
	if skin < 0 && p.influences > 0 && l.doc.Nodes[node].Skin == nil {
		l.warn("node %d has no skin, but its mesh has joints; drawn without a skin", node)
	}
	if skin >= 0 {
		unusedJoint, err := l.checkJoints(p.unprunedPrimitive(), skin)
		if err != nil {
			return fmt.Errorf("skin %d: %w", skin, err)
		}
		if unusedJoint != "" {
			l.warn("skin %d: mesh %d: primitive %d: %s", skin, p.mesh, p.index, unusedJoint)
		}
	}
	m := l.model
	m.Vertices += p.vertexCount()
	m.Triangles += len(p.indices) / 3
	m.Primitives++
	m.Targets = max(m.Targets, len(p.targets))
	if limit := l.vertexLimit(); m.Vertices > limit {
		return fmt.Errorf("the scene has more than %d vertices, too many for a file of this size", limit)
	}
	if l.vertexWork += (1 + p.influences + len(p.targets)) * len(p.positions); l.vertexWork > maxVertexWork {
		return fmt.Errorf("posing takes more than %d vertex transforms; too many for a flock", maxVertexWork)
	}
	if err := l.spend(4*len(p.indices) + 24*p.vertexCount()); err != nil {
		return err
	}
	l.model.pieces = append(l.model.pieces, piece{primitive: p, node: node, skin: skin})
	return nil
}

// checkJoints returns an error if a vertex depends on a missing joint. It returns a warning if the weight of
// that joint is 0.
func (l *loader) checkJoints(p *primitive, skin int) (warning string, err error) {
	n := len(l.model.skins[skin].joints)
	for k, j := range p.joints {
		if int(j) < n {
			continue
		}
		if p.weights[k] != 0 {
			return "", fmt.Errorf("vertex %d uses joint %d, but the number of joints is %d", k/p.influences, j, n)
		}
		if warning == "" {
			warning = fmt.Sprintf("vertex %d uses joint %d with weight 0, but the number of joints is %d; ignored", k/p.influences, j, n)
		}
	}
	return warning, nil
}
