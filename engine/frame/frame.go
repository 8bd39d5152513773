package frame

import (
	"image"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
	"skein/models"
)

// Frame contains everything in an image. It shares no memory with a World, so it can be drawn while the
// simulation continues.
type Frame struct {
	Size    image.Point // pixels
	Seconds float64     // simulated time, which moves the water
	View    View
	Lens    Lens   // part of the lens through which View looks
	Inset   *Inset // second, smaller view in front of the first; nil if none
	Light   Light
	Style   look.Style
	Shadows bool
	Birds   []Bird
	Swarm   *Swarm   // birds of a large flock, which come before Birds; nil if none
	IDs     []int32  // ids of the birds; empty means that they equal the indices
	Leaders int      // number of birds in the colour of leaders
	Outline *Outline // outline of the selected bird; nil if none
	Vision  *Ball    // vision sphere of the selected boid; nil if none
	Trails  *Trails  // traces of all birds; nil if none
	Ribbons []RibbonPoint
	Stands  []Stand // obstacles and the land

	Legend *Legend // nil if the colours have no special meaning

	Transparent bool // no sky, ground or shadow; solids cut holes into birds behind them
}

// ID returns the id of bird i.
func (f *Frame) ID(i int) int {
	if len(f.IDs) == 0 {
		return i
	}
	return int(f.IDs[i])
}

// Count returns the number of birds.
func (f *Frame) Count() int {
	if f.Swarm != nil {
		return f.Swarm.Len() + len(f.Birds)
	}
	return len(f.Birds)
}

// AllBirds returns all birds in the order of their indices, the swarm first.
func (f *Frame) AllBirds() []Bird {
	if f.Swarm == nil {
		return f.Birds
	}
	return append(f.Swarm.Append(make([]Bird, 0, f.Count())), f.Birds...)
}

// Tint returns the tint of bird i. For a bird of the swarm whose tint only darkens it, it returns zero.
func (f *Frame) Tint(i int) mgl32.Vec4 {
	if f.Swarm != nil {
		return f.Swarm.Tint(i)
	}
	return f.Birds[i].Tint
}

// Inset is a view that is drawn into a part of the image.
type Inset struct {
	View View
	Rect image.Rectangle // pixels, from the top left
}

// Contains reports whether a pixel is in the inset.
func (inset *Inset) Contains(x, y float32) bool { return image.Pt(int(x), int(y)).In(inset.Rect) }

// Bird is a bird in the image.
type Bird struct {
	Pos      mgl32.Vec3
	Rotation mgl32.Quat // from the bird's axes (Z forward, Y up, as in glTF) to the world's
	Phase    float32    // wingbeat in turns, [0,1); the wings are fully open at 0
	Span     float32    // wingspan, m
	Kind     int        // index among the models of all flocks
	Flock    int        // index
	Tint     mgl32.Vec4 // linear RGB; A in [0,1] is the opacity over the bird's own colour; above 0.9, the bird glows

	// Held contains the weights of held poses, from 0 to 1. Each pose is blended over the wingbeat and the
	// poses before it.
	Held [models.StanceCount]float32
}

// Outline is a line around a bird.
type Outline struct {
	Bird   int // index of the bird
	Colour mgl32.Vec4
}

// Ball is a sphere in the image.
type Ball struct {
	Centre mgl32.Vec3
	Radius float32
	Colour mgl32.Vec4
}

// RibbonPoint is a point of a ribbon. The points are in order of time, and Start is true for the first one.
type RibbonPoint struct {
	Pos    mgl32.Vec3
	Colour mgl32.Vec4 // linear RGB and opacity
	Width  float32    // full width, m; drawn at least about one pixel wide
	Start  bool
	Round  bool // draw as a lit wire; Colour is its albedo
}
