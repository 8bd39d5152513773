package lod

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
)

// maxFittedTriangles is the number of triangles up to which a level is fitted. In larger levels, triangles
// are too small for a visible difference.
const maxFittedTriangles = 1200

// fit improves a level by least squares. In every pose, it moves the vertices so that the triangles are close
// to the model's surface. Each vertex gets the mean normal and colour around it. All poses use the same pairs
// of points. place contains, for each part, the index of each vertex's position.
func (l *Level) fit(mesh *Mesh, place [][]int, coverages *coverages) {
	f := newFit(l, mesh, place)
	if f == nil {
		return
	}
	const rounds = 6
	for range rounds {
		if f.matchPoints(anySide); f.visits > maxVisits {
			return // the work limit is reached, so keep the fit as it is
		}
		f.fitPositions()
	}
	f.matchCoverage(coverages)
	f.matchPoints(anySide)
	f.fitNormals()
	f.fitColours(f.FrontColours, sameSide)
	if f.DoubleSided {
		for i := range f.BackColours {
			f.BackColours[i] = slices.Clone(f.FrontColours[i])
		}
		f.fitColours(f.BackColours, oppositeSide)
	}
}

type fit struct {
	*Level
	mesh           *Mesh
	points         []surfacePoint
	pointPositions []float32 // positions in all poses, three numbers each
	matches        []match
	bvh            *bvh
	faces          []face // triangles of the level, in the order of the BVH
	visits         int
	placeCount     int
	firstVertex    []int // index of each part's first vertex among the vertices of all parts
}

type face struct {
	part   int
	corner [3]int
	place  [3]int
	vertex [3]int
}

type match struct {
	face    int // -1 if none
	weights [3]float32
	back    bool // the surface at this point faces the other way
}

func newFit(l *Level, mesh *Mesh, place [][]int) *fit {
	f := &fit{Level: l, mesh: mesh, bvh: newBVH(l.Parts, mesh.Poses).copy()}
	if len(f.bvh.faces) > 0 {
		f.points = mesh.samplePoints(min(max(2000, 10*l.Triangles), 10000))
	}
	if len(f.points) == 0 {
		return nil
	}
	f.matches = make([]match, len(f.points))
	vertices := 0
	for i := range l.Parts {
		f.firstVertex = append(f.firstVertex, vertices)
		vertices += l.Parts[i].Vertices(mesh.Poses)
	}
	for _, corners := range f.bvh.faces {
		t := face{part: corners[0], corner: [3]int(corners[1:])}
		for j, v := range t.corner {
			t.place[j], t.vertex[j] = place[t.part][v], f.firstVertex[t.part]+v
			f.placeCount = max(f.placeCount, t.place[j]+1)
		}
		f.faces = append(f.faces, t)
	}
	f.storePositions()
	return f
}

func (f *fit) storePositions() {
	f.pointPositions = make([]float32, 0, 3*f.mesh.Poses*len(f.points))
	for i := range f.points {
		for pose := range f.mesh.Poses {
			position, _ := f.mesh.pointAt(&f.points[i], pose)
			f.pointPositions = append(f.pointPositions, position[:]...)
		}
	}
}

func (f *fit) cornersAt(t *face, pose int) (out [3]mgl32.Vec3) {
	p := &f.Parts[t.part]
	first := pose * p.Vertices(f.mesh.Poses)
	for k, v := range t.corner {
		out[k] = p.Positions[first+v]
	}
	return out
}

// wrongSidePenalty is added to the squared distance of a triangle that faces the wrong way, in square
// wingspans.
const wrongSidePenalty = 0.1 * 0.1

type sideFilter int

const (
	anySide sideFilter = iota // both sides; the front is preferred unless the level is double-sided
	sameSide
	oppositeSide
)

func (f *fit) matchPoints(filter sideFilter) {
	f.bvh.moveTo(0)
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	trees := make([]bvh, workers)
	for w := range workers {
		from, to := len(f.points)*w/workers, len(f.points)*(w+1)/workers
		trees[w] = *f.bvh
		group.Go(func() {
			for i := from; i < to; i++ {
				f.matches[i] = f.nearestMatch(&trees[w], &f.points[i], max(0, f.matches[i].face), filter)
			}
		})
	}
	group.Wait()
	for w := range trees {
		f.visits += trees[w].visits
	}
}

func (f *fit) nearestMatch(tree *bvh, s *surfacePoint, lastFace int, filter sideFilter) match {
	out := match{face: -1}
	p, n := f.mesh.pointAt(s, 0)
	best := float32(math.Inf(1))
	test := func(k int) {
		t := &tree.corners[k]
		back := n.Dot(areaNormal(t[0], t[1], t[2])) < 0
		if filter == sameSide && back || filter == oppositeSide && !back {
			return
		}
		weights, d := closestPoint(p, t[0], t[1], t[2])
		if filter == anySide && back && !f.DoubleSided {
			d += wrongSidePenalty
		}
		if d < best {
			best, out = d, match{k, weights, back}
		}
	}
	test(lastFace)
	tree.visit(0, p, &best, test)
	return out
}

// Weights of the equations that keep vertices in place, relative to the area of the triangles around a
// vertex.
const (
	positionAnchor  = 0.05
	attributeAnchor = 0.02
)

func (f *fit) fitPositions() {
	a := newLeastSquares(f.placeCount, 3*f.mesh.Poses, positionAnchor*float64(len(f.points))/float64(f.placeCount))
	row := make([]float64, 3*f.mesh.Poses)
	done := make([]bool, f.placeCount)
	for i := range f.faces {
		for k, place := range f.faces[i].place {
			if !done[place] {
				done[place] = true
				f.flattenPoses(row, func(pose int) mgl32.Vec3 { return f.cornersAt(&f.faces[i], pose)[k] })
				a.addAnchor(place, row)
			}
		}
	}
	for i := range f.points {
		if h := &f.matches[i]; h.face >= 0 {
			for k, x := range f.pointPositions[i*len(row) : (i+1)*len(row)] {
				row[k] = float64(x)
			}
			a.addEquation(f.faces[h.face].place, h.weights, row)
		}
	}
	if !a.solve() {
		return
	}
	low, high := f.pointBounds()
	f.eachCorner(func(t *face, k, pose, vertex int) {
		p := a.vector(t.place[k], pose)
		if p[0] > high[pose][0]+maxOvershoot || p[0] < low[pose][0]-maxOvershoot {
			p[0] = min(max(p[0], low[pose][0]-clampedOvershoot), high[pose][0]+clampedOvershoot)
		}
		f.Parts[t.part].Positions[vertex] = p
	})
}

// Least squares could extend the triangles of a silhouette far beyond narrow wing tips. A corner more than
// maxOvershoot beyond the model is moved back to clampedOvershoot, both in wingspans.
const (
	maxOvershoot     = 0.05
	clampedOvershoot = 0.02
)

func (f *fit) pointBounds() (low, high []mgl32.Vec3) {
	low, high = make([]mgl32.Vec3, f.mesh.Poses), make([]mgl32.Vec3, f.mesh.Poses)
	for pose := range low {
		for axis := range 3 {
			low[pose][axis], high[pose][axis] = math.MaxFloat32, -math.MaxFloat32
			for i := range f.points {
				x := f.pointPositions[3*(i*f.mesh.Poses+pose)+axis]
				low[pose][axis], high[pose][axis] = min(low[pose][axis], x), max(high[pose][axis], x)
			}
		}
	}
	return low, high
}

func (f *fit) flattenPoses(row []float64, vectorIn func(pose int) mgl32.Vec3) {
	for pose := range f.mesh.Poses {
		v := vectorIn(pose)
		row[3*pose], row[3*pose+1], row[3*pose+2] = float64(v[0]), float64(v[1]), float64(v[2])
	}
}

// eachCorner calls visit for every corner k of every face in every pose. vertex is the index of the corner in
// the positions of the part in all poses.
func (f *fit) eachCorner(visit func(t *face, k, pose, vertex int)) {
	for i := range f.faces {
		t := &f.faces[i]
		n := f.Parts[t.part].Vertices(f.mesh.Poses)
		for pose := range f.mesh.Poses {
			for k, v := range t.corner {
				visit(t, k, pose, pose*n+v)
			}
		}
	}
}

func (f *fit) vertexCount() int {
	last := len(f.Parts) - 1
	return f.firstVertex[last] + f.Parts[last].Vertices(f.mesh.Poses)
}

// fitColours fits the vertex colours of one side, as seen from a distance. On thin parts, points also colour
// the back of triangles that face away.
func (f *fit) fitColours(side [][]mgl32.Vec3, filter sideFilter) {
	f.matchPoints(filter)
	a := newLeastSquares(f.vertexCount(), 3, attributeAnchor*float64(len(f.points))/float64(f.vertexCount()))
	for i := range side {
		for v, c := range side[i] {
			a.addAnchor(f.firstVertex[i]+v, toFloats(c))
		}
	}
	for i := range f.points {
		if h := &f.matches[i]; h.face >= 0 {
			a.addEquation(f.faces[h.face].vertex, h.weights, toFloats(f.points[i].colour))
		}
	}
	if !a.solve() {
		return
	}
	for i := range side {
		for v := range side[i] {
			side[i][v] = clampColour(a.vector(f.firstVertex[i]+v, 0))
		}
	}
}

func toFloats(v mgl32.Vec3) []float64 { return []float64{float64(v[0]), float64(v[1]), float64(v[2])} }

func clampColour(c mgl32.Vec3) mgl32.Vec3 {
	for k := range c {
		c[k] = max(0, min(1, c[k]))
	}
	return c
}

// fitNormals sets each vertex normal to the mean normal of the surface around it, turned to the front of its
// triangles.
func (f *fit) fitNormals() {
	a := newLeastSquares(f.vertexCount(), 3*f.mesh.Poses, attributeAnchor*float64(len(f.points))/float64(f.vertexCount()))
	row := make([]float64, 3*f.mesh.Poses)
	for i := range f.faces {
		t := &f.faces[i]
		f.flattenPoses(row, func(pose int) mgl32.Vec3 {
			corners := f.cornersAt(t, pose)
			return UnitOrUp(areaNormal(corners[0], corners[1], corners[2]))
		})
		for _, v := range t.vertex {
			a.addAnchor(v, row)
		}
	}
	for i := range f.points {
		h := &f.matches[i]
		if h.face < 0 {
			continue
		}
		f.flattenPoses(row, func(pose int) mgl32.Vec3 {
			_, n := f.mesh.pointAt(&f.points[i], pose)
			if h.back {
				return n.Mul(-1)
			}
			return n
		})
		a.addEquation(f.faces[h.face].vertex, h.weights, row)
	}
	if !a.solve() {
		return
	}
	f.eachCorner(func(t *face, k, pose, vertex int) {
		f.Parts[t.part].Normals[vertex] = UnitOrUp(a.vector(t.vertex[k], pose))
	})
}

// UnitOrUp returns v scaled to length 1, or +Y if v is zero, tiny or not finite.
func UnitOrUp(v mgl32.Vec3) mgl32.Vec3 {
	if l := v.Len(); l > 1e-30 && l-l == 0 {
		return v.Mul(1 / l)
	}
	return mgl32.Vec3{0, 1, 0}
}
