package scenery

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// Ground returns the height of the ground or of the land at a place, in m.
func (t *Scenery) Ground(x, z float32) (height float32) {
	for i := range t.Stands {
		s := &t.Stands[i]
		if s.Endless || !s.Land || x < s.Low[0] || x > s.High[0] || z < s.Low[2] || z > s.High[2] {
			continue
		}
		pos := toLocal(s, mgl32.Vec3{x, 0, z})
		if h, ok := t.landRelief(s.Solid).height(pos[0], pos[2]); ok {
			pos[1] = h
			height = max(height, s.Matrix.Mul4x1(pos.Vec4(1))[1])
		}
	}
	return height
}

// relief finds the height of the land. It has a grid, and each cell lists the triangles in it.
type relief struct {
	solid *frame.Solid
	cells [][]uint32
}

const reliefSide = 128

func (t *Scenery) landRelief(s *frame.Solid) *relief {
	if r := t.reliefs[s]; r != nil {
		return r
	}
	r := &relief{solid: s, cells: make([][]uint32, reliefSide*reliefSide)}
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
	t.storeRelief(r)
	return r
}

func (r *relief) cell(x, z float32) (int, int) {
	index := func(v, low, high float32) int {
		return min(max(int((v-low)/max(high-low, 1e-9)*reliefSide), 0), reliefSide-1)
	}
	return index(x, r.solid.Low[0], r.solid.High[0]), index(z, r.solid.Low[2], r.solid.High[2])
}

func (r *relief) height(x, z float32) (h float32, ok bool) {
	if x < r.solid.Low[0] || x > r.solid.High[0] || z < r.solid.Low[2] || z > r.solid.High[2] {
		return 0, false
	}
	cx, cz := r.cell(x, z)
	for _, k := range r.cells[cz*reliefSide+cx] {
		a, b, c := corners(r.solid, int(k))
		area := (b[0]-a[0])*(c[2]-a[2]) - (c[0]-a[0])*(b[2]-a[2])
		if area == 0 {
			continue
		}
		u := ((x-a[0])*(c[2]-a[2]) - (c[0]-a[0])*(z-a[2])) / area
		v := ((b[0]-a[0])*(z-a[2]) - (x-a[0])*(b[2]-a[2])) / area
		if u >= -1e-4 && v >= -1e-4 && u+v <= 1.0001 {
			if y := a[1] + u*(b[1]-a[1]) + v*(c[1]-a[1]); !ok || y > h {
				h, ok = y, true
			}
		}
	}
	return h, ok
}
