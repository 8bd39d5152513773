package flock

import "skein/flock/vec"

// gaussSize is the number of quantiles in the table. The outermost lie 4.3 σ from the mean, so rare escapes
// remain possible at a small eccentricity X. Quantiles near the ends are far apart, so at a small X only a
// few draws cause an escape.
const gaussSize = 1 << 16

// gauss is the look-up table of GaussRand01 (H11): the quantiles, in ascending order, of a normal
// distribution with mean ½ and spread sigma, truncated to (0, 1).
type gauss struct {
	sigma float32
	table []float32
}

// newGauss computes the table for a spread. It uses only the four basic operations, so every machine
// computes the same bits.
func newGauss(sigma float32) gauss {
	g := gauss{sigma, make([]float32, gaussSize)}
	s := float64(sigma)
	end := min(0.5/s, 8)
	below, _ := normal(-end)
	share := 1 - 2*below
	z := -end
	for k := range gaussSize / 2 {
		p := below + float64(share*((float64(k)+0.5)/gaussSize))
		z = normalQuantile(p, z)
		g.table[k] = max(float32(0.5+float64(z*s)), 0x1p-24)
		g.table[gaussSize-1-k] = 1 - g.table[k]
	}
	return g
}

func (g *gauss) draw(bits uint64) float32 { return g.table[bits>>48] }

// normalQuantile returns the z at which the normal distribution function is p, by Newton's method. The
// parameter start must be at or below the solution. The function is convex on the lower half, so only the
// first step can go too far.
func normalQuantile(p, start float64) float64 {
	z := start
	for range 60 {
		below, density := normal(z)
		step := (below - p) / density
		step = max(min(step, 0.5), -0.5)
		z -= step
		if step < 1e-7 && step > -1e-7 {
			break
		}
	}
	return z
}

// normal returns the normal distribution function at z, for z within ±8, and its density φ(z). The function
// is the series ½ + φ(z)·(z + z³/3 + z⁵/(3·5) + …).
func normal(z float64) (below, density float64) {
	const overRoot2Pi = 0.3989422804014327
	square := float64(z * z)
	density = overRoot2Pi * vec.Exp(-square/2)
	term, sum := z, z
	for k := 3.0; k < 400 && term*term > 1e-28*sum*sum; k += 2 {
		term = float64(term*square) / k
		sum += term
	}
	return 0.5 + float64(density*sum), density
}
