package models

import (
	"fmt"

	"github.com/qmuntal/gltf"
)

// triangles reads the indices and turns strips and fans into triangles.
func (l *loader) triangles(p *gltf.Primitive, out *primitive) error {
	var run []uint32
	if p.Indices == nil {
		run = make([]uint32, len(out.positions))
		for i := range run {
			run[i] = uint32(i)
		}
	} else {
		var err error
		if run, err = l.unsigned(*p.Indices, gltf.AccessorScalar); err != nil {
			return fmt.Errorf("indices: %w", err)
		}
	}
	for k, i := range run {
		if int(i) >= len(out.positions) {
			return fmt.Errorf("index %d is %d; there are %d vertices", k, i, len(out.positions))
		}
	}
	if err := l.spend(12 * len(run)); err != nil {
		return err
	}
	out.indices = whole3(p.Mode, run)
	return nil
}

// whole3 lists the triangles of a run of vertices, as in the glTF 2.0
// specification, 3.7.2.1.
func whole3(mode gltf.PrimitiveMode, run []uint32) []uint32 {
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

// finest is the number of triangles up to which a primitive without normals is
// drawn with a flat shade for each triangle, as glTF has it. Of more the facets are
// too small to be seen and their corners, three times as many vertices, too many to
// be posed: they are drawn smoothly.
const finest = 20_000

// flat says that each triangle has vertices and a normal of its own.
func (p *primitive) flat() bool { return len(p.normals) == 0 && len(p.indices) <= 3*finest }

// corners is the number of vertices that a primitive has in its part.
func (p *primitive) corners() int {
	if p.flat() {
		return len(p.indices)
	}
	return len(p.positions)
}

// spread gives the vertices of a piece in its part their values.
func spread[T any](p *piece, from []T) []T {
	if !p.flat() || len(from) == 0 {
		return from
	}
	out := make([]T, len(p.faces))
	for k, i := range p.faces {
		out[k] = from[i]
	}
	return out
}

// reversed lists triangles the other way round.
func reversed(triangles []uint32) []uint32 {
	out := make([]uint32, len(triangles))
	for i := 0; i < len(out); i += 3 {
		out[i], out[i+1], out[i+2] = triangles[i], triangles[i+2], triangles[i+1]
	}
	return out
}
