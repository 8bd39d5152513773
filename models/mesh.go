package models

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

// mesh is what of a mesh can be drawn.
type mesh struct {
	primitives []*primitive
	weights    []float64 // of the morph targets, at rest
	targets    int
}

func (l *loader) mesh(i int) (*mesh, error) {
	from := l.doc.Meshes[i]
	out := &mesh{weights: from.Weights}
	for k, p := range from.Primitives {
		if p == nil {
			return nil, fmt.Errorf("primitive %d is null", k)
		}
		if k == 0 {
			out.targets = len(p.Targets)
		}
		if len(p.Targets) != out.targets {
			return nil, fmt.Errorf("primitive %d: %d morph targets, the first has %d", k, len(p.Targets), out.targets)
		}
		if p.Mode == gltf.PrimitivePoints || p.Mode >= gltf.PrimitiveLines && p.Mode <= gltf.PrimitiveLineStrip {
			l.warn("mesh %d: primitive %d is of %v, not triangles; left out", i, k, p.Mode)
			continue
		}
		read, err := l.primitive(p)
		if err != nil {
			return nil, fmt.Errorf("primitive %d: %w", k, err)
		}
		if len(read.indices) == 0 {
			l.warn("mesh %d: primitive %d has no whole triangle; not drawn", i, k)
		}
		read.mesh, read.number = i, k
		if read.unlevel > 0 {
			l.warn("mesh %d: primitive %d: the joint weights of %s do not sum to 1 (of vertex %d to %.4g); made to",
				i, k, counted(read.unlevel, "vertex", "vertices"), read.vertex, read.sum)
		}
		out.primitives = append(out.primitives, read)
	}
	return out, nil
}

func (l *loader) primitive(p *gltf.Primitive) (*primitive, error) {
	out := &primitive{material: -1}
	if p.Material != nil {
		out.material = *p.Material
		if err := inRange("material", out.material, len(l.doc.Materials)); err != nil {
			return nil, err
		}
	}
	steps := []func(*gltf.Primitive, *primitive) error{l.positions, l.normals, l.uv, l.tangents, l.colours, l.influences, l.targets, l.triangles}
	for _, step := range steps {
		if err := step(p, out); err != nil {
			return nil, err
		}
	}
	return out.pruned(), nil
}

func (l *loader) positions(p *gltf.Primitive, out *primitive) error {
	i, ok := p.Attributes[gltf.POSITION]
	if !ok {
		return fmt.Errorf("no POSITION")
	}
	if err := inRange("accessor", i, len(l.doc.Accessors)); err != nil {
		return fmt.Errorf("POSITION: %w", err)
	}
	a := l.doc.Accessors[i]
	const draco = "KHR_draco_mesh_compression"
	if _, ok := p.Extensions[draco]; ok && a.BufferView == nil {
		return compressed(draco)
	}
	var err error
	if out.positions, err = l.vectors(i); err != nil {
		return fmt.Errorf("POSITION: %w", err)
	}
	return nil
}

// perVertex refuses an attribute that does not cover the vertices.
func perVertex(name string, have int, out *primitive) error {
	if have != len(out.positions) {
		return fmt.Errorf("%s: %d for %d vertices", name, have, len(out.positions))
	}
	return nil
}

func (l *loader) normals(p *gltf.Primitive, out *primitive) error {
	i, ok := p.Attributes[gltf.NORMAL]
	if !ok {
		return nil
	}
	normals, err := l.vectors(i)
	if err != nil {
		return fmt.Errorf("NORMAL: %w", err)
	}
	out.normals = normals
	return perVertex("NORMAL", len(normals), out)
}

// uv reads the texture coordinates of the material's textures.
func (l *loader) uv(p *gltf.Primitive, out *primitive) error {
	set, shift, err := l.mapping(out.material)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("TEXCOORD_%d", set)
	i, ok := p.Attributes[name]
	if !ok {
		l.needless(out.material, name)
		return nil
	}
	f, _, err := l.floats(i, gltf.AccessorVec2)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	out.uv = make([]mgl32.Vec2, len(f)/2)
	for k := range out.uv {
		v := shift.Mul3x1(mgl32.Vec3{f[2*k], f[2*k+1], 1}).Vec2()
		if d := v.Sub(v); d != (mgl32.Vec2{}) {
			return fmt.Errorf("%s: element %d is %v where it is moved to", name, k, v)
		}
		out.uv[k] = v
	}
	return perVertex(name, len(out.uv), out)
}

// needless warns of a texture without coordinates to lay it by.
func (l *loader) needless(material int, name string) {
	if material < 0 {
		return
	}
	if all := layers(l.doc.Materials[material], &Material{}); len(all) > 0 {
		l.warn("material %d: its "+all[0].name+" needs %s, which a mesh lacks; drawn in the colour of its corner", material, name)
	}
}

func (l *loader) colours(p *gltf.Primitive, out *primitive) error {
	i, ok := p.Attributes[gltf.COLOR_0]
	if !ok {
		return nil
	}
	f, width, err := l.floats(i, gltf.AccessorVec4, gltf.AccessorVec3)
	if err != nil {
		return fmt.Errorf("COLOR_0: %w", err)
	}
	out.colours = make([]mgl32.Vec4, len(f)/width)
	for k := range out.colours {
		out.colours[k] = mgl32.Vec4{f[k*width], f[k*width+1], f[k*width+2], 1}
		if width == 4 {
			out.colours[k][3] = f[k*width+3]
		}
	}
	return perVertex("COLOR_0", len(out.colours), out)
}

// influences reads the joints that each vertex hangs on, all sets of four, and
// makes the weights of each vertex sum to 1.
func (l *loader) influences(p *gltf.Primitive, out *primitive) error {
	sets := 0
	for ; ; sets++ {
		if _, ok := p.Attributes[fmt.Sprintf("JOINTS_%d", sets)]; !ok {
			break
		}
	}
	n := len(out.positions)
	out.influence = 4 * sets
	if err := l.spend(2 * 4 * out.influence * n); err != nil {
		return err
	}
	out.joints = make([]uint32, out.influence*n)
	out.weights = make([]float32, out.influence*n)
	for s := range sets {
		if err := l.influenceSet(p, out, s); err != nil {
			return err
		}
	}
	for v := range n {
		sum, err := normalize(out.weights[v*out.influence : (v+1)*out.influence])
		if err != nil {
			return fmt.Errorf("vertex %d: %w", v, err)
		}
		const rounding = 0.01
		if sets > 0 && math.Abs(sum-1) > rounding {
			if out.unlevel++; out.unlevel == 1 {
				out.vertex, out.sum = v, sum
			}
		}
	}
	return nil
}

func (l *loader) influenceSet(p *gltf.Primitive, out *primitive, s int) error {
	joints, weights := fmt.Sprintf("JOINTS_%d", s), fmt.Sprintf("WEIGHTS_%d", s)
	j, err := l.unsigned(p.Attributes[joints], gltf.AccessorVec4)
	if err != nil {
		return fmt.Errorf("%s: %w", joints, err)
	}
	i, ok := p.Attributes[weights]
	if !ok {
		return fmt.Errorf("%s without %s", joints, weights)
	}
	w, _, err := l.floats(i, gltf.AccessorVec4)
	if err != nil {
		return fmt.Errorf("%s: %w", weights, err)
	}
	if err := perVertex(joints, len(j)/4, out); err != nil {
		return err
	}
	if err := perVertex(weights, len(w)/4, out); err != nil {
		return err
	}
	for v := range out.positions {
		copy(out.joints[v*out.influence+4*s:], j[4*v:4*v+4])
		copy(out.weights[v*out.influence+4*s:], w[4*v:4*v+4])
	}
	return nil
}

// normalize makes weights sum to 1, and says what they summed to. Where that is
// nothing the first joint takes all, so that the vertex still moves with the
// skeleton.
func normalize(weights []float32) (sum float64, err error) {
	const rounding = 1e-4
	for k, w := range weights {
		if w < -rounding {
			return 0, fmt.Errorf("a joint weight of %v; want 0 to 1", w)
		}
		weights[k] = max(w, 0)
		sum += float64(weights[k])
	}
	whole := sum
	if !(sum > 1e-6) && len(weights) > 0 {
		clear(weights)
		weights[0], whole = 1, 1
	}
	for k := range weights {
		weights[k] = float32(float64(weights[k]) / whole)
	}
	return sum, nil
}

func (l *loader) targets(p *gltf.Primitive, out *primitive) error {
	for k, attributes := range p.Targets {
		if err := l.spend(64); err != nil {
			return err
		}
		positions, err := l.shift(attributes, gltf.POSITION, out)
		if err != nil {
			return fmt.Errorf("morph target %d: %w", k, err)
		}
		normals, err := l.shift(attributes, gltf.NORMAL, out)
		if err != nil {
			return fmt.Errorf("morph target %d: %w", k, err)
		}
		out.targets = append(out.targets, target{positions, normals})
	}
	return nil
}

// shift reads what a morph target adds to an attribute; it may leave it alone.
func (l *loader) shift(attributes gltf.PrimitiveAttributes, name string, out *primitive) ([]mgl32.Vec3, error) {
	i, ok := attributes[name]
	if !ok {
		return nil, nil
	}
	v, err := l.vectors(i)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return v, perVertex(name, len(v), out)
}

// merge joins the pieces of each material into one part.
func (l *loader) merge() error {
	m := l.model
	partOf := map[int]int{}
	for k := range m.pieces {
		p := &m.pieces[k]
		if len(p.indices) == 0 {
			p.part = -1
			continue
		}
		i, ok := partOf[p.material]
		if !ok {
			material, err := l.material(p.material)
			if err != nil {
				return fmt.Errorf("material %d: %w", p.material, err)
			}
			i = len(m.parts)
			partOf[p.material] = i
			m.parts = append(m.parts, part{material: material})
			m.Materials = append(m.Materials, material.Name)
		}
		p.part, p.first = i, m.parts[i].vertices
		m.parts[i].vertices += p.corners()
		m.parts[i].hasColours = m.parts[i].hasColours || len(p.colours) > 0
		m.parts[i].textured = m.parts[i].material.Textured()
	}
	rest := m.stance(-1, 0)
	for k := range m.pieces {
		p := &m.pieces[k]
		p.faces, p.turned = p.indices, false
		if p.mirrored(rest) {
			p.faces, p.turned = reversed(p.indices), true
		}
		if p.part >= 0 {
			m.fill(p)
		}
	}
	return nil
}

// fill writes what of a piece does not move into its part.
func (m *Model) fill(p *piece) {
	to := &m.parts[p.part]
	for k, i := range p.faces {
		if p.flat() {
			i = uint32(k)
		}
		to.indices = append(to.indices, uint32(p.first)+i)
	}
	if to.textured {
		to.uv = append(to.uv, padded(spread(p, p.uv), p.corners(), mgl32.Vec2{})...)
	}
	if to.hasColours {
		to.colours = append(to.colours, padded(spread(p, p.colours), p.corners(), mgl32.Vec4{1, 1, 1, 1})...)
	}
}

func padded[T any](have []T, n int, v T) []T {
	if len(have) > 0 {
		return have
	}
	out := make([]T, n)
	for i := range out {
		out[i] = v
	}
	return out
}
