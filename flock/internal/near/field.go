package near

import "skein/flock/vec"

// Field is a vector field in a box that is divided into cells. It is given at the corners of the cells. In a
// cell, it is interpolated linearly along x, then y, then z.
type Field struct {
	Low  vec.Vec    // lowest corner of the box
	Side vec.Vec    // size of a cell
	Last [3]float32 // number of cells along each axis, minus 1; whole numbers
	rows []fieldRow
}

// fieldRow holds the values at two corners, one above the other along z, and the differences between these
// values and those at the next corners along x. The fourth numbers are 0.
type fieldRow struct{ values, differences [2][4]float32 }

// Set sets the values at the corners, which are numbered along x, then y, then z. Last must be set.
func (f *Field) Set(corners []vec.Vec) {
	nx, ny, nz := int(f.Last[0])+1, int(f.Last[1])+1, int(f.Last[2])+1
	if n := nx * (ny + 1) * nz; len(f.rows) != n {
		f.rows = make([]fieldRow, n)
	}
	for k := range f.rows {
		corner := k/nx*(nx+1) + k%nx
		for up := range 2 {
			at := corner + up*(nx+1)*(ny+1)
			value := corners[at]
			d := corners[at+1].Sub(value)
			f.rows[k].values[up] = [4]float32{value.X, value.Y, value.Z}
			f.rows[k].differences[up] = [4]float32{d.X, d.Y, d.Z}
		}
	}
}

// Interpolate sets dst to the values of the field at points, which should lie in the box. The arrays must be
// at least as long as dst.X. Up to the next multiple of eight elements, they are also read and written.
func (f *Field) Interpolate(dst, points *Vec) {
	if len(dst.X) > 0 {
		f.interpolate(dst, points)
	}
}

func (f *Field) interpolateGo(dst, points *Vec) {
	for i := range dst.X {
		v := f.At(vec.Vec{X: points.X[i], Y: points.Y[i], Z: points.Z[i]})
		dst.X[i], dst.Y[i], dst.Z[i] = v.X, v.Y, v.Z
	}
}

// At returns the value of the field at a point.
func (f *Field) At(p vec.Vec) vec.Vec {
	x, tx := alongAxis(p.X, f.Low.X, f.Side.X, f.Last[0])
	y, ty := alongAxis(p.Y, f.Low.Y, f.Side.Y, f.Last[1])
	z, tz := alongAxis(p.Z, f.Low.Z, f.Side.Z, f.Last[2])
	nx, ny := int(f.Last[0])+1, int(f.Last[1])+1
	row := (z*(ny+1)+y)*nx + x
	near, far := f.rows[row].along(tx), f.rows[row+nx].along(tx)
	return lerp(lerp(near[0], far[0], ty), lerp(near[1], far[1], ty), tz)
}

// along returns the values at a fraction t of the way to the next corners along x.
func (r *fieldRow) along(t float32) (at [2]vec.Vec) {
	for up := range at {
		v, d := &r.values[up], &r.differences[up]
		at[up] = vec.Vec{X: v[0], Y: v[1], Z: v[2]}.Add(vec.Vec{X: d[0], Y: d[1], Z: d[2]}.Scale(t))
	}
	return at
}

// alongAxis returns the index of a cell along an axis, and the position in the cell, from 0 to 1.
func alongAxis(x, low, side, last float32) (int, float32) {
	t := (x - low) / side
	k := max(0, min(int(t), int(last)))
	return k, t - float32(k)
}

func lerp(a, b vec.Vec, t float32) vec.Vec { return a.Add(b.Sub(a).Scale(t)) }
