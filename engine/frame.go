package engine

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
	Style   Style
	Shadows bool
	Birds   []Instance
	IDs     []int32  // of the birds; none: the id of each is its index
	Leaders int      // how many of them have the colour of leaders
	Outline *Outline // around a bird; nil: around none
	Vision  *Ball    // how far the selected boid looks for those it steers by; nil for none
	Ribbons []RibbonPoint
	Stands  []Stand // what stands in the world; obstacles and the land

	Legend *Legend // of the birds' colours; nil: they have no meaning but the usual

	Transparent bool // no sky, no ground, no shadows: opaque only where something flies; what stands before it leaves a hole

	inset   Inset   // memory for Inset
	outline Outline // memory for Outline
}

// ID is that of the bird at an index.
func (f *Frame) ID(i int) int {
	if len(f.IDs) == 0 {
		return i
	}
	return int(f.IDs[i])
}

// View is a camera at an instant.
type View struct {
	Eye       mgl32.Vec3
	Rotation  mgl32.Quat // from camera axes (right, up, backward) to the world's
	FovY      float32    // full vertical angle, radians
	Near, Far float32    // m
	Hide      int        // index of an instance not drawn in this view (whose eye it is), -1: none
	Shift     mgl32.Vec2 // of what is seen, to the right and up, as tangents: 1 is a metre at a distance of one
}

// Inset is a view drawn into a part of the image.
type Inset struct {
	View View
	Rect image.Rectangle // pixels, origin at the top left
}

// Instance is one boid to be drawn.
type Instance struct {
	Pos      mgl32.Vec3
	Rotation mgl32.Quat // from bird axes (Z forward, Y up, as in glTF) to the world's
	Phase    float32    // of the wingbeat, turns in [0,1); 0: wings fully open
	Span     float32    // wingspan, m
	Kind     int        // of bird that it is drawn as: the number of its flock, from 0
	Tint     mgl32.Vec4 // RGB, linear, mixed over the bird's own colour by A in [0,1]; of more than 0.9 it glows

	// Held are the shares of the poses that it holds, from 0 to 1, each mixed over the beat
	// and those before it.
	Held [models.Stances]float32
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

// Light is the sun, the sky and the air. Colours are linear RGB.
type Light struct {
	SunDirection  mgl32.Vec3 // unit, towards the sun
	MoonDirection mgl32.Vec3 // likewise
	Turbidity     float32    // of the air: how many times as much light it takes as clean air does
	Cloud         Cloud
	Next          Change
	DaySeconds    float32    // simulated seconds that a day takes; 0: sun and moon stand still
	Pole          mgl32.Vec3 // unit, about which they turn
	Turned        float64    // how far the stars have, back, days

	Painted bool       // the sky has the four colours that follow, whatever the air
	Sun     mgl32.Vec3 // irradiance on a surface that faces it
	Zenith  mgl32.Vec3 // sky straight up
	Horizon mgl32.Vec3 // sky at the horizon, away from the sun
	Glow    mgl32.Vec3 // added around the sun, low over the horizon

	Land     look.Land  // what the ground is
	LandSeed int        // which of all such lands
	Ground   mgl32.Vec3 // albedo of the ground
	Haze     float32    // 1/m, share of light lost to the air per metre
	Exposure float32    // factor before the tone curve
	Bloom    float32    // share of light that is spread around what is bright
	SunPoint mgl32.Vec3 // unit, towards the point of the sun's disc that casts sharp shadows; zero: its middle casts soft ones
}

// Change is what the weather becomes.
type Change struct {
	To       Cloud
	At, Over float32 // simulated s: when it begins and how long it takes; nothing changes in 0
}

// Cloud is what the weather is.
type Cloud struct {
	Cover float32 // share of the sky that low clouds hide
	High  float32 // likewise high ones, which are thin
	Thick float32 // 0 for white ones, 1 for those of a thunderstorm
	Veil  float32 // share of the sky that is seen through none of their gaps: mist, or a closed cover
	Gap   float32 // share of the clear sky's light that is seen below the edge of a closed cover
	Fog   float32 // 1 where the flock is within the cloud
	Mist  float32 // what comes to the haze, 1/m
}

// Solid is a thing of triangles in a space of its own. It does not change: what is of
// another shape is another.
type Solid struct {
	Points    []mgl32.Vec3 // its vertices
	Normals   []mgl32.Vec3 // of each, unit, outwards
	Colours   []mgl32.Vec4 // of each, linear, multiplied in; none: white
	UV        []mgl32.Vec2 // of each, on its coat; none: the coats need none
	Triangles []uint32     // three vertices each, anticlockwise seen from outside
	Coats     []Coat       // of its triangles, one run after another; none: stone
	Land      bool         // it is ground: cameras keep above it
	Grass     bool         // it looks like the ground
	Endless   bool         // it goes on as far as the world does, and casts no shadow
	Low, High mgl32.Vec3   // corners of a box around it
}

// Coat is what covers a run of triangles.
type Coat struct {
	Triangles int
	models.Material
	Facade *Facade // windows, instead of a texture; nil: none
}

// Facade is a wall with windows. Where it is, the UV of a solid counts windows along the
// wall and storeys over its foot; below 0 there is roof.
type Facade struct {
	Storeys float32
	Style   int     // of FacadeStyles
	Seed    float32 // from 0 to 1: which windows are lit
}

// The styles of facades.
const (
	Masonry      = iota // windows in walls
	Bands               // of windows
	Glass               // all over
	FacadeStyles        // how many there are
)

// Stone covers what has no coat.
func Stone() models.Material { return models.Material{Base: mgl32.Vec4{0.30, 0.275, 0.25, 1}} }

// Stand is a solid in a picture.
type Stand struct {
	*Solid
	Name      string
	Matrix    mgl32.Mat4 // from its own space to the world's: a turn, an even scale and a place
	Low, High mgl32.Vec3 // corners of a box around it in the world, m
	Tint      mgl32.Vec4 // RGB, linear, mixed over its own colour by A in [0,1]
}

// NewStand is a solid in its place.
func NewStand(of *Solid, name string, matrix mgl32.Mat4) Stand {
	s := Stand{Solid: of, Name: name, Matrix: matrix}
	for k := range 8 {
		corner := of.Low
		for axis := range 3 {
			if k>>axis&1 == 1 {
				corner[axis] = of.High[axis]
			}
		}
		at := matrix.Mul4x1(corner.Vec4(1)).Vec3()
		if k == 0 {
			s.Low, s.High = at, at
		}
		for axis := range 3 {
			s.Low[axis], s.High[axis] = min(s.Low[axis], at[axis]), max(s.High[axis], at[axis])
		}
	}
	return s
}

// Near is how far a place is from the box around what stands, m; 0 within it.
func (s *Stand) Near(place mgl32.Vec3) float32 {
	var out mgl32.Vec3
	for axis := range 3 {
		out[axis] = max(s.Low[axis]-place[axis], place[axis]-s.High[axis], 0)
	}
	return out.Len()
}
