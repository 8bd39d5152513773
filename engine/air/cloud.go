package air

import "math"

// Cloud is what is between the flock and the clear sky.
type Cloud struct {
	Cover float64 // share of the sky that heaps hide, with gaps between them
	Thick float64 // 0 for white ones, 1 for those of a thunderstorm
	Veil  float64 // share of the sky that is seen through none of their gaps, down to the horizon: mist, or a closed cover
	Gap   float64 // share of the clear sky's light that is seen below the edge of such a cover
	Fog   float64 // 1 where the flock is within the cloud: it is grey all around
}

// heapHeight and wispHeight are where the clouds are that the sun lights, m: it comes to them
// through less air than to the ground, and after it has set there.
const heapHeight, wispHeight = 1300, 7000

// Through is the share of light that the clouds let through where they are: of all kinds
// together a quarter, of those that rain less (Kasten and Czeplak, see [Cloud.Global]).
func (c Cloud) Through() float64 { return 0.25 - 0.1*c.Thick }

// Global is the share that a cover leaves of the light that a level surface has of sun and
// sky: F. Kasten and G. Czeplak, Solar and terrestrial radiation dependent on the amount and
// type of cloud, Solar Energy 24: 177, 1980.
func (c Cloud) Global() float64 { return 1 - (1-c.Through())*math.Pow(c.Cover, 3.4) }

// Diffuse is the share of that light that comes from the sky, where it is clear under a
// clear sky (likewise).
func (c Cloud) Diffuse(clear float64) float64 { return clear + (1-clear)*c.Cover*c.Cover }

// cloud works out the light of clouds, and what they leave of the sky.
func (s *Sky) cloud(a *Air, c *Conditions) {
	open := s.Up.plus(s.Key.times(s.high(c) / math.Pi)) // illuminance over pi of a cover's top
	under := c.Cloud.under(open)
	s.lit(a, c, under)
	share := s.Up.Luminance() / open.Luminance()
	if c.Cloud.Veil > 0 {
		s.veil(c, open, under)
		s.light(c, RGB{1, 1, 1}, 1)
	}
	if c.Cloud.Cover > 0 && c.Cloud.Veil < 1 {
		s.cover(c, open, under, share)
	}
}

// under is what comes through a closed cover, illuminance over pi: nearly grey.
func (c Cloud) under(open RGB) RGB {
	grey := open.Luminance() * c.Through()
	u := RGB{(0.97 - 0.12*c.Thick) * grey, grey, (1.05 + 0.15*c.Thick) * grey}.times(0.6)
	return u.plus(open.times(0.4 * c.Through()))
}

// lit is the light that clouds send: of their sides in the sun, above and below.
func (s *Sky) lit(a *Air, c *Conditions, under RGB) {
	at := func(height float64) (RGB, bool) {
		sun := a.sun(height, math.Sin(c.Sun)).times(Solar)
		if s.ByMoon && s.Key.Luminance() > sun.Luminance() {
			return s.Key, false
		}
		return sun, true
	}
	heaps, bySun := at(heapHeight)
	wisps, _ := at(wispHeight)
	s.CloudBySun = bySun
	bright := 0.85 - 0.45*c.Cloud.Thick
	s.CloudLit = heaps.times(bright / math.Pi).plus(s.Up.times(0.5))
	s.CloudHigh = wisps.times(0.5 / math.Pi).plus(s.Up.times(0.4))
	s.CloudDark = under.times(0.75).plus(s.Up.times(0.35 * (1 - c.Cloud.Thick)))
}

// veil lays mist or a closed cover before the sky. Of such a cover straight up is three times
// as bright as the horizon (P. Moon and D. Spencer, Illumination from a non-uniform sky, 1942,
// which the CIE took over), but where one sees below its edge. Fog is alike all around but
// for light that it scatters forward.
func (s *Sky) veil(c *Conditions, open, under RGB) {
	veil := c.Cloud.Veil
	var ahead RGB
	if !s.ByMoon {
		ahead = s.Key.times(0.3 * c.Cloud.Through() * c.Cloud.Fog)
	}
	for j := range High {
		v := float64(j) / (High - 1)
		graded := 9.0 / 7 * (1 + 2*v*v) / 3
		over := under.times((graded + c.Cloud.Fog*(1-graded)) * veil)
		gap := c.Cloud.Gap * math.Exp(-math.Pow(rowSine(j)/gapHeight, 2)) * veil
		for i := range Wide {
			at := j*Wide + i
			beyond := s.Even[at].times(0.75)
			beyond = beyond.times(1 / (1 + beyond.Luminance()/(12*under.Luminance()))) // the cover's light blinds
			grey := beyond.Luminance()
			beyond = beyond.times(0.55).plus(RGB{grey, grey, grey}.times(0.45))
			s.Even[at] = s.Even[at].times(1 - veil).plus(over.times(1 - gap/2)).plus(beyond.times(gap))
			s.Forward[at] = s.Forward[at].times((1 - veil) * (1 - veil)).plus(ahead)
		}
	}
	s.Key = s.Key.times((1 - veil) * (1 - veil))
}

// gapHeight is the sine of the elevation up to which one sees below a cover's edge.
const gapHeight = 0.075

// cover has heaps with gaps between them change the light that comes from the sky and, on
// the whole, from the sun; clear is the sky's share without them.
func (s *Sky) cover(c *Conditions, open, under RGB, clear float64) {
	global := c.Cloud.Global()
	share := c.Cloud.Diffuse(clear)
	tint := s.Up.times((1 - c.Cloud.Cover) / s.Up.Luminance()).plus(under.times(c.Cloud.Cover / under.Luminance()))
	want := tint.times(open.Luminance() * global * share / tint.Luminance())
	var lift RGB
	for k := range lift {
		lift[k] = 1 + (want[k]/s.Up[k]-1)*(1-c.Cloud.Veil)
	}
	keyShare := 1.0 // of none, at night
	if clear < 1 {
		keyShare = global * (1 - share) / (1 - clear)
	}
	s.light(c, lift, keyShare)
}
