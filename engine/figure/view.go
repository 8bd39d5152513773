package figure

import (
	"fmt"
	"image/color"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// View is the direction from which a figure shows the flock.
type View int

// Views of a figure.
const (
	Top   View = iota // from above: x to the right, z down the page
	Side              // looking along -z: x to the right, y up
	Front             // looking along +x: z to the right, y up
	Eye               // looking along the heading of the chosen boid, with a level horizon
)

// ViewNames returns the names of the views, in order.
func ViewNames() []string { return []string{"top", "side", "front", "eye"} }

// ViewNamed returns the view with the given name.
func ViewNamed(name string) (v View, ok bool) {
	k := slices.Index(ViewNames(), name)
	return View(k), k >= 0
}

// Markers chooses how birds are drawn.
type Markers int

// Kinds of markers.
const (
	AutoMarkers Markers = iota // outlines if they are large enough on paper, otherwise arrows
	Arrows                     // arrows along the heading, of one length on paper
	Outlines                   // silhouettes that show heading and bank
)

// MarkerNames returns the names of the kinds of markers, in order.
func MarkerNames() []string { return []string{"auto", "arrows", "outlines"} }

type projection struct {
	origin            mgl32.Vec3
	right, up, toward mgl32.Vec3 // unit vectors; toward points to the reader
	across, upward    string
	flipped           bool // the numbers of the vertical axis increase down the page
}

func (p *projection) point(pos mgl32.Vec3) point {
	d := pos.Sub(p.origin)
	return point{float64(p.right.Dot(d)), float64(p.up.Dot(d))}
}

func (p *projection) depth(pos mgl32.Vec3) float32 { return p.toward.Dot(pos.Sub(p.origin)) }

func projectionOf(v View, p *Panel) projection {
	x, y, z := mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 0, 1}
	switch v {
	case Side:
		return projection{right: x, up: y, toward: z, across: "x (m)", upward: "y, height (m)"}
	case Front:
		return projection{right: z, up: y, toward: x.Mul(-1), across: "z (m)", upward: "y, height (m)"}
	case Eye:
		return p.eye()
	}
	return projection{right: x, up: z.Mul(-1), toward: y, across: "x (m)", upward: "z (m)", flipped: true}
}

func (p *Panel) eye() projection {
	forward := mgl32.Vec3{0, 0, 1}
	var origin mgl32.Vec3
	name := "the boid"
	if b := p.chosen(); b != nil {
		forward, origin, name = b.Rotation.Rotate(forward), b.Pos, fmt.Sprintf("boid %d", b.ID)
	}
	right := forward.Cross(mgl32.Vec3{0, 1, 0})
	if right.Len() < 1e-3 {
		right = mgl32.Vec3{1, 0, 0}
	}
	right = right.Normalize()
	return projection{origin: origin, right: right, up: right.Cross(forward), toward: forward.Mul(-1), across: "right of " + name + " (m)", upward: "above " + name + " (m)"}
}

// point is in metres before the layout, and in pt (1/72 inch) on paper.
type point struct{ x, y float64 }

func rgb(c mgl32.Vec3) color.NRGBA {
	to := func(x float32) uint8 { return uint8(max(0, min(x, 1))*255 + 0.5) }
	return color.NRGBA{to(c[0]), to(c[1]), to(c[2]), 255}
}
