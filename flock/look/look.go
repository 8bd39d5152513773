// Package look is how a flock is looked at, as data: camera, light, and what is shown.
// [Settings] lists all of it in one table. The scenario file's keys, the panel's widgets,
// undo, search and the printed reference are made from that table: what is to be set
// besides is one row of it, and one field here.
package look

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Look is all that can be set of how a flock is looked at.
type Look struct {
	Camera Camera
	Light  Light
	Show   Show
}

// Mode is how the camera moves.
type Mode int

// The camera's modes.
const (
	Fly    Mode = iota // free flight
	Orbit              // around the flock
	Follow             // behind the selected boid
	Eye                // from the selected boid's head
	Auto               // around the flock, at the distance that shows it
	Leader             // behind one leader after the other
)

// ModeRow is a mode of the camera, for people.
type ModeRow struct {
	Name, Doc string
	Tied      bool // to a boid
}

// Modes are the camera's modes, in order.
func Modes() []ModeRow {
	return []ModeRow{
		Fly:    {Name: "fly", Doc: "fly"},
		Orbit:  {Name: "orbit", Doc: "orbit the flock"},
		Follow: {Name: "follow", Doc: "follow the selected boid", Tied: true},
		Eye:    {Name: "eye", Doc: "see with the selected boid's eyes", Tied: true},
		Auto:   {Name: "auto", Doc: "orbit, and keep the flock framed"},
		Leader: {Name: "leader", Doc: "behind one leader after the other", Tied: true},
	}
}

// ModeNames are the modes' names, in order.
func ModeNames() (names []string) {
	for _, m := range Modes() {
		names = append(names, m.Name)
	}
	return names
}

func (m Mode) String() string { return Modes()[m].Name }

// Tied says whether the camera is tied to a boid.
func (m Mode) Tied() bool { return Modes()[m].Tied }

// Style chooses how boids are drawn (H17).
type Style int

// The styles.
const (
	Birds   Style = iota // the animated model
	Spheres              // a sphere with a heading line
)

// StyleNames are the styles' names, in order.
func StyleNames() []string { return []string{"birds", "spheres"} }

// TraceMode says whose traces are drawn (H17).
type TraceMode int

// The choices.
const (
	TraceNone TraceMode = iota
	TraceAll
	TraceLeaders
	TraceSelected
)

// TraceNames are the names of the choices, in order.
func TraceNames() []string { return []string{"none", "all", "leaders", "selected"} }

// TraceColour says what the colours of traces tell.
type TraceColour int

// The choices.
const (
	TracesPlain   TraceColour = iota // who leads
	TracesBySpeed                    // how fast it was flown
	TracesByBird                     // what the bird's own colour tells
)

// TraceColourNames are the names of the choices, in order.
func TraceColourNames() []string { return []string{"plain", "speed", "birds"} }

// Camera says where a scene is seen from when it starts, and in the window where it is
// seen from now. The eye is at Distance from Target; angles are degrees.
type Camera struct {
	Mode      Mode
	Path      string // a camera file relative to the scenario file, instead; empty: none
	Target    Target
	Distance  float32 // m
	Azimuth   float32 // of the eye seen from the target: 0 is towards +Z, 90 towards +X
	Elevation float32 // of the eye above the target
	Trail     float32 // behind a boid: the distance in its wingspans
	Sway      float32 // likewise, off its tail: 0 is behind it, 180 before it
	Rise      float32 // likewise, above it
	Fill      float32 // in Auto, the share of the picture that the flock, and where it flies to, may fill
	FOV       float32 // full vertical angle
	Boid      int     // the selected one; -1: none
	EyeFOV    float32 // with a boid's eyes: full vertical angle
	EyeLevel  bool    // with a boid's eyes the horizon stays level

	// Of pictures of many subframes.
	Shutter  float32 // degrees of 360 that it is open between two pictures
	Aperture float32 // diameter of the lens, m; 0: all is sharp
	Focus    float32 // distance along the view of what is sharp, m; 0: that of the boid the camera is tied to, or else of the flock
}

// Target is what a camera looks at: the middle of the flock, or a fixed place.
type Target struct {
	Fixed bool
	At    mgl32.Vec3 // m, if Fixed
}

// Sky says what the sky's light is from.
type Sky int

// The choices.
const (
	AirSky     Sky = iota // what the air makes of sunlight
	PaintedSky            // colours that are given
)

// SkyNames are their names, in order.
func SkyNames() []string { return []string{"air", "painted"} }

// Weather is how much cloud there is, and of which kind.
type Weather int

// The choices.
const (
	Clear Weather = iota
	Fair
	Broken
	Overcast
	Storm
	Fog
)

// WeatherNames are their names, in order.
func WeatherNames() []string {
	return []string{"clear", "fair", "broken", "overcast", "storm", "fog"}
}

// Land is what the ground is.
type Land int

// The choices.
const (
	Meadow Land = iota
	Marsh       // reed beds in still water
	Fields      // with hedges and trees
	Moor        // bare hills, and mountains with snow
	Coast       // the sea on one side
	City        // its roofs, streets and skyline
)

// LandNames are their names, in order.
func LandNames() []string { return []string{"meadow", "marsh", "fields", "hills", "coast", "city"} }

// WeatherAt is the weather at a simulated time: what it becomes, once that has begun.
func (l *Light) WeatherAt(seconds float64) Weather {
	if l.changing(seconds) {
		return l.Next
	}
	return l.Weather
}

// ChooseAt has the weather be another one from a simulated time on: a change that has begun is
// dropped, one to come stays.
func (l *Light) ChooseAt(seconds float64, w Weather) {
	if l.changing(seconds) {
		l.NextOver = 0
	}
	l.Weather = w
}

func (l *Light) changing(seconds float64) bool {
	return l.NextOver > 0 && seconds > float64(l.NextAt)
}

// Light is the sun, the sky, the air and the land that they are seen over. Colours are
// linear RGB.
type Light struct {
	Sky        Sky
	Weather    Weather
	Clouds     float32 // times the cover that the weather has
	Next       Weather // what the weather becomes
	NextAt     float32 // from this time, simulated s
	NextOver   float32 // and in so long, s; 0: it stays
	Turbidity  float32 // how many times as much light air takes as clean air does; 1: it is clean
	Hours      float32 // since the sun stood where SunAzimuth and SunElevation say
	DaySeconds float32 // simulated seconds that a day takes; 0: the sun stands still
	Latitude   float32 // degrees; the sun sets towards -Z
	Moon       float32 // its age: 0 is new, 0.5 full, 1 new again

	SunAzimuth   float32    // degrees: 0 is towards -Z, 90 towards -X
	SunElevation float32    // degrees above the horizon
	Sun          mgl32.Vec3 // irradiance on a surface that faces it
	Haze         float32    // share of light lost to the air per metre
	Zenith       mgl32.Vec3 // sky straight up
	Horizon      mgl32.Vec3 // sky at the horizon, away from the sun
	Glow         mgl32.Vec3 // added around the sun, low over the horizon
	Ground       mgl32.Vec3 // albedo of the ground
	Exposure     float32    // factor before the tone curve
	Bloom        float32    // share of light that is spread around what is bright
	Land         Land
	LandSeed     int // which of all such lands it is
}

// Show says how a flock is drawn.
type Show struct {
	Style        Style
	Traces       TraceMode
	TraceSeconds float32 // length of a trace
	TraceColour  TraceColour
	Shadows      bool
	Vision       bool    // the selected boid's vision sphere and neighbours
	Inset        bool    // the selected boid's view, small, beside the outside view
	Magnify      bool    // the inset shows the boid itself, near, instead
	Things       bool    // in the window, marks where paths, places, perches and winds are
	Edge         bool    // a line where the world ends, or wraps around
	Plain        bool    // leaders, the selected boid and those it sees have no colours of their own
	Speed        float32 // simulated seconds per second
	Variety      float32 // how much birds typically differ in size, as a share of their wingspan, and in shade
	Tier         Tier    // of the window's pictures

	Colour ColourBy // what birds are coloured by
	Map    ColourMap
	Rule   string // of ColourByRule; empty: the first
	Forces bool   // what makes up the selected boid's step, as arrows
	Links  bool   // between mutual neighbours
	Bones  bool   // the flock's centre, the way it came, its principal axes and its hull
}

// Tier is how good the pictures of a window are, and so how dear.
type Tier int

// The choices.
const (
	TierAuto  Tier = iota // by how long pictures take
	TierDraft             // for drivers that draw in software
	TierGood
	TierBest
)

// TierNames are their names, in order.
func TierNames() []string { return []string{"auto", "draft", "good", "best"} }

// Default is how a flock is looked at where nothing else is said: orbited, on a warm
// evening with the sun ahead and a little to the left, in hazy air.
func Default() Look {
	return Look{
		Camera: Camera{Mode: Orbit, Distance: 32, Elevation: -13.5, Trail: 4.5, Rise: 0.2 * 180 / math.Pi, Fill: 0.92, FOV: 47, Boid: -1, EyeFOV: 75, Shutter: 180},
		Light: Light{
			Clouds: 1, Turbidity: 2.1, Latitude: 50, Moon: 0.45,
			SunAzimuth: 14, SunElevation: 34, Haze: 0.0018, Exposure: 0.78, Bloom: 0.04,
			Sun:     mgl32.Vec3{6.0, 3.3, 1.5},
			Zenith:  mgl32.Vec3{0.045, 0.105, 0.260},
			Horizon: mgl32.Vec3{0.270, 0.215, 0.240},
			Glow:    mgl32.Vec3{1.05, 0.38, 0.07},
			Ground:  mgl32.Vec3{0.062, 0.092, 0.028},
		},
		Show: Show{Traces: TraceLeaders, TraceSeconds: 3, Shadows: true, Vision: true, Things: true, Edge: true, Speed: 1, Variety: 0.03},
	}
}
