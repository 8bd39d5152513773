package render

import "math"

// noiseSize is the side of the ground's noise, texels. It tiles.
const noiseSize = 512

// groundNoise returns two interleaved bytes a texel: fine grass, made of octaves
// that hardly weaken, and broad patches, made of octaves that halve. Both have
// mean ½.
func groundNoise() []byte {
	out := make([]byte, 2*noiseSize*noiseSize)
	grass := fractal(noiseSize, []octave{{16, 0.25}, {32, 0.5}, {64, 0.8}, {128, 1}, {256, 1}}, 1)
	patches := fractal(noiseSize, []octave{{4, 1}, {8, 0.7}, {16, 0.5}, {32, 0.35}, {64, 0.25}}, 2)
	for i := range grass {
		out[2*i] = byte(255 * grass[i])
		out[2*i+1] = byte(255 * patches[i])
	}
	return out
}

// cloudNoise returns four interleaved bytes a texel: heaps, wisps, where there are more of
// them, and nothing. Each has mean ½.
func cloudNoise() []byte {
	out := make([]byte, 4*noiseSize*noiseSize)
	for k, octaves := range [][]octave{
		{{7, 1}, {13, 0.8}, {27, 0.5}, {53, 0.3}, {101, 0.2}, {211, 0.12}},
		{{5, 1}, {11, 0.8}, {23, 0.6}, {61, 0.5}, {127, 0.35}, {255, 0.2}},
		{{2, 1}, {4, 0.8}, {7, 0.4}},
	} {
		for i, v := range fractal(noiseSize, octaves, uint32(3+k)) {
			out[4*i+k] = byte(255 * v)
		}
	}
	return out
}

// octave is value noise on a lattice of cells × cells.
type octave struct {
	cells  int
	weight float64
}

// fractal sums octaves of tiling value noise and stretches them to 0..1 around
// their mean.
func fractal(size int, octaves []octave, seed uint32) []float64 {
	out := make([]float64, size*size)
	for k, o := range octaves {
		add(out, size, o, seed*64+uint32(k))
	}
	var sum, squares float64
	for _, v := range out {
		sum += v
		squares += v * v
	}
	n := float64(len(out))
	mean := sum / n
	deviation := math.Sqrt(squares/n - mean*mean)
	for i, v := range out {
		out[i] = max(0, min(1, 0.5+(v-mean)/(6*deviation)))
	}
	return out
}

func add(out []float64, size int, o octave, seed uint32) {
	values := make([]float64, o.cells*o.cells)
	for i := range values {
		values[i] = o.weight * hash(uint32(i), seed)
	}
	scale := float64(o.cells) / float64(size)
	for y := range size {
		y0, fy := cell(float64(y) * scale)
		for x := range size {
			x0, fx := cell(float64(x) * scale)
			x1, y1 := (x0+1)%o.cells, (y0+1)%o.cells
			top := values[y0*o.cells+x0]*(1-fx) + values[y0*o.cells+x1]*fx
			bottom := values[y1*o.cells+x0]*(1-fx) + values[y1*o.cells+x1]*fx
			out[y*size+x] += top*(1-fy) + bottom*fy
		}
	}
}

// cell splits a coordinate into its cell and a smooth fraction.
func cell(x float64) (int, float64) {
	i := math.Floor(x)
	f := x - i
	return int(i), f * f * (3 - 2*f)
}

// hash is a number in [0, 1) for each (i, seed).
func hash(i, seed uint32) float64 {
	h := i*0x9e3779b9 ^ seed*0x85ebca6b
	h = (h ^ h>>16) * 0x7feb352d
	h = (h ^ h>>15) * 0x846ca68b
	return float64(h^h>>16) / (1 << 32)
}
