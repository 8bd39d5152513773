// Package gauss draws random numbers from a truncated normal distribution.
//
// Start reading at [Table].
package gauss

import "skein/flock/vec"

// Size is the number of quantiles in a table. The outermost quantiles are 4.3 σ from the mean, so that rare
// escapes remain possible at a small eccentricity. Quantiles near the ends are far apart, so at a small
// eccentricity only a few draws cause an escape.
const Size = 1 << 16

// Table holds the quantiles of a normal distribution with mean ½, truncated to (0, 1). It is the table of
// GaussRand01 (S3, H11).
type Table struct {
	Sigma     float32   // standard deviation before the truncation
	Quantiles []float32 // quantiles in ascending order
}

// New computes the table for a standard deviation. It uses only the four basic operations, so every machine
// computes the same bits.
func New(sigma float32) Table {
	g := Table{sigma, make([]float32, Size)}
	s := float64(sigma)
	end := min(0.5/s, 8)
	below, _ := normal(-end)
	share := 1 - 2*below
	z := -end
	for k := range Size / 2 {
		p := below + float64(share*((float64(k)+0.5)/Size))
		z = normalQuantile(p, z)
		g.Quantiles[k] = max(float32(0.5+float64(z*s)), 0x1p-24)
		g.Quantiles[Size-1-k] = 1 - g.Quantiles[k]
	}
	return g
}

// Draw returns the quantile selected by the highest 16 of the random bits.
func (g *Table) Draw(bits uint64) float32 { return g.Quantiles[bits>>48] }

// normalQuantile returns the z at which the normal distribution function is p, by Newton's method. start must
// not be above the solution. The function is convex on the lower half, so only the first step can overshoot.
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
