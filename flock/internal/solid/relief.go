package solid

// Relief is a terrain, given by heights over a rectangle around the origin. Everything below them is ground.
// Each cell of the grid consists of the two triangles that skein draws.
//
// The distance of a point from the ground is at least
//
//	(y - h(x, z)) / √(1 + L²)
//
// where h is the height of the ground, and L is the steepest slope within some cells around the point. This
// bound is used for distances up to the width of these cells.
type Relief struct {
	columns, rows int
	low           Vec
	size          Vec
	cell          Vec
	heights       []float32
	steep         []float32 // square of the steepest slope, L², around each corner
	heightFactor  float32
	reach         float32 // distance up to which steep is valid, m
	least, most   float32 // lowest and highest height, multiplied by the factor
}

// slopeCells is the number of cells on each side in which the steepest slope is searched.
const slopeCells = 8

// NewRelief returns a terrain over a rectangle centred on the origin. The rows of heights are ordered from -Z
// to +Z, and each row runs from -X to +X. There must be at least 2 columns and 2 rows.
func NewRelief(columns, rows int, heights []float32, width, depth float32) *Relief {
	r := &Relief{columns: columns, rows: rows, heights: heights, heightFactor: 1}
	r.size = Vec{width, 0, depth}
	r.low = Vec{-width / 2, 0, -depth / 2}
	r.cell = Vec{width / float32(columns-1), 0, depth / float32(rows-1)}
	r.reach = float32(slopeCells * min(r.cell.X, r.cell.Z))
	r.least, r.most = heights[0], heights[0]
	for _, h := range heights {
		r.least, r.most = min(r.least, h), max(r.most, h)
	}
	slopes := make([]float32, columns*rows) // squared slopes of the cells around each corner
	for z := range rows - 1 {
		for x := range columns - 1 {
			steep := max(square(r.slope(x, z, false)), square(r.slope(x, z, true)))
			for _, k := range [4]int{z*columns + x, z*columns + x + 1, (z+1)*columns + x, (z+1)*columns + x + 1} {
				slopes[k] = max(slopes[k], steep)
			}
		}
	}
	// one cell wider, because a corner affects the cells around it
	across := slidingMax(slopes, columns, rows, 1, columns, slopeCells+1)
	r.steep = slidingMax(across, rows, columns, columns, 1, slopeCells+1)
	return r
}

// ScaleHeights returns the terrain with all heights multiplied by a positive factor. It takes little time,
// because both terrains share the heights.
func (r *Relief) ScaleHeights(times float32) *Relief {
	other := *r
	other.heightFactor = float32(r.heightFactor * times)
	other.least, other.most = float32(r.least*times), float32(r.most*times)
	return &other
}

func (r *Relief) height(corner int) float32 { return float32(r.heights[corner] * r.heightFactor) }

func square(v Vec) float32 { return float32(v.X*v.X) + float32(v.Z*v.Z) }

// slidingMax returns, for each value, the maximum within a window on both sides along its line of n values.
// In the slice, consecutive values of a line are step elements apart, and consecutive lines are stride apart.
func slidingMax(values []float32, n, lines, step, stride, window int) []float32 {
	out := make([]float32, len(values))
	queue := make([]int, 0, n)
	for line := range lines {
		first := line * stride
		queue = queue[:0]
		for k := range n + window {
			if k < n {
				for len(queue) > 0 && values[first+queue[len(queue)-1]*step] <= values[first+k*step] {
					queue = queue[:len(queue)-1]
				}
				queue = append(queue, k)
			}
			if k >= window {
				for queue[0] < k-2*window {
					queue = queue[1:]
				}
				out[first+(k-window)*step] = values[first+queue[0]*step]
			}
		}
	}
	return out
}

// slope returns the slopes along x and z of a triangle of a cell. The diagonal runs from the lowest x and z
// to the highest. far selects the triangle on the +z side.
func (r *Relief) slope(x, z int, far bool) Vec {
	a := r.height(z*r.columns + x)
	b := r.height(z*r.columns + x + 1)
	c := r.height((z+1)*r.columns + x)
	d := r.height((z+1)*r.columns + x + 1)
	if far { // the triangle a, c, d
		return Vec{(d - c) / r.cell.X, 0, (c - a) / r.cell.Z}
	}
	return Vec{(b - a) / r.cell.X, 0, (d - b) / r.cell.Z}
}

// locate returns the cell of a point and the position in the cell, from 0 to 1. out is the vector from the
// rectangle to the point, or zero if the point is inside.
func (r *Relief) locate(p Vec) (x, z int, u, v float32, out Vec) {
	fx, fz := (p.X-r.low.X)/r.cell.X, (p.Z-r.low.Z)/r.cell.Z
	fx, fz = max(0, min(fx, float32(r.columns-1))), max(0, min(fz, float32(r.rows-1)))
	x, z = min(int(fx), r.columns-2), min(int(fz), r.rows-2)
	halfSize := r.size.times(0.5)
	out = Vec{p.X - max(-halfSize.X, min(p.X, halfSize.X)), 0, p.Z - max(-halfSize.Z, min(p.Z, halfSize.Z))}
	return x, z, fx - float32(x), fz - float32(z), out
}

// clearance returns the height d of a point above the ground and the slope there. For a point outside the
// rectangle, they are those at the nearest point of the rectangle. cosine is the cosine of the steepest slope
// nearby. out is the horizontal vector from the rectangle to the point, or zero if the point is inside.
func (r *Relief) clearance(p Vec) (d float32, slope Vec, cosine float32, out Vec) {
	x, z, u, v, out := r.locate(p)
	k := z*r.columns + x
	slope = r.slope(x, z, v > u)
	h := r.height(k) + float32(float32(slope.X*u)*r.cell.X) + float32(float32(slope.Z*v)*r.cell.Z)
	near := mix(r.steep[k], r.steep[k+1], u)
	far := mix(r.steep[k+r.columns], r.steep[k+r.columns+1], u)
	steep := float32(float32(r.heightFactor*r.heightFactor) * mix(near, far, v))
	return p.Y - h, slope, 1 / sqrt(1+steep), out
}

func mix(a, b, share float32) float32 { return a + float32((b-a)*share) }

func (r *Relief) convex() bool        { return false }
func (r *Relief) guess(p Vec) float32 { return r.distance(p) }

func (r *Relief) distance(p Vec) float32 {
	d, _, cosine, out := r.clearance(p)
	if d <= 0 && out == (Vec{}) {
		return d
	}
	d = r.distanceBound(max(d, 0), cosine, p)
	if out == (Vec{}) {
		return d
	}
	return hypot(out.length(), d)
}

// distanceBound returns a lower bound of the distance of p from the ground. d is the height of p above the
// ground.
func (r *Relief) distanceBound(d, cosine float32, p Vec) float32 {
	return max(min(float32(d*cosine), r.reach), p.Y-r.most)
}

func (r *Relief) nearest(p Vec) (float32, Vec) {
	d, slope, cosine, out := r.clearance(p)
	n := Vec{-slope.X, 1, -slope.Z}.unit(up)
	if out == (Vec{}) {
		if d > 0 {
			d = r.distanceBound(d, cosine, p)
		}
		return d, n
	}
	d = r.distanceBound(max(d, 0), cosine, p)
	return hypot(out.length(), d), out.add(n.times(d)).unit(up)
}

func (r *Relief) bounds() (low, high Vec) {
	halfSize := r.size.times(0.5)
	return Vec{-halfSize.X, r.least, -halfSize.Z}, Vec{halfSize.X, r.most, halfSize.Z}
}

func (r *Relief) Ground() Body { return Body{shape: r} }
