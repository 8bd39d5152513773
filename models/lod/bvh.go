package lod

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
)

// deviation returns two distances from the drawn vertices of the model to the level: the largest over all
// poses, and a root mean square over some poses (see [Level]). ok is false if it takes too long.
func (m *Mesh) deviation(level []Part) (maxError, rms float32, ok bool) {
	const maxSamples, rmsPoses = 100_000, 6
	sample := sampleVertices(m.usedVertices(), max(1, maxSamples/m.Poses))
	order := newBVH(level, m.Poses)
	nearest, ok := m.nearestTriangles(order.copy(), sample)
	if !ok {
		return 0, 0, false
	}
	squares := make([]float32, m.Poses)
	sums := make([]float64, m.Poses)
	done := make([]bool, m.Poses)
	rmsIn := evenIndices(rmsPoses, m.Poses)
	var poses sync.WaitGroup
	next := make(chan int, m.Poses)
	for p := range m.Poses {
		next <- p
	}
	close(next)
	for range min(m.Poses, runtime.GOMAXPROCS(0)) {
		poses.Go(func() {
			t := order.copy()
			for p := range next {
				squares[p], sums[p], done[p] = m.poseDeviation(t, p, sample, nearest, slices.Contains(rmsIn, p))
			}
		})
	}
	poses.Wait()
	var sum, weight float64
	for _, v := range sample {
		weight += v.area
	}
	for _, p := range rmsIn {
		sum += sums[p] / max(weight*float64(len(rmsIn)), 1e-30)
	}
	return float32(math.Sqrt(float64(slices.Max(squares)))), float32(math.Sqrt(sum)), !slices.Contains(done, false)
}

func (m *Mesh) nearestTriangles(t *bvh, sample []usedVertex) ([]int, bool) {
	t.moveTo(0)
	out := make([]int, len(sample))
	last := 0
	for i := range sample {
		if t.visits > maxVisits {
			return nil, false
		}
		last, _ = t.nearest(m.positionOf(&sample[i], 0), last)
		out[i] = last
	}
	return out, true
}

// poseDeviation returns the largest squared distance of vertices from the triangles in a pose, and the sum
// weighted by area. If forRMS is false, it skips vertices that cannot be the farthest. ok is false if it
// takes too long; this limit does not depend on the number of workers.
func (m *Mesh) poseDeviation(t *bvh, pose int, sample []usedVertex, nearest []int, forRMS bool) (farthest float32, sum float64, ok bool) {
	t.moveTo(pose)
	t.visits = 0
	for i := range sample {
		if t.visits > maxVisits/m.Poses {
			return 0, 0, false
		}
		position := m.positionOf(&sample[i], pose)
		f := &t.corners[nearest[i]]
		_, d := closestPoint(position, f[0], f[1], f[2])
		if forRMS || d > farthest {
			_, d = t.nearest(position, nearest[i])
		}
		farthest = max(farthest, d)
		sum += float64(d) * sample[i].area
	}
	return farthest, sum, true
}

// reverseDeviation returns the root mean square distance from a level to the model over some poses. ok is
// false if it takes too long.
func (m *Mesh) reverseDeviation(level []Part, model *bvh) (rms float32, ok bool) {
	const pointCount, poseCount = 600, 4
	levelOnly := &Mesh{Poses: m.Poses, Parts: level}
	points := levelOnly.samplePoints(pointCount)
	poses := evenIndices(poseCount, m.Poses)
	var sum float64
	for _, pose := range poses {
		model.moveTo(pose)
		nearest, d := 0, float32(0)
		for i := range points {
			position, _ := levelOnly.pointAt(&points[i], pose)
			if model.visits > maxVisits {
				return 0, false
			}
			nearest, d = model.nearest(position, nearest)
			sum += float64(d)
		}
	}
	return float32(math.Sqrt(sum / float64(max(1, len(points)*len(poses))))), true
}

// usedVertex is a vertex that triangles use, with twice the area of these triangles in the first pose.
type usedVertex struct {
	part, index int
	area        float64
}

func (m *Mesh) positionOf(v *usedVertex, pose int) mgl32.Vec3 {
	p := &m.Parts[v.part]
	return p.Positions[pose*p.Vertices(m.Poses)+v.index]
}

func (m *Mesh) usedVertices() (out []usedVertex) {
	for i := range m.Parts {
		p := &m.Parts[i]
		area := make([]float64, p.Vertices(m.Poses))
		for k := 0; k+2 < len(p.Indices); k += 3 {
			x, y, z := p.Indices[k], p.Indices[k+1], p.Indices[k+2]
			n := p.Positions[y].Sub(p.Positions[x]).Cross(p.Positions[z].Sub(p.Positions[x]))
			for _, v := range [3]uint32{x, y, z} {
				area[v] += float64(n.Len()) + 1e-12
			}
		}
		for v, a := range area {
			if a > 0 {
				out = append(out, usedVertex{i, v, a})
			}
		}
	}
	return out
}

func sampleVertices(all []usedVertex, n int) []usedVertex {
	if len(all) <= n {
		return all
	}
	out := make([]usedVertex, 0, n)
	for _, k := range evenIndices(n, len(all)) {
		out = append(out, all[k])
	}
	return out
}

// bvh is a bounding volume hierarchy that finds the triangle nearest to a point, in one pose at a time.
type bvh struct {
	parts   []Part
	poses   int
	faces   [][4]int // part and three vertices of each triangle
	boxes   []box    // box i has the children 2i+1 and 2i+2
	corners [][3]mgl32.Vec3
	visits  int
}

// maxVisits limits the number of boxes that are visited for many points. Many intersecting triangles would be
// slow. Levels of birds need a tenth of it.
const maxVisits = 1 << 24

type box struct {
	from, to  int
	low, high mgl32.Vec3
}

func newBVH(parts []Part, poses int) *bvh {
	t := &bvh{parts: parts, poses: poses}
	for i := range parts {
		indices := parts[i].Indices
		for k := 0; k+2 < len(indices); k += 3 {
			t.faces = append(t.faces, [4]int{i, int(indices[k]), int(indices[k+1]), int(indices[k+2])})
		}
	}
	t.boxes = make([]box, 1)
	t.split(0, 0, len(t.faces))
	return t
}

func (t *bvh) split(i, from, to int) {
	for i >= len(t.boxes) {
		t.boxes = append(t.boxes, box{})
	}
	t.boxes[i] = box{from: from, to: to}
	if to-from <= leafTriangles {
		return
	}
	faces := t.faces[from:to]
	axis := t.widestAxis(faces)
	slices.SortFunc(faces, func(a, b [4]int) int { return cmp.Compare(t.centre(a, axis), t.centre(b, axis)) })
	middle := (from + to) / 2
	t.split(2*i+1, from, middle)
	t.split(2*i+2, middle, to)
}

const leafTriangles = 2

func (t *bvh) centre(face [4]int, axis int) float32 {
	p := t.parts[face[0]].Positions
	return p[face[1]][axis] + p[face[2]][axis] + p[face[3]][axis]
}

func (t *bvh) widestAxis(faces [][4]int) (axis int) {
	var widest float32
	for k := range 3 {
		low, high := float32(math.Inf(1)), float32(math.Inf(-1))
		for _, f := range faces {
			m := t.centre(f, k)
			low, high = min(low, m), max(high, m)
		}
		if high-low > widest {
			axis, widest = k, high-low
		}
	}
	return axis
}

func (t *bvh) copy() *bvh {
	return &bvh{parts: t.parts, poses: t.poses, faces: t.faces, boxes: slices.Clone(t.boxes), corners: make([][3]mgl32.Vec3, len(t.faces))}
}

func (t *bvh) moveTo(pose int) {
	for i, f := range t.faces {
		p := &t.parts[f[0]]
		first := pose * p.Vertices(t.poses)
		for k := range 3 {
			t.corners[i][k] = p.Positions[first+f[k+1]]
		}
	}
	t.refit(0)
}

func (t *bvh) refit(i int) {
	b := &t.boxes[i]
	inf := float32(math.Inf(1))
	b.low, b.high = mgl32.Vec3{inf, inf, inf}, mgl32.Vec3{-inf, -inf, -inf}
	if b.to-b.from > leafTriangles {
		for _, k := range [2]int{2*i + 1, 2*i + 2} {
			t.refit(k)
			b.include(t.boxes[k].low)
			b.include(t.boxes[k].high)
		}
		return
	}
	for _, f := range t.corners[b.from:b.to] {
		for _, c := range f {
			b.include(c)
		}
	}
}

func (b *box) include(p mgl32.Vec3) {
	for k := range 3 {
		b.low[k], b.high[k] = min(b.low[k], p[k]), max(b.high[k], p[k])
	}
}

func (b *box) squaredDistance(p mgl32.Vec3) (sum float32) {
	for k := range 3 {
		d := max(b.low[k]-p[k], 0, p[k]-b.high[k])
		sum += d * d
	}
	return sum
}

// nearest returns the triangle nearest to p and its squared distance. It is fast if the triangle guess is
// near p.
func (t *bvh) nearest(p mgl32.Vec3, guess int) (face int, squared float32) {
	squared = float32(math.Inf(1))
	test := func(k int) {
		if _, d := closestPoint(p, t.corners[k][0], t.corners[k][1], t.corners[k][2]); d < squared {
			face, squared = k, d
		}
	}
	test(guess)
	t.visit(0, p, &squared, test)
	return face, squared
}

// visit calls test for triangles of box i whose squared distance from p may be below best. Triangles that are
// probably near come first. test may reduce best.
func (t *bvh) visit(i int, p mgl32.Vec3, best *float32, test func(k int)) {
	t.visits++
	b := &t.boxes[i]
	if b.to-b.from <= leafTriangles {
		for k := b.from; k < b.to; k++ {
			test(k)
		}
		return
	}
	a, c := 2*i+1, 2*i+2
	da, dc := t.boxes[a].squaredDistance(p), t.boxes[c].squaredDistance(p)
	if dc < da {
		a, c, da, dc = c, a, dc, da
	}
	if da < *best {
		t.visit(a, p, best, test)
	}
	if dc < *best {
		t.visit(c, p, best, test)
	}
}

// closestPoint returns the barycentric weights of the point of a triangle that is nearest to p, and its
// squared distance.
func closestPoint(p, a, b, c mgl32.Vec3) (weights [3]float32, squared float32) {
	ab, ac, d := b.Sub(a), c.Sub(a), p.Sub(a)
	bb, bc, cc := ab.Dot(ab), ab.Dot(ac), ac.Dot(ac)
	db, dc := d.Dot(ab), d.Dot(ac)
	u, v, inside := float32(0), float32(0), false
	if size := bb*cc - bc*bc; size > 1e-6*bb*cc {
		u, v = (cc*db-bc*dc)/size, (bb*dc-bc*db)/size
		inside = u >= 0 && v >= 0 && u+v <= 1
	}
	if !inside {
		u, v = closestOnEdges(bb, bc, cc, db, dc)
	}
	for k := range d {
		d[k] -= u*ab[k] + v*ac[k]
	}
	return [3]float32{1 - u - v, u, v}, d.Dot(d)
}

// closestOnEdges returns the point on the edges of a triangle that is nearest to a given point, as the
// weights of the corners b and c. The arguments are dot products of three vectors from the corner a: b and c,
// and d to the given point.
func closestOnEdges(bb, bc, cc, db, dc float32) (u, v float32) {
	x, y := clampedRatio(db, bb), clampedRatio(dc, cc)
	// dx, dy and dz are the squared distances from ab, ac and bc, minus that from a. z is the position on bc
	// from b.
	dx, dy := x*(x*bb-2*db), y*(y*cc-2*dc)
	eb, ee := dc-db-bc+bb, bb-2*bc+cc
	z := clampedRatio(eb, ee)
	dz := bb - 2*db + z*(z*ee-2*eb)
	switch {
	case dx <= dy && dx <= dz:
		return x, 0
	case dy <= dz:
		return 0, y
	}
	return 1 - z, z
}

// clampedRatio returns product/squared, clamped to between 0 and 1. This is the position along an edge that
// is nearest to a point.
func clampedRatio(product, squared float32) float32 {
	if squared > 0 {
		return max(0, min(1, product/squared))
	}
	return 0
}

func areaNormal(a, b, c mgl32.Vec3) mgl32.Vec3 { return b.Sub(a).Cross(c.Sub(a)) }
