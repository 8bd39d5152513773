package models

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
	"gonum.org/v1/gonum/mat"
)

// fitted is the number of triangles up to which a level is fitted: of more, each
// is too small for that to be seen.
const fitted = 1200

// spot is a point of the model's surface, which stands for an area around it.
type spot struct {
	part   int
	corner [3]uint32
	share  [3]float32 // of the corners; their sum is 1
	colour mgl32.Vec3 // linear, texture included
}

// spots are about n points of the surface, each for as much of its area in the
// first pose.
func (b *Baked) spots(n int) (out []spot) {
	var total float64
	b.faces(func(_ int, _ [3]uint32, area float64) { total += area })
	if !(total > 0) {
		return nil
	}
	var sum float64
	b.faces(func(part int, corner [3]uint32, area float64) {
		sum += area
		for float64(len(out))+0.5 < sum/total*float64(n) {
			s := spot{part: part, corner: corner, share: scattered(len(out))}
			s.colour = b.Parts[part].seen(corner, s.share)
			out = append(out, s)
		}
	})
	return out
}

// faces calls do with every triangle and its area in the first pose.
func (b *Baked) faces(do func(part int, corner [3]uint32, area float64)) {
	for i := range b.Parts {
		p := &b.Parts[i]
		for k := 0; k+2 < len(p.Indices); k += 3 {
			c := [3]uint32(p.Indices[k : k+3])
			do(i, c, float64(crossed(p.Positions[c[0]], p.Positions[c[1]], p.Positions[c[2]]).Len())/2)
		}
	}
}

// scattered is the i-th of points evenly spread over a triangle (Roberts' R2
// sequence, folded).
func scattered(i int) [3]float32 {
	const g, h = 0.7548776662466927, 0.5698402909980532
	_, u := math.Modf(0.5 + g*float64(i))
	_, v := math.Modf(0.5 + h*float64(i))
	if u+v > 1 {
		u, v = 1-u, 1-v
	}
	return [3]float32{float32(1 - u - v), float32(u), float32(v)}
}

// mixed is what vertices hold, by their shares.
func (s *spot) mixed(all []mgl32.Vec3) mgl32.Vec3 {
	return all[s.corner[0]].Mul(s.share[0]).Add(all[s.corner[1]].Mul(s.share[1])).Add(all[s.corner[2]].Mul(s.share[2]))
}

// fit moves the vertices of a level in every pose to where its triangles lie
// closest to the model's surface, on average over its area, and gives them the
// average normals and colours of what they stand for: least squares, with the
// same points of the model held against the same points of the level in all
// poses. place numbers the places of each part's vertices.
func (l *Level) fit(b *Baked, place [][]int) {
	f := newFit(l, b, place)
	if f == nil {
		return
	}
	const rounds = 6
	for range rounds {
		f.home(anyFacing)
		f.move()
	}
	f.home(anyFacing)
	f.face()
	f.paint(f.Front, sameFacing)
	if f.BothSides {
		for i := range f.Back {
			f.Back[i] = slices.Clone(f.Front[i])
		}
		f.paint(f.Back, otherFacing)
	}
}

// fit is a level being fitted.
type fit struct {
	*Level
	b      *Baked
	spots  []spot
	homes  []home // of the spots
	faces  []face
	places int
	first  []int // of each part's vertices, counted through all parts
}

// face is a triangle of a level.
type face struct {
	part   int
	corner [3]uint32
	place  [3]int
	vertex [3]int // counted through all parts
}

// home is the point of a level that a spot belongs to.
type home struct {
	face  int // -1: nowhere
	share [3]float32
	back  bool // the spot faces the other way
}

func newFit(l *Level, b *Baked, place [][]int) *fit {
	f := &fit{Level: l, b: b, spots: b.spots(min(max(2000, 10*l.Triangles), 10000))}
	if len(f.spots) == 0 {
		return nil
	}
	f.homes = make([]home, len(f.spots))
	vertices := 0
	for i := range l.Parts {
		f.first = append(f.first, vertices)
		vertices += l.Parts[i].Vertices(b.Poses)
		for k := 0; k+2 < len(l.Parts[i].Indices); k += 3 {
			c := [3]uint32(l.Parts[i].Indices[k : k+3])
			t := face{part: i, corner: c}
			for j, v := range c {
				t.place[j], t.vertex[j] = place[i][v], f.first[i]+int(v)
				f.places = max(f.places, t.place[j]+1)
			}
			f.faces = append(f.faces, t)
		}
	}
	return f
}

// at are a face's corners in a pose.
func (f *fit) at(t *face, pose int) (out [3]mgl32.Vec3) {
	p := &f.Parts[t.part]
	first := pose * p.Vertices(f.b.Poses)
	for k, v := range t.corner {
		out[k] = p.Positions[first+int(v)]
	}
	return out
}

// of are a spot's place and normal in a pose.
func (b *Baked) of(s *spot, pose int) (at, normal mgl32.Vec3) {
	p := &b.Parts[s.part]
	first, n := pose*p.Vertices(b.Poses), p.Vertices(b.Poses)
	return s.mixed(p.Positions[first : first+n]), s.mixed(p.Normals[first : first+n])
}

// astray is how far a triangle that faces the wrong way counts as further off,
// wingspans, squared.
const astray = 0.1 * 0.1

// placed is a face in the first pose, and a ball that holds it.
type placed struct {
	at             [3]mgl32.Vec3
	middle, across mgl32.Vec3
	reach          float32
}

// facing is which triangles a spot may belong to.
type facing int

const (
	anyFacing facing = iota // the same way, if both sides have triangles
	sameFacing
	otherFacing
)

// home finds where on the level each spot belongs: to the nearest point in the
// first pose.
func (f *fit) home(which facing) {
	all := make([]placed, len(f.faces))
	for i := range f.faces {
		at := f.at(&f.faces[i], 0)
		m := at[0].Add(at[1]).Add(at[2]).Mul(1.0 / 3)
		all[i] = placed{at, m, crossed(at[0], at[1], at[2]),
			max(at[0].Sub(m).Len(), at[1].Sub(m).Len(), at[2].Sub(m).Len())}
	}
	var shares sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		from, to := len(f.spots)*w/workers, len(f.spots)*(w+1)/workers
		shares.Go(func() {
			for i := from; i < to; i++ {
				f.homes[i] = f.nearest(&f.spots[i], all, max(0, f.homes[i].face), which)
			}
		})
	}
	shares.Wait()
}

// nearest is where a spot belongs, likely near the face it belonged to before.
func (f *fit) nearest(s *spot, all []placed, before int, which facing) home {
	out := home{face: -1}
	p, n := f.b.of(s, 0)
	best := float32(math.Inf(1))
	look := func(k int) {
		t := &all[k]
		if d := p.Sub(t.middle).Len() - t.reach; d > 0 && d*d >= best {
			return
		}
		back := n.Dot(t.across) < 0
		if which == sameFacing && back || which == otherFacing && !back {
			return
		}
		share, d := closest(p, t.at[0], t.at[1], t.at[2])
		if which == anyFacing && back && !f.BothSides {
			d += astray
		}
		if d < best {
			best, out = d, home{k, share, back}
		}
	}
	look(before)
	for k := range all {
		look(k)
	}
	return out
}

// Weights of what holds vertices where they are, beside their share of the area.
const (
	heldPlace = 0.05
	heldLook  = 0.02
)

// move moves the vertices.
func (f *fit) move() {
	a := newSystem(f.places, 3*f.b.Poses, heldPlace*float64(len(f.spots))/float64(f.places))
	row := make([]float64, 3*f.b.Poses)
	done := make([]bool, f.places)
	for i := range f.faces {
		for k, place := range f.faces[i].place {
			if !done[place] {
				done[place] = true
				f.column(row, func(pose int) mgl32.Vec3 { return f.at(&f.faces[i], pose)[k] })
				a.hold(place, row)
			}
		}
	}
	for i := range f.spots {
		h := &f.homes[i]
		f.column(row, func(pose int) mgl32.Vec3 { at, _ := f.b.of(&f.spots[i], pose); return at })
		a.add(f.faces[h.face].place, h.share, row)
	}
	if !a.solve() {
		return
	}
	f.each(func(t *face, k, pose, vertex int) {
		f.Parts[t.part].Positions[vertex] = a.vector(t.place[k], pose)
	})
}

// column lists a vector's coordinates in all poses.
func (f *fit) column(row []float64, of func(pose int) mgl32.Vec3) {
	for pose := range f.b.Poses {
		v := of(pose)
		row[3*pose], row[3*pose+1], row[3*pose+2] = float64(v[0]), float64(v[1]), float64(v[2])
	}
}

// each calls do with every corner of every face in every pose, and the number of
// its vertex among those of all poses.
func (f *fit) each(do func(t *face, k, pose, vertex int)) {
	for i := range f.faces {
		t := &f.faces[i]
		n := f.Parts[t.part].Vertices(f.b.Poses)
		for pose := range f.b.Poses {
			for k, v := range t.corner {
				do(t, k, pose, pose*n+int(v))
			}
		}
	}
}

// vertices is how many the level has in all parts.
func (f *fit) vertices() int {
	last := len(f.Parts) - 1
	return f.first[last] + f.Parts[last].Vertices(f.b.Poses)
}

// paint gives one side of the vertices its colours from afar. On a sheet, even
// where it is still two, spots show through to the back of what faces away.
func (f *fit) paint(side [][]mgl32.Vec3, which facing) {
	f.home(which)
	a := newSystem(f.vertices(), 3, heldLook*float64(len(f.spots))/float64(f.vertices()))
	for i := range side {
		for v, c := range side[i] {
			a.hold(f.first[i]+v, doubles(c))
		}
	}
	for i := range f.spots {
		if h := &f.homes[i]; h.face >= 0 {
			a.add(f.faces[h.face].vertex, h.share, doubles(f.spots[i].colour))
		}
	}
	if !a.solve() {
		return
	}
	for i := range side {
		for v := range side[i] {
			side[i][v] = clamped(a.vector(f.first[i]+v, 0))
		}
	}
}

func doubles(v mgl32.Vec3) []float64 { return []float64{float64(v[0]), float64(v[1]), float64(v[2])} }

func clamped(c mgl32.Vec3) mgl32.Vec3 {
	for k := range c {
		c[k] = max(0, min(1, c[k]))
	}
	return c
}

// face gives the vertices the average normals of what they stand for, turned to
// the side that the triangles show.
func (f *fit) face() {
	a := newSystem(f.vertices(), 3*f.b.Poses, heldLook*float64(len(f.spots))/float64(f.vertices()))
	row := make([]float64, 3*f.b.Poses)
	for i := range f.faces {
		t := &f.faces[i]
		f.column(row, func(pose int) mgl32.Vec3 {
			at := f.at(t, pose)
			return upright(crossed(at[0], at[1], at[2]))
		})
		for _, v := range t.vertex {
			a.hold(v, row)
		}
	}
	for i := range f.spots {
		h := &f.homes[i]
		f.column(row, func(pose int) mgl32.Vec3 {
			_, n := f.b.of(&f.spots[i], pose)
			if h.back {
				return n.Mul(-1)
			}
			return n
		})
		a.add(f.faces[h.face].vertex, h.share, row)
	}
	if !a.solve() {
		return
	}
	f.each(func(t *face, k, pose, vertex int) {
		f.Parts[t.part].Normals[vertex] = upright(a.vector(t.vertex[k], pose))
	})
}

// system are normal equations of least squares: unknowns that are rows of
// numbers, known where three of them mix.
type system struct {
	matrix *mat.SymDense
	right  *mat.Dense
	held   float64
}

func newSystem(unknowns, columns int, held float64) *system {
	return &system{mat.NewSymDense(unknowns, nil), mat.NewDense(unknowns, columns, nil), held}
}

// hold keeps an unknown near a row.
func (s *system) hold(i int, row []float64) {
	s.matrix.SetSym(i, i, s.matrix.At(i, i)+s.held)
	s.plus(i, s.held, row)
}

func (s *system) plus(i int, weight float64, row []float64) {
	to := s.right.RawRowView(i)
	for k, x := range row {
		to[k] += weight * x
	}
}

// add has three unknowns, mixed by shares, be a row.
func (s *system) add(which [3]int, share [3]float32, row []float64) {
	for j, i := range which {
		s.plus(i, float64(share[j]), row)
		for k, other := range which {
			if i <= other && (i < other || j == k) {
				s.matrix.SetSym(i, other, s.matrix.At(i, other)+float64(share[j]*share[k]))
			}
		}
	}
}

// solve replaces the right side with the unknowns. It says whether it could.
func (s *system) solve() bool {
	var c mat.Cholesky
	return c.Factorize(s.matrix) && c.SolveTo(s.right, s.right) == nil
}

// vector are three numbers of an unknown.
func (s *system) vector(i, k int) mgl32.Vec3 {
	row := s.right.RawRowView(i)[3*k:]
	return mgl32.Vec3{float32(row[0]), float32(row[1]), float32(row[2])}
}
