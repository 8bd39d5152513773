package models

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
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
	to.children = n.Children
	r := n.RotationOrDefault()
	to.rest = transform{
		translation: vec3(n.TranslationOrDefault()),
		rotation:    quat(float32(r[0]), float32(r[1]), float32(r[2]), float32(r[3])),
		scale:       vec3(n.ScaleOrDefault()),
	}
	if matrix := n.MatrixOrDefault(); matrix != gltf.DefaultMatrix {
		fixed := mgl32.Mat4{}
		for k, v := range matrix {
			fixed[k] = float32(v)
		}
		to.fixed = &fixed
	}
	if !finite(to.rest.matrix()) || to.fixed != nil && !finite(*to.fixed) {
		return fmt.Errorf("its transform is not finite")
	}
	return nil
}

func vec3(v [3]float64) mgl32.Vec3 {
	return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}
}

// quat is the unit quaternion along (x, y, z, w); no turn where that is zero.
func quat(x, y, z, w float32) mgl32.Quat {
	q := mgl32.Quat{W: w, V: mgl32.Vec3{x, y, z}}
	if l := q.Len(); !(l > 1e-12) || l-l != 0 {
		return mgl32.QuatIdent()
	}
	return q.Normalize()
}

func finite(m mgl32.Mat4) bool {
	for _, v := range m {
		if v-v != 0 {
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
	}
	return nil
}

func (l *loader) skin(s *gltf.Skin) (skin, error) {
	out := skin{joints: s.Joints, inverse: make([]mgl32.Mat4, len(s.Joints))}
	if len(s.Joints) == 0 {
		return out, fmt.Errorf("no joints")
	}
	for i, j := range s.Joints {
		if err := inRange("joint node", j, len(l.doc.Nodes)); err != nil {
			return out, err
		}
		out.inverse[i] = mgl32.Ident4()
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
		out.inverse[i] = mgl32.Mat4(f[16*i : 16*i+16])
	}
	return out, nil
}

// scene finds what the file shows and places its meshes.
func (l *loader) scene() error {
	roots, err := l.roots()
	if err != nil {
		return err
	}
	meshes := make([]*mesh, len(l.doc.Meshes))
	seen := make([]bool, len(l.model.nodes))
	for todo := roots; len(todo) > 0; {
		i := todo[0]
		todo = todo[1:]
		if seen[i] {
			return fmt.Errorf("node %d: twice in the scene", i)
		}
		seen[i] = true
		todo = append(todo, l.model.nodes[i].children...)
		if err := l.place(i, meshes); err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
	}
	return l.merge()
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
	if err := l.spend(4 * mesh.targets); err != nil {
		return err
	}
	weights := make([]float32, mesh.targets)
	for k, v := range from {
		weights[k] = float32(v)
		if weights[k]-weights[k] != 0 {
			return fmt.Errorf("weight %d is not finite", k)
		}
	}
	l.model.nodes[i].rest.weights = weights
	return nil
}

// hang adds a primitive as placed by a node.
func (l *loader) hang(p *primitive, node, skin int) error {
	if skin >= 0 && p.influence == 0 {
		l.warn("node %d: its mesh has a skin but no joints; drawn unskinned", node)
		skin = -1
	}
	if skin >= 0 {
		if err := l.checkJoints(p, skin); err != nil {
			return fmt.Errorf("skin %d: %w", skin, err)
		}
	}
	l.model.Vertices += len(p.positions)
	l.model.Triangles += len(p.indices) / 3
	if l.model.Vertices > maxVertices {
		return fmt.Errorf("more than %d vertices in all, too many for a flock", maxVertices)
	}
	if err := l.spend(4*len(p.indices) + 24*len(p.positions)); err != nil {
		return err
	}
	l.model.pieces = append(l.model.pieces, piece{primitive: p, node: node, skin: skin})
	return nil
}

func (l *loader) checkJoints(p *primitive, skin int) error {
	n := len(l.model.skins[skin].joints)
	for k, j := range p.joints {
		if int(j) >= n && p.weights[k] != 0 {
			return fmt.Errorf("vertex %d hangs on joint %d; there are %d", k/p.influence, j, n)
		}
	}
	return nil
}
