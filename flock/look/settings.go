package look

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/param"
)

// Setting describes a value of a [Look] that can be set.
type Setting struct {
	param.Description

	Section string // section of a scenario file, such as "light"
	Keys    string // keyboard shortcut, or ""
	Log     bool   // logarithmic slider

	// InFile reports whether only scenario files can set the value. The panel has no widget for it.
	InFile bool

	// At returns a pointer to the value: a *float32, *int, *bool, *string, *Target, *mgl32.Vec3 or colour.
	// For a value with options, it returns a Choice.
	At func(*Look) any

	// Idle reports whether the setting has no effect at present. If Idle is nil, the setting always has an
	// effect.
	Idle func(*Look) bool
}

// Choice gets and sets an index into the options of a setting.
type Choice struct {
	Get func() int
	Set func(int)
}

func choice[T ~int](v *T) Choice {
	return Choice{func() int { return int(*v) }, func(k int) { *v = T(k) }}
}

// Limits of a lens, in metres.
const (
	MaxAperture = 100
	MinFocus    = 0.05
	MaxFocus    = 100_000
)

// Settings returns all settings, ordered by section.
func Settings() []Setting {
	var all []Setting
	for section, rows := range []func() []Setting{camera, light, show} {
		for _, s := range rows() {
			s.Section = Sections()[section]
			all = append(all, s)
		}
	}
	return all
}

// Sections returns the sections of scenario files that contain settings, in order.
func Sections() []string { return []string{"camera", "light", "show"} }

func camera() []Setting {
	followsBoid := func(l *Look) bool { return l.Camera.Mode.IsTied() }
	notBehindBoid := func(l *Look) bool { return l.Camera.Mode.Stance() != StanceBehind }
	return []Setting{
		{Description: param.Description{Key: "mode", Label: "Camera", Doc: "What the camera does: " + modeDocs(), Options: ModeNames()}, Keys: fmt.Sprintf("1 to %d", NumModes),
			At: func(l *Look) any { return choice(&l.Camera.Mode) }},
		{Description: param.Description{Key: "path", Doc: "Camera file, relative to the scenario file. If set, its keys move the camera, and mode has no effect"}, InFile: true,
			At: func(l *Look) any { return &l.Camera.Path }},
		{Description: param.Description{Key: "target", Unit: "m", Doc: `Point at which the camera looks: "flock", or a position [x, y, z]`}, InFile: true,
			At: func(l *Look) any { return &l.Camera.Target }},
		{Description: param.Description{Key: "distance", Label: "Distance", Unit: "m", Min: 0.5, Max: 2000, Doc: "Distance from the target to the eye. If the camera follows a boid, the trail setting is used instead"}, Log: true, Idle: func(l *Look) bool { return followsBoid(l) || l.Camera.Mode.Framed() },
			At: func(l *Look) any { return &l.Camera.Distance }},
		{Description: param.Description{Key: "azimuth", Label: "Azimuth", Unit: "°", Min: -360, Max: 360, Doc: "Direction from the target to the eye: 0 is towards +Z, 90 towards +X. If the camera follows a boid, the sway setting is used instead"}, Idle: followsBoid,
			At: func(l *Look) any { return &l.Camera.Azimuth }},
		{Description: param.Description{Key: "elevation", Label: "Elevation", Unit: "°", Min: -90, Max: 90, Doc: "Angle of the eye above the target. If the camera follows a boid, the rise setting is used instead"}, Idle: followsBoid,
			At: func(l *Look) any { return &l.Camera.Elevation }},
		{Description: param.Description{Key: "trail", Label: "Follow distance", Unit: "wingspans", Min: 0.7, Max: 500, Soft: 50, Doc: "Distance from the followed boid or leader to the eye"}, Log: true, Idle: notBehindBoid,
			At: func(l *Look) any { return &l.Camera.Trail }},
		{Description: param.Description{Key: "sway", Label: "Side angle", Unit: "°", Min: -360, Max: 360, Doc: "Direction of the eye from the followed boid: 0 is behind it, 90 to its right, 180 in front of it"}, Idle: notBehindBoid,
			At: func(l *Look) any { return &l.Camera.Sway }},
		{Description: param.Description{Key: "rise", Label: "Height angle", Unit: "°", Min: -57, Max: 80, Doc: "Angle of the eye above the followed boid"}, Idle: notBehindBoid,
			At: func(l *Look) any { return &l.Camera.Rise }},
		{Description: param.Description{Key: "fill", Label: "Frame fill", Min: 0.1, Max: 1, Doc: "Share of the picture that the flock may fill, now and one second later"}, Idle: func(l *Look) bool { return !l.Camera.Mode.Framed() },
			At: func(l *Look) any { return &l.Camera.Fill }},
		{Description: param.Description{Key: "fov", Label: "Field of view", Unit: "°", Min: 5, Max: 120, Doc: "Full vertical angle of view"},
			At: func(l *Look) any { return &l.Camera.FOV }},
		{Description: param.Description{Key: "boid", Min: -1, Max: math.MaxInt32, Doc: "Id of the selected boid, or -1"}, InFile: true,
			At: func(l *Look) any { return &l.Camera.Boid }},
		{Description: param.Description{Key: "eye_fov", Label: "Eye field of view", Unit: "°", Min: 5, Max: 150, Doc: "Full vertical angle of view through a boid's eyes"}, Idle: func(l *Look) bool { return l.Camera.Mode.Stance() != StanceInside },
			At: func(l *Look) any { return &l.Camera.EyeFOV }},
		{Description: param.Description{Key: "eye_level", Label: "Level horizon", Doc: "The horizon in a boid's view stays level when the boid banks"}, Idle: func(l *Look) bool { return l.Camera.Mode.Stance() != StanceInside },
			At: func(l *Look) any { return &l.Camera.EyeLevel }},
		{Description: param.Description{Key: "shutter", Label: "Shutter angle", Unit: "°", Max: 360, Doc: "Time for which the shutter is open. 360° is the time between two pictures. It has an effect only with render --samples"},
			At: func(l *Look) any { return &l.Camera.Shutter }},
		{Description: param.Description{Key: "aperture", Label: "Aperture", Unit: "m", Max: MaxAperture, Soft: 1, Doc: "Diameter of the lens. If 0, everything is sharp. It has an effect only with render --samples"},
			At: func(l *Look) any { return &l.Camera.Aperture }},
		{Description: param.Description{Key: "focus", Label: "Focus distance", Unit: "m", Max: MaxFocus, Soft: 200, Doc: "Distance that is in focus. If 0, the followed boid or the flock is in focus. It has an effect only with render --samples"}, Idle: func(l *Look) bool { return l.Camera.Aperture == 0 },
			At: func(l *Look) any { return &l.Camera.Focus }},
	}
}

func light() []Setting {
	painted := func(l *Look) bool { return l.Light.Sky == PaintedSky }
	cloudless := func(l *Look) bool {
		return l.Light.Weather == Clear && (l.Light.NextOver == 0 || l.Light.Next == Clear)
	}
	fogless := func(l *Look) bool {
		return l.Light.Weather != Fog && (l.Light.NextOver == 0 || l.Light.Next != Fog)
	}
	return []Setting{
		{Description: param.Description{Key: "weather", Label: "Weather", Doc: "Amount and kind of cloud", Options: WeatherNames()}, Idle: painted,
			At: func(l *Look) any { return choice(&l.Light.Weather) }},
		{Description: param.Description{Key: "clouds", Label: "Cloud cover", Max: 4, Soft: 2, Doc: "Factor that multiplies the weather's cloud cover"}, Idle: func(l *Look) bool { return painted(l) || cloudless(l) },
			At: func(l *Look) any { return &l.Light.Clouds }},
		{Description: param.Description{Key: "cloud_seed", Label: "Cloud seed", Max: 9999, Soft: 99, Doc: "Random seed for the places and shapes of the clouds"}, Idle: func(l *Look) bool { return painted(l) || cloudless(l) },
			At: func(l *Look) any { return &l.Light.CloudSeed }},
		{Description: param.Description{Key: "next_weather", Label: "Next weather", Doc: "Weather after the current one", Options: WeatherNames()}, Idle: painted,
			At: func(l *Look) any { return choice(&l.Light.Next) }},
		{Description: param.Description{Key: "next_at", Label: "Change start", Unit: "s", Max: 1e6, Soft: 600, Doc: "Simulated time at which the weather begins to change"}, Idle: painted,
			At: func(l *Look) any { return &l.Light.NextAt }},
		{Description: param.Description{Key: "next_seconds", Label: "Change length", Unit: "s", Max: 1e6, Soft: 600, Doc: "Duration of the change of weather. If 0, the weather does not change"}, Idle: painted,
			At: func(l *Look) any { return &l.Light.NextOver }},
		{Description: param.Description{Key: "turbidity", Label: "Turbidity", Min: 1, Max: 12, Doc: "How much light the air scatters, relative to clean air: 2 is very clear, 3 usual, 6 hazy"}, Idle: painted,
			At: func(l *Look) any { return &l.Light.Turbidity }},
		{Description: param.Description{Key: "hours", Label: "Elapsed hours", Unit: "h", Min: -24, Max: 24, Doc: "Hours since the sun was at its azimuth and elevation"},
			At: func(l *Look) any { return &l.Light.Hours }},
		{Description: param.Description{Key: "day_seconds", Label: "Day length", Unit: "s", Max: 1e6, Soft: 3600, Doc: "Length of a day in simulated seconds. If 0, the sun does not move"},
			At: func(l *Look) any { return &l.Light.DaySeconds }},
		{Description: param.Description{Key: "latitude", Label: "Latitude", Unit: "°", Min: -90, Max: 90, Doc: "Latitude, which determines the sun's path. North is +X. The sun sets towards -Z"}, Idle: func(l *Look) bool { return l.Light.DaySeconds == 0 && l.Light.Hours == 0 },
			At: func(l *Look) any { return &l.Light.Latitude }},
		{Description: param.Description{Key: "moon", Label: "Moon phase", Max: 1, Doc: "Age of the moon: 0 is new, 0.5 full, 1 new again"}, Idle: painted,
			At: func(l *Look) any { return &l.Light.Moon }},
		{Description: param.Description{Key: "sun_azimuth", Label: "Sun azimuth", Unit: "°", Min: -360, Max: 360, Doc: "Direction of the sun: 0 is towards -Z, 90 towards -X"},
			At: func(l *Look) any { return &l.Light.SunAzimuth }},
		{Description: param.Description{Key: "sun_elevation", Label: "Sun elevation", Unit: "°", Min: -90, Max: 90, Soft: 90, Doc: "Angle of the sun above the horizon"},
			At: func(l *Look) any { return &l.Light.SunElevation }},
		{Description: param.Description{Key: "haze", Label: "Haze", Unit: "1/m", Max: 1, Soft: 0.02, Doc: "Share of light that the air absorbs per metre"},
			At: func(l *Look) any { return &l.Light.Haze }},
		{Description: param.Description{Key: "fog_top", Label: "Fog height", Unit: "m", Min: 1, Max: 2000, Soft: 400, Doc: "Height of the top of the fog. Above this height, the camera looks down on the fog"}, Idle: func(l *Look) bool { return painted(l) || fogless(l) },
			At: func(l *Look) any { return &l.Light.FogTop }},
		{Description: param.Description{Key: "exposure", Label: "Exposure", Min: 0.01, Max: 100, Soft: 10, Doc: "Factor that multiplies the brightness of the picture. If a file sets sun_elevation or hours but no exposure, the default applies"}, Log: true,
			At: func(l *Look) any { return &l.Light.Exposure }},
		{Description: param.Description{Key: "adapt", Label: "Eye adaptation", Max: 1, Doc: "How much the exposure adapts to the brightness of the view, from 0 (not at all) to 1 (all views are equally bright). If a file sets exposure but not adapt, adapt is 0"},
			At: func(l *Look) any { return &l.Light.Adapt }},
		{Description: param.Description{Key: "bloom", Label: "Bloom", Max: 1, Soft: 0.3, Doc: "Share of light that spreads around bright spots, as in lenses and eyes. It needs quality good or best. Transparent pictures have no bloom"}, Idle: painted,
			At: func(l *Look) any { return &l.Light.Bloom }},
		{Description: param.Description{Key: "land", Label: "Landscape", Doc: "Kind of ground", Options: LandNames()},
			At: func(l *Look) any { return choice(&l.Light.Land) }},
		{Description: param.Description{Key: "land_seed", Label: "Landscape seed", Max: 9999, Soft: 99, Doc: "Random seed for the positions of all things on the land"}, Idle: func(l *Look) bool { return l.Light.Land == Meadow },
			At: func(l *Look) any { return &l.Light.LandSeed }},
		{Description: param.Description{Key: "sky", Label: "Sky", Doc: "Source of the sky's light: sun and air, or painted colours. If a file sets one of these colours, the sky is painted", Options: SkyNames()},
			At: func(l *Look) any { return choice(&l.Light.Sky) }},
		colour("sun", "Sun colour", 100, "Light of the sun in a painted sky: red, green and blue, linear", func(l *Light) *mgl32.Vec3 { return &l.Sun }),
		colour("zenith", "Zenith colour", 10, "Light of a painted sky overhead", func(l *Light) *mgl32.Vec3 { return &l.Zenith }),
		colour("horizon", "Horizon colour", 10, "Light of a painted sky at the horizon, away from the sun", func(l *Light) *mgl32.Vec3 { return &l.Horizon }),
		colour("glow", "Glow colour", 10, "Light that is added around the sun of a painted sky, near the horizon", func(l *Light) *mgl32.Vec3 { return &l.Glow }),
		colour("ground", "Ground colour", 1, "Share of light that the ground reflects", func(l *Light) *mgl32.Vec3 { return &l.Ground }),
	}
}

func colour(key, label string, most float64, doc string, pointer func(*Light) *mgl32.Vec3) Setting {
	s := Setting{Description: param.Description{Key: key, Label: label, Max: most, Doc: doc}, At: func(l *Look) any { return pointer(&l.Light) }}
	if key != "ground" {
		s.Idle = func(l *Look) bool { return l.Light.Sky != PaintedSky }
	}
	return s
}

func show() []Setting {
	return []Setting{
		{Description: param.Description{Key: "style", Label: "Drawing style", Doc: "Shape of the drawn boids: birds or spheres", Options: StyleNames()}, Keys: "B",
			At: func(l *Look) any { return choice(&l.Show.Style) }},
		{Description: param.Description{Key: "traces", Label: "Traces", Doc: "Boids whose past path is drawn", Options: TraceNames()}, Keys: "T",
			At: func(l *Look) any { return choice(&l.Show.Traces) }},
		{Description: param.Description{Key: "trace_seconds", Label: "Trace length", Unit: "s", Min: 0.5, Max: 20, Doc: "Time over which a trace shows the boid's past path"}, Idle: func(l *Look) bool { return l.Show.Traces == TraceNone },
			At: func(l *Look) any { return &l.Show.TraceSeconds }},
		{Description: param.Description{Key: "trace_colour", Label: "Trace colour", Doc: "What the colour of a trace shows. plain: who leads. speed: the speed. birds: the same as the colours of the birds", Options: TraceColourNames()}, Idle: func(l *Look) bool { return l.Show.Traces == TraceNone },
			At: func(l *Look) any { return choice(&l.Show.TraceColour) }},
		{Description: param.Description{Key: "shadows", Label: "Shadows", Doc: "The birds' shadows on the ground"}, Keys: "G",
			At: func(l *Look) any { return &l.Show.Shadows }},
		{Description: param.Description{Key: "vision", Label: "Vision sphere", Doc: "Vision sphere of the selected boid, drawn only in the window. The boids that it sees are blue"}, Keys: "V",
			At: func(l *Look) any { return &l.Show.Vision }},
		{Description: param.Description{Key: "inset", Label: "Inset", Doc: "A small picture of what the selected boid sees"}, Keys: "I",
			At: func(l *Look) any { return &l.Show.Inset }},
		{Description: param.Description{Key: "magnify", Label: "Magnifier", Doc: "The inset shows the selected boid close up instead of what it sees"}, Idle: func(l *Look) bool { return !l.Show.Inset },
			At: func(l *Look) any { return &l.Show.Magnify }},
		{Description: param.Description{Key: "things", Label: "Scene markers", Doc: "Marks for paths, places, perches and winds. Films and pictures do not contain these marks"},
			At: func(l *Look) any { return &l.Show.Things }},
		{Description: param.Description{Key: "edge", Label: "World bounds", Doc: "A line where the world ends or wraps around"},
			At: func(l *Look) any { return &l.Show.Edge }},
		{Description: param.Description{Key: "plain", Label: "Plain colours", Doc: "Leaders and the selected boid are drawn without special colours"}, Keys: "M",
			At: func(l *Look) any { return &l.Show.Plain }},
		{Description: param.Description{Key: "speed", Label: "Speed", Unit: "×", Min: 0.05, Max: 20, Doc: "Simulated seconds per second"}, Log: true, Keys: "- and =",
			At: func(l *Look) any { return &l.Show.Speed }},
		{Description: param.Description{Key: "size", Label: "Drawn size", Min: 0.1, Max: 20, Soft: 5, Doc: "Factor that multiplies the drawn size of boids. It does not affect the simulation"},
			At: func(l *Look) any { return &l.Show.Size }},
		{Description: param.Description{Key: "variety", Label: "Variety", Max: 0.2, Soft: 0.1, Doc: "Spread of the drawn birds' sizes, as a share of the wingspan, and of their brightness. It does not affect the simulation"},
			At: func(l *Look) any { return &l.Show.Variety }},
		{Description: param.Description{Key: "tier", Label: "Quality", Doc: "Quality of pictures in the window. draft is meant for software drivers. auto selects the best that is fast enough", Options: TierNames()},
			At: func(l *Look) any { return choice(&l.Show.Tier) }},
		{Description: param.Description{Key: "colour", Label: "Colour by", Doc: "What the birds' colours show", Options: ColourByNames()}, Keys: "Shift O",
			At: func(l *Look) any { return choice(&l.Show.Colour) }},
		{Description: param.Description{Key: "map", Label: "Colour scale", Doc: "Colour scale: viridis, or cividis, which people with red-green colour blindness see almost unchanged", Options: ColourMapNames()}, Idle: func(l *Look) bool { return l.Show.Colour == ColourByNothing },
			At: func(l *Look) any { return choice(&l.Show.Map) }},
		{Description: param.Description{Key: "rule", Doc: "Name of the rule whose share of the steering is shown by the colour. If empty, the first rule is used"}, InFile: true,
			At: func(l *Look) any { return &l.Show.Rule }},
		{Description: param.Description{Key: "forces", Label: "Force arrows", Doc: "Arrows for each steering force on the selected boid, and for their sum"},
			At: func(l *Look) any { return &l.Show.Forces }},
		{Description: param.Description{Key: "links", Label: "Neighbour links", Doc: "A line joins two boids if each is one of the seven nearest that the other sees"},
			At: func(l *Look) any { return &l.Show.Links }},
		{Description: param.Description{Key: "bones", Label: "Axes and hull", Doc: "The flock's centre and its path, principal axes and hull"},
			At: func(l *Look) any { return &l.Show.Bones }},
	}
}

// Copy copies the setting's value from from to l.
func (s *Setting) Copy(l, from *Look) {
	switch to := s.At(l).(type) {
	case *float32:
		*to = *s.At(from).(*float32)
	case *int:
		*to = *s.At(from).(*int)
	case *bool:
		*to = *s.At(from).(*bool)
	case *string:
		*to = *s.At(from).(*string)
	case *Target:
		*to = *s.At(from).(*Target)
	case *mgl32.Vec3:
		*to = *s.At(from).(*mgl32.Vec3)
	case Choice:
		to.Set(s.At(from).(Choice).Get())
	}
}

// Alike reports whether a and b have the same value of the setting.
func (s *Setting) Alike(a, b *Look) bool {
	before := *a
	s.Copy(&before, b)
	return before == *a
}

// Carry copies the settings that differ between before and after from after to l.
func Carry(l, before, after *Look) {
	for _, s := range Settings() {
		if !s.Alike(before, after) {
			s.Copy(l, after)
		}
	}
}

// Value returns the setting's value in l: a float32, int, bool or string, the name of a choice, the
// [3]float32 of a colour, or the position of a target. For the flock as target, it returns nil.
func (s *Setting) Value(l *Look) any {
	switch v := s.At(l).(type) {
	case *float32:
		return *v
	case *int:
		return *v
	case *bool:
		return *v
	case *string:
		return *v
	case *mgl32.Vec3:
		return [3]float32(*v)
	case Choice:
		return s.Options[v.Get()]
	case *Target:
		if v.Fixed {
			return [3]float32(v.At)
		}
	}
	return nil
}
