package look

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Setting is one thing that can be set, a row of the table.
type Setting struct {
	Section string // of a scenario file: "light"
	Key     string // in that section: "sun_azimuth"
	Label   string // for people, short
	Unit    string // "m", "°", "" for a pure number
	Doc     string // one line
	Keys    string // the shortcut that also sets it; empty: none

	// Min and Max bound a number; Soft, if set, is where a slider ends before Max.
	Min, Max, Soft float64
	Log            bool     // a slider goes by ratios
	Options        []string // names of the values of a choice, in order

	// InFile says that only files set it: a window has another way, or none.
	InFile bool

	// At points to the value: *float32, *int, *bool, *string, *Target, *mgl32.Vec3, a
	// colour, or is a Choice.
	At func(*Look) any

	// Idle says whether it is of no account beside the others; nil: it never is.
	Idle func(*Look) bool
}

// Choice is a value that is an index into a setting's options.
type Choice struct {
	Get func() int
	Set func(int)
}

func choice[T ~int](v *T) Choice {
	return Choice{func() int { return int(*v) }, func(k int) { *v = T(k) }}
}

// Bounds of a lens, m.
const (
	MaxAperture = 100
	MinFocus    = 0.05
	MaxFocus    = 100_000
)

// Settings is the table, section after section.
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

// Sections are those of a scenario file that the table is of, in order.
func Sections() []string { return []string{"camera", "light", "show"} }

func camera() []Setting {
	tied := func(l *Look) bool { return l.Camera.Mode.Tied() }
	untied := func(l *Look) bool { return l.Camera.Mode != Follow && l.Camera.Mode != Leader }
	return []Setting{
		{Key: "mode", Label: "Camera", Keys: "1 to 6", Doc: "what the camera does: free flight, around the flock, behind a boid, with its eyes, around the flock and as far as shows it, behind one leader after the other", Options: ModeNames(),
			At: func(l *Look) any { return choice(&l.Camera.Mode) }},
		{Key: "path", InFile: true, Doc: "a camera file, relative to this one: the camera's way over time, instead of the mode",
			At: func(l *Look) any { return &l.Camera.Path }},
		{Key: "target", InFile: true, Unit: "m", Doc: `"flock", or a place as [x, y, z]`,
			At: func(l *Look) any { return &l.Camera.Target }},
		{Key: "distance", Label: "Distance", Unit: "m", Min: 0.5, Max: 2000, Log: true, Doc: "from the target to the eye; behind a boid it is trail", Idle: func(l *Look) bool { return tied(l) || l.Camera.Mode == Auto },
			At: func(l *Look) any { return &l.Camera.Distance }},
		{Key: "azimuth", Label: "Azimuth", Unit: "°", Min: -360, Max: 360, Doc: "of the eye: 0 is towards +Z, 90 towards +X; behind a boid it is sway", Idle: tied,
			At: func(l *Look) any { return &l.Camera.Azimuth }},
		{Key: "elevation", Label: "Elevation", Unit: "°", Min: -90, Max: 90, Doc: "of the eye above the target; behind a boid it is rise", Idle: tied,
			At: func(l *Look) any { return &l.Camera.Elevation }},
		{Key: "trail", Label: "Behind", Unit: "wingspans", Min: 0.7, Max: 500, Soft: 50, Log: true, Doc: "from the boid that is followed, or leads, to the eye", Idle: untied,
			At: func(l *Look) any { return &l.Camera.Trail }},
		{Key: "sway", Label: "Off its tail", Unit: "°", Min: -360, Max: 360, Doc: "where the eye is then: 0 is behind the boid, 90 at its right, 180 before it", Idle: untied,
			At: func(l *Look) any { return &l.Camera.Sway }},
		{Key: "rise", Label: "Above it", Unit: "°", Min: -57, Max: 80, Doc: "of the eye above the boid, then", Idle: untied,
			At: func(l *Look) any { return &l.Camera.Rise }},
		{Key: "fill", Label: "Fill", Min: 0.1, Max: 1, Doc: "share of the picture that the flock, and where it will be in a second, may fill from edge to edge", Idle: func(l *Look) bool { return l.Camera.Mode != Auto },
			At: func(l *Look) any { return &l.Camera.Fill }},
		{Key: "fov", Label: "Lens", Unit: "°", Min: 5, Max: 120, Doc: "full vertical angle of view",
			At: func(l *Look) any { return &l.Camera.FOV }},
		{Key: "boid", InFile: true, Min: -1, Max: math.MaxInt32, Doc: "the selected one, -1 for none",
			At: func(l *Look) any { return &l.Camera.Boid }},
		{Key: "eye_fov", Label: "Eye lens", Unit: "°", Min: 5, Max: 150, Doc: "full vertical angle of view with a boid's eyes", Idle: func(l *Look) bool { return l.Camera.Mode != Eye },
			At: func(l *Look) any { return &l.Camera.EyeFOV }},
		{Key: "eye_level", Label: "Level horizon", Doc: "with a boid's eyes the horizon stays level, rather than to roll as it banks", Idle: func(l *Look) bool { return l.Camera.Mode != Eye },
			At: func(l *Look) any { return &l.Camera.EyeLevel }},
		{Key: "shutter", Label: "Shutter", Unit: "°", Max: 360, Doc: "of pictures of many subframes (render --samples): how long it is open, of 360 from picture to picture",
			At: func(l *Look) any { return &l.Camera.Shutter }},
		{Key: "aperture", Label: "Aperture", Unit: "m", Max: MaxAperture, Soft: 1, Doc: "and the diameter of the lens; 0: all is sharp",
			At: func(l *Look) any { return &l.Camera.Aperture }},
		{Key: "focus", Label: "Focus", Unit: "m", Max: MaxFocus, Soft: 200, Doc: "and the distance of what is sharp; 0: the boid the camera is tied to, or else the flock", Idle: func(l *Look) bool { return l.Camera.Aperture == 0 },
			At: func(l *Look) any { return &l.Camera.Focus }},
	}
}

func light() []Setting {
	painted := func(l *Look) bool { return l.Light.Sky == PaintedSky }
	cloudless := func(l *Look) bool {
		return l.Light.Weather == Clear && (l.Light.NextOver == 0 || l.Light.Next == Clear)
	}
	return []Setting{
		{Key: "weather", Label: "Weather", Doc: "how much cloud there is, and of which kind", Options: WeatherNames(), Idle: painted,
			At: func(l *Look) any { return choice(&l.Light.Weather) }},
		{Key: "clouds", Label: "Clouds", Max: 4, Soft: 2, Doc: "times the cover that the weather has", Idle: func(l *Look) bool { return painted(l) || cloudless(l) },
			At: func(l *Look) any { return &l.Light.Clouds }},
		{Key: "next_weather", Label: "Next weather", Doc: "what it becomes while time passes", Options: WeatherNames(), Idle: painted,
			At: func(l *Look) any { return choice(&l.Light.Next) }},
		{Key: "next_at", Label: "Changes at", Unit: "s", Max: 1e6, Soft: 600, Doc: "the simulated time at which it begins to change", Idle: painted,
			At: func(l *Look) any { return &l.Light.NextAt }},
		{Key: "next_seconds", Label: "Changes in", Unit: "s", Max: 1e6, Soft: 600, Doc: "how long it takes to change; 0: it stays as it is", Idle: painted,
			At: func(l *Look) any { return &l.Light.NextOver }},
		{Key: "turbidity", Label: "Turbidity", Min: 1, Max: 12, Doc: "how many times as much light the air takes as clean air does: 2 is very clear, 3 usual, 6 hazy", Idle: painted,
			At: func(l *Look) any { return &l.Light.Turbidity }},
		{Key: "hours", Label: "Hours", Unit: "h", Min: -24, Max: 24, Doc: "that have passed since the sun stood where its azimuth and elevation say",
			At: func(l *Look) any { return &l.Light.Hours }},
		{Key: "day_seconds", Label: "Day", Unit: "s", Max: 1e6, Soft: 3600, Doc: "simulated seconds that a day takes; 0: the sun stands still",
			At: func(l *Look) any { return &l.Light.DaySeconds }},
		{Key: "latitude", Label: "Latitude", Unit: "°", Min: -90, Max: 90, Doc: "of the place, for the sun's way: it sets towards -Z, and north is towards +X", Idle: func(l *Look) bool { return l.Light.DaySeconds == 0 && l.Light.Hours == 0 },
			At: func(l *Look) any { return &l.Light.Latitude }},
		{Key: "moon", Label: "Moon", Max: 1, Doc: "its age: 0 is new, 0.5 full, 1 new again", Idle: painted,
			At: func(l *Look) any { return &l.Light.Moon }},
		{Key: "sun_azimuth", Label: "Sun azimuth", Unit: "°", Min: -360, Max: 360, Doc: "0 is towards -Z, 90 towards -X",
			At: func(l *Look) any { return &l.Light.SunAzimuth }},
		{Key: "sun_elevation", Label: "Sun elevation", Unit: "°", Min: -90, Max: 90, Soft: 90, Doc: "above the horizon",
			At: func(l *Look) any { return &l.Light.SunElevation }},
		{Key: "haze", Label: "Haze", Unit: "1/m", Max: 1, Soft: 0.02, Doc: "share of light lost to the air per metre",
			At: func(l *Look) any { return &l.Light.Haze }},
		{Key: "exposure", Label: "Exposure", Min: 0.01, Max: 100, Soft: 10, Log: true, Doc: "factor on all light of the picture; a file with sun_elevation or hours and without this has the default",
			At: func(l *Look) any { return &l.Light.Exposure }},
		{Key: "bloom", Label: "Bloom", Max: 1, Soft: 0.3, Doc: "share of light that is spread around what is bright, as lenses and eyes do; in the tiers good and best, and not where the picture is transparent", Idle: painted,
			At: func(l *Look) any { return &l.Light.Bloom }},
		{Key: "land", Label: "Land", Doc: "what the ground is", Options: LandNames(),
			At: func(l *Look) any { return choice(&l.Light.Land) }},
		{Key: "land_seed", Label: "Land's seed", Max: 9999, Soft: 99, Doc: "which of all such lands it is: what stands where", Idle: func(l *Look) bool { return l.Light.Land == Meadow },
			At: func(l *Look) any { return &l.Light.LandSeed }},
		{Key: "sky", Label: "Sky", Doc: "what its light is from: sunlight and air, or the colours that follow, which a file that has one of them means", Options: SkyNames(),
			At: func(l *Look) any { return choice(&l.Light.Sky) }},
		colour("sun", "Sun", 100, "light of the sun in a painted sky, linear red, green, blue", func(l *Light) *mgl32.Vec3 { return &l.Sun }),
		colour("zenith", "Zenith", 10, "light of a painted sky straight up", func(l *Light) *mgl32.Vec3 { return &l.Zenith }),
		colour("horizon", "Horizon", 10, "light of a painted sky at the horizon, away from the sun", func(l *Light) *mgl32.Vec3 { return &l.Horizon }),
		colour("glow", "Glow", 10, "light added around the sun of a painted sky, low over the horizon", func(l *Light) *mgl32.Vec3 { return &l.Glow }),
		colour("ground", "Ground", 1, "share of light that the ground gives back", func(l *Light) *mgl32.Vec3 { return &l.Ground }),
	}
}

func colour(key, label string, most float64, doc string, at func(*Light) *mgl32.Vec3) Setting {
	s := Setting{Key: key, Label: label, Max: most, Doc: doc, At: func(l *Look) any { return at(&l.Light) }}
	if key != "ground" {
		s.Idle = func(l *Look) bool { return l.Light.Sky != PaintedSky }
	}
	return s
}

func show() []Setting {
	return []Setting{
		{Key: "style", Label: "Boids", Keys: "B", Doc: "what boids are drawn as", Options: StyleNames(),
			At: func(l *Look) any { return choice(&l.Show.Style) }},
		{Key: "traces", Label: "Traces", Keys: "T", Doc: "whose past is drawn", Options: TraceNames(),
			At: func(l *Look) any { return choice(&l.Show.Traces) }},
		{Key: "trace_seconds", Label: "Trace length", Unit: "s", Min: 0.5, Max: 20, Doc: "length of a trace", Idle: func(l *Look) bool { return l.Show.Traces == TraceNone },
			At: func(l *Look) any { return &l.Show.TraceSeconds }},
		{Key: "trace_colour", Label: "Trace colour", Doc: "what it tells: plain, who leads; the speed at which it was flown; or what the birds' own colours do", Options: TraceColourNames(), Idle: func(l *Look) bool { return l.Show.Traces == TraceNone },
			At: func(l *Look) any { return choice(&l.Show.TraceColour) }},
		{Key: "shadows", Label: "Shadows", Keys: "G", Doc: "the birds' shadows on the ground",
			At: func(l *Look) any { return &l.Show.Shadows }},
		{Key: "vision", Label: "Vision", Keys: "V", Doc: "the selected boid's vision sphere, and in blue those it sees",
			At: func(l *Look) any { return &l.Show.Vision }},
		{Key: "inset", Label: "Inset", Keys: "I", Doc: "the selected boid's view beside the outside view",
			At: func(l *Look) any { return &l.Show.Inset }},
		{Key: "magnify", Label: "Magnify", Doc: "the inset shows the selected boid itself, near, with all that is drawn about it, instead of what it sees", Idle: func(l *Look) bool { return !l.Show.Inset },
			At: func(l *Look) any { return &l.Show.Magnify }},
		{Key: "things", Label: "Things", Doc: "in the window, marks where paths, places, perches and winds are",
			At: func(l *Look) any { return &l.Show.Things }},
		{Key: "edge", Label: "Edge", Doc: "a line where the world ends, or wraps around",
			At: func(l *Look) any { return &l.Show.Edge }},
		{Key: "plain", Label: "Plain", Keys: "M", Doc: "leaders and the selected boid have no colours of their own",
			At: func(l *Look) any { return &l.Show.Plain }},
		{Key: "speed", Label: "Speed", Unit: "×", Min: 0.05, Max: 20, Log: true, Keys: "- and =", Doc: "simulated seconds per second",
			At: func(l *Look) any { return &l.Show.Speed }},
		{Key: "variety", Label: "Variety", Max: 0.2, Soft: 0.1, Doc: "how much birds typically differ in size, as a share of their wingspan, and in shade; drawn only: what is simulated and exported is alike",
			At: func(l *Look) any { return &l.Show.Variety }},
		{Key: "tier", Label: "Quality", Doc: "how good pictures in the window are: draft, for drivers that draw in software, good or best; auto is the best of them that is drawn fast enough", Options: TierNames(),
			At: func(l *Look) any { return choice(&l.Show.Tier) }},
		{Key: "colour", Label: "Colour by", Keys: "Shift O", Doc: "what the birds' colours tell", Options: ColourByNames(),
			At: func(l *Look) any { return choice(&l.Show.Colour) }},
		{Key: "map", Label: "Colours", Doc: "a scale that the colour-blind can read: viridis, or cividis, which is alike for those who see no red or green", Options: ColourMapNames(), Idle: func(l *Look) bool { return l.Show.Colour == ColourByNothing },
			At: func(l *Look) any { return choice(&l.Show.Map) }},
		{Key: "rule", InFile: true, Doc: "whose share of all that steers a boid its colour tells, by its name; empty: the first",
			At: func(l *Look) any { return &l.Show.Rule }},
		{Key: "forces", Label: "Arrows", Doc: "what makes up the selected boid's step, as arrows",
			At: func(l *Look) any { return &l.Show.Forces }},
		{Key: "links", Label: "Links", Doc: "lines between boids each of which is among the nearest seven of those whom the other steers by",
			At: func(l *Look) any { return &l.Show.Links }},
		{Key: "bones", Label: "Axes and hull", Doc: "the flock's centre and the way it came, its principal axes and its hull",
			At: func(l *Look) any { return &l.Show.Bones }},
	}
}

// Copy sets the setting in l to its value in from.
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

// Alike says whether the setting is the same in a and b.
func (s *Setting) Alike(a, b *Look) bool {
	was := *a
	s.Copy(&was, b)
	return was == *a
}

// Carry takes over into l what differs between before and after.
func Carry(l, before, after *Look) {
	for _, s := range Settings() {
		if !s.Alike(before, after) {
			s.Copy(l, after)
		}
	}
}

// Value is the setting in l: a float32, int, bool or string, the name of a choice, a
// colour as [3]float32, or of a target its place, nil for the flock.
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
