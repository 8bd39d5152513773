package air

import (
	"math"
	"sync"
)

// Columns and Rows are the size of the sky map. Columns are equally spaced in the sine of half the azimuth
// from the sun. Rows are equally spaced in the square root of the sine of the elevation.
const (
	Columns = 48
	Rows    = 32
)

// RowAt returns the row that is nearest to an elevation in degrees.
func RowAt(elevation float64) int {
	return int(math.Round(math.Sqrt(max(math.Sin(elevation*math.Pi/180), 0)) * (Rows - 1)))
}

// ColumnAt returns the column that is nearest to an azimuth from the sun, in degrees.
func ColumnAt(azimuth float64) int {
	return int(math.Round(math.Abs(math.Sin(azimuth*math.Pi/360)) * (Columns - 1)))
}

// Conditions determine the light of the sky: sun, moon, clouds and ground.
type Conditions struct {
	Sun          float64 // elevation of the sun, radians
	Moon         float64 // elevation of the moon, radians
	Phase        float64 // lit fraction of the moon's disc
	Cloud        Cloud
	GroundAlbedo RGB // albedo of the ground below the flock
}

// Sky is the light of the sky near the ground.
type Sky struct {
	// Base and Haze are the parts of [Air.Radiance], row by row from the horizon upwards.
	Base, Haze []RGB

	Key        RGB  // illuminance of a surface that faces the sun, or the moon if that is brighter
	KeyIsMoon  bool // whether the key light is the moon
	Horizontal RGB  // illuminance of a level surface by the sky, divided by π
	Ground     RGB  // radiance of the ground

	// Ambient describes the illuminance by all light except the key light, divided by π. For a normal n, it
	// is Ambient[0] + Ambient[1]·(n towards the sun's azimuth) + Ambient[2]·(n up).
	Ambient [3]RGB

	// CumulusLit and CumulusDark are the radiances of the lit side and of the dark side of cumulus clouds.
	// Cirrus is the radiance of cirrus clouds. CloudsInSun is false if the moon lights the clouds.
	CumulusLit, CumulusDark, Cirrus RGB
	CloudsInSun                     bool

	// StarBrightness is 0 by day and up to 1 at night.
	StarBrightness float64

	// Exposure is the factor from a radiance to the picture. By day it is the exposure of a camera. At night
	// the picture is darker and bluer, because eyes see dim light that way.
	Exposure RGB
}

// airglow is the radiance of a moonless night sky, in kilolux per steradian (0.2 mcd/m² at a dark site).
// fullMoon is the full moon's illuminance, relative to the sun.
const (
	airglow  = 2.2e-7
	fullMoon = 2.0e-6
)

// Expose multiplies a radiance by the exposure.
func (s *Sky) Expose(c RGB) RGB { return c.multiply(s.Exposure) }

// Sky computes the light of the sky for the given conditions.
func (a *Air) Sky(c Conditions) *Sky {
	s := &Sky{Base: make([]RGB, Columns*Rows), Haze: make([]RGB, Columns*Rows)}
	moon := fullMoon * math.Pow(c.Phase, 1.8)
	var all sync.WaitGroup
	for j := range Rows {
		all.Go(func() { a.computeRow(s, j, &c, moon) })
	}
	all.Wait()
	s.addGlow(a, &c)
	s.Key = a.Sunlight(c.Sun)
	if m := a.Sunlight(c.Moon).scale(moon); m.Luminance() > s.Key.Luminance() {
		s.Key, s.KeyIsMoon = m, true
	}
	s.sumLight(&c, RGB{1, 1, 1}, 1)
	s.addClouds(a, &c)
	s.setExposure(&c.Cloud)
	return s
}

func (a *Air) computeRow(s *Sky, j int, c *Conditions, moon float64) {
	sine := rowSine(j)
	ray := a.newViewRay(sine)
	var night RGB
	if moon > 0 && c.Moon > -0.15 && c.Sun < 0 {
		const azimuths = 6
		for k := range azimuths {
			azimuth := math.Pi * (float64(k) + 0.5) / azimuths
			base, haze := ray.radiance(a, azimuth, c.Moon)
			toMoon := sine*math.Sin(c.Moon) + math.Sqrt(1-sine*sine)*math.Cos(c.Moon)*math.Cos(azimuth)
			night = night.add(base.add(haze.scale(HazePhase(toMoon))).scale(moon / azimuths))
		}
	}
	glow := airglow * (1 + 0.8*(1-sine)*(1-sine))
	night = night.add(RGB{0.82 * glow, 1.0 * glow, 1.2 * glow})
	for i := range Columns {
		u := float64(i) / (Columns - 1)
		base, haze := ray.radiance(a, 2*math.Asin(u), c.Sun)
		s.Base[j*Columns+i], s.Haze[j*Columns+i] = base.add(night), haze
	}
}

func rowSine(j int) float64 {
	v := float64(j) / (Rows - 1)
	return max(v*v, 0.0012)
}

// Radiance returns the radiance in a direction. The arguments are the sine of its elevation, its azimuth from
// the sun in radians, and toSun, the cosine of its angle to the sun.
func (s *Sky) Radiance(sine, azimuth, toSun float64) (out RGB) {
	x := math.Abs(math.Sin(azimuth/2)) * (Columns - 1)
	y := math.Sqrt(max(sine, 0)) * (Rows - 1)
	i, j := min(int(x), Columns-2), min(int(y), Rows-2)
	fx, fy := x-float64(i), y-float64(j)
	phase := HazePhase(toSun)
	valueAt := func(i, j int, k int) float64 { return s.Base[j*Columns+i][k] + phase*s.Haze[j*Columns+i][k] }
	for k := range out {
		out[k] = (valueAt(i, j, k)*(1-fx)+valueAt(i+1, j, k)*fx)*(1-fy) + (valueAt(i, j+1, k)*(1-fx)+valueAt(i+1, j+1, k)*fx)*fy
	}
	return out
}

// sumLight computes Horizontal, Ground and Ambient from the sky map times gain. On the ground, the key light
// is multiplied by keyShare.
func (s *Sky) sumLight(c *Conditions, gain RGB, keyShare float64) {
	const rows, columns = 12, 24
	var mean, towardsSun, up RGB
	s.Horizontal = RGB{}
	for j := range rows {
		sine := (float64(j) + 0.5) / rows
		cosine := math.Sqrt(1 - sine*sine)
		for i := range columns {
			azimuth := math.Pi * (float64(i) + 0.5) / columns
			toSun := sine*math.Sin(c.Sun) + cosine*math.Cos(c.Sun)*math.Cos(azimuth)
			l := s.Radiance(sine, azimuth, toSun).scale(0.5 / (rows * columns)).multiply(gain) // divided by the samples on the whole sphere
			mean = mean.add(l)
			towardsSun = towardsSun.add(l.scale(2 * cosine * math.Cos(azimuth)))
			up = up.add(l.scale(2 * sine))
			s.Horizontal = s.Horizontal.add(l.scale(4 * sine))
		}
	}
	s.Ground = s.Horizontal.add(s.Key.scale(keyShare * s.keySine(c) / math.Pi)).multiply(c.GroundAlbedo)
	s.Ambient[0] = mean.add(s.Ground.scale(0.5))
	s.Ambient[1] = towardsSun
	s.Ambient[2] = up.add(s.Ground.scale(-0.5))
}

func (s *Sky) keySine(c *Conditions) float64 {
	if s.KeyIsMoon {
		return max(math.Sin(c.Moon), 0)
	}
	return max(math.Sin(c.Sun), 0)
}

// Exposure, chosen by eye: the brightness of the sky in the picture, the luminance of a bright day, and the
// darkening of a night.
const (
	targetGrey     = 0.30
	dayLuminance   = 5.0 // kilolux per steradian
	nightDarkening = 0.14
)

// setExposure computes the exposure. It is larger under thin cloud, because cameras brighten grey land below
// white clouds, and smaller in a thunderstorm.
func (s *Sky) setExposure(c *Cloud) {
	luminance := s.Horizontal.Luminance() + 0.04*s.Key.Luminance()
	scale := targetGrey / luminance * math.Pow(min(luminance/dayLuminance, 1), nightDarkening) * (1 - 0.4*c.Thickness) * (1 + 0.5*c.Veil*(1-c.Thickness))
	s.StarBrightness = smoothstep((-math.Log10(luminance) - 3.6) / 1.6)
	s.Exposure = RGB{scale * (1 - 0.38*s.StarBrightness), scale * (1 - 0.12*s.StarBrightness), scale * (1 + 0.25*s.StarBrightness)}
}
