package vec

// Exp returns e to the power x for x in [-40,0]. It evaluates the Taylor series at x/64 and squares the
// result six times.
func Exp(x float64) float64 {
	x /= 64
	term, sum, before := 1.0, 1.0, 0.0
	for k := 1.0; k < 20 && sum != before; k++ { // until a term no longer changes the sum
		before = sum
		term = float64(term*x) / k
		sum += term
	}
	for range 6 {
		sum = float64(sum * sum)
	}
	return sum
}
