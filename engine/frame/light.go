package frame

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
)

// NewLight converts settings to a light for the renderer.
func NewLight(l look.Light) Light {
	sun := SunDirection(float64(l.SunElevation), 180+float64(l.SunAzimuth))
	pole := mgl32.Vec3{1, 0, 0}
	if l.Latitude != 0 {
		latitude := float64(l.Latitude) * math.Pi / 180
		pole = mgl32.Vec3{float32(math.Cos(latitude)), float32(math.Sin(latitude)), 0}
	}
	light := Light{
		SunDirection: sun, MoonDirection: rotateAbout(pole, sun, float64(l.Moon)),
		Turbidity: l.Turbidity, Cloud: cloudOf(l.Weather, l.Clouds), Next: WeatherChange{cloudOf(l.Next, l.Clouds), l.NextAt, l.NextOver}, DaySeconds: l.DaySeconds, Pole: pole,
		Painted: l.Sky == look.PaintedSky,
		Sun:     l.Sun, Zenith: l.Zenith, Horizon: l.Horizon, Glow: l.Glow, Ground: l.Ground,
		Haze: l.Haze, Exposure: l.Exposure, Adapt: l.Adapt, Land: l.Land, LandSeed: l.LandSeed, CloudSeed: l.CloudSeed, FogTop: l.FogTop,
	}
	if l.Sky != look.PaintedSky {
		light.Bloom = l.Bloom
	}
	return light.rotateSky(-float64(l.Hours) / 24)
}

func cloudOf(w look.Weather, clouds float32) Cloud {
	c := map[look.Weather]Cloud{
		look.Clear:    {High: 0},
		look.Fair:     {Cover: 0.3, High: 0.35},
		look.Broken:   {Cover: 0.6, High: 0.5, Thick: 0.2, Veil: 0.06},
		look.Overcast: {Cover: 1, High: 1, Thick: 0.35, Veil: 1, Gap: 0.5},
		look.Storm:    {Cover: 1, High: 1, Thick: 0.9, Veil: 1, Gap: 0.8, Mist: 0.0003},
		look.Fog:      {Veil: 1, Fog: 1, Mist: 0.02},
	}[w]
	c.Cover, c.High = min(c.Cover*clouds, 1), min(c.High*clouds, 1)
	return c
}

// cloudSteps is the number of steps in which the weather changes. It is low enough that most frames can reuse
// the previous frame's sky, and high enough that no step is visible.
const cloudSteps = 500

// CloudAt returns the clouds at a simulated time. before are the clouds before the change. The change starts
// and ends gently.
func (c WeatherChange) CloudAt(before Cloud, seconds float64) Cloud {
	if !(c.Over > 0) {
		return before
	}
	t := min(max((seconds-float64(c.At))/float64(c.Over), 0), 1)
	share := float32(math.Round(cloudSteps*t*t*(3-2*t)) / cloudSteps)
	mix := func(a, b float32) float32 { return a*(1-share) + b*share }
	return Cloud{
		Cover: mix(before.Cover, c.To.Cover), High: mix(before.High, c.To.High),
		Thick: mix(before.Thick, c.To.Thick), Veil: mix(before.Veil, c.To.Veil), Mist: mix(before.Mist, c.To.Mist),
		Gap: mix(before.Gap, c.To.Gap), Fog: mix(before.Fog, c.To.Fog),
	}
}

// At returns the light at a simulated time. If the weather will still change, Next contains the new weather
// with an infinite start time, so that the renderer can prepare its sky.
func (l Light) At(seconds float64) Light {
	l.Cloud = l.Next.CloudAt(l.Cloud, seconds)
	if l.Next.At = float32(math.Inf(1)); !(l.Next.Over > 0) || l.Cloud == l.Next.To {
		l.Next = WeatherChange{}
	}
	if l.DaySeconds <= 0 {
		return l
	}
	return l.rotateSky(-seconds / float64(l.DaySeconds))
}

// fogEdge is the thickness of the upper edge of fog, in m. clearAbove is the haze above fog, relative to the
// usual haze. Above fog there is less haze, because the warm air there also keeps haze down.
const fogEdge, clearAbove = 25.0, 0.4

// fogSteps is the number of steps in which the sky changes while the eye rises through the top of fog.
const fogSteps = 40

// SeenFrom returns the light for an eye at a height in m. Above fog, the sky is clear.
func (l Light) SeenFrom(height float32) Light {
	c := &l.Cloud
	if c.Fog == 0 || l.Painted {
		return l
	}
	t := min(max((height-l.FogTop+fogEdge)/(1.4*fogEdge), 0), 1)
	above := float32(math.Round(float64(fogSteps*t*t*(3-2*t))) / fogSteps)
	share := above * c.Fog
	l.FogBelow = c.Mist * share
	c.Veil, c.Mist, c.Fog = c.Veil*(1-share), c.Mist*(1-share), c.Fog*(1-share)
	l.Haze *= 1 - share*(1-clearAbove)
	return l
}

// Clock returns the solar time in hours, 0 to 24, with the sun highest at 12. At a pole, ok is false.
func (l Light) Clock() (hours float64, ok bool) {
	noon := mgl32.Vec3{0, 1, 0}.Sub(l.Pole.Mul(l.Pole[1]))
	if noon.Len() < 1e-3 {
		return 0, false
	}
	after := math.Atan2(float64(-l.SunDirection[2]), float64(l.SunDirection.Dot(noon.Normalize())))
	return math.Mod(36+12*after/math.Pi, 24), true
}

// rotateSky returns the light after the sky has turned about the pole, in full turns. A positive number gives
// an earlier time.
func (l Light) rotateSky(turns float64) Light {
	if turns != 0 {
		l.Turned = math.Mod(l.Turned-turns, 1)
		l.SunDirection, l.MoonDirection = rotateAbout(l.Pole, l.SunDirection, turns), rotateAbout(l.Pole, l.MoonDirection, turns)
	}
	return l
}

func rotateAbout(pole, d mgl32.Vec3, turns float64) mgl32.Vec3 {
	_, part := math.Modf(turns)
	return mgl32.QuatRotate(float32(2*math.Pi*part), pole).Rotate(d).Normalize()
}

// Dusk returns the light of a warm, hazy evening. The sun is 15° above the horizon, ahead and slightly right
// of a camera that looks along -Z.
func Dusk() Light {
	l := look.Default().Light
	l.SunElevation, l.SunAzimuth, l.Haze = 15, -20, 1.0/450
	return NewLight(l)
}

// SunDirection returns the unit vector towards the sun, from degrees. Azimuth 0 is +Z, and 90 is +X.
func SunDirection(elevation, azimuth float64) mgl32.Vec3 {
	e, a := elevation*math.Pi/180, azimuth*math.Pi/180
	return mgl32.Vec3{
		float32(math.Cos(e) * math.Sin(a)), float32(math.Sin(e)), float32(math.Cos(e) * math.Cos(a)),
	}
}

// minContrast is the smallest visible contrast of a dark object in haze, relative to its contrast without
// haze (H. Koschmieder, Theorie der horizontalen Sichtweite, 1924).
const minContrast = 0.02

// Visibility returns the distance at which objects are just visible, in m. Contrast falls exponentially with
// distance. Without haze, the result is infinite.
func (l Light) Visibility() float64 {
	return -math.Log(minContrast) / float64(l.Haze+l.Cloud.Mist)
}

// Light describes sun, sky and air. Colours are linear RGB.
type Light struct {
	SunDirection  mgl32.Vec3 // unit vector towards the sun
	MoonDirection mgl32.Vec3 // unit vector towards the moon
	Turbidity     float32    // turbidity of the air; see package air
	Cloud         Cloud
	CloudSeed     int // selects one of many patterns of clouds
	Next          WeatherChange
	DaySeconds    float32    // length of a day in simulated seconds; 0 means that sun and moon do not move
	Pole          mgl32.Vec3 // unit axis about which sun and moon turn
	Turned        float64    // full turns of the sky; grows with time

	Painted bool       // the sky has the four colours below instead of those of the physical model
	Sun     mgl32.Vec3 // irradiance of a surface that faces the sun
	Zenith  mgl32.Vec3 // colour of the sky straight up
	Horizon mgl32.Vec3 // colour of the sky at the horizon, opposite the sun
	Glow    mgl32.Vec3 // colour added around the sun, just above the horizon

	Land     look.Land  // kind of ground
	LandSeed int        // selects one of many lands of this kind
	Ground   mgl32.Vec3 // albedo of the ground
	Haze     float32    // extinction of the air, 1/m
	FogTop   float32    // height of the top of fog, m
	FogBelow float32    // extinction of fog below the eye, 1/m; 0 if there is none, or the eye is in it
	Exposure float32    // factor before the tone curve
	Adapt    float32    // fraction of the brightness difference between views that the exposure compensates, 0 to 1
	Bloom    float32    // fraction of light that is spread around bright places
	SunPoint mgl32.Vec3 // unit vector towards the point of the sun that casts sharp shadows; zero means soft shadows
}

// WeatherChange describes a change of the weather: its start, its duration and the new clouds.
type WeatherChange struct {
	To       Cloud
	At, Over float32 // simulated s; no change if Over is 0
}

// Cloud describes the clouds and the fog of a weather.
type Cloud struct {
	Cover float32 // fraction of the sky that low clouds cover
	High  float32 // fraction of the sky that thin high clouds cover
	Thick float32 // darkness of low clouds: 0 for white clouds, 1 for a thunderstorm
	Veil  float32 // hidden fraction of the sky behind the clouds
	Gap   float32 // fraction of the clear sky's light visible below the edge of an unbroken cloud cover
	Fog   float32 // 1 if the flock is inside a cloud
	Mist  float32 // extinction that the weather adds to Light.Haze, 1/m
}
