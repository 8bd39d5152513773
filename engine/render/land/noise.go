package land

import (
	"math"
	"sync"

	"skein/engine/render/noise"
)

// Noise returns the noise tile that lands use. Do not change the result. It has four bytes per texel: the
// slopes of waves along x and z (LevelSlope encodes the slope 0), tufts, and patches. The mean of tufts and
// of patches is ½.
var Noise = sync.OnceValue(func() []byte {
	const n = noise.Size
	out := make([]byte, 4*n*n)
	waves := noise.Fractal(n, []noise.Octave{{11, 1}, {19, 0.9}, {31, 0.7}, {53, 0.5}, {89, 0.3}}, 11)
	tufts := noise.Fractal(n, []noise.Octave{{23, 0.4}, {47, 0.7}, {97, 1}, {193, 1}}, 12)
	patches := noise.Fractal(n, []noise.Octave{{3, 1}, {7, 0.75}, {13, 0.5}, {29, 0.3}, {61, 0.2}, {127, 0.14}}, 13)
	steep := 0.0
	valueAt := func(x, y int) float64 { return waves[(y+n)%n*n+(x+n)%n] }
	slopes := func(x, y int) (float64, float64) {
		return valueAt(x+1, y) - valueAt(x-1, y), valueAt(x, y+1) - valueAt(x, y-1)
	}
	for i := range waves {
		a, b := slopes(i%n, i/n)
		steep += a*a + b*b
	}
	scale := 127 / 3 / math.Sqrt(steep/(2*n*n)) // the steepest stored slope is three times the root mean square
	level := func(v float64) byte { return byte(LevelSlope + math.Round(max(-127, min(127, scale*v)))) }
	for i := range waves {
		a, b := slopes(i%n, i/n)
		out[4*i], out[4*i+1] = level(a), level(b)
		out[4*i+2], out[4*i+3] = byte(255*tufts[i]), byte(255*patches[i])
	}
	return out
})

const plotCells = 7

// Plots returns a tile with four bytes per texel: the crop, the distance to the plot's edge (255 is 1/26 of
// the tile), and the cosine and sine of the direction of ploughing, mapped from -1..1 to 0..255.
func Plots() []byte {
	const n = noise.Size
	out := make([]byte, 4*n*n)
	warp := noise.Fractal(n, []noise.Octave{{5, 1}, {11, 0.5}}, 21)
	for i := range n * n {
		w := 0.9 * (warp[i] - 0.5)
		x := float64(i%n)*plotCells/n + w
		y := float64(i/n)*plotCells/n - w
		kind, edge := plotAt(x, y)
		way := math.Round(8*noise.Hash(kind, 23)) * math.Pi / 8
		out[4*i] = byte(255 * noise.Hash(kind, 22))
		out[4*i+1] = byte(255 * min(edge*26/plotCells, 1))
		out[4*i+2] = byte(128 + 127*math.Cos(way))
		out[4*i+3] = byte(128 + 127*math.Sin(way))
	}
	return out
}

// plotAt returns the plot that contains a point and the distance to its edge, in cells. Plots are Voronoi
// cells.
func plotAt(x, y float64) (plot uint32, edge float64) {
	type middle struct {
		x, y float64
		plot uint32
	}
	var all [25]middle
	cx, cy := math.Floor(x), math.Floor(y)
	best, first := math.Inf(1), 0
	for k := range all {
		i, j := cx+float64(k%5-2), cy+float64(k/5-2)
		number := wrapCell(i)*plotCells + wrapCell(j)
		all[k] = middle{i + 0.12 + 0.76*noise.Hash(number, 24), j + 0.12 + 0.76*noise.Hash(number, 25), number}
		if d := math.Hypot(all[k].x-x, all[k].y-y); d < best {
			best, first = d, k
		}
	}
	a := all[first]
	edge = math.Inf(1)
	for k, b := range all {
		if k == first {
			continue
		}
		dx, dy := b.x-a.x, b.y-a.y
		away := ((a.x+b.x)/2-x)*dx + ((a.y+b.y)/2-y)*dy
		edge = min(edge, away/math.Hypot(dx, dy))
	}
	return a.plot, edge
}

func wrapCell(i float64) uint32 { return uint32((int(i) + 4*plotCells) % plotCells) }

// Meadow returns the noise tile of the meadow. Do not change the result. It has two bytes per texel: fine
// grass and broad patches, both with mean ½.
var Meadow = sync.OnceValue(func() []byte {
	out := make([]byte, 2*noise.Size*noise.Size)
	grass := noise.Fractal(noise.Size, []noise.Octave{{16, 0.25}, {32, 0.5}, {64, 0.8}, {128, 1}, {256, 1}}, 1)
	patches := noise.Fractal(noise.Size, []noise.Octave{{4, 1}, {8, 0.7}, {16, 0.5}, {32, 0.35}, {64, 0.25}}, 2)
	for i := range grass {
		out[2*i] = byte(255 * grass[i])
		out[2*i+1] = byte(255 * patches[i])
	}
	return out
})

// Far is the side of the square, in m, in which seeds choose the origin of a land.
const Far = 20_000.0

// LevelSlope is the byte for a slope of 0 in Noise.
const LevelSlope = 128
