// Package look describes the view of a flock as data: the camera, the light, and what is drawn. [Settings]
// lists every setting in one table. Scenario files, the panel, undo, search and the printed reference use
// this table. Therefore a new setting needs only a row in the table and a field in a type of this package.
package look

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Look holds all settings of camera, light and drawing.
type Look struct {
	Camera Camera
	Light  Light
	Show   Show
}

// Style selects how boids are drawn (H17).
type Style int

// Styles of drawing boids.
const (
	Birds   Style = iota // the animated model
	Spheres              // a sphere with a heading line
)

// StyleNames returns the names of the styles, in order.
func StyleNames() []string { return []string{"birds", "spheres"} }

// TraceMode selects the boids whose traces are drawn (H17).
type TraceMode int

// Trace modes.
const (
	TraceNone TraceMode = iota
	TraceAll
	TraceLeaders
	TraceSelected
)

// TraceNames returns the names of the trace modes, in order.
func TraceNames() []string { return []string{"none", "all", "leaders", "selected"} }

// TraceColour selects what the colours of traces show.
type TraceColour int

// Colours of traces.
const (
	TracesPlain   TraceColour = iota // only leaders stand out
	TracesBySpeed                    // speed at that time
	TracesByBird                     // colour of the bird
)

// TraceColourNames returns the names of the trace colourings, in order.
func TraceColourNames() []string { return []string{"plain", "speed", "birds"} }

// Camera is a view. A scenario file defines the initial view. Angles are in degrees.
type Camera struct {
	Mode      Mode
	Target    Target
	Distance  float32 // from eye to target, m
	Azimuth   float32 // direction from the target to the eye: 0 is towards +Z, 90 towards +X
	Elevation float32 // angle of the eye above the target
	Trail     float32 // distance from a followed boid, in wingspans
	Sway      float32 // angle around a followed boid: 0 is behind it, 180 in front
	Rise      float32 // angle above a followed boid
	FOV       float32 // full vertical angle of view
	CameraOptions
}

// CameraOptions are settings that do not change when the camera moves or a bookmark is used.
type CameraOptions struct {
	Path string // camera file, relative to the scenario file, that replaces the other settings; or ""
	// in mode Auto: largest part of the picture that the flock may fill now and soon, from 0 to 1
	Fill     float32
	Boid     int     // id of the selected boid, or -1
	EyeFOV   float32 // in mode Eye: full vertical angle of view; if 0, FOV is used
	EyeLevel bool    // in mode Eye: keep the horizon level

	// Settings for frames that average several pictures within the exposure.
	Shutter  float32 // exposure in degrees; 360 is the time between two frames
	Aperture float32 // diameter of the lens, m; if 0, everything is sharp
	Focus    float32 // distance in focus along the view, m; if 0, the distance of the followed boid or the flock
}

// Target is the point at which a camera looks: the middle of the flock or a fixed position.
type Target struct {
	Fixed bool
	At    mgl32.Vec3 // fixed position, m
}

// Sky selects the source of the sky's light.
type Sky int

// Sources of the sky's light.
const (
	AirSky     Sky = iota // sunlight scattered by the air
	PaintedSky            // the colours in Light
)

// SkyNames returns the names of the skies, in order.
func SkyNames() []string { return []string{"air", "painted"} }

// Weather selects the amount and kind of cloud.
type Weather int

// Kinds of weather.
const (
	Clear Weather = iota
	Fair
	Broken
	Overcast
	Storm
	Fog
)

// WeatherNames returns the names of the weathers, in order.
func WeatherNames() []string {
	return []string{"clear", "fair", "broken", "overcast", "storm", "fog"}
}

// Land selects the kind of ground.
type Land int

// Kinds of ground.
const (
	Meadow Land = iota
	Marsh       // reed beds in still water
	Fields      // fields with hedges and trees
	Hills       // heath among hills, and mountains with snow
	Coast       // sea on one side
	City        // roofs, streets and a skyline
	Paper       // white paper with a grid, for models in a plane
)

// LandNames returns the names of the lands, in order.
func LandNames() []string {
	return []string{Meadow: "meadow", Marsh: "marsh", Fields: "fields", Hills: "hills", Coast: "coast", City: "city", Paper: "paper"}
}

// WeatherAt returns the weather at a simulated time. Once a change has begun, it returns the new weather.
func (l *Light) WeatherAt(seconds float64) Weather {
	if l.changing(seconds) {
		return l.Next
	}
	return l.Weather
}

// ChooseAt sets the weather from a simulated time onwards. It cancels a planned change that has already
// begun.
func (l *Light) ChooseAt(seconds float64, w Weather) {
	if l.changing(seconds) {
		l.NextOver = 0
	}
	l.Weather = w
}

func (l *Light) changing(seconds float64) bool {
	return l.NextOver > 0 && seconds > float64(l.NextAt)
}

// Light describes the sun, the sky, the air and the land. Colours are linear RGB.
type Light struct {
	Sky        Sky
	Weather    Weather
	Clouds     float32 // multiplies the weather's cloud cover
	CloudSeed  int     // random seed of the clouds
	Next       Weather // weather after the change
	NextAt     float32 // simulated time at which the change begins, s
	NextOver   float32 // duration of the change, s; if 0, there is no change
	Turbidity  float32 // scattering relative to clean air
	Hours      float32 // hours since the sun stood at SunAzimuth and SunElevation
	DaySeconds float32 // simulated seconds per day; if 0, the sun does not move
	Latitude   float32 // degrees; the sun sets towards -Z
	Moon       float32 // phase: 0 is new, 0.5 full, 1 new again

	SunAzimuth   float32    // degrees: 0 is towards -Z, 90 towards -X
	SunElevation float32    // degrees above the horizon
	Sun          mgl32.Vec3 // irradiance on a surface facing the sun
	Haze         float32    // light absorbed by the air, 1/m
	FogTop       float32    // height of the fog's top, m
	Zenith       mgl32.Vec3 // colour of the sky at the zenith
	Horizon      mgl32.Vec3 // colour of the sky at the horizon, away from the sun
	Glow         mgl32.Vec3 // colour added around a low sun
	Ground       mgl32.Vec3 // albedo of the ground
	Exposure     float32    // factor applied before the tone curve
	Adapt        float32    // how much the exposure adapts to dark and bright views, from 0 to 1
	Bloom        float32    // fraction of light that spreads around bright spots
	Land         Land
	LandSeed     int // random seed of the land
}

// Show describes how a flock is drawn.
type Show struct {
	Style        Style
	Traces       TraceMode
	TraceSeconds float32 // length of a trace, s
	TraceColour  TraceColour
	Shadows      bool
	Vision       bool    // draw the vision sphere and the neighbours of the selected boid
	Inset        bool    // draw a small picture of the selected boid's view
	Magnify      bool    // draw the boid itself magnified in that small picture
	Things       bool    // mark paths, places, perches and winds, in the window only
	Edge         bool    // draw a line where the world ends or wraps around
	Plain        bool    // draw leaders, the selected boid and its neighbours without special colours
	Speed        float32 // simulated seconds per real second
	Size         float32 // drawn size relative to the wingspan; 0 means 1
	Variety      float32 // spread of the birds' sizes and brightness; sizes are relative to the wingspan
	Tier         Tier    // quality of the window's pictures

	Colour ColourBy // quantity that the birds' colours show
	Map    ColourMap
	Rule   string // rule for ColourByRule; if empty, the first rule
	Forces bool   // draw the parts of the selected boid's steering as arrows
	Links  bool   // draw lines between mutual neighbours
	Bones  bool   // draw the flock's centre and its path, the principal axes and the hull
}

// Tier is the quality of a window's pictures.
type Tier int

// Qualities of the window's pictures.
const (
	TierAuto  Tier = iota // depends on the time that a picture takes
	TierDraft             // for drivers that render in software
	TierGood
	TierBest
)

// TierNames returns the names of the tiers, in order.
func TierNames() []string { return []string{"auto", "draft", "good", "best"} }

// Default returns an orbit around the flock on a warm evening in hazy air. The sun is ahead and a little to
// the left.
func Default() Look {
	return Look{
		Camera: Camera{Mode: Orbit, Distance: 32, Elevation: -13.5, Trail: 4.5, Rise: 0.2 * 180 / math.Pi, FOV: 47, CameraOptions: CameraOptions{Fill: 0.92, Boid: -1, EyeFOV: 75, Shutter: 180}},
		Light: Light{
			Clouds: 1, Turbidity: 2.1, Latitude: 50, Moon: 0.45,
			SunAzimuth: 14, SunElevation: 34, Haze: 0.0018, FogTop: 120, Exposure: 1, Adapt: 0.5, Bloom: 0.04,
			Sun:     mgl32.Vec3{6.0, 3.3, 1.5},
			Zenith:  mgl32.Vec3{0.045, 0.105, 0.260},
			Horizon: mgl32.Vec3{0.270, 0.215, 0.240},
			Glow:    mgl32.Vec3{1.05, 0.38, 0.07},
			Ground:  mgl32.Vec3{0.062, 0.092, 0.028},
		},
		Show: Show{Traces: TraceLeaders, TraceSeconds: 3, Shadows: true, Vision: true, Things: true, Edge: true, Speed: 1, Size: 1, Variety: 0.03},
	}
}
