package distance

// squaresFast is Squares for the first eights of points; it returns their
// number.
func squaresFast(d2 []float32, mask []uint64, x, y, z []float32, p Point, limit float32) int {
	turns := len(d2) / 8
	if turns > 0 {
		squaresSSE(&d2[0], &mask[0], &x[0], &y[0], &z[0], turns, p.X, p.Y, p.Z, limit)
	}
	return 8 * turns
}

// squaresSSE does eight points a turn.
//
//go:noescape
func squaresSSE(d2 *float32, mask *uint64, x, y, z *float32, turns int, px, py, pz, limit float32)
