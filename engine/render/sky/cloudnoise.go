package sky

import (
	"math"
	"slices"
	"sync"

	"skein/engine/render/noise"
)

// clouds returns four bytes per texel: cumulus, cirrus, density of clouds over larger areas, and cumulus
// without fine detail. Each has the mean ½. The fine octaves of cumulus are cellular noise, which is squared
// and inverted to make it bulge (S. Worley, A cellular texture basis function, SIGGRAPH 1996). They are added
// to broad octaves of value noise (A. Schneider and N. Vos, The real-time volumetric cloudscapes of Horizon:
// Zero Dawn, SIGGRAPH 2015).
func clouds(seed int) []byte {
	other := uint32(seed) * 1000
	out := make([]byte, 4*noise.Size*noise.Size)
	var all sync.WaitGroup
	put := func(k int, make func() []float64) {
		all.Go(func() {
			for i, v := range make() {
				out[4*i+k] = byte(255 * v)
			}
		})
	}
	all.Go(func() {
		coarse := noise.SumOctaves(noise.Size, []noise.Octave{{5, 0.6}, {8, 0.5}}, 3+other)
		addCells(coarse, noise.Size, []noise.Octave{{9, 0.9}}, 31+other)
		whole := slices.Clone(coarse)
		addCells(whole, noise.Size, []noise.Octave{{19, 0.5}, {41, 0.28}, {89, 0.15}}, 33+other)
		mean, deviation := noise.Moments(whole)
		broad, _ := noise.Moments(coarse)
		for i := range whole {
			out[4*i] = byte(255 * noise.ToUnitRange(whole[i]-mean, deviation))
			out[4*i+3] = byte(255 * noise.ToUnitRange(coarse[i]-broad, deviation))
		}
	})
	put(1, func() []float64 { return cirrusNoise(other) })
	put(2, func() []float64 {
		return noise.Fractal(noise.Size, []noise.Octave{{2, 1}, {4, 0.8}, {7, 0.4}}, 5+other)
	})
	all.Wait()
	return out
}

func addCells(out []float64, size int, octaves []noise.Octave, seed uint32) {
	for k, o := range octaves {
		points := randomPoints(o.Cells()*o.Cells(), 2, seed*64+uint32(k))
		var all sync.WaitGroup
		for y := range size {
			all.Go(func() { addCellRow(out[y*size:(y+1)*size], y, o, points) })
		}
		all.Wait()
	}
}

func addCellRow(out []float64, y int, o noise.Octave, points []float64) {
	cells := o.Cells()
	scale := float64(cells) / float64(len(out))
	py := (float64(y) + 0.5) * scale
	cy := int(py)
	var near [9]struct{ x, dy2 float64 }
	last := -1
	for x := range out {
		px := (float64(x) + 0.5) * scale
		if cx := int(px); cx != last {
			last = cx
			for k := range near {
				i, j := k%3-1, k/3-1
				p := points[2*((cy+j+cells)%cells*cells+(cx+i+cells)%cells):]
				dy := float64(cy+j) + p[1] - py
				near[k].x, near[k].dy2 = float64(cx+i)+p[0], dy*dy
			}
		}
		nearest := 9.0
		for k := range near {
			dx := near[k].x - px
			if d := dx*dx + near[k].dy2; d < nearest {
				nearest = d
			}
		}
		out[x] -= o.Weight() * nearest
	}
}

// cirrusNoise returns specks of ice. Each has a tail that fades along the wind, on slightly curved
// streamlines (B. Cabral and L. Leedom, Imaging vector fields using line integral convolution, SIGGRAPH 1993,
// with a one-sided kernel). Each round appends to every tail the tail at its end, which doubles the length.
// other is a seed.
func cirrusNoise(other uint32) []float64 {
	const size, doublings, stride, fades = noise.Size, 5, 2.2, 0.94
	specks := noise.Normalize(noise.SumOctaves(size, []noise.Octave{{29, 0.5}, {67, 0.8}, {131, 0.8}, {251, 0.6}}, 4+other))
	bends := noise.Normalize(noise.SumOctaves(size, []noise.Octave{{2, 1}, {5, 0.7}, {11, 0.35}}, 6+other))
	type tail struct{ ice, x, y float64 } // amount of ice, and offset of the end of the tail, texels
	tails, longer := make([]tail, size*size), make([]tail, size*size)
	for i, v := range specks {
		sine, cosine := math.Sincos(0.35 + 2.6*(bends[i]-0.5))
		tails[i] = tail{max(v-0.45, 0), stride * cosine, stride * sine} // 0.45 leaves gaps between the specks
	}
	share := fades
	for range doublings {
		for i, t := range tails {
			x, y := int(float64(i%size+size)+t.x+0.5), int(float64(i/size+size)+t.y+0.5)
			next := &tails[y&(size-1)*size+x&(size-1)]
			longer[i] = tail{t.ice + share*next.ice, t.x + next.x, t.y + next.y}
		}
		tails, longer, share = longer, tails, share*share
	}
	for i, t := range tails {
		specks[i] = t.ice
	}
	return noise.Normalize(specks)
}

func randomPoints(n, coordinates int, seed uint32) []float64 {
	out := make([]float64, n*coordinates)
	for i := range out {
		out[i] = noise.Hash(uint32(i), seed)
	}
	return out
}

// ErosionSize is the side in texels of the repeating cube of noise that erodes cumulus.
const ErosionSize = 64

// erosionNoise returns one byte per texel of the cube: three octaves of inverted 3D cellular noise, with mean
// ½. Do not change the result.
var erosionNoise = sync.OnceValue(func() []byte {
	const n = ErosionSize
	v := make([]float64, n*n*n)
	for k, o := range []noise.Octave{{4, 1}, {8, 0.55}, {16, 0.3}} {
		points := randomPoints(o.Cells()*o.Cells()*o.Cells(), 3, 33*64+uint32(k))
		var all sync.WaitGroup
		for z := range n {
			all.Go(func() { addCellLayer(v[z*n*n:(z+1)*n*n], z, o, points) })
		}
		all.Wait()
	}
	out := make([]byte, len(v))
	for i, x := range noise.Normalize(v) {
		out[i] = byte(255 * x)
	}
	return out
})

func addCellLayer(out []float64, z int, o noise.Octave, points []float64) {
	const scale = 1.0 / ErosionSize
	wrap := func(i int) int { return (i + o.Cells()) % o.Cells() }
	pz := (float64(z) + 0.5) * scale * float64(o.Cells())
	cz := int(pz)
	for y := range ErosionSize {
		for x := range ErosionSize {
			px, py := (float64(x)+0.5)*scale*float64(o.Cells()), (float64(y)+0.5)*scale*float64(o.Cells())
			cx, cy := int(px), int(py)
			nearest := 9.0
			for k := -1; k <= 1; k++ {
				for j := -1; j <= 1; j++ {
					row := (wrap(cz+k)*o.Cells() + wrap(cy+j)) * o.Cells()
					for i := -1; i <= 1; i++ {
						p := points[3*(row+wrap(cx+i)):]
						dx, dy, dz := float64(cx+i)+p[0]-px, float64(cy+j)+p[1]-py, float64(cz+k)+p[2]-pz
						nearest = min(nearest, dx*dx+dy*dy+dz*dz)
					}
				}
			}
			out[y*ErosionSize+x] -= o.Weight() * nearest
		}
	}
}

// densityDistribution returns in element i the fraction of the sky in which the density of cumulus is at most
// i/255. The density is the sum of cumulus noise and cumulusVariation in cloud.glsl, which are treated as
// independent.
func densityDistribution(noise []byte) (shares [256]float32) {
	var heaps, broad [256]float64
	for i := 0; i < len(noise); i += 4 {
		heaps[noise[i]] += 4 / float64(len(noise))
		broad[noise[i+2]] += 4 / float64(len(noise))
	}
	for i, a := range heaps {
		for j, b := range broad {
			v := float64(i) + 0.5*(float64(j)-127.5)
			shares[int(min(max(math.Ceil(v), 0), 255))] += float32(a * b)
		}
	}
	for i := 1; i < len(shares); i++ {
		shares[i] += shares[i-1]
	}
	return shares
}
