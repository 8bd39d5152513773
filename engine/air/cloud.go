package air

import "math"

// Cloud describes clouds, mist and fog.
type Cloud struct {
	Cover     float64 // fraction of the sky that cumulus clouds hide
	Thickness float64 // darkness of the clouds: 0 for white clouds, 1 for a thunderstorm
	Veil      float64 // opacity of mist or of an unbroken cloud cover
	Gap       float64 // fraction of the clear sky's light visible below the edge of an unbroken cloud cover
	Fog       float64 // 1 if the flock is inside a uniformly grey cloud
}

// cumulusHeight and cirrusHeight are heights in m. At these heights, sunlight has passed through less air
// than at the ground, and it still reaches the clouds after sunset.
const cumulusHeight, cirrusHeight = 1300, 7000

// Transmittance returns the fraction of light that clouds transmit: a quarter on average, less for rain
// clouds (Kasten and Czeplak, see [Cloud.Global]).
func (c Cloud) Transmittance() float64 { return 0.25 - 0.1*c.Thickness }

// Global returns the fraction of the light on a level surface that remains under the clouds (F. Kasten and G.
// Czeplak, Solar and Terrestrial Radiation Dependent on the Amount and Type of Cloud, Solar Energy 24: 177,
// 1980).
func (c Cloud) Global() float64 { return 1 - (1-c.Transmittance())*math.Pow(c.Cover, 3.4) }

// Diffuse returns the fraction of the light on a level surface that comes from the sky and not directly from
// the sun. clear is this fraction without clouds (Kasten and Czeplak).
func (c Cloud) Diffuse(clear float64) float64 { return clear + (1-clear)*c.Cover*c.Cover }

func (s *Sky) addClouds(a *Air, c *Conditions) {
	aboveClouds := s.Horizontal.add(s.Key.scale(s.keySine(c) / math.Pi))
	belowClouds := c.Cloud.lightBelow(aboveClouds)
	s.lightClouds(a, c, belowClouds)
	share := s.Horizontal.Luminance() / aboveClouds.Luminance()
	if c.Cloud.Veil > 0 {
		s.addVeil(c, aboveClouds, belowClouds)
		s.sumLight(c, RGB{1, 1, 1}, 1)
	}
	if c.Cloud.Cover > 0 && c.Cloud.Veil < 1 {
		s.addCover(c, aboveClouds, belowClouds, share)
	}
}

// lightBelow returns the illuminance below an unbroken cloud cover, divided by π. The light is nearly neutral
// grey.
func (c Cloud) lightBelow(aboveClouds RGB) RGB {
	grey := aboveClouds.Luminance() * c.Transmittance()
	u := RGB{(0.97 - 0.12*c.Thickness) * grey, grey, (1.05 + 0.15*c.Thickness) * grey}.scale(0.6)
	return u.add(aboveClouds.scale(0.4 * c.Transmittance()))
}

func (s *Sky) lightClouds(a *Air, c *Conditions, belowClouds RGB) {
	sunOrMoonAt := func(height float64) (RGB, bool) {
		sun := a.sunTransmittance(height, math.Sin(c.Sun)).scale(Solar)
		if s.KeyIsMoon && s.Key.Luminance() > sun.Luminance() {
			return s.Key, false
		}
		return sun, true
	}
	cumulus, bySun := sunOrMoonAt(cumulusHeight)
	cirrus, _ := sunOrMoonAt(cirrusHeight)
	s.CloudsInSun = bySun
	bright := 0.85 - 0.45*c.Cloud.Thickness
	s.CumulusLit = cumulus.scale(bright / math.Pi).add(s.Horizontal.scale(0.5))
	s.Cirrus = cirrus.scale(0.5 / math.Pi).add(s.Horizontal.scale(0.4))
	s.CumulusDark = belowClouds.scale(0.75).add(s.Horizontal.scale(0.35 * (1 - c.Cloud.Thickness)))
}

// addVeil adds mist or a closed cover. At the zenith, a closed cover is three times as bright as at the
// horizon (the CIE standard overcast sky, from P. Moon and D. Spencer, Illumination from a Non-uniform Sky,
// 1942). The gap below its edge is brighter. Fog is uniform, except for light scattered forward from the sun.
func (s *Sky) addVeil(c *Conditions, aboveClouds, belowClouds RGB) {
	veil := c.Cloud.Veil
	var ahead RGB
	if !s.KeyIsMoon {
		ahead = s.Key.scale(0.3 * c.Cloud.Transmittance() * c.Cloud.Fog)
	}
	for j := range Rows {
		v := float64(j) / (Rows - 1)
		graded := 9.0 / 7 * (1 + 2*v*v) / 3
		overcast := belowClouds.scale((graded + c.Cloud.Fog*(1-graded)) * veil)
		gap := c.Cloud.Gap * math.Exp(-math.Pow(rowSine(j)/gapHeight, 2)) * veil
		for i := range Columns {
			index := j*Columns + i
			beyond := s.Base[index].scale(0.75)
			beyond = beyond.scale(1 / (1 + beyond.Luminance()/(12*belowClouds.Luminance()))) // the gap must not be much brighter than the cover
			grey := beyond.Luminance()
			beyond = beyond.scale(0.55).add(RGB{grey, grey, grey}.scale(0.45))
			s.Base[index] = s.Base[index].scale(1 - veil).add(overcast.scale(1 - gap/2)).add(beyond.scale(gap))
			s.Haze[index] = s.Haze[index].scale((1 - veil) * (1 - veil)).add(ahead)
		}
	}
	s.Key = s.Key.scale((1 - veil) * (1 - veil))
}

// gapHeight is the sine of the elevation where a closed cover ends.
const gapHeight = 0.075

// addCover adds broken cumulus, which dims the sun and changes the sky. clear is the fraction of light from
// the sky without clouds.
func (s *Sky) addCover(c *Conditions, aboveClouds, belowClouds RGB, clear float64) {
	global := c.Cloud.Global()
	share := c.Cloud.Diffuse(clear)
	tint := s.Horizontal.scale((1 - c.Cloud.Cover) / s.Horizontal.Luminance()).add(belowClouds.scale(c.Cloud.Cover / belowClouds.Luminance()))
	target := tint.scale(aboveClouds.Luminance() * global * share / tint.Luminance())
	var gain RGB
	for k := range gain {
		gain[k] = 1 + (target[k]/s.Horizontal[k]-1)*(1-c.Cloud.Veil)
	}
	keyShare := 1.0 // fraction of the key light that reaches the ground; remains 1 at night
	if clear < 1 {
		keyShare = global * (1 - share) / (1 - clear)
	}
	s.sumLight(c, gain, keyShare)
}
