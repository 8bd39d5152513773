package lod

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

type coverage struct {
	x, y  int
	reach float32 // distance from the origin to each side of the image, wingspans
	cells []bool
}

const coverageCells = 80

func newCoverage(axis int, reach float32) *coverage {
	return &coverage{x: (axis + 1) % 3, y: (axis + 2) % 3, reach: reach, cells: make([]bool, coverageCells*coverageCells)}
}

// area returns the area that parts cover in a pose, seen from both sides, in square wingspans.
func (s *coverage) area(parts []Part, pose, poses int) float64 {
	clear(s.cells)
	for i := range parts {
		p := &parts[i]
		positions := p.Positions[pose*p.Vertices(poses):]
		for k := 0; k+2 < len(p.Indices); k += 3 {
			s.rasterize(s.toCells(positions[p.Indices[k]]), s.toCells(positions[p.Indices[k+1]]), s.toCells(positions[p.Indices[k+2]]))
		}
	}
	n := 0
	for _, yes := range s.cells {
		if yes {
			n++
		}
	}
	cell := 2 * float64(s.reach) / coverageCells
	return float64(n) * cell * cell
}

func (s *coverage) project(p mgl32.Vec3) mgl32.Vec2 { return mgl32.Vec2{p[s.x], p[s.y]} }

// toCells converts a position to cells. The image is rotated, because straight wings must not be aligned with
// the cells.
func (s *coverage) toCells(point mgl32.Vec3) mgl32.Vec2 {
	const cos, sin = 0.88, 0.475
	x, y := cos*point[s.x]-sin*point[s.y], sin*point[s.x]+cos*point[s.y]
	scale := coverageCells / (2 * s.reach)
	return mgl32.Vec2{(x + s.reach) * scale, (y + s.reach) * scale}
}

func (s *coverage) rasterize(p, q, r mgl32.Vec2) {
	if orient2D(p, q, r) < 0 {
		q, r = r, q
	}
	first := func(k int) int { return max(0, int(min(p[k], q[k], r[k])-0.5)) }
	last := func(k int) int { return min(coverageCells-1, int(max(p[k], q[k], r[k])+0.5)) }
	for y := first(1); y <= last(1); y++ {
		for x := first(0); x <= last(0); x++ {
			m := mgl32.Vec2{float32(x) + 0.5, float32(y) + 0.5}
			if orient2D(p, q, m) >= 0 && orient2D(q, r, m) >= 0 && orient2D(r, p, m) >= 0 {
				s.cells[y*coverageCells+x] = true
			}
		}
	}
}

// orient2D returns twice the signed area, positive counter-clockwise.
func orient2D(a, b, c mgl32.Vec2) float32 {
	return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0])
}

// coverages contains images along the three axes, and the coverage of the model in some poses.
type coverages struct {
	along     [3]*coverage
	poses     []int
	areas     [3]float64 // mean covered area along each axis, square wingspans
	poseBoxes []poseBox
}

func newCoverages(mesh *Mesh, beat int) *coverages {
	var reach float32
	triangles := 0
	for i := range mesh.Parts {
		for _, v := range mesh.Parts[i].Positions {
			reach = max(reach, v.Len())
		}
		triangles += len(mesh.Parts[i].Indices) / 3
	}
	const maxPoses, maxTriangles = 5, 50_000 // maxTriangles is the sum over all poses
	s := &coverages{poses: evenIndices(max(1, min(maxPoses, maxTriangles/max(triangles, 1))), beat), poseBoxes: newPoseBoxes(mesh)}
	for axis := range s.along {
		s.along[axis] = newCoverage(axis, 1.1*reach)
	}
	s.areas = s.measure(mesh.Parts, mesh.Poses)
	return s
}

func (s *coverages) copy() *coverages {
	out := *s
	for axis := range s.along {
		out.along[axis] = newCoverage(axis, s.along[axis].reach)
	}
	return &out
}

func (s *coverages) measure(parts []Part, poses int) (areas [3]float64) {
	for axis, p := range s.along {
		for _, pose := range s.poses {
			areas[axis] += p.area(parts, pose, poses) / float64(len(s.poses))
		}
	}
	return areas
}

// levelEdge is an edge of a level. opposite lists the third corners of its triangles, by face and corner.
type levelEdge struct {
	face     int
	k        int // index of the corner of face where the edge begins
	opposite [][2]int
}

func (f *fit) edges() (all []*levelEdge) {
	byPlaces := map[[2]int]*levelEdge{}
	for i := range f.faces {
		t := &f.faces[i]
		for k := range 3 {
			a, b := t.place[k], t.place[(k+1)%3]
			name := [2]int{min(a, b), max(a, b)}
			e := byPlaces[name]
			if e == nil {
				e = &levelEdge{face: i, k: k}
				byPlaces[name] = e
				all = append(all, e)
			}
			e.opposite = append(e.opposite, [2]int{i, (k + 2) % 3})
		}
	}
	return all
}

// areaGradient computes the gradient of the covered area with respect to the position of each place. Only
// edges of the silhouette contribute: all their triangles lie on one side.
func (f *fit) areaGradient(s *coverage, edges []*levelEdge, pose int, gain []mgl32.Vec3) {
	clear(gain)
	for _, e := range edges {
		t := &f.faces[e.face]
		corners := f.cornersAt(t, pose)
		a, b := s.project(corners[e.k]), s.project(corners[(e.k+1)%3])
		left, right := false, false
		for _, x := range e.opposite {
			side := orient2D(a, b, s.project(f.cornersAt(&f.faces[x[0]], pose)[x[1]]))
			left, right = left || side > 0, right || side < 0
		}
		if left == right {
			continue
		}
		normal := mgl32.Vec2{b[1] - a[1], a[0] - b[0]}.Mul(0.5)
		if right {
			normal = normal.Mul(-1)
		}
		for _, k := range [2]int{e.k, (e.k + 1) % 3} {
			gain[t.place[k]][s.x] += normal[0]
			gain[t.place[k]][s.y] += normal[1]
		}
	}
}

// matchCoverage makes the level, seen along each axis, cover the same area as the model, on average over the
// wingbeat. It moves the vertices as little as possible. Least squares alone would cut off the corners of
// wings.
func (f *fit) matchCoverage(want *coverages) {
	const rounds = 5
	edges := f.edges()
	for range rounds {
		areas := want.measure(f.Parts, f.mesh.Poses)
		for axis, s := range want.along {
			if missing := want.areas[axis] - areas[axis]; want.isSignificant(axis, missing) {
				f.growSilhouette(s, edges, want, missing)
			}
		}
	}
}

// isSignificant reports whether a missing area exceeds the rasterization error. Along the plane of a sheet,
// it never does.
func (s *coverages) isSignificant(axis int, missing float64) bool {
	const tolerance, minShare = 0.01, 0.05 // fractions of the area along this axis, and of the largest of the three
	area := s.areas[axis]
	return math.Abs(missing) > tolerance*area && area > minShare*max(s.areas[0], s.areas[1], s.areas[2])
}

// growSilhouette moves vertices outwards in all poses until the level also covers the missing area along an
// axis. If missing is negative, it moves them inwards.
func (f *fit) growSilhouette(axis *coverage, edges []*levelEdge, want *coverages, missing float64) {
	poses, rooms := want.poses, want.poseBoxes
	gains := make([][]mgl32.Vec3, f.mesh.Poses)
	for pose := range gains {
		gains[pose] = make([]mgl32.Vec3, f.placeCount)
		f.areaGradient(axis, edges, pose, gains[pose])
	}
	var squaredNorm float64
	for _, pose := range poses {
		for _, g := range gains[pose] {
			squaredNorm += float64(g.LenSqr()) / float64(len(poses))
		}
	}
	if !(squaredNorm > 1e-9) {
		return
	}
	step := float32(missing / squaredNorm)
	done := make([]bool, f.vertexCount()*f.mesh.Poses)
	f.eachCorner(func(t *face, k, pose, vertex int) {
		// index that is unique across parts and poses
		index := f.mesh.Poses*f.firstVertex[t.part] + vertex
		if !done[index] {
			done[index] = true
			p := &f.Parts[t.part].Positions[vertex]
			*p = rooms[pose].clamp(*p, p.Add(limitStep(gains[pose][t.place[k]].Mul(step))))
		}
	})
}

type poseBox struct{ low, high mgl32.Vec3 }

func newPoseBoxes(mesh *Mesh) []poseBox {
	all := make([]poseBox, mesh.Poses)
	for pose := range all {
		r := &all[pose]
		r.low, r.high = mgl32.Vec3{maxFloat, maxFloat, maxFloat}, mgl32.Vec3{-maxFloat, -maxFloat, -maxFloat}
		for i := range mesh.Parts {
			n := mesh.Parts[i].Vertices(mesh.Poses)
			for _, v := range mesh.Parts[i].Positions[pose*n : (pose+1)*n] {
				for k := range v {
					r.low[k], r.high[k] = min(r.low[k], v[k]), max(r.high[k], v[k])
				}
			}
		}
	}
	return all
}

const maxFloat = math.MaxFloat32

// clamp limits a vertex to the box, so that wings do not become longer than those of the model. A vertex that
// was outside may stay where it was.
func (r *poseBox) clamp(from, to mgl32.Vec3) mgl32.Vec3 {
	for k := range to {
		to[k] = max(min(to[k], max(r.high[k], from[k])), min(r.low[k], from[k]))
	}
	return to
}

func limitStep(v mgl32.Vec3) mgl32.Vec3 {
	const maxStep = 0.01 // wingspans
	if length := v.Len(); length > maxStep {
		return v.Mul(maxStep / length)
	}
	return v
}
