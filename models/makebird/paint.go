package main

import (
	"image"
	"image/color"
	"math"
)

// The picture that all of a bird is painted in.
const (
	sheetWide = 512
	sheetTall = 1024
	quillTall = 16
)

// region is a rectangle of the picture, pixels.
type region struct{ x, y, w, h int }

// The regions: the body and the bill unrolled (front to back, top to bottom of
// one side), the eye, the two faces of the covered wing (shoulder to hand,
// leading edge to the end of the coverts); below them the flight feathers.
var (
	bodyPlace  = region{0, 0, 512, 224}
	billPlace  = region{0, 224, 128, 48}
	eyePlace   = region{128, 224, 48, 48}
	upperPlace = region{0, 272, 512, 104}
	lowerPlace = region{0, 376, 512, 104}
)

// uv are the texture coordinates of a place in the region, 0 to 1, half a pixel
// inside it.
func (r region) uv(u, v float64) [2]float64 {
	return [2]float64{
		(float64(r.x) + 0.5 + u*float64(r.w-1)) / sheetWide,
		(float64(r.y) + 0.5 + v*float64(r.h-1)) / sheetTall,
	}
}

// places are the regions of the faces of a feather, root to tip and front edge
// to rear edge.
func places(q quill) (up, down region) {
	first := map[kind]int{tertial: 0, secondary: 4, primary: 15, rectrix: 25}[q.kind]
	up = region{0, lowerPlace.y + lowerPlace.h + quillTall*(first+q.index), sheetWide / 2, quillTall}
	down = up
	down.x = sheetWide / 2
	return up, down
}

// painter gives a colour to a place of a region, 0 to 1.
type painter func(u, v float64) vec

// paint paints the whole picture.
func (s *species) paint() *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, sheetWide, sheetTall))
	fill(out, region{0, 0, sheetWide, sheetTall}, 1, func(u, v float64) vec { return s.ground })
	fill(out, bodyPlace, 2, s.bodyPainter())
	fill(out, billPlace, 1, s.billColour)
	fill(out, eyePlace, 2, func(u, v float64) vec { return s.eyeColour(math.Hypot(2*u-1, 2*v-1), u, v) })
	fill(out, upperPlace, 2, func(u, v float64) vec { return s.covert(u, v, true) })
	fill(out, lowerPlace, 2, func(u, v float64) vec { return s.covert(u, v, false) })
	for _, b := range s.blades() {
		middle := b.lead / (b.lead + b.trail)
		up, down := places(b.quill)
		vane := func(v float64) float64 { // across, the shaft at 0
			if v < middle {
				return v/middle - 1
			}
			return (v - middle) / (1 - middle)
		}
		fill(out, up, 2, func(u, v float64) vec { return s.vane(b.quill, u, vane(v), true) })
		fill(out, down, 2, func(u, v float64) vec { return s.vane(b.quill, u, vane(v), false) })
	}
	return out
}

// bodyPainter paints the body's plumage. Sections are looked up but once for
// each of the columns that fill asks for.
func (s *species) bodyPainter() painter {
	l := s.bodyLoft()
	columns := make([]spot, 2*bodyPlace.w)
	for i := range columns {
		z := between(l.front(), l.back(), (float64(i)+0.5)/float64(len(columns)))
		columns[i] = spot{z: z, girth: girth(l.at(z))}
	}
	return func(u, v float64) vec {
		p := columns[int(u*float64(len(columns)))]
		p.angle = v * math.Pi
		return s.plumage(p)
	}
}

// fill paints a region, each pixel the mean of n × n places.
func fill(to *image.NRGBA, r region, n int, by painter) {
	for y := range r.h {
		for x := range r.w {
			var sum vec
			for j := range n {
				for i := range n {
					u := (float64(x) + (float64(i)+0.5)/float64(n)) / float64(r.w)
					v := (float64(y) + (float64(j)+0.5)/float64(n)) / float64(r.h)
					sum = sum.Add(by(u, v))
				}
			}
			to.SetNRGBA(r.x+x, r.y+y, pixel(sum.Mul(1/float64(n*n))))
		}
	}
}

// halved is a picture at half its size.
func halved(m *image.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, m.Rect.Dx()/2, m.Rect.Dy()/2))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			for k := range 4 {
				at := m.PixOffset(2*x, 2*y) + k
				sum := int(m.Pix[at]) + int(m.Pix[at+4]) + int(m.Pix[at+m.Stride]) + int(m.Pix[at+m.Stride+4])
				out.Pix[out.PixOffset(x, y)+k] = uint8((sum + 2) / 4)
			}
		}
	}
	return out
}

// clearAsBlue makes a picture as opaque as it is blue.
func clearAsBlue(m *image.NRGBA) *image.NRGBA {
	for i := 0; i < len(m.Pix); i += 4 {
		m.Pix[i+3] = m.Pix[i+2]
	}
	return m
}

func pixel(c vec) color.NRGBA {
	v := func(x float64) uint8 { return uint8(math.Round(255 * clamp(x))) }
	return color.NRGBA{v(c[0]), v(c[1]), v(c[2]), 255}
}

// spot is a place on the body.
type spot struct {
	z     float64 // mm
	angle float64 // from the top, radians
	girth float64 // half way round the body there, mm
}

// below is 0 on the back and 1 on the belly.
func (p spot) below() float64 { return p.angle / math.Pi }

// girth is half the way round a section.
func girth(s section) float64 { return math.Pi * (s.half + (s.up+s.down)/2) / 2 }

// scale is a place on small feathers that lie over each other like tiles.
type scale struct {
	row, column int
	across      float64 // from the feather's middle, −½ to ½
	end         float64 // to the feather's end, 0 at the end, in rows
}

// scales finds the feather that is seen: along grows backwards and counts rows,
// across counts feathers. The feathers of a row end in arcs and lie over the
// next row, which is half a feather aside.
func scales(along, across float64) scale {
	const sag = 0.6
	for k := math.Floor(along) - 1; ; k++ {
		aside := 0.25 + 0.5*math.Mod(math.Abs(k), 2)
		middle := math.Floor(across-aside+0.5) + aside
		d := across - middle
		if end := k + 1 + sag*(1-4*d*d); along < end {
			return scale{int(k), int(math.Floor(middle)), d, end - along}
		}
	}
}

// rowsBehind counts rows of coverts behind the leading edge, of n in all: chord
// is measured level, but the skin bends round the edge.
func rowsBehind(chord float64, n int) float64 {
	return float64(n) * (0.4*math.Sqrt(chord) + 0.6*math.Pow(chord, 1.4))
}

// onBody are the feathers of the body, of a size in millimetres.
func (p spot) scales(size float64) scale {
	// The number of feathers round the body changes with its girth in steps, so
	// that they do not lean.
	count := math.Max(math.Round(p.girth/size), 2)
	return scales(-p.z/size, p.below()*count)
}

// scatter is a number in [0,1) that looks random.
func scatter(i, k int) float64 {
	h := uint32(i)*0x9e3779b1 ^ uint32(k)*0x85ebca77
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return float64((h^h>>15)>>8) / (1 << 24)
}

// grey is a colour without hue.
func grey(v float64) vec { return vec{v, v, v} }

// barbs is the fine grain of a vane: streaks that run out from the shaft
// towards the tip, about 0.
func barbs(along, across float64) float64 {
	return math.Sin(170*(along-0.12*math.Abs(across))) * step(0, 0.15, math.Abs(across))
}
