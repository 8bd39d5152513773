package frame

import (
	"image"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
	"skein/models"
)

// Frame contains everything that one image needs. It shares no memory with a World, so it can be
// drawn while the simulation goes on.
type Frame struct {
	Size    image.Point // pixels
	Seconds float64     // simulated time, for moving effects
	View    View
	Lens    Lens   // part of the lens that View looks through
	Inset   *Inset // a second, smaller view over the first; nil: none
	Light   Light
	Style   look.Style
	Shadows bool
	Birds   []Bird
	IDs     []int32  // ids of the birds; empty: the indices are the ids
	Leaders int      // number of birds in the colour of leaders
	Outline *Outline // around a bird; nil: none
	Vision  *Ball    // sphere that the selected boid sees; nil: none
	Ribbons []RibbonPoint
	Stands  []Stand // obstacles and the land

	Legend *Legend // legend of the birds' colours; nil: the colours have no special meaning

	Transparent bool // the image has no sky, ground or shadows; it is opaque only where there are birds, and solids in front of them leave holes
}

// ID returns the id of bird i.
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

// Bird is one bird to be drawn.
type Bird struct {
	Pos      mgl32.Vec3
	Rotation mgl32.Quat // rotation from bird axes (Z forward, Y up, as in glTF) to the world's
	Phase    float32    // phase of the wingbeat, in turns, [0,1); 0: wings fully open
	Span     float32    // wingspan, m
	Kind     int        // kind of bird: the number of its flock, from 0
	Tint     mgl32.Vec4 // RGB, linear, mixed over the bird's own colour by A in [0,1]; above 0.9 it glows

	// Held are the weights of the poses that the bird holds, from 0 to 1. Each pose is mixed over
	// the wingbeat and over the poses before it.
	Held [models.StanceCount]float32
}

// Outline is a line around a bird.
type Outline struct {
	Bird   int // index of the bird
	Colour mgl32.Vec4
}

// Ball is a sphere to be drawn.
type Ball struct {
	Centre mgl32.Vec3
	Radius float32
	Colour mgl32.Vec4
}

// RibbonPoint is one point of a ribbon. The points of a ribbon follow each other, oldest first; the
// first one has Start set.
type RibbonPoint struct {
	Pos    mgl32.Vec3
	Colour mgl32.Vec4 // linear RGB and opacity
	Width  float32    // full width, m; drawn at least about a pixel wide
	Start  bool
}
