package vec

// CubeRoot returns the cube root of x, which must be 0 or between 1e-24 and 1e12. It uses Newton's method, so
// the result has the same bits on every machine.
func CubeRoot(x float32) float32 {
	if x == 0 {
		return 0
	}
	r := max(1, float64(x))
	for range 60 {
		r -= (r - float64(x)/float64(r*r)) / 3
	}
	return float32(r)
}
