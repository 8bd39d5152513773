package models

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
)

// deviation is the largest distance from a vertex that the model draws to the
// triangles of a level, over all poses, and their root mean square over some: see
// [Level]. It is not ok where that takes too long.
func (b *Baked) deviation(level []Part) (most, typical float32, ok bool) {
	const looked, weighed = 100_000, 6
	sample := pickEvenly(b.drawn(), max(1, looked/b.Poses))
	order := newTree(level, b.Poses)
	near, ok := b.near(order.copy(), sample)
	if !ok {
		return 0, 0, false
	}
	far := make([]float32, b.Poses)
	square := make([]float64, b.Poses)
	done := make([]bool, b.Poses)
	whole := evenly(weighed, b.Poses)
	var poses sync.WaitGroup
	next := make(chan int, b.Poses)
	for p := range b.Poses {
		next <- p
	}
	close(next)
	for range min(b.Poses, runtime.GOMAXPROCS(0)) {
		poses.Go(func() {
			t := order.copy()
			for p := range next {
				far[p], square[p], done[p] = b.off(t, p, sample, near, slices.Contains(whole, p))
			}
		})
	}
	poses.Wait()
	var sum, weight float64
	for _, v := range sample {
		weight += v.area
	}
	for _, p := range whole {
		sum += square[p] / max(weight*float64(len(whole)), 1e-30)
	}
	return float32(math.Sqrt(float64(slices.Max(far)))), float32(math.Sqrt(sum)), !slices.Contains(done, false)
}

// near are the triangles nearest to vertices in the first pose, unless to find them
// takes too long.
func (b *Baked) near(t *tree, sample []drawn) ([]int, bool) {
	t.pose(0)
	out := make([]int, len(sample))
	last := 0
	for i := range sample {
		if t.seen > mostSeen {
			return nil, false
		}
		last, _ = t.nearest(b.stands(&sample[i], 0), last)
		out[i] = last
	}
	return out, true
}

// off is how far vertices are from a tree's triangles in a pose, squared: the
// furthest, and the sum weighed by areas. That is right only if the whole of it is
// asked for: else vertices that are closer to the triangle that they were near
// than the furthest are not looked at again. It is not ok where a pose takes more
// than its part of the bound, which does not depend on who works on which pose.
func (b *Baked) off(t *tree, pose int, sample []drawn, near []int, whole bool) (far float32, sum float64, ok bool) {
	t.pose(pose)
	t.seen = 0
	for i := range sample {
		if t.seen > mostSeen/b.Poses {
			return 0, 0, false
		}
		at := b.stands(&sample[i], pose)
		f := &t.at[near[i]]
		_, d := closest(at, f[0], f[1], f[2])
		if whole || d > far {
			_, d = t.nearest(at, near[i])
		}
		far = max(far, d)
		sum += float64(d) * sample[i].area
	}
	return far, sum, true
}

// stray is the root of the mean square, over a level's area and over some poses,
// of the distance from the level to the model's triangles. It is not ok where that
// takes too long.
func (b *Baked) stray(level []Part, model *tree) (typical float32, ok bool) {
	const looked, posed = 600, 4
	from := &Baked{Poses: b.Poses, Parts: level}
	spots := from.spots(looked)
	poses := evenly(posed, b.Poses)
	var sum float64
	for _, pose := range poses {
		model.pose(pose)
		near, d := 0, float32(0)
		for i := range spots {
			at, _ := from.of(&spots[i], pose)
			if model.seen > mostSeen {
				return 0, false
			}
			near, d = model.nearest(at, near)
			sum += float64(d)
		}
	}
	return float32(math.Sqrt(sum / float64(max(1, len(spots)*len(poses))))), true
}

// drawn is a vertex that triangles use: its part, its number in it, and the area
// of the triangles in the first pose.
type drawn struct {
	part, number int
	area         float64
}

// stands is where a vertex is in a pose.
func (b *Baked) stands(v *drawn, pose int) mgl32.Vec3 {
	p := &b.Parts[v.part]
	return p.Positions[pose*p.Vertices(b.Poses)+v.number]
}

func (b *Baked) drawn() (out []drawn) {
	for i := range b.Parts {
		p := &b.Parts[i]
		area := make([]float64, p.Vertices(b.Poses))
		for k := 0; k+2 < len(p.Indices); k += 3 {
			x, y, z := p.Indices[k], p.Indices[k+1], p.Indices[k+2]
			n := p.Positions[y].Sub(p.Positions[x]).Cross(p.Positions[z].Sub(p.Positions[x]))
			for _, v := range [3]uint32{x, y, z} {
				area[v] += float64(n.Len()) + 1e-12
			}
		}
		for v, a := range area {
			if a > 0 {
				out = append(out, drawn{i, v, a})
			}
		}
	}
	return out
}

func pickEvenly(all []drawn, n int) []drawn {
	if len(all) <= n {
		return all
	}
	out := make([]drawn, 0, n)
	for _, k := range evenly(n, len(all)) {
		out = append(out, all[k])
	}
	return out
}

// tree finds the triangle nearest to a point: boxes around halves of the
// triangles, around quarters and so on, in one pose at a time.
type tree struct {
	parts []Part
	poses int
	faces [][4]int // part and three vertices
	boxes []box    // box i holds those of boxes 2i+1 and 2i+2
	at    [][3]mgl32.Vec3
	seen  int // boxes looked into so far
}

// mostSeen bounds the boxes that a search of many points in a tree may look into.
// Where triangles lie through one another, as no bird's do, boxes are of no help.
// Levels of birds take a tenth of it.
const mostSeen = 1 << 24

// box is a range of triangles and the box around them.
type box struct {
	from, to  int
	low, high mgl32.Vec3
}

func newTree(parts []Part, poses int) *tree {
	t := &tree{parts: parts, poses: poses}
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

// split orders faces so that halves lie apart in pose 0.
func (t *tree) split(i, from, to int) {
	for i >= len(t.boxes) {
		t.boxes = append(t.boxes, box{})
	}
	t.boxes[i] = box{from: from, to: to}
	if to-from <= leaf {
		return
	}
	faces := t.faces[from:to]
	axis := t.longest(faces)
	slices.SortFunc(faces, func(a, b [4]int) int { return cmp.Compare(t.middle(a, axis), t.middle(b, axis)) })
	half := (from + to) / 2
	t.split(2*i+1, from, half)
	t.split(2*i+2, half, to)
}

// leaf is the number of triangles from which a box is not split further.
const leaf = 2

func (t *tree) middle(face [4]int, axis int) float32 {
	p := t.parts[face[0]].Positions
	return p[face[1]][axis] + p[face[2]][axis] + p[face[3]][axis]
}

func (t *tree) longest(faces [][4]int) (axis int) {
	var widest float32
	for k := range 3 {
		low, high := float32(math.Inf(1)), float32(math.Inf(-1))
		for _, f := range faces {
			m := t.middle(f, k)
			low, high = min(low, m), max(high, m)
		}
		if high-low > widest {
			axis, widest = k, high-low
		}
	}
	return axis
}

// copy is a tree of the same triangles that another goroutine may use.
func (t *tree) copy() *tree {
	return &tree{parts: t.parts, poses: t.poses, faces: t.faces, boxes: slices.Clone(t.boxes), at: make([][3]mgl32.Vec3, len(t.faces))}
}

// pose places the triangles as in a pose.
func (t *tree) pose(pose int) {
	for i, f := range t.faces {
		p := &t.parts[f[0]]
		first := pose * p.Vertices(t.poses)
		for k := range 3 {
			t.at[i][k] = p.Positions[first+f[k+1]]
		}
	}
	t.fit(0)
}

func (t *tree) fit(i int) {
	b := &t.boxes[i]
	inf := float32(math.Inf(1))
	b.low, b.high = mgl32.Vec3{inf, inf, inf}, mgl32.Vec3{-inf, -inf, -inf}
	if b.to-b.from > leaf {
		for _, k := range [2]int{2*i + 1, 2*i + 2} {
			t.fit(k)
			b.include(t.boxes[k].low)
			b.include(t.boxes[k].high)
		}
		return
	}
	for _, f := range t.at[b.from:b.to] {
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

// apart is the squared distance of a point from the box.
func (b *box) apart(p mgl32.Vec3) (sum float32) {
	for k := range 3 {
		d := max(b.low[k]-p[k], 0, p[k]-b.high[k])
		sum += d * d
	}
	return sum
}

// nearest is the nearest triangle, likely close to one that is known, and the
// square of its distance.
func (t *tree) nearest(p mgl32.Vec3, guess int) (face int, squared float32) {
	squared = float32(math.Inf(1))
	look := func(k int) {
		if _, d := closest(p, t.at[k][0], t.at[k][1], t.at[k][2]); d < squared {
			face, squared = k, d
		}
	}
	look(guess)
	t.visit(0, p, &squared, look)
	return face, squared
}

// visit looks at the triangles of a box, likely the nearest first, that may lie
// closer to p than a squared distance, which look may lower.
func (t *tree) visit(i int, p mgl32.Vec3, known *float32, look func(k int)) {
	t.seen++
	b := &t.boxes[i]
	if b.to-b.from <= leaf {
		for k := b.from; k < b.to; k++ {
			look(k)
		}
		return
	}
	a, c := 2*i+1, 2*i+2
	da, dc := t.boxes[a].apart(p), t.boxes[c].apart(p)
	if dc < da {
		a, c, da, dc = c, a, dc, da
	}
	if da < *known {
		t.visit(a, p, known, look)
	}
	if dc < *known {
		t.visit(c, p, known, look)
	}
}

// closest is the point of a triangle nearest to p, as shares of its corners, and
// its squared distance.
func closest(p, a, b, c mgl32.Vec3) (share [3]float32, squared float32) {
	ab, ac, d := b.Sub(a), c.Sub(a), p.Sub(a)
	bb, bc, cc := ab.Dot(ab), ab.Dot(ac), ac.Dot(ac)
	db, dc := d.Dot(ab), d.Dot(ac)
	u, v, inside := float32(0), float32(0), false
	if size := bb*cc - bc*bc; size > 1e-6*bb*cc {
		u, v = (cc*db-bc*dc)/size, (bb*dc-bc*db)/size
		inside = u >= 0 && v >= 0 && u+v <= 1
	}
	if !inside {
		u, v = onEdge(bb, bc, cc, db, dc)
	}
	for k := range d {
		d[k] -= u*ab[k] + v*ac[k]
	}
	return [3]float32{1 - u - v, u, v}, d.Dot(d)
}

// onEdge is the point of a triangle's edges nearest to a point, as shares of the
// corners b and c, given products of the edges from a and the way to the point.
func onEdge(bb, bc, cc, db, dc float32) (u, v float32) {
	x, y := along(db, bb), along(dc, cc)
	// Squared distances, less that from a; across from a as seen from b.
	bx, by := x*(x*bb-2*db), y*(y*cc-2*dc)
	eb, ee := dc-db-bc+bb, bb-2*bc+cc
	z := along(eb, ee)
	bz := bb - 2*db + z*(z*ee-2*eb)
	switch {
	case bx <= by && bx <= bz:
		return x, 0
	case by <= bz:
		return 0, y
	}
	return 1 - z, z
}

// along is how far along an edge of a squared length the foot of a point is whose
// product with it is known, 0 to 1.
func along(product, squared float32) float32 {
	if squared > 0 {
		return max(0, min(1, product/squared))
	}
	return 0
}

// crossed is a triangle's normal, as long as twice its area.
func crossed(a, b, c mgl32.Vec3) mgl32.Vec3 { return b.Sub(a).Cross(c.Sub(a)) }
