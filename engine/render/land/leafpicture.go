package land

import (
	"math"

	"skein/engine/render/noise"
)

// The leaf picture is a row of square tiles with leaves, stalks and flowers. A tile is leafTexels wide.
const (
	leafTexels = 256
	leafTiles  = 8
)

const (
	tileReed = iota // two tiles; 1 m of stalks with plumes
	_
	tileBroad
	tileFine // twigs with narrow leaves
	tileGrass
	tileBloom
	tileHeath
	tileGrain
)

// leafPicture stores the brightness (½ is normal), the fraction of the colour of plumes and flowers, the
// translucency and the opacity.
type leafPicture struct {
	texels []float32 // four per texel
	width  int
}

// LeafImage paints all tiles. The first row of the image is the bottom row.
func LeafImage() (texels []byte, wide, high int) {
	p := leafPicture{width: leafTexels * leafTiles}
	high = leafTexels
	p.texels = make([]float32, 4*p.width*high)
	for i := range p.texels {
		p.texels[i] = [4]float32{0.5, 0, 0.6, 0}[i%4]
	}
	p.reed()
	p.twig(tileBroad, 14, 420, 16, 8.5)
	p.twig(tileFine, 17, 480, 17, 3.6)
	p.blades(tileGrass, 46, 0)
	p.blades(tileBloom, 16, 13)
	p.heather()
	p.grain()
	texels = make([]byte, len(p.texels))
	for i, v := range p.texels {
		texels[i] = byte(255*max(0, min(1, v)) + 0.5)
	}
	return texels, p.width, high
}

type brush struct{ bright, head, translucency float32 }

func (p *leafPicture) disc(tile [2]float64, x, y, radius float64, b brush) {
	for j := int(y - radius - 1); j <= int(y+radius+1); j++ {
		for i := int(x - radius - 1); i <= int(x+radius+1); i++ {
			if i < int(tile[0])+3 || i >= int(tile[1])-3 || j < 0 || j >= leafTexels-3 {
				continue
			}
			share := float32(max(0, min(1, radius-math.Hypot(float64(i)+0.5-x, float64(j)+0.5-y)+0.5)))
			if share == 0 {
				continue
			}
			texel := p.texels[4*(j*p.width+i):][:4]
			weight := share
			if texel[3] == 0 {
				weight = 1
			}
			for k, v := range [3]float32{b.bright, b.head, b.translucency} {
				texel[k] += weight * (v - texel[k])
			}
			texel[3] += share * (1 - texel[3])
		}
	}
}

// stroke paints a quadratic Bézier curve. wide returns half its width in texels, and paint its brush, for t
// from 0 at the foot to 1 at the tip.
func (p *leafPicture) stroke(tile [2]float64, foot, bend, tip [2]float64, wide func(t float64) float64, paint func(t float64) brush) {
	length := math.Hypot(bend[0]-foot[0], bend[1]-foot[1]) + math.Hypot(tip[0]-bend[0], tip[1]-bend[1])
	n := int(length/0.7) + 2
	for k := range n {
		t := float64(k) / float64(n-1)
		s := 1 - t
		x := s*s*foot[0] + 2*s*t*bend[0] + t*t*tip[0]
		y := s*s*foot[1] + 2*s*t*bend[1] + t*t*tip[1]
		p.disc(tile, x, y, max(0.45, wide(t)), paint(t))
	}
}

func tileEdges(tile, tiles int) [2]float64 {
	return [2]float64{float64(tile * leafTexels), float64((tile + tiles) * leafTexels)}
}

type randomSequence struct{ seed, n uint32 }

func (l *randomSequence) next() float64 { l.n++; return noise.Hash(l.n, l.seed) }

func (l *randomSequence) between(low, high float64) float64 { return low + (high-low)*l.next() }

func (p *leafPicture) reed() {
	tile := tileEdges(tileReed, 2)
	l := randomSequence{seed: 41}
	const stalks = 26
	for k := range stalks {
		x := tile[0] + 30 + (2*leafTexels-60)*(float64(k*11%stalks)+l.next())/stalks
		depth := float32(0.28 + 0.42*float64(k)/stalks)
		tall := l.between(150, 225)
		lean := l.between(-26, 26)
		foot, bend, top := [2]float64{x, -2}, [2]float64{x + 0.2*lean, 0.6 * tall}, [2]float64{x + lean, tall}
		p.stroke(tile, foot, bend, top, func(t float64) float64 { return 1.9 - 0.9*t },
			func(t float64) brush { return brush{depth * float32(0.45+0.65*t), 0.25 * float32(t), 0.3} })
		for range 4 {
			t := l.between(0.15, 0.8)
			s := 1 - t
			pos := [2]float64{s*s*foot[0] + 2*s*t*bend[0] + t*t*top[0], s*s*foot[1] + 2*s*t*bend[1] + t*t*top[1]}
			way, rise := l.between(26, 62), l.between(6, 44)
			if l.next() < 0.5 {
				way = -way
			}
			p.stroke(tile, pos, [2]float64{pos[0] + 0.4*way, pos[1] + rise}, [2]float64{pos[0] + way, pos[1] + rise*l.between(-0.3, 0.9)},
				func(t float64) float64 { return 2.6 * math.Sqrt(1-t) * min(1, 0.5+4*t) },
				func(u float64) brush { return brush{depth * float32(0.55+0.55*t+0.2*u), 0, 0.9} })
		}
		if l.next() < 0.8 {
			p.plume(tile, top, l.between(24, 38), lean+l.between(4, 18), depth, &l)
		}
	}
}

func (p *leafPicture) plume(tile [2]float64, pos [2]float64, long, lean float64, depth float32, l *randomSequence) {
	for range 26 {
		up := l.next()
		from := [2]float64{pos[0] + 0.25*lean*up, pos[1] + long*(up-0.25)}
		side := l.between(-0.5, 1.1) * lean * 0.5 * (1 - 0.6*up)
		p.stroke(tile, from, [2]float64{from[0] + 0.6*side, from[1] + 5}, [2]float64{from[0] + side, from[1] + l.between(-6, 5)},
			func(t float64) float64 { return 2.0 - 1.2*t },
			func(t float64) brush { return brush{depth * float32(0.75+0.5*up), 1, 0.8} })
	}
}

// twig paints twigs from the middle of a tile. long and wide are a leaf's size in texels.
func (p *leafPicture) twig(tile, twigs, leaves int, long, wide float64) {
	l := randomSequence{seed: uint32(50 + tile)}
	pos := tileEdges(tile, 1)
	middle := [2]float64{pos[0] + leafTexels/2, leafTexels / 2}
	type leaf struct{ x, y, way float64 }
	var all []leaf
	for k := range twigs {
		way := 2 * math.Pi * (float64(k) + 0.7*l.next()) / float64(twigs)
		reach := l.between(50, 106)
		tip := [2]float64{middle[0] + reach*math.Cos(way), middle[1] + reach*math.Sin(way)}
		bend := [2]float64{(middle[0]+tip[0])/2 + l.between(-14, 14), (middle[1]+tip[1])/2 + l.between(-14, 14)}
		p.stroke(pos, middle, bend, tip, func(t float64) float64 { return 2.4 - 1.6*t }, func(float64) brush { return brush{0.22, 0, 0.1} })
		for n := range leaves / twigs {
			t := (float64(n) + l.next()) * float64(twigs) / float64(leaves)
			s := 1 - t
			all = append(all, leaf{
				s*s*middle[0] + 2*s*t*bend[0] + t*t*tip[0], s*s*middle[1] + 2*s*t*bend[1] + t*t*tip[1],
				way + l.between(-1.5, 1.5)*(1-0.6*t),
			})
		}
	}
	for k := range all {
		f := all[k*37%len(all)]
		size := l.between(0.65, 1.1)
		depth := float32(0.26 + 0.5*float64(k)/float64(len(all)))
		depth *= float32(l.between(0.85, 1.15))
		tip := [2]float64{f.x + size*long*math.Cos(f.way), f.y + size*long*math.Sin(f.way)}
		position := [2]float64{(f.x+tip[0])/2 + l.between(-4, 4), (f.y+tip[1])/2 + l.between(-4, 4)}
		p.stroke(pos, [2]float64{f.x, f.y}, position, tip,
			func(t float64) float64 { return size * wide / 2 * math.Sqrt(math.Sin(math.Pi*min(1, 0.06+0.94*t))) },
			func(t float64) brush { return brush{depth * float32(0.85+0.3*t), 0, 1} })
		p.stroke(pos, [2]float64{f.x, f.y}, position, tip, func(t float64) float64 { return 0.45 }, func(float64) brush { return brush{1.25 * depth, 0, 0.7} })
	}
}

func (p *leafPicture) blades(tile, blades, flowers int) {
	l := randomSequence{seed: uint32(60 + tile)}
	pos := tileEdges(tile, 1)
	for k := range blades + flowers {
		x := pos[0] + leafTexels*(0.5+0.36*(2*l.next()-1))
		out := (x - pos[0] - leafTexels/2) / leafTexels
		tall := l.between(90, 236) * (1 - 0.8*out*out)
		lean := 130*out + l.between(-34, 34)
		depth := float32(0.3 + 0.4*float64(k)/float64(blades+flowers))
		flower := k >= blades
		thick := l.between(2.2, 3.6)
		if flower {
			tall, lean, thick = l.between(120, 232), 0.6*lean, 1.3
		}
		top := [2]float64{x + lean, tall}
		p.stroke(pos, [2]float64{x, -2}, [2]float64{x + 0.15*lean, 0.65 * tall}, top,
			func(t float64) float64 { return thick * math.Sqrt(1-0.95*t) },
			func(t float64) brush { return brush{depth * float32(0.4+0.8*t), 0.1 * float32(t), 0.9} })
		if flower {
			for range 9 {
				p.disc(pos, top[0]+l.between(-8, 8), top[1]+l.between(-6, 5), l.between(2.5, 5), brush{float32(l.between(0.4, 0.65)), 1, 0.8})
			}
		}
	}
}

func (p *leafPicture) heather() {
	l := randomSequence{seed: 71}
	pos := tileEdges(tileHeath, 1)
	const twigs = 34
	for k := range twigs {
		x := pos[0] + leafTexels*(0.5+0.3*(2*l.next()-1))
		out := (x - pos[0] - leafTexels/2) / leafTexels
		tall := l.between(120, 235) * (1 - 1.2*out*out)
		tip := [2]float64{x + 150*out + l.between(-16, 16), tall}
		bend := [2]float64{x + 40*out, 0.6 * tall}
		depth := float32(0.26 + 0.44*float64(k)/twigs)
		p.stroke(pos, [2]float64{x, -2}, bend, tip, func(t float64) float64 { return 1.8 - 0.8*t }, func(t float64) brush { return brush{0.6 * depth, 0, 0.2} })
		for range 34 {
			t := l.between(0.25, 1)
			s := 1 - t
			px, py := s*s*x+2*s*t*bend[0]+t*t*tip[0], -2*s*s+2*s*t*bend[1]+t*t*tip[1]
			bloom := brush{depth * float32(0.7+0.5*t), 0, 0.6}
			if t > 0.55 && l.next() < 0.75 {
				bloom = brush{depth * float32(l.between(0.9, 1.4)), 1, 0.7}
			}
			p.disc(pos, px+l.between(-9, 9)*(1.2-t), py+l.between(-4, 4), l.between(1.6, 3.2), bloom)
		}
	}
}

func (p *leafPicture) grain() {
	rough := noise.Fractal(leafTexels, []noise.Octave{{7, 0.6}, {13, 0.7}, {29, 0.8}, {61, 0.7}, {127, 0.5}}, 73)
	for j := range leafTexels {
		for i := range leafTexels {
			texel := p.texels[4*(j*p.width+tileGrain*leafTexels+i):][:4]
			texel[0], texel[1], texel[2], texel[3] = float32(0.5+0.9*(rough[j*leafTexels+i]-0.5)), 0, 0, 1
		}
	}
}
