package models

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
)

// fitted is the number of triangles up to which a level is fitted: of more, each
// is too small for that to be seen.
const fitted = 1200

// fit moves the vertices of a level in every pose to where its triangles lie
// closest to the model's surface, on average over its area, and gives them the
// average normals and colours of what they stand for: least squares, with the
// same points of the model held against the same points of the level in all
// poses. place numbers the places of each part's vertices.
func (l *Level) fit(b *Baked, place [][]int, covers *profiles) {
	f := newFit(l, b, place)
	if f == nil {
		return
	}
	const rounds = 6
	for range rounds {
		if f.home(anyFacing); f.seen > mostSeen {
			return // it stays as near as it has come
		}
		f.move()
	}
	f.fill(covers)
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
	stand  []float32 // where the spots stand in all poses, three numbers each
	homes  []home    // of the spots
	tree   *tree     // of the level
	faces  []face    // of the tree
	seen   int       // boxes of the tree looked into so far
	places int
	first  []int // of each part's vertices, counted through all parts
}

// face is a triangle of a level.
type face struct {
	part   int
	corner [3]int
	place  [3]int
	vertex [3]int // counted through all parts
}

// home is the point of a level that a spot belongs to.
type home struct {
	face  int // -1: nowhere
	share [3]float32
	back  bool // the spot faces the other way
}

// newFit is nil where there is nothing to fit.
func newFit(l *Level, b *Baked, place [][]int) *fit {
	f := &fit{Level: l, b: b, tree: newTree(l.Parts, b.Poses).copy()}
	if len(f.tree.faces) > 0 {
		f.spots = b.spots(min(max(2000, 10*l.Triangles), 10000))
	}
	if len(f.spots) == 0 {
		return nil
	}
	f.homes = make([]home, len(f.spots))
	vertices := 0
	for i := range l.Parts {
		f.first = append(f.first, vertices)
		vertices += l.Parts[i].Vertices(b.Poses)
	}
	for _, of := range f.tree.faces {
		t := face{part: of[0], corner: [3]int(of[1:])}
		for j, v := range t.corner {
			t.place[j], t.vertex[j] = place[t.part][v], f.first[t.part]+v
			f.places = max(f.places, t.place[j]+1)
		}
		f.faces = append(f.faces, t)
	}
	f.plant()
	return f
}

// plant notes where the spots stand.
func (f *fit) plant() {
	f.stand = make([]float32, 0, 3*f.b.Poses*len(f.spots))
	for i := range f.spots {
		for pose := range f.b.Poses {
			at, _ := f.b.of(&f.spots[i], pose)
			f.stand = append(f.stand, at[:]...)
		}
	}
}

// at are a face's corners in a pose.
func (f *fit) at(t *face, pose int) (out [3]mgl32.Vec3) {
	p := &f.Parts[t.part]
	first := pose * p.Vertices(f.b.Poses)
	for k, v := range t.corner {
		out[k] = p.Positions[first+v]
	}
	return out
}

// astray is how far a triangle that faces the wrong way counts as further off,
// wingspans, squared.
const astray = 0.1 * 0.1

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
	f.tree.pose(0)
	var shares sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	own := make([]tree, workers) // each counts for itself
	for w := range workers {
		from, to := len(f.spots)*w/workers, len(f.spots)*(w+1)/workers
		own[w] = *f.tree
		shares.Go(func() {
			for i := from; i < to; i++ {
				f.homes[i] = f.nearest(&own[w], &f.spots[i], max(0, f.homes[i].face), which)
			}
		})
	}
	shares.Wait()
	for w := range own {
		f.seen += own[w].seen
	}
}

// nearest is where a spot belongs, likely close to the face that it belonged to
// before.
func (f *fit) nearest(tree *tree, s *spot, before int, which facing) home {
	out := home{face: -1}
	p, n := f.b.of(s, 0)
	best := float32(math.Inf(1))
	look := func(k int) {
		t := &tree.at[k]
		back := n.Dot(crossed(t[0], t[1], t[2])) < 0
		if which == sameFacing && back || which == otherFacing && !back {
			return
		}
		share, d := closest(p, t[0], t[1], t[2])
		if which == anyFacing && back && !f.BothSides {
			d += astray
		}
		if d < best {
			best, out = d, home{k, share, back}
		}
	}
	look(before)
	tree.visit(0, p, &best, look)
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
		if h := &f.homes[i]; h.face >= 0 {
			for k, x := range f.stand[i*len(row) : (i+1)*len(row)] {
				row[k] = float64(x)
			}
			a.add(f.faces[h.face].place, h.share, row)
		}
	}
	if !a.solve() {
		return
	}
	low, high := f.extent()
	f.each(func(t *face, k, pose, vertex int) {
		p := a.vector(t.place[k], pose)
		if p[0] > high[pose][0]+astrayTip || p[0] < low[pose][0]-astrayTip {
			p[0] = min(max(p[0], low[pose][0]-overshoot), high[pose][0]+overshoot)
		}
		f.Parts[t.part].Positions[vertex] = p
	})
}

// Least squares would have the few triangles of a silhouette end far beyond the tips of
// narrow wings: a corner that is further beyond the model, to a side, than astrayTip is
// brought back to overshoot; both in wingspans.
const (
	astrayTip = 0.05
	overshoot = 0.02
)

// extent is what the spots lie in, in each pose.
func (f *fit) extent() (low, high []mgl32.Vec3) {
	low, high = make([]mgl32.Vec3, f.b.Poses), make([]mgl32.Vec3, f.b.Poses)
	for pose := range low {
		for axis := range 3 {
			low[pose][axis], high[pose][axis] = math.MaxFloat32, -math.MaxFloat32
			for i := range f.spots {
				x := f.stand[3*(i*f.b.Poses+pose)+axis]
				low[pose][axis], high[pose][axis] = min(low[pose][axis], x), max(high[pose][axis], x)
			}
		}
	}
	return low, high
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
				do(t, k, pose, pose*n+v)
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
		if h.face < 0 {
			continue
		}
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
