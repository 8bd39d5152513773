package frame

import (
	"image"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
	"skein/models"
)

// Frame contains everything in an image. It shares no memory with a World, so it can be drawn while the
// simulation goes on.
type Frame struct {
	Size    image.Point // pixels
	Seconds float64     // simulated time, which moves the water and other effects
	View    View
	Lens    Lens   // part of the lens that View looks through
	Inset   *Inset // second, smaller view in front of the first; nil for none
	Light   Light
	Style   look.Style
	Shadows bool
	Birds   []Bird
	Swarm   *Swarm   // birds of a large flock, which come before Birds; nil: none
	IDs     []int32  // ids of the birds; if empty, their indices are the ids
	Leaders int      // number of birds in the colour of leaders
	Outline *Outline // outline of a bird; nil for none
	Vision  *Ball    // vision sphere of the selected boid; nil for none
	Ribbons []RibbonPoint
	Stands  []Stand // obstacles and the land

	Legend *Legend // legend of the birds' colours; nil if the colours have no special meaning

	Transparent bool // whether only birds are opaque: there is no sky, ground or shadow, and solids in front of birds cut holes in them
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

// AllBirds returns all birds. The birds of the swarm come first. Indices of birds refer to this
// list.
func (f *Frame) AllBirds() []Bird {
	if f.Swarm == nil {
		return f.Birds
	}
	return append(f.Swarm.Append(make([]Bird, 0, f.Count())), f.Birds...)
}

// Tint returns the tint of bird i. For a bird of the swarm whose tint only darkens the bird, Tint
// returns zero.
func (f *Frame) Tint(i int) mgl32.Vec4 {
	if f.Swarm != nil {
		return f.Swarm.Tint(i)
	}
	return f.Birds[i].Tint
}

// Inset is a view that is drawn into a part of the image.
type Inset struct {
	View View
	Rect image.Rectangle // rectangle of the inset, in pixels from the top left corner
}

// Contains reports whether a pixel is in the inset.
func (in *Inset) Contains(x, y float32) bool { return image.Pt(int(x), int(y)).In(in.Rect) }

// Bird is a bird in the image.
type Bird struct {
	Pos      mgl32.Vec3
	Rotation mgl32.Quat // rotation from the bird's axes (Z forward, Y up, as in glTF) to the world's
	Phase    float32    // phase of the wingbeat in turns, [0,1); the wings are fully open at 0
	Span     float32    // wingspan, m
	Kind     int        // index of the bird's model among the models of all flocks
	Flock    int        // index of the bird's flock
	Tint     mgl32.Vec4 // linear RGB; A in [0,1] is the opacity of this colour over the bird's own colour; above 0.9, the colour glows

	// Held contains the weights of the poses that the bird holds, from 0 to 1. Each pose is mixed over the
	// wingbeat and over the poses before it.
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

// RibbonPoint is a point of a ribbon. The points of a ribbon are in order, oldest first. In the
// first point, Start is true.
type RibbonPoint struct {
	Pos    mgl32.Vec3
	Colour mgl32.Vec4 // linear RGB and opacity
	Width  float32    // full width, m; the ribbon is drawn at least about one pixel wide
	Start  bool
	Round  bool // whether the ribbon is drawn as a lit wire; Colour is its albedo
}
