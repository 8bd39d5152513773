package scenery

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// Ground returns the height of the ground, or of the land on it.
func (t *Scenery) Ground(x, z float32) (height float32) {
	for i := range t.Stands {
		s := &t.Stands[i]
		if s.Endless || !s.Land || x < s.Low[0] || x > s.High[0] || z < s.Low[2] || z > s.High[2] {
			continue
		}
		at := toLocal(s, mgl32.Vec3{x, 0, z})
		if h, ok := t.reliefOf(s.Solid).height(at[0], at[2]); ok {
			at[1] = h
			height = max(height, s.Matrix.Mul4x1(at.Vec4(1))[1])
		}
	}
	return height
}

// relief finds the height of land: its triangles by cells of a grid seen from above.
type relief struct {
	of    *frame.Solid
	cells [][]uint32 // first indices of triangles, row by row
}

// reliefSide is the number of cells along each side.
const reliefSide = 128

// reliefOf is that of a piece of land, made when it is first asked for.
func (t *Scenery) reliefOf(s *frame.Solid) *relief {
	if r := t.reliefs[s]; r != nil {
		return r
	}
	r := &relief{of: s, cells: make([][]uint32, reliefSide*reliefSide)}
	for k := 0; k+2 < len(s.Triangles); k += 3 {
		a, b, c := corners(s, k)
		x0, z0 := r.cell(min(a[0], b[0], c[0]), min(a[2], b[2], c[2]))
		x1, z1 := r.cell(max(a[0], b[0], c[0]), max(a[2], b[2], c[2]))
		for z := z0; z <= z1; z++ {
			for x := x0; x <= x1; x++ {
				r.cells[z*reliefSide+x] = append(r.cells[z*reliefSide+x], uint32(k))
			}
		}
	}
	t.keep(r)
	return r
}

// cell is that of a place, or the nearest one.
func (r *relief) cell(x, z float32) (int, int) {
	at := func(v, low, high float32) int {
		return min(max(int((v-low)/max(high-low, 1e-9)*reliefSide), 0), reliefSide-1)
	}
	return at(x, r.of.Low[0], r.of.High[0]), at(z, r.of.Low[2], r.of.High[2])
}

// height is that of the land over or under a place, false beside it.
func (r *relief) height(x, z float32) (h float32, ok bool) {
	if x < r.of.Low[0] || x > r.of.High[0] || z < r.of.Low[2] || z > r.of.High[2] {
		return 0, false
	}
	cx, cz := r.cell(x, z)
	for _, k := range r.cells[cz*reliefSide+cx] {
		a, b, c := corners(r.of, int(k))
		area := (b[0]-a[0])*(c[2]-a[2]) - (c[0]-a[0])*(b[2]-a[2])
		if area == 0 {
			continue
		}
		u := ((x-a[0])*(c[2]-a[2]) - (c[0]-a[0])*(z-a[2])) / area
		v := ((b[0]-a[0])*(z-a[2]) - (x-a[0])*(b[2]-a[2])) / area
		if u >= -1e-4 && v >= -1e-4 && u+v <= 1.0001 {
			if at := a[1] + u*(b[1]-a[1]) + v*(c[1]-a[1]); !ok || at > h {
				h, ok = at, true
			}
		}
	}
	return h, ok
}
