package gltf

import (
	"fmt"

	"github.com/qmuntal/gltf"
)

func (l *loader) readTriangles(p *gltf.Primitive, out *primitive) error {
	var run []uint32
	mode := p.Mode
	if l.draco != nil {
		run, mode = l.draco.Triangles, gltf.PrimitiveTriangles
	} else if p.Indices == nil {
		run = make([]uint32, len(out.positions))
		for i := range run {
			run[i] = uint32(i)
		}
	} else {
		var err error
		if run, err = l.readUnsigned(*p.Indices, gltf.AccessorScalar); err != nil {
			return fmt.Errorf("indices: %w", err)
		}
	}
	for k, i := range run {
		if int(i) >= len(out.positions) {
			return fmt.Errorf("index %d is %d, but there are %d vertices", k, i, len(out.positions))
		}
	}
	if err := l.spend(12 * len(run)); err != nil {
		return err
	}
	out.indices = toTriangles(mode, run)
	return nil
}

// toTriangles converts indices to triangles according to a mode (glTF 2.0, section 3.7.2.1).
func toTriangles(mode gltf.PrimitiveMode, run []uint32) []uint32 {
	switch mode {
	case gltf.PrimitiveTriangleStrip:
		var out []uint32
		for i := 0; i+2 < len(run); i++ {
			out = append(out, run[i], run[i+1+i%2], run[i+2-i%2])
		}
		return out
	case gltf.PrimitiveTriangleFan:
		var out []uint32
		for i := 1; i+1 < len(run); i++ {
			out = append(out, run[i], run[i+1], run[0])
		}
		return out
	}
	return run[:len(run)/3*3]
}

// maxFlatTriangles is the largest number of triangles without normals that get flat shading, as glTF demands.
// In larger primitives, facets are too small to see, and would need three times as many vertices.
const maxFlatTriangles = 20_000

func (p *primitive) hasFlatNormals() bool {
	return len(p.normals) == 0 && len(p.indices) <= 3*maxFlatTriangles
}

func (p *primitive) vertexCount() int {
	if p.hasFlatNormals() {
		return len(p.indices)
	}
	return len(p.positions)
}

func expandToPart[T any](p *piece, from []T) []T {
	if !p.hasFlatNormals() || len(from) == 0 {
		return from
	}
	out := make([]T, len(p.faces))
	for k, i := range p.faces {
		out[k] = from[i]
	}
	return out
}

func reverseWinding(triangles []uint32) []uint32 {
	out := make([]uint32, len(triangles))
	for i := 0; i < len(out); i += 3 {
		out[i], out[i+1], out[i+2] = triangles[i], triangles[i+2], triangles[i+1]
	}
	return out
}
