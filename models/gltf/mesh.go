package gltf

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

type mesh struct {
	primitives []*primitive
	weights    []float64
	targets    int
}

func (l *loader) readMesh(i int) (*mesh, error) {
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
			return nil, fmt.Errorf("primitive %d has %d morph targets, but the first has %d", k, len(p.Targets), out.targets)
		}
		if p.Mode == gltf.PrimitivePoints || p.Mode >= gltf.PrimitiveLines && p.Mode <= gltf.PrimitiveLineStrip {
			l.warn("mesh %d: primitive %d uses mode %v instead of triangles; left out", i, k, p.Mode)
			continue
		}
		err := l.openDraco(i, k, p)
		var read *primitive
		if err == nil {
			read, err = l.readPrimitive(p)
			l.draco = nil
		}
		if err != nil {
			return nil, fmt.Errorf("primitive %d: %w", k, err)
		}
		if len(read.indices) == 0 {
			l.warn("mesh %d: primitive %d has no complete triangle; not drawn", i, k)
		}
		read.mesh, read.index = i, k
		if read.negativeWeights > 0 {
			l.warn("mesh %d: primitive %d: a joint weight of %s is negative (vertex %d: %.4g); set to 0",
				i, k, countOf(read.negativeWeights, "vertex", "vertices"), read.negativeVertex, read.negativeWeight)
		}
		if read.badWeights > 0 {
			l.warn("mesh %d: primitive %d: the joint weights of %s do not sum to 1 (vertex %d: %.4g); normalized",
				i, k, countOf(read.badWeights, "vertex", "vertices"), read.badVertex, read.badSum)
		}
		out.primitives = append(out.primitives, read)
	}
	return out, nil
}

func (l *loader) readPrimitive(p *gltf.Primitive) (*primitive, error) {
	out := &primitive{material: -1}
	if p.Material != nil {
		out.material = *p.Material
		if err := checkIndex("material", out.material, len(l.doc.Materials)); err != nil {
			return nil, err
		}
	}
	steps := []func(*gltf.Primitive, *primitive) error{l.readPositions, l.readNormals, l.readUV, l.readTangents, l.readColours, l.readInfluences, l.readTargets, l.readTriangles}
	for _, step := range steps {
		if err := step(p, out); err != nil {
			return nil, err
		}
	}
	return out.withoutUnusedVertices(), nil
}

func (l *loader) readPositions(p *gltf.Primitive, out *primitive) error {
	i, ok := p.Attributes[gltf.POSITION]
	if !ok {
		return fmt.Errorf("it has no POSITION attribute")
	}
	var err error
	if out.positions, err = l.readVectors(i); err != nil {
		return fmt.Errorf("POSITION: %w", err)
	}
	return nil
}

func checkPerVertex(name string, count int, out *primitive) error {
	if count != len(out.positions) {
		return fmt.Errorf("%s has %d elements for %d vertices", name, count, len(out.positions))
	}
	return nil
}

func (l *loader) readNormals(p *gltf.Primitive, out *primitive) error {
	i, ok := p.Attributes[gltf.NORMAL]
	if !ok {
		return nil
	}
	normals, err := l.readVectors(i)
	if err != nil {
		return fmt.Errorf("NORMAL: %w", err)
	}
	out.normals = normals
	return checkPerVertex("NORMAL", len(normals), out)
}

func (l *loader) readUV(p *gltf.Primitive, out *primitive) error {
	set, shift, err := l.materialMapping(out.material)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("TEXCOORD_%d", set)
	i, ok := p.Attributes[name]
	if !ok {
		l.warnMissingUV(out.material, name)
		return nil
	}
	f, _, err := l.readFloats(i, gltf.AccessorVec2)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	out.uv = make([]mgl32.Vec2, len(f)/2)
	for k := range out.uv {
		v := shift.Mul3x1(mgl32.Vec3{f[2*k], f[2*k+1], 1}).Vec2()
		if d := v.Sub(v); d != (mgl32.Vec2{}) {
			return fmt.Errorf("%s: element %d is %v after its texture transform", name, k, v)
		}
		out.uv[k] = v
	}
	return checkPerVertex(name, len(out.uv), out)
}

func (l *loader) warnMissingUV(material int, name string) {
	if material < 0 {
		return
	}
	if all := materialMaps(l.doc.Materials[material], &Material{}); len(all) > 0 {
		l.warn("material %d: its "+all[0].name+" needs %s, but a mesh has none; the mesh is drawn with the colour at the texture's corner", material, name)
	}
}

func (l *loader) readColours(p *gltf.Primitive, out *primitive) error {
	i, ok := p.Attributes[gltf.COLOR_0]
	if !ok {
		return nil
	}
	f, width, err := l.readFloats(i, gltf.AccessorVec4, gltf.AccessorVec3)
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
	return checkPerVertex("COLOR_0", len(out.colours), out)
}

func (l *loader) readInfluences(p *gltf.Primitive, out *primitive) error {
	sets := 0
	for ; ; sets++ {
		if _, ok := p.Attributes[fmt.Sprintf("JOINTS_%d", sets)]; !ok {
			break
		}
	}
	n := len(out.positions)
	out.influences = 4 * sets
	if err := l.spend(2 * 4 * out.influences * n); err != nil {
		return err
	}
	out.joints = make([]uint32, out.influences*n)
	out.weights = make([]float32, out.influences*n)
	for s := range sets {
		if err := l.readInfluenceSet(p, out, s); err != nil {
			return err
		}
	}
	for v := range n {
		weights := out.weights[v*out.influences : (v+1)*out.influences]
		if err := out.noteNegativeWeight(v, weights); err != nil {
			return fmt.Errorf("vertex %d: %w", v, err)
		}
		sum := normalizeWeights(weights)
		const rounding = 0.01
		if sets > 0 && math.Abs(sum-1) > rounding {
			if out.badWeights++; out.badWeights == 1 {
				out.badVertex, out.badSum = v, sum
			}
		}
	}
	return nil
}

func (l *loader) readInfluenceSet(p *gltf.Primitive, out *primitive, s int) error {
	joints, weights := fmt.Sprintf("JOINTS_%d", s), fmt.Sprintf("WEIGHTS_%d", s)
	j, err := l.readUnsigned(p.Attributes[joints], gltf.AccessorVec4)
	if err != nil {
		return fmt.Errorf("%s: %w", joints, err)
	}
	i, ok := p.Attributes[weights]
	if !ok {
		return fmt.Errorf("%s without %s", joints, weights)
	}
	w, _, err := l.readFloats(i, gltf.AccessorVec4)
	if err != nil {
		return fmt.Errorf("%s: %w", weights, err)
	}
	if err := checkPerVertex(joints, len(j)/4, out); err != nil {
		return err
	}
	if err := checkPerVertex(weights, len(w)/4, out); err != nil {
		return err
	}
	for v := range out.positions {
		copy(out.joints[v*out.influences+4*s:], j[4*v:4*v+4])
		copy(out.weights[v*out.influences+4*s:], w[4*v:4*v+4])
	}
	return nil
}

// noteNegativeWeight records a vertex with a negative weight, which normalizing will set to 0. It returns an
// error if the weight is below −0.1.
func (p *primitive) noteNegativeWeight(vertex int, weights []float32) error {
	const rounding, largest = 1e-4, 0.1
	if len(weights) == 0 {
		return nil
	}
	switch lowest := slices.Min(weights); {
	case lowest < -largest:
		return fmt.Errorf("a joint weight is %v; it must be from 0 to 1", lowest)
	case lowest < -rounding:
		if p.negativeWeights++; p.negativeWeights == 1 {
			p.negativeVertex, p.negativeWeight = vertex, lowest
		}
	}
	return nil
}

// normalizeWeights sets negative weights to 0 and scales the others so that their sum is 1. It returns the
// previous sum. If no weight is positive, the first joint gets the weight 1, so that the vertex moves with
// the skeleton.
func normalizeWeights(weights []float32) (sum float64) {
	positive := 0.0
	for k, w := range weights {
		sum += float64(w)
		weights[k] = max(w, 0)
		positive += float64(weights[k])
	}
	if !(positive > 1e-6) && len(weights) > 0 {
		clear(weights)
		weights[0], positive = 1, 1
	}
	for k := range weights {
		weights[k] = float32(float64(weights[k]) / positive)
	}
	return sum
}

func (l *loader) readTargets(p *gltf.Primitive, out *primitive) error {
	for k, attributes := range p.Targets {
		if err := l.spend(64); err != nil {
			return err
		}
		positions, err := l.readOffsets(attributes, gltf.POSITION, out)
		if err != nil {
			return fmt.Errorf("morph target %d: %w", k, err)
		}
		normals, err := l.readOffsets(attributes, gltf.NORMAL, out)
		if err != nil {
			return fmt.Errorf("morph target %d: %w", k, err)
		}
		out.targets = append(out.targets, target{positions, normals})
	}
	return nil
}

func (l *loader) readOffsets(attributes gltf.PrimitiveAttributes, name string, out *primitive) ([]mgl32.Vec3, error) {
	i, ok := attributes[name]
	if !ok {
		return nil, nil
	}
	v, err := l.readVectors(i)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return v, checkPerVertex(name, len(v), out)
}

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
			material, err := l.readMaterial(p.material)
			if err != nil {
				return fmt.Errorf("material %d: %w", p.material, err)
			}
			i = len(m.Parts)
			partOf[p.material] = i
			m.Parts = append(m.Parts, Part{Material: material})
			m.Materials = append(m.Materials, material.Name)
		}
		p.part, p.first = i, m.Parts[i].Vertices
		m.Parts[i].Vertices += p.vertexCount()
		m.Parts[i].hasColours = m.Parts[i].hasColours || len(p.colours) > 0
		m.Parts[i].textured = m.Parts[i].Material.Textured()
	}
	rest := m.poseNodes(-1, 0)
	for k := range m.pieces {
		p := &m.pieces[k]
		p.faces, p.flipped = p.indices, false
		if p.isMirrored(rest) {
			p.faces, p.flipped = reverseWinding(p.indices), true
		}
		if p.part >= 0 {
			m.writeStatic(p)
		}
	}
	return nil
}

// writeStatic appends to its part the data that are the same in every pose of a piece: indices, texture
// coordinates and colours.
func (m *Model) writeStatic(p *piece) {
	to := &m.Parts[p.part]
	for k, i := range p.faces {
		if p.hasFlatNormals() {
			i = uint32(k)
		}
		to.Indices = append(to.Indices, uint32(p.first)+i)
	}
	if to.textured {
		to.UV = append(to.UV, padTo(expandToPart(p, p.uv), p.vertexCount(), mgl32.Vec2{})...)
	}
	if to.hasColours {
		to.Colours = append(to.Colours, padTo(expandToPart(p, p.colours), p.vertexCount(), mgl32.Vec4{1, 1, 1, 1})...)
	}
}

func padTo[T any](values []T, n int, v T) []T {
	if len(values) > 0 {
		return values
	}
	out := make([]T, n)
	for i := range out {
		out[i] = v
	}
	return out
}
