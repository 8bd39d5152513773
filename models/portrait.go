package models

import (
	"image"
	"image/color"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/lod"
)

const mostPortraitTriangles = 20_000

const portraitSamples = 3

// Portrait draws the bird with open wings, from the front left and above, in front of an even sky. It draws
// no shadows and no fine texture, and does not need OpenGL.
func (b *Baked) Portrait(size image.Point) *image.NRGBA {
	p := newPortrait(size.Mul(portraitSamples))
	l := b.portraitLevel()
	p.fit(l)
	for i := range l.Parts {
		p.drawPart(&l.Parts[i], l.FrontColours[i])
	}
	return p.image(size)
}

func (b *Baked) portraitLevel() *lod.Level {
	for k := range b.Levels {
		if b.Levels[k].Triangles <= mostPortraitTriangles {
			return &b.Levels[k]
		}
	}
	return &b.Levels[len(b.Levels)-1]
}

type portrait struct {
	size    image.Point
	colours []mgl32.Vec3
	depths  []float32
	turn    mgl32.Mat3 // rotation from the bird's axes to the picture's: right, up, towards the viewer
	scale   float32    // samples per wingspan
	middle  mgl32.Vec3
}

func newPortrait(size image.Point) *portrait {
	n := size.X * size.Y
	p := &portrait{size: size, colours: make([]mgl32.Vec3, n), depths: make([]float32, n)}
	for k := range p.depths {
		p.colours[k], p.depths[k] = mgl32.Vec3{0.30, 0.42, 0.58}, -math.MaxFloat32
	}
	p.turn = mgl32.Rotate3DX(mgl32.DegToRad(25)).Mul3(mgl32.Rotate3DY(mgl32.DegToRad(-40)))
	return p
}

func (p *portrait) fit(l *lod.Level) {
	low, high := mgl32.Vec3{math.MaxFloat32, math.MaxFloat32, 0}, mgl32.Vec3{-math.MaxFloat32, -math.MaxFloat32, 0}
	for i := range l.Parts {
		for _, v := range l.Parts[i].Indices {
			pos := p.turn.Mul3x1(l.Parts[i].Positions[v])
			for axis := range 2 {
				low[axis], high[axis] = min(low[axis], pos[axis]), max(high[axis], pos[axis])
			}
		}
	}
	p.middle = low.Add(high).Mul(0.5)
	wide, tall := max(high[0]-low[0], 1e-6), max(high[1]-low[1], 1e-6)
	p.scale = 0.9 * min(float32(p.size.X)/wide, float32(p.size.Y)/tall)
}

func (p *portrait) drawPart(part *lod.Part, colours []mgl32.Vec3) {
	for k := 0; k+2 < len(part.Indices); k += 3 {
		var corners [3]mgl32.Vec3
		var colour mgl32.Vec3
		for j, v := range part.Indices[k : k+3] {
			corners[j] = p.turn.Mul3x1(part.Positions[v]).Sub(p.middle)
			colour = colour.Add(colours[v].Mul(1.0 / 3))
		}
		p.drawTriangle(corners, colour)
	}
}

func (p *portrait) drawTriangle(corners [3]mgl32.Vec3, colour mgl32.Vec3) {
	normal := corners[1].Sub(corners[0]).Cross(corners[2].Sub(corners[0]))
	if normal.Len() == 0 {
		return
	}
	if normal = normal.Normalize(); normal[2] < 0 {
		normal = normal.Mul(-1)
	}
	lit := colour.Mul(0.45 + 0.75*max(normal.Dot(mgl32.Vec3{-0.3, 0.75, 0.6}), 0))
	var at [3]mgl32.Vec3
	for k, c := range corners {
		at[k] = mgl32.Vec3{float32(p.size.X)/2 + p.scale*c[0], float32(p.size.Y)/2 - p.scale*c[1], c[2]}
	}
	p.fill(at, lit)
}

// fill sets the samples of a triangle that are in front of earlier ones. The corners are in samples.
func (p *portrait) fill(corners [3]mgl32.Vec3, colour mgl32.Vec3) {
	cross := func(a, b mgl32.Vec3, x, y float32) float32 { return (b[0]-a[0])*(y-a[1]) - (b[1]-a[1])*(x-a[0]) }
	area := cross(corners[0], corners[1], corners[2][0], corners[2][1])
	if area == 0 {
		return
	}
	first := func(axis int) int { return max(0, int(min(corners[0][axis], corners[1][axis], corners[2][axis]))) }
	last := func(axis, end int) int {
		return min(end-1, int(max(corners[0][axis], corners[1][axis], corners[2][axis])))
	}
	for y := first(1); y <= last(1, p.size.Y); y++ {
		for x := first(0); x <= last(0, p.size.X); x++ {
			fx, fy := float32(x)+0.5, float32(y)+0.5
			a, b, c := cross(corners[1], corners[2], fx, fy)/area, cross(corners[2], corners[0], fx, fy)/area, cross(corners[0], corners[1], fx, fy)/area
			depth := a*corners[0][2] + b*corners[1][2] + c*corners[2][2]
			if k := y*p.size.X + x; a >= 0 && b >= 0 && c >= 0 && depth > p.depths[k] {
				p.colours[k], p.depths[k] = colour, depth
			}
		}
	}
}

func (p *portrait) image(size image.Point) *image.NRGBA {
	img := image.NewNRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			var sum mgl32.Vec3
			for k := range portraitSamples * portraitSamples {
				sum = sum.Add(p.colours[(y*portraitSamples+k/portraitSamples)*p.size.X+x*portraitSamples+k%portraitSamples])
			}
			var c [3]uint8
			for k := range c {
				linear := min(max(float64(sum[k])/(portraitSamples*portraitSamples), 0), 1)
				c[k] = uint8(255*math.Pow(linear, 1/2.2) + 0.5)
			}
			img.SetNRGBA(x, y, color.NRGBA{c[0], c[1], c[2], 255})
		}
	}
	return img
}
