package air

import (
	"math"
	"sync"
)

// Of the map of a sky: columns by the sine of half the angle between a direction's
// azimuth and that of the sun, rows by the root of the sine of its elevation.
const (
	Wide = 48
	High = 32
)

// Row is that of the map nearest to an elevation, degrees.
func Row(elevation float64) int {
	return int(math.Round(math.Sqrt(max(math.Sin(elevation*math.Pi/180), 0)) * (High - 1)))
}

// Column is that of the map nearest to an azimuth from the sun's, degrees.
func Column(azimuth float64) int {
	return int(math.Round(math.Abs(math.Sin(azimuth*math.Pi/360)) * (Wide - 1)))
}

// Conditions are what a sky hangs on.
type Conditions struct {
	Sun   float64 // elevation, radians
	Moon  float64 // likewise
	Phase float64 // share of the moon's disc that is lit
	Cloud Cloud
	Below RGB // albedo of the ground that the flock is over
}

// Sky is the light of the sky over an eye at the ground.
type Sky struct {
	// Even and Forward are the two parts of [Air.Seen] for each column of each row, from
	// the horizon up.
	Even, Forward []RGB

	Key    RGB  // illuminance of what faces the sun, or the moon if that is brighter
	ByMoon bool // it is the moon's
	Up     RGB  // illuminance over pi of what faces up, by the sky alone
	Bounce RGB  // radiance of the ground

	// Around is what light from all sides but the key light's falls on a surface,
	// illuminance over pi: the first, and times the cosines of the surface's normal to the
	// sun's azimuth on the horizon and to straight up the second and third.
	Around [3]RGB

	// Heaps' lit and shadowed sides, and wisps; CloudBySun: the sun lights them, not the moon.
	CloudLit, CloudDark, CloudHigh RGB
	CloudBySun                     bool

	// Stars is how bright stars are to be drawn, 0 by day.
	Stars float64

	// Scale is by how much all of that is to be multiplied for eyes that are used to it:
	// what a day is to a camera, and a night darker, and bluer, as eyes see that are short
	// of light.
	Scale RGB
}

// Of the light of a night without moon, kilolux per steradian (a dark site has 0.2
// millicandela per square metre), and of a full moon by that of the sun.
const (
	airglow  = 2.2e-7
	fullMoon = 2.0e-6
)

// Seen is a light as eyes have it that are used to the sky.
func (s *Sky) Seen(c RGB) RGB { return c.by(s.Scale) }

// Sky works out the sky.
func (a *Air) Sky(c Conditions) *Sky {
	s := &Sky{Even: make([]RGB, Wide*High), Forward: make([]RGB, Wide*High)}
	moon := fullMoon * math.Pow(c.Phase, 1.8)
	var all sync.WaitGroup
	for j := range High {
		all.Go(func() { a.row(s, j, &c, moon) })
	}
	all.Wait()
	s.Key = a.Sunlight(c.Sun)
	if m := a.Sunlight(c.Moon).times(moon); m.Luminance() > s.Key.Luminance() {
		s.Key, s.ByMoon = m, true
	}
	s.light(&c, RGB{1, 1, 1}, 1)
	s.cloud(a, &c)
	s.adapt(&c.Cloud)
	return s
}

func (a *Air) row(s *Sky, j int, c *Conditions, moon float64) {
	sine := rowSine(j)
	way := a.sight(sine)
	var night RGB
	if moon > 0 && c.Moon > -0.15 && c.Sun < 0 {
		const around = 6
		for k := range around {
			azimuth := math.Pi * (float64(k) + 0.5) / around
			even, forward := way.seen(a, azimuth, c.Moon)
			toMoon := sine*math.Sin(c.Moon) + math.Sqrt(1-sine*sine)*math.Cos(c.Moon)*math.Cos(azimuth)
			night = night.plus(even.plus(forward.times(Forward(toMoon))).times(moon / around))
		}
	}
	glow := airglow * (1 + 0.8*(1-sine)*(1-sine))
	night = night.plus(RGB{0.82 * glow, 1.0 * glow, 1.2 * glow})
	for i := range Wide {
		u := float64(i) / (Wide - 1)
		even, forward := way.seen(a, 2*math.Asin(u), c.Sun)
		s.Even[j*Wide+i], s.Forward[j*Wide+i] = even.plus(night), forward
	}
}

// rowSine is the sine of the elevation of a row: the first is of just above the horizon,
// which itself is behind the air's whole length and no wider than a line.
func rowSine(j int) float64 {
	v := float64(j) / (High - 1)
	return max(v*v, 0.0012)
}

// At is the radiance in a direction of whose elevation the sine is given, and the azimuth
// from the sun's, radians; toSun is its cosine to the sun.
func (s *Sky) At(sine, azimuth, toSun float64) (out RGB) {
	x := math.Abs(math.Sin(azimuth/2)) * (Wide - 1)
	y := math.Sqrt(max(sine, 0)) * (High - 1)
	i, j := min(int(x), Wide-2), min(int(y), High-2)
	fx, fy := x-float64(i), y-float64(j)
	phase := Forward(toSun)
	at := func(i, j int, k int) float64 { return s.Even[j*Wide+i][k] + phase*s.Forward[j*Wide+i][k] }
	for k := range out {
		out[k] = (at(i, j, k)*(1-fx)+at(i+1, j, k)*fx)*(1-fy) + (at(i, j+1, k)*(1-fx)+at(i+1, j+1, k)*fx)*fy
	}
	return out
}

// light sums up what falls on surfaces: of the map's light lift times as much, and the
// ground has such a share of the key light.
func (s *Sky) light(c *Conditions, lift RGB, keyShare float64) {
	const rows, columns = 12, 24
	var mean, flat, up RGB
	s.Up = RGB{}
	for j := range rows {
		sine := (float64(j) + 0.5) / rows
		level := math.Sqrt(1 - sine*sine)
		for i := range columns {
			azimuth := math.Pi * (float64(i) + 0.5) / columns
			toSun := sine*math.Sin(c.Sun) + level*math.Cos(c.Sun)*math.Cos(azimuth)
			l := s.At(sine, azimuth, toSun).times(0.5 / (rows * columns)).by(lift) // of the sphere
			mean = mean.plus(l)
			flat = flat.plus(l.times(2 * level * math.Cos(azimuth)))
			up = up.plus(l.times(2 * sine))
			s.Up = s.Up.plus(l.times(4 * sine))
		}
	}
	s.Bounce = s.Up.plus(s.Key.times(keyShare * s.high(c) / math.Pi)).by(c.Below)
	s.Around[0] = mean.plus(s.Bounce.times(0.5))
	s.Around[1] = flat
	s.Around[2] = up.plus(s.Bounce.times(-0.5))
}

// high is the sine of the elevation of what the key light comes from.
func (s *Sky) high(c *Conditions) float64 {
	if s.ByMoon {
		return max(math.Sin(c.Moon), 0)
	}
	return max(math.Sin(c.Sun), 0)
}

// Of the eye: how bright a sky it has the camera make of a day's, at which luminance,
// and how much a night stays darker.
const (
	middle    = 0.30
	dayLight  = 5.0 // kilolux per steradian
	darkening = 0.14
)

// adapt chooses the scale: a camera has the grey land below white clouds brighter, and leaves
// what a thunderstorm darkens darker.
func (s *Sky) adapt(c *Cloud) {
	seen := s.Up.Luminance() + 0.04*s.Key.Luminance()
	scale := middle / seen * math.Pow(min(seen/dayLight, 1), darkening) * (1 - 0.4*c.Thick) * (1 + 0.5*c.Veil*(1-c.Thick))
	s.Stars = smooth((-math.Log10(seen) - 3.6) / 1.6)
	s.Scale = RGB{scale * (1 - 0.38*s.Stars), scale * (1 - 0.12*s.Stars), scale * (1 + 0.25*s.Stars)}
}
