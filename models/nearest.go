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
// triangles of a level, over all poses, and their root mean square: see [Level].
func (b *Baked) deviation(level [][]uint32) (most, typical float32) {
	const looked = 100_000
	order := newTree(b, level)
	sample := b.drawn()
	sample = pickEvenly(sample, max(1, looked/b.Poses))
	far := make([]float32, b.Poses)
	square := make([]float64, b.Poses)
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
				t.pose(p)
				for _, v := range sample {
					part := &b.Parts[v.part]
					d := t.nearest(0, part.Positions[p*part.Vertices(b.Poses)+v.number], float32(math.Inf(1)))
					far[p] = max(far[p], d)
					square[p] += float64(d) * v.area
				}
			}
		})
	}
	poses.Wait()
	var sum, weight float64
	for _, v := range sample {
		weight += v.area
	}
	for _, s := range square {
		sum += s / max(weight*float64(b.Poses), 1e-30)
	}
	return float32(math.Sqrt(float64(slices.Max(far)))), float32(math.Sqrt(sum))
}

// drawn is a vertex that triangles use: its part, its number in it, and the area
// of the triangles in the first pose.
type drawn struct {
	part, number int
	area         float64
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
	b     *Baked
	faces [][4]int // part and three vertices
	boxes []box    // box i holds those of boxes 2i+1 and 2i+2
	at    [][3]mgl32.Vec3
}

// box is a range of triangles and the box around them.
type box struct {
	from, to  int
	low, high mgl32.Vec3
}

func newTree(b *Baked, level [][]uint32) *tree {
	t := &tree{b: b}
	for i, indices := range level {
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
const leaf = 4

func (t *tree) middle(face [4]int, axis int) float32 {
	p := t.b.Parts[face[0]].Positions
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
	return &tree{b: t.b, faces: t.faces, boxes: slices.Clone(t.boxes), at: make([][3]mgl32.Vec3, len(t.faces))}
}

// pose places the triangles as in a pose.
func (t *tree) pose(pose int) {
	for i, f := range t.faces {
		p := &t.b.Parts[f[0]]
		first := pose * p.Vertices(t.b.Poses)
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

// nearest is the squared distance of the nearest triangle of a box, or what was
// known already if that is less.
func (t *tree) nearest(i int, p mgl32.Vec3, known float32) float32 {
	b := &t.boxes[i]
	if b.to-b.from <= leaf {
		for _, f := range t.at[b.from:b.to] {
			known = min(known, fromTriangle(p, f[0], f[1], f[2]))
		}
		return known
	}
	a, c := 2*i+1, 2*i+2
	da, dc := t.boxes[a].apart(p), t.boxes[c].apart(p)
	if dc < da {
		a, c, da, dc = c, a, dc, da
	}
	if da < known {
		known = t.nearest(a, p, known)
	}
	if dc < known {
		known = t.nearest(c, p, known)
	}
	return known
}

// fromTriangle is the squared distance of p from a triangle (after Ericson,
// Real-Time Collision Detection, 5.1.5).
func fromTriangle(p, a, b, c mgl32.Vec3) float32 {
	ab, ac := b.Sub(a), c.Sub(a)
	n := ab.Cross(ac)
	if size := n.LenSqr(); size > 0 {
		d := p.Sub(a)
		u, v := d.Cross(ac).Dot(n)/size, ab.Cross(d).Dot(n)/size
		if u >= 0 && v >= 0 && u+v <= 1 {
			h := d.Dot(n)
			return h * h / size
		}
	}
	return min(fromSegment(p, a, b), fromSegment(p, b, c), fromSegment(p, c, a))
}

func fromSegment(p, a, b mgl32.Vec3) float32 {
	ab, d := b.Sub(a), p.Sub(a)
	if size := ab.LenSqr(); size > 0 {
		d = d.Sub(ab.Mul(max(0, min(1, d.Dot(ab)/size))))
	}
	return d.LenSqr()
}
