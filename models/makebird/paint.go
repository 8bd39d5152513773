package main

import (
	"image"
	"image/color"
	"math"
)

// Sizes of the texture and of a feather in it, in pixels.
const (
	imageWidth    = 512
	imageHeight   = 1024
	featherHeight = 16
)

// region is a rectangle of the texture, in pixels.
type region struct{ x, y, w, h int }

// Regions of the texture: one side of the body and of the bill, unrolled, with the front at the left and the
// top upwards; the eye; the leg; and the two faces of the covered part of the wing, from the shoulder to the
// hand and from the leading edge to the end of the coverts. Flight feathers are below.
var (
	bodyRegion  = region{0, 0, 512, 224}
	billRegion  = region{0, 224, 128, 48}
	eyeRegion   = region{128, 224, 48, 48}
	legRegion   = region{176, 224, 16, 48}
	upperRegion = region{0, 272, 512, 104}
	lowerRegion = region{0, 376, 512, 104}
)

// uv returns the texture coordinates of the point (u, v), where u and v range from 0 to 1 across the region.
// They are at least half a pixel inside the region.
func (r region) uv(u, v float64) [2]float64 {
	return [2]float64{
		(float64(r.x) + 0.5 + u*float64(r.w-1)) / imageWidth,
		(float64(r.y) + 0.5 + v*float64(r.h-1)) / imageHeight,
	}
}

func featherRegions(q featherID) (up, down region) {
	first := map[kind]int{tertial: 0, secondary: 4, primary: 15, rectrix: 25}[q.kind]
	up = region{0, lowerRegion.y + lowerRegion.h + featherHeight*(first+q.index), imageWidth / 2, featherHeight}
	down = up
	down.x = imageWidth / 2
	return up, down
}

// painter returns the colour at a point of a region, with coordinates from 0 to 1.
type painter func(u, v float64) vec

func (s *species) paint() *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, imageWidth, imageHeight))
	paintRegion(out, region{0, 0, imageWidth, imageHeight}, 1, func(u, v float64) vec { return s.background })
	paintRegion(out, bodyRegion, 2, s.bodyPainter())
	paintRegion(out, billRegion, 1, s.billColour)
	paintRegion(out, eyeRegion, 2, func(u, v float64) vec { return s.eyeColour(math.Hypot(2*u-1, 2*v-1), u, v) })
	paintRegion(out, legRegion, 1, func(u, v float64) vec { return s.leg.colour })
	paintRegion(out, upperRegion, 2, func(u, v float64) vec { return s.covertColour(u, v, true) })
	paintRegion(out, lowerRegion, 2, func(u, v float64) vec { return s.covertColour(u, v, false) })
	for _, b := range s.feathers() {
		middle := b.leadWidth / (b.leadWidth + b.trailWidth)
		up, down := featherRegions(b.featherID)
		vane := func(v float64) float64 { // across the feather, 0 at the shaft
			if v < middle {
				return v/middle - 1
			}
			return (v - middle) / (1 - middle)
		}
		paintRegion(out, up, 2, func(u, v float64) vec { return s.vaneColour(b.featherID, u, vane(v), true) })
		paintRegion(out, down, 2, func(u, v float64) vec { return s.vaneColour(b.featherID, u, vane(v), false) })
	}
	return out
}

func (s *species) bodyPainter() painter {
	l := s.bodyLoft()
	columns := make([]bodyPoint, 2*bodyRegion.w)
	for i := range columns {
		z := lerp(l.front(), l.back(), (float64(i)+0.5)/float64(len(columns)))
		columns[i] = bodyPoint{z: z, girth: girth(l.sectionAt(z))}
	}
	return func(u, v float64) vec {
		p := columns[int(u*float64(len(columns)))]
		p.angle = v * math.Pi
		return s.plumageColour(p)
	}
}

func paintRegion(to *image.NRGBA, r region, n int, paint painter) {
	for y := range r.h {
		for x := range r.w {
			var sum vec
			for j := range n {
				for i := range n {
					u := (float64(x) + (float64(i)+0.5)/float64(n)) / float64(r.w)
					v := (float64(y) + (float64(j)+0.5)/float64(n)) / float64(r.h)
					sum = sum.Add(paint(u, v))
				}
			}
			to.SetNRGBA(r.x+x, r.y+y, toPixel(sum.Mul(1/float64(n*n))))
		}
	}
}

func halfSize(m *image.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, m.Rect.Dx()/2, m.Rect.Dy()/2))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			for k := range 4 {
				offset := m.PixOffset(2*x, 2*y) + k
				sum := int(m.Pix[offset]) + int(m.Pix[offset+4]) + int(m.Pix[offset+m.Stride]) + int(m.Pix[offset+m.Stride+4])
				out.Pix[out.PixOffset(x, y)+k] = uint8((sum + 2) / 4)
			}
		}
	}
	return out
}

func alphaFromBlue(image *image.NRGBA) *image.NRGBA {
	for i := 0; i < len(image.Pix); i += 4 {
		image.Pix[i+3] = image.Pix[i+2]
	}
	return image
}

func toPixel(c vec) color.NRGBA {
	v := func(x float64) uint8 { return uint8(math.Round(255 * clamp(x))) }
	return color.NRGBA{v(c[0]), v(c[1]), v(c[2]), 255}
}

type bodyPoint struct {
	z     float64 // mm
	angle float64 // angle from the top, radians
	girth float64 // half of the circumference at z, mm
}

// fromBack returns 0 on the back and 1 on the belly.
func (p bodyPoint) fromBack() float64 { return p.angle / math.Pi }

func girth(s section) float64 { return math.Pi * (s.halfWidth + (s.up+s.down)/2) / 2 }

// featherTile is a point on a small feather. Small feathers overlap like roof tiles.
type featherTile struct {
	row, column int
	across      float64 // distance from the feather's middle, −½ to ½
	end         float64 // distance from the feather's end, in rows
}

// tileAt finds the visible feather at a point. along counts rows towards the tail, and across counts
// feathers. Feathers end in arcs and overlap the next row, which is offset by half a feather.
func tileAt(along, across float64) featherTile {
	const sag = 0.6
	for k := math.Floor(along) - 1; ; k++ {
		offset := 0.25 + 0.5*math.Mod(math.Abs(k), 2)
		middle := math.Floor(across-offset+0.5) + offset
		d := across - middle
		if end := k + 1 + sag*(1-4*d*d); along < end {
			return featherTile{int(k), int(math.Floor(middle)), d, end - along}
		}
	}
}

// covertRow converts a position on the chord to a position in n rows of coverts. The skin curves near the
// leading edge, so rows look closer together there.
func covertRow(chord float64, n int) float64 {
	return float64(n) * (0.4*math.Sqrt(chord) + 0.6*math.Pow(chord, 1.4))
}

func (p bodyPoint) tileAt(size float64) featherTile {
	// The number around the body changes in steps, so that rows do not slant.
	count := math.Max(math.Round(p.girth/size), 2)
	return tileAt(-p.z/size, p.fromBack()*count)
}

func randomAt(i, k int) float64 {
	h := uint32(i)*0x9e3779b1 ^ uint32(k)*0x85ebca77
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return float64((h^h>>15)>>8) / (1 << 24)
}

func grey(v float64) vec { return vec{v, v, v} }

// barbTexture returns the fine streaks of a vane, from -1 to 1, from the shaft towards the tip.
func barbTexture(along, across float64) float64 {
	return math.Sin(170*(along-0.12*math.Abs(across))) * smoothstep(0, 0.15, math.Abs(across))
}
