package picture

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// face is a triangle of a convex hull, anticlockwise when seen from outside.
type face struct {
	at     [3]int
	normal [3]float64
	off    float64
}

func (f *face) above(p [3]float64) float64 {
	return f.normal[0]*p[0] + f.normal[1]*p[1] + f.normal[2]*p[2] - f.off
}

// Hull returns the edges of the convex hull of places, as pairs of indices. It returns none if all
// places lie in a plane.
func Hull(places []mgl32.Vec3) (edges [][2]int) {
	pos := make([][3]float64, len(places))
	for i, p := range places {
		pos[i] = [3]float64{float64(p[0]), float64(p[1]), float64(p[2])}
	}
	faces, ok := firstFaces(pos)
	if !ok {
		return nil
	}
	for i := range pos {
		faces = addPoint(faces, pos, i)
	}
	for _, f := range faces {
		for k := range 3 {
			if a, b := f.at[k], f.at[(k+1)%3]; a < b { // each edge belongs to two faces, once in each direction
				edges = append(edges, [2]int{a, b})
			}
		}
	}
	return edges
}

const flat = 1e-7 // a place up to this far above a face counts as in it, m

// addPoint extends a hull by place i.
func addPoint(faces []face, pos [][3]float64, i int) []face {
	if !slices.ContainsFunc(faces, func(f face) bool { return f.above(pos[i]) > flat }) {
		return faces
	}
	var extended []face
	var open [][2]int
	for _, f := range faces {
		if f.above(pos[i]) <= flat {
			extended = append(extended, f)
			continue
		}
		for k := range 3 {
			open = append(open, [2]int{f.at[k], f.at[(k+1)%3]})
		}
	}
	for _, e := range open {
		if slices.Contains(open, [2]int{e[1], e[0]}) {
			continue // an edge between two faces that are removed
		}
		if f, ok := faceOf(pos, e[0], e[1], i); ok {
			extended = append(extended, f)
		}
	}
	return extended
}

func faceOf(pos [][3]float64, a, b, c int) (f face, ok bool) {
	u, v := subtract(pos[b], pos[a]), subtract(pos[c], pos[a])
	n := [3]float64{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}
	l := math.Sqrt(n[0]*n[0] + n[1]*n[1] + n[2]*n[2])
	if l == 0 {
		return f, false
	}
	f = face{at: [3]int{a, b, c}}
	for k := range n {
		f.normal[k] = n[k] / l
		f.off += f.normal[k] * pos[a][k]
	}
	return f, true
}

func subtract(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// firstFaces returns the faces of a tetrahedron of places far from each other.
func firstFaces(pos [][3]float64) (faces []face, ok bool) {
	if len(pos) < 4 {
		return nil, false
	}
	far := func(measure func(i int) float64) (best int, most float64) {
		for i := range pos {
			if d := measure(i); d > most {
				best, most = i, d
			}
		}
		return best, most
	}
	square := func(v [3]float64) float64 { return v[0]*v[0] + v[1]*v[1] + v[2]*v[2] }
	a := 0
	b, d := far(func(i int) float64 { return square(subtract(pos[i], pos[a])) })
	if d == 0 {
		return nil, false
	}
	c, d := far(func(i int) float64 {
		u, v := subtract(pos[b], pos[a]), subtract(pos[i], pos[a])
		return square([3]float64{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]})
	})
	base, whole := faceOf(pos, a, b, c)
	if d == 0 || !whole {
		return nil, false
	}
	top, height := far(func(i int) float64 { return max(base.above(pos[i]), -base.above(pos[i])) })
	if height < 1e-6 {
		return nil, false
	}
	if base.above(pos[top]) > 0 {
		b, c = c, b
	}
	for _, t := range [4][3]int{{a, b, c}, {a, top, b}, {b, top, c}, {c, top, a}} {
		f, ok := faceOf(pos, t[0], t[1], t[2])
		if !ok {
			return nil, false
		}
		faces = append(faces, f)
	}
	return faces, true
}
