// Package distance computes the squared distances from one point to many, four
// at a time where the machine can, with the same bits everywhere.
package distance

// Point is a place in space.
type Point struct{ X, Y, Z float32 }

// Words is the number of mask words for n points.
func Words(n int) int { return (n + 63) / 64 }

// Squares fills d2 with the squared distances from p to the points (x[k], y[k],
// z[k]), k < len(d2), each (dx² + dy²) + dz² with every operation rounded to
// float32. Bit k of mask says whether d2[k] < limit; the bits past the last
// point are clear. x, y and z are at least as long as d2, mask has
// Words(len(d2)) words.
func Squares(d2 []float32, mask []uint64, x, y, z []float32, p Point, limit float32) {
	n := len(d2)
	x, y, z, mask = x[:n], y[:n], z[:n], mask[:Words(n)]
	clear(mask)
	done := squaresFast(d2, mask, x, y, z, p, limit)
	squares(d2, mask, x, y, z, p, limit, done)
}

// squares is Squares from the given point on, with a clear mask.
func squares(d2 []float32, mask []uint64, x, y, z []float32, p Point, limit float32, from int) {
	for k := from; k < len(d2); k++ {
		dx, dy, dz := x[k]-p.X, y[k]-p.Y, z[k]-p.Z
		d := float32(dx*dx) + float32(dy*dy) + float32(dz*dz)
		d2[k] = d
		if d < limit {
			mask[k/64] |= 1 << (k % 64)
		}
	}
}
