package frame

import (
	"image"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
	"skein/models"
)

// Frame is all that one image needs. It shares nothing with a World, so that it
// may be drawn while the simulation goes on.
type Frame struct {
	Size    image.Point // pixels
	Seconds float64     // simulated time, for effects that move
	View    View
	Lens    Lens   // that View is seen through
	Inset   *Inset // a second, smaller view over the first; nil for none
	Light   Light
	Style   look.Style
	Shadows bool
	Birds   []Bird
	IDs     []int32  // of the birds; none: the id of each is its index
	Leaders int      // how many of them have the colour of leaders
	Outline *Outline // around a bird; nil: around none
	Vision  *Ball    // how far the selected boid looks for those it steers by; nil for none
	Ribbons []RibbonPoint
	Stands  []Stand // what stands in the world; obstacles and the land

	Legend *Legend // of the birds' colours; nil: they have no meaning but the usual

	Transparent bool // no sky, no ground, no shadows: opaque only where something flies; what stands before it leaves a hole
}

// ID is that of the bird at an index.
func (f *Frame) ID(i int) int {
	if len(f.IDs) == 0 {
		return i
	}
	return int(f.IDs[i])
}

// Inset is a view drawn into a part of the image.
type Inset struct {
	View View
	Rect image.Rectangle // pixels, origin at the top left
}

// Contains reports whether a pixel lies in the inset.
func (in *Inset) Contains(x, y float32) bool { return image.Pt(int(x), int(y)).In(in.Rect) }

// Bird is one boid to be drawn.
type Bird struct {
	Pos      mgl32.Vec3
	Rotation mgl32.Quat // from bird axes (Z forward, Y up, as in glTF) to the world's
	Phase    float32    // of the wingbeat, turns in [0,1); 0: wings fully open
	Span     float32    // wingspan, m
	Kind     int        // of bird that it is drawn as: the number of its flock, from 0
	Tint     mgl32.Vec4 // RGB, linear, mixed over the bird's own colour by A in [0,1]; of more than 0.9 it glows

	// Held are the shares of the poses that it holds, from 0 to 1, each mixed over the beat
	// and those before it.
	Held [models.StanceCount]float32
}

// Outline is a line around a bird.
type Outline struct {
	Bird   int // its index
	Colour mgl32.Vec4
}

// Ball is a sphere to be drawn.
type Ball struct {
	Centre mgl32.Vec3
	Radius float32
	Colour mgl32.Vec4
}

// RibbonPoint is one point of a trace. Points of one trace follow each other,
// oldest first; the first point of each trace has Start set.
type RibbonPoint struct {
	Pos    mgl32.Vec3
	Colour mgl32.Vec4 // linear RGB and opacity
	Width  float32    // m, full; drawn at least about a pixel wide
	Start  bool
}
