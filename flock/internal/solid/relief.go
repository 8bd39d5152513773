package solid

// Relief is a terrain: heights over a rectangle about the origin, and all below them. Each
// cell of the grid is two triangles, as it is drawn.
//
// How far a place is from the ground follows from its height above it and the steepest
// slope L that there is within some cells: at least
//
//	(y - h(x, z)) / √(1 + L²)
//
// and no more is said further up than those cells are wide.
type Relief struct {
	columns, rows int
	low           Vec // corner of the rectangle
	size          Vec // of it, and of a cell
	cell          Vec
	heights       []float32
	steep         []float32 // L² about each corner
	raised        float32   // times which all heights are
	reach         float32   // as far as the slopes hold
	least, most   float32   // heights, raised
}

// around is the number of cells that the steepest slope is looked for in.
const around = 8

// NewRelief returns a terrain of heights in rows from -Z to +Z, each from -X to +X, over a
// rectangle with its middle on the origin; 2 columns and rows at least.
func NewRelief(columns, rows int, heights []float32, width, depth float32) *Relief {
	r := &Relief{columns: columns, rows: rows, heights: heights, raised: 1}
	r.size = Vec{width, 0, depth}
	r.low = Vec{-width / 2, 0, -depth / 2}
	r.cell = Vec{width / float32(columns-1), 0, depth / float32(rows-1)}
	r.reach = float32(around * min(r.cell.X, r.cell.Z))
	r.least, r.most = heights[0], heights[0]
	for _, h := range heights {
		r.least, r.most = min(r.least, h), max(r.most, h)
	}
	slopes := make([]float32, columns*rows) // squares, of the cells about each corner
	for z := range rows - 1 {
		for x := range columns - 1 {
			steep := max(square(r.slope(x, z, false)), square(r.slope(x, z, true)))
			for _, k := range [4]int{z*columns + x, z*columns + x + 1, (z+1)*columns + x, (z+1)*columns + x + 1} {
				slopes[k] = max(slopes[k], steep)
			}
		}
	}
	// A corner counts for the cells beside it: so the window is a cell wider.
	across := widest(slopes, columns, rows, 1, columns, around+1)
	r.steep = widest(across, rows, columns, columns, 1, around+1)
	return r
}

// Raised returns a terrain whose heights are so many times those of another, above 0. It costs
// nothing: they have them in common.
func (r *Relief) Raised(times float32) *Relief {
	other := *r
	other.raised = float32(r.raised * times)
	other.least, other.most = float32(r.least*times), float32(r.most*times)
	return &other
}

// height is that of a corner.
func (r *Relief) height(corner int) float32 { return float32(r.heights[corner] * r.raised) }

func square(v Vec) float32 { return float32(v.X*v.X) + float32(v.Z*v.Z) }

// widest returns the most within a window to both sides along lines of n numbers, step apart,
// of which there are so many, apart by another step.
func widest(of []float32, n, lines, step, apart, window int) []float32 {
	out := make([]float32, len(of))
	queue := make([]int, 0, n)
	for line := range lines {
		first := line * apart
		queue = queue[:0]
		for k := range n + window {
			if k < n {
				for len(queue) > 0 && of[first+queue[len(queue)-1]*step] <= of[first+k*step] {
					queue = queue[:len(queue)-1]
				}
				queue = append(queue, k)
			}
			if k >= window {
				for queue[0] < k-2*window {
					queue = queue[1:]
				}
				out[first+(k-window)*step] = of[first+queue[0]*step]
			}
		}
	}
	return out
}

// slope is that of a triangle of a cell, along x and z: the one at its far corner, or the
// one at its near corner. The diagonal is from the near corner of the cell to the far one
// across: x and z rise along it.
func (r *Relief) slope(x, z int, far bool) Vec {
	a := r.height(z*r.columns + x)
	b := r.height(z*r.columns + x + 1)
	c := r.height((z+1)*r.columns + x)
	d := r.height((z+1)*r.columns + x + 1)
	if far { // above the diagonal: a, c, d
		return Vec{(d - c) / r.cell.X, 0, (c - a) / r.cell.Z}
	}
	return Vec{(b - a) / r.cell.X, 0, (d - b) / r.cell.Z}
}

// where returns the cell of a place, and how far into it that is, from 0 to 1; out is how far
// the place is outside of the rectangle.
func (r *Relief) where(p Vec) (x, z int, u, v float32, out Vec) {
	fx, fz := (p.X-r.low.X)/r.cell.X, (p.Z-r.low.Z)/r.cell.Z
	fx, fz = max(0, min(fx, float32(r.columns-1))), max(0, min(fz, float32(r.rows-1)))
	x, z = min(int(fx), r.columns-2), min(int(fz), r.rows-2)
	half := r.size.times(0.5)
	out = Vec{p.X - max(-half.X, min(p.X, half.X)), 0, p.Z - max(-half.Z, min(p.Z, half.Z))}
	return x, z, fx - float32(x), fz - float32(z), out
}

// above returns how far a place is above the ground there, or where it is nearest to the
// rectangle; with the slope, and the cosine of the steepest about.
func (r *Relief) above(p Vec) (d float32, slope Vec, cosine float32, out Vec) {
	x, z, u, v, out := r.where(p)
	k := z*r.columns + x
	slope = r.slope(x, z, v > u)
	h := r.height(k) + float32(float32(slope.X*u)*r.cell.X) + float32(float32(slope.Z*v)*r.cell.Z)
	near := mix(r.steep[k], r.steep[k+1], u)
	far := mix(r.steep[k+r.columns], r.steep[k+r.columns+1], u)
	steep := float32(float32(r.raised*r.raised) * mix(near, far, v))
	return p.Y - h, slope, 1 / sqrt(1+steep), out
}

func mix(a, b, share float32) float32 { return a + float32((b-a)*share) }

func (r *Relief) convex() bool        { return false }
func (r *Relief) guess(p Vec) float32 { return r.distance(p) }

func (r *Relief) distance(p Vec) float32 {
	d, _, cosine, out := r.above(p)
	if d <= 0 && out == (Vec{}) {
		return d
	}
	d = r.capped(max(d, 0), cosine, p)
	if out == (Vec{}) {
		return d
	}
	return hypot(out.length(), d)
}

// capped returns how far a place so high above the ground is from it, at least.
func (r *Relief) capped(d, cosine float32, p Vec) float32 {
	return max(min(float32(d*cosine), r.reach), p.Y-r.most)
}

func (r *Relief) nearest(p Vec) (float32, Vec) {
	d, slope, cosine, out := r.above(p)
	n := Vec{-slope.X, 1, -slope.Z}.unit(up)
	if out == (Vec{}) {
		if d > 0 {
			d = r.capped(d, cosine, p)
		}
		return d, n
	}
	d = r.capped(max(d, 0), cosine, p)
	return hypot(out.length(), d), out.add(n.times(d)).unit(up)
}

func (r *Relief) bounds() (low, high Vec) {
	half := r.size.times(0.5)
	return Vec{-half.X, r.least, -half.Z}, Vec{half.X, r.most, half.Z}
}

// Ground returns a Relief as a body.
func (r *Relief) Ground() Body { return Body{shape: r} }
