package noise

import (
	"math"
)

// Size is the side of a noise tile, in texels.
const Size = 512

// Octave is one octave of noise: the number of cells along a side, and the weight.
type Octave [2]float64

// Cells returns the number of cells along a side.
func (o Octave) Cells() int { return int(o[0]) }

// Weight returns the factor for the octave's values.
func (o Octave) Weight() float64 { return o[1] }

// Fractal sums octaves of tiling value noise, mapped to 0..1 with mean ½.
func Fractal(size int, weights []Octave, seed uint32) []float64 {
	return Normalize(SumOctaves(size, weights, seed))
}

// SumOctaves sums octaves of tiling value noise.
func SumOctaves(size int, weights []Octave, seed uint32) []float64 {
	out := make([]float64, size*size)
	for k, o := range weights {
		addOctave(out, size, o, seed*64+uint32(k))
	}
	return out
}

// Normalize maps values to 0..1 with mean ½, in place.
func Normalize(out []float64) []float64 {
	mean, deviation := Moments(out)
	for i, v := range out {
		out[i] = ToUnitRange(v-mean, deviation)
	}
	return out
}

// Moments returns the mean and the standard deviation of the values.
func Moments(values []float64) (mean, deviation float64) {
	var sum, squares float64
	for _, v := range values {
		sum += v
		squares += v * v
	}
	n := float64(len(values))
	mean = sum / n
	return mean, math.Sqrt(squares/n - mean*mean)
}

// ToUnitRange maps a difference from the mean to 0..1. The ends of this range are three standard deviations
// from the mean.
func ToUnitRange(offset, deviation float64) float64 {
	return max(0, min(1, 0.5+offset/(6*deviation)))
}

func addOctave(out []float64, size int, o Octave, seed uint32) {
	cells := o.Cells()
	values := make([]float64, cells*cells)
	for i := range values {
		values[i] = o.Weight() * Hash(uint32(i), seed)
	}
	scale := float64(cells) / float64(size)
	places := make([]place, size)
	for x := range places {
		i, f := SplitCell(float64(x) * scale)
		places[x] = place{i, (i + 1) % cells, f}
	}
	for y, v := range places {
		upper, lower := values[v.cell*cells:][:cells], values[v.next*cells:][:cells]
		row := out[y*size:][:size]
		for x, u := range places {
			top := upper[u.cell]*(1-u.fraction) + upper[u.next]*u.fraction
			bottom := lower[u.cell]*(1-u.fraction) + lower[u.next]*u.fraction
			row[x] += top*(1-v.fraction) + bottom*v.fraction
		}
	}
}

type place struct {
	cell, next int
	fraction   float64
}

// SplitCell splits a coordinate into the index of its cell and a smoothed fraction.
func SplitCell(x float64) (int, float64) {
	i := math.Floor(x)
	f := x - i
	return int(i), f * f * (3 - 2*f)
}

// Hash returns a pseudo-random number in [0, 1) for each i and seed.
func Hash(i, seed uint32) float64 {
	h := i*0x9e3779b9 ^ seed*0x85ebca6b
	h = (h ^ h>>16) * 0x7feb352d
	h = (h ^ h>>15) * 0x846ca68b
	return float64(h^h>>16) / (1 << 32)
}
