package scenery

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/models/gltf"
)

// finish contains the materials in an obstacle's file, and the attributes of the vertices of its mesh, in the
// same order.
type finish struct {
	normals   []mgl32.Vec3 // empty if a part of the file has none
	colours   []mgl32.Vec4 // empty means white
	uv        []mgl32.Vec2 // empty means no texture
	triangles []uint32
	coats     []frame.Coat
}

// newFinish returns the finish of a model. The vertices of one primitive follow those of another. The result
// is nil if no primitive has a material or colours.
func newFinish(parts []gltf.PosedPrimitive) *finish {
	l := &finish{}
	coated, coloured, textured, smooth := false, false, false, true
	for i := range parts {
		p := &parts[i]
		coated = coated || p.Material != nil
		coloured = coloured || len(p.Colours) > 0
		textured = textured || p.Material != nil && p.Material.Textured()
		smooth = smooth && (len(p.Normals) == len(p.Positions) || len(p.Triangles) == 0)
	}
	if !coated && !coloured {
		return nil
	}
	for i := range parts {
		p := &parts[i]
		n := len(p.Positions)
		if smooth {
			for k := range n {
				normal := mgl32.Vec3{0, 1, 0}
				if k < len(p.Normals) {
					normal = mgl32.Vec3{float32(p.Normals[k][0]), float32(p.Normals[k][1]), float32(p.Normals[k][2])}
				}
				l.normals = append(l.normals, normal)
			}
		}
		if coloured {
			l.colours = append(l.colours, valuesOr(p.Colours, n, mgl32.Vec4{1, 1, 1, 1})...)
		}
		if textured {
			l.uv = append(l.uv, valuesOr(p.UV, n, mgl32.Vec2{})...)
		}
	}
	l.addCoats(parts)
	return l
}

func valuesOr[T any](values []T, n int, value T) []T {
	if len(values) == n {
		return values
	}
	return slices.Repeat([]T{value}, n)
}

func (l *finish) addCoats(parts []gltf.PosedPrimitive) {
	type run struct {
		part  int
		first uint32
		coat  int
	}
	var runs []run
	first := uint32(0)
	for i := range parts {
		material := gltf.Material{BaseColour: mgl32.Vec4{1, 1, 1, 1}}
		if parts[i].Material != nil {
			material = *parts[i].Material
		}
		index := slices.IndexFunc(l.coats, func(c frame.Coat) bool { return c.Material == material })
		if index < 0 {
			index = len(l.coats)
			l.coats = append(l.coats, frame.Coat{Material: material})
		}
		l.coats[index].Triangles += len(parts[i].Triangles) / 3
		runs = append(runs, run{i, first, index})
		first += uint32(len(parts[i].Positions))
	}
	slices.SortStableFunc(runs, func(a, b run) int { return cmp.Compare(a.coat, b.coat) })
	for _, r := range runs {
		for _, v := range parts[r.part].Triangles[:len(parts[r.part].Triangles)/3*3] {
			l.triangles = append(l.triangles, r.first+v)
		}
	}
	l.coats = slices.DeleteFunc(l.coats, func(c frame.Coat) bool { return c.Triangles == 0 })
}

func (l *finish) applyTo(s *frame.Solid) {
	if len(l.normals) == len(s.Points) {
		s.Normals = l.normals
	}
	s.Colours, s.UV, s.Triangles, s.Coats = l.colours, l.uv, l.triangles, l.coats
}
