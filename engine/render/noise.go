package render

import "math"

// noiseSize is the side of each tile of noise, texels.
const noiseSize = 512

// meadowNoise returns two interleaved bytes per texel: fine grass, from octaves of nearly equal
// weight, and broad patches, from octaves that halve. Both have mean ½.
func meadowNoise() []byte {
	out := make([]byte, 2*noiseSize*noiseSize)
	grass := fractal(noiseSize, []octave{{16, 0.25}, {32, 0.5}, {64, 0.8}, {128, 1}, {256, 1}}, 1)
	patches := fractal(noiseSize, []octave{{4, 1}, {8, 0.7}, {16, 0.5}, {32, 0.35}, {64, 0.25}}, 2)
	for i := range grass {
		out[2*i] = byte(255 * grass[i])
		out[2*i+1] = byte(255 * patches[i])
	}
	return out
}

// octave is value noise on a lattice of cells × cells.
type octave struct {
	cells  int
	weight float64
}

// fractal sums octaves of tiling value noise and stretches the sum to 0..1 around its mean.
func fractal(size int, weights []octave, seed uint32) []float64 {
	return normalize(sumOctaves(size, weights, seed))
}

// sumOctaves sums octaves of tiling value noise.
func sumOctaves(size int, weights []octave, seed uint32) []float64 {
	out := make([]float64, size*size)
	for k, o := range weights {
		addOctave(out, size, o, seed*64+uint32(k))
	}
	return out
}

// normalize maps values to the range from 0 to 1, with their mean at ½. It overwrites them.
func normalize(out []float64) []float64 {
	mean, deviation := moments(out)
	for i, v := range out {
		out[i] = toUnitRange(v-mean, deviation)
	}
	return out
}

// moments returns the mean and the standard deviation of values.
func moments(values []float64) (mean, deviation float64) {
	var sum, squares float64
	for _, v := range values {
		sum += v
		squares += v * v
	}
	n := float64(len(values))
	mean = sum / n
	return mean, math.Sqrt(squares/n - mean*mean)
}

// toUnitRange maps a deviation from the mean to the range from 0 to 1: three standard deviations
// reach the ends.
func toUnitRange(off, deviation float64) float64 {
	return max(0, min(1, 0.5+off/(6*deviation)))
}

// addOctave adds one octave.
func addOctave(out []float64, size int, o octave, seed uint32) {
	values := make([]float64, o.cells*o.cells)
	for i := range values {
		values[i] = o.weight * hash(uint32(i), seed)
	}
	scale := float64(o.cells) / float64(size)
	for y := range size {
		y0, fy := splitCell(float64(y) * scale)
		for x := range size {
			x0, fx := splitCell(float64(x) * scale)
			x1, y1 := (x0+1)%o.cells, (y0+1)%o.cells
			top := values[y0*o.cells+x0]*(1-fx) + values[y0*o.cells+x1]*fx
			bottom := values[y1*o.cells+x0]*(1-fx) + values[y1*o.cells+x1]*fx
			out[y*size+x] += top*(1-fy) + bottom*fy
		}
	}
}

// splitCell splits a coordinate into the number of its cell and a smooth fraction.
func splitCell(x float64) (int, float64) {
	i := math.Floor(x)
	f := x - i
	return int(i), f * f * (3 - 2*f)
}

// hash returns a pseudo-random number in [0, 1) for each pair of i and seed.
func hash(i, seed uint32) float64 {
	h := i*0x9e3779b9 ^ seed*0x85ebca6b
	h = (h ^ h>>16) * 0x7feb352d
	h = (h ^ h>>15) * 0x846ca68b
	return float64(h^h>>16) / (1 << 32)
}
