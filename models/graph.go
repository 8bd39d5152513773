package models

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/qmuntal/gltf"
)

// graph reads the nodes and puts parents before children.
func (l *loader) graph() error {
	m := l.model
	m.nodes = make([]node, len(l.doc.Nodes))
	for i := range m.nodes {
		m.nodes[i].parent = -1
	}
	for i, n := range l.doc.Nodes {
		if err := l.node(i, n); err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
	}
	return m.sort()
}

// node reads one node and makes itself known to its children.
func (l *loader) node(i int, n *gltf.Node) error {
	for _, c := range n.Children {
		if err := inRange("child", c, len(l.doc.Nodes)); err != nil {
			return err
		}
		if p := l.model.nodes[c].parent; p >= 0 {
			return fmt.Errorf("child %d already belongs to node %d", c, p)
		}
		l.model.nodes[c].parent = i
	}
	to := &l.model.nodes[i]
	to.name, to.children = label(n.Name), n.Children
	to.rest = transform{translation: n.Translation, rotation: quat(n.Rotation), scale: n.Scale}
	if size := math.Sqrt(dot4(n.Rotation)); math.Abs(size-1) > unitRounding {
		l.warn("node %d: its rotation is no unit quaternion but %.4g long; made such", i, size)
	}
	if n.Matrix != gltf.DefaultMatrix {
		fixed := mgl64.Mat4(n.Matrix)
		to.fixed, to.rest = &fixed, decomposed(&fixed)
	}
	if !finite(to.rest.matrix()) || to.fixed != nil && !finite(*to.fixed) {
		return fmt.Errorf("its transform is not finite")
	}
	const rounding = 1e-4
	if f := to.fixed; f != nil && f.Row(3).Sub(mgl64.Vec4{0, 0, 0, 1}).Len() > rounding {
		return fmt.Errorf("its matrix is not affine: %v in the last row; want 0, 0, 0, 1", f.Row(3))
	}
	return nil
}

// unitRounding is how much longer or shorter than 1 a quaternion may be: what 8-bit
// keys round off.
const unitRounding = 0.01

// quat is the quaternion (x, y, z, w). Within rounding it is taken as it stands, as
// three.js and others do; what is clearly no unit quaternion is made one, and zero no
// turn.
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

// decomposed is a matrix as translation, rotation and scale; without shear, as
// glTF wants it, it is the same transform.
func decomposed(m *mgl64.Mat4) transform {
	t := transform{translation: mgl64.Vec3(m[12:15])}
	turn := mgl64.Ident4()
	for c := range 3 {
		axis := mgl64.Vec3(m[4*c : 4*c+3])
		t.scale[c] = axis.Len()
		if c == 0 && m.Mat3().Det() < 0 {
			t.scale[c] *= -1
		}
		if t.scale[c] != 0 {
			axis = axis.Mul(1 / t.scale[c])
			copy(turn[4*c:], axis[:])
		}
	}
	t.rotation = mgl64.Mat4ToQuat(turn).Normalize()
	return t
}

// finite says that a transform's numbers are finite in float32.
func finite(m mgl64.Mat4) bool {
	for _, v := range m {
		if !(math.Abs(v) <= math.MaxFloat32) {
			return false
		}
	}
	return true
}

// sort fills order. Nodes that hang on themselves are never reached.
func (m *Model) sort() error {
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
			return fmt.Errorf("node %d: it is its own ancestor", i)
		}
	}
	return nil
}

// skins reads the skins.
func (l *loader) skins() error {
	for i, s := range l.doc.Skins {
		read, err := l.skin(s)
		if err != nil {
			return fmt.Errorf("skin %d: %w", i, err)
		}
		l.model.skins = append(l.model.skins, read)
		l.model.Skins++
		l.model.Joints += len(read.joints)
	}
	return nil
}

func (l *loader) skin(s *gltf.Skin) (skin, error) {
	out := skin{joints: s.Joints, inverse: make([]mgl64.Mat4, len(s.Joints))}
	if len(s.Joints) == 0 {
		return out, fmt.Errorf("no joints")
	}
	const joint = 64 + 2*128 // its matrices, here and in a pose
	if err := l.spend(joint * len(s.Joints)); err != nil {
		return out, err
	}
	for i, j := range s.Joints {
		if err := inRange("joint node", j, len(l.doc.Nodes)); err != nil {
			return out, err
		}
		out.inverse[i] = mgl64.Ident4()
	}
	if s.InverseBindMatrices == nil {
		return out, nil
	}
	f, _, err := l.floats(*s.InverseBindMatrices, gltf.AccessorMat4)
	if err != nil {
		return out, err
	}
	if len(f) < 16*len(s.Joints) {
		return out, fmt.Errorf("%d inverse bind matrices for %d joints", len(f)/16, len(s.Joints))
	}
	for i := range out.inverse {
		for k, v := range f[16*i : 16*i+16] {
			out.inverse[i][k] = float64(v)
		}
	}
	return out, nil
}

// scene finds what the file shows and places its meshes, depth first.
func (l *loader) scene() error {
	todo, err := l.roots()
	if err != nil {
		return err
	}
	slices.Reverse(todo)
	meshes := make([]*mesh, len(l.doc.Meshes))
	m := l.model
	m.shown = make([]bool, len(m.nodes))
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if m.shown[i] {
			return fmt.Errorf("node %d: twice in the scene", i)
		}
		m.shown[i] = true
		for _, c := range slices.Backward(m.nodes[i].children) {
			todo = append(todo, c)
		}
		if err := l.place(i, meshes); err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
	}
	l.bear()
	return l.merge()
}

// bear notes which nodes carry joints and which meshes without a skin, be it
// further down.
func (l *loader) bear() {
	m := l.model
	l.bearsJoint = make([]bool, len(m.nodes))
	l.bearsMesh = make([]bool, len(m.nodes))
	for _, s := range m.skins {
		for _, j := range s.joints {
			l.bearsJoint[j], m.shown[j] = true, true
		}
	}
	for _, p := range m.pieces {
		l.bearsMesh[p.node] = l.bearsMesh[p.node] || p.skin < 0
	}
	for _, i := range slices.Backward(m.order) {
		if p := m.nodes[i].parent; p >= 0 {
			l.bearsJoint[p] = l.bearsJoint[p] || l.bearsJoint[i]
			l.bearsMesh[p] = l.bearsMesh[p] || l.bearsMesh[i]
		}
	}
}

// roots are the nodes at the top of the scene to be shown.
func (l *loader) roots() ([]int, error) {
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
	if err := inRange("scene", shown, len(l.doc.Scenes)); err != nil {
		return nil, err
	}
	roots := append([]int(nil), l.doc.Scenes[shown].Nodes...)
	for _, i := range roots {
		if err := inRange("node", i, len(l.doc.Nodes)); err != nil {
			return nil, fmt.Errorf("scene %d: %w", shown, err)
		}
	}
	return roots, nil
}

// place hangs a node's mesh, if it has one, into the model.
func (l *loader) place(i int, meshes []*mesh) error {
	n := l.doc.Nodes[i]
	if n.Mesh == nil {
		return nil
	}
	if err := inRange("mesh", *n.Mesh, len(l.doc.Meshes)); err != nil {
		return err
	}
	if meshes[*n.Mesh] == nil {
		read, err := l.mesh(*n.Mesh)
		if err != nil {
			return fmt.Errorf("mesh %d: %w", *n.Mesh, err)
		}
		meshes[*n.Mesh] = read
	}
	mesh := meshes[*n.Mesh]
	if err := l.startWeights(i, n, mesh); err != nil {
		return err
	}
	skin := -1
	if n.Skin != nil {
		skin = *n.Skin
		if err := inRange("skin", skin, len(l.model.skins)); err != nil {
			return err
		}
	}
	for _, p := range mesh.primitives {
		if err := l.hang(p, i, skin); err != nil {
			return err
		}
	}
	return nil
}

// startWeights sets the weights that a node's morph targets rest at.
func (l *loader) startWeights(i int, n *gltf.Node, mesh *mesh) error {
	from := n.Weights
	if len(from) == 0 {
		from = mesh.weights
	}
	if len(from) > mesh.targets {
		return fmt.Errorf("%d weights for %d morph targets", len(from), mesh.targets)
	}
	if len(from) > 0 && len(from) < mesh.targets {
		l.warn("node %d: %s for %d morph targets; the others are taken for 0", i, counted(len(from), "weight", "weights"), mesh.targets)
	}
	if err := l.spend(8 * mesh.targets); err != nil {
		return err
	}
	weights := make([]float64, mesh.targets)
	copy(weights, from)
	l.model.nodes[i].rest.weights = weights
	return nil
}

// hang adds a primitive as placed by a node.
func (l *loader) hang(p *primitive, node, skin int) error {
	if skin >= 0 && p.influence == 0 {
		l.warn("node %d: its mesh has a skin but no joints; drawn unskinned", node)
		skin = -1
	}
	if skin < 0 && p.influence > 0 && l.doc.Nodes[node].Skin == nil {
		l.warn("node %d: its mesh has joints but the node no skin; drawn unskinned", node)
	}
	if skin >= 0 {
		idle, err := l.checkJoints(p.all(), skin)
		if err != nil {
			return fmt.Errorf("skin %d: %w", skin, err)
		}
		if idle != "" {
			l.warn("skin %d: mesh %d: primitive %d: %s", skin, p.mesh, p.number, idle)
		}
	}
	m := l.model
	m.Vertices += p.corners()
	m.Triangles += len(p.indices) / 3
	m.Primitives++
	m.Targets = max(m.Targets, len(p.targets))
	if most := l.mostVertices(); m.Vertices > most {
		return fmt.Errorf("more than %d vertices in all, too many for a flock or a file of this size", most)
	}
	if l.work += (1 + p.influence + len(p.targets)) * len(p.positions); l.work > maxWork {
		return fmt.Errorf("more than %d movements of vertices in a pose, too many for a flock", maxWork)
	}
	if err := l.spend(4*len(p.indices) + 24*p.corners()); err != nil {
		return err
	}
	l.model.pieces = append(l.model.pieces, piece{primitive: p, node: node, skin: skin})
	return nil
}

// checkJoints refuses vertices that hang on joints which do not exist, and says
// whether any name one without hanging on it.
func (l *loader) checkJoints(p *primitive, skin int) (idle string, err error) {
	n := len(l.model.skins[skin].joints)
	for k, j := range p.joints {
		if int(j) < n {
			continue
		}
		if p.weights[k] != 0 {
			return "", fmt.Errorf("vertex %d hangs on joint %d; there are %d", k/p.influence, j, n)
		}
		if idle == "" {
			idle = fmt.Sprintf("vertex %d names joint %d, with a weight of 0; there are %d: left out", k/p.influence, j, n)
		}
	}
	return idle, nil
}
