package air

import "math"

// Cloud is what is between the flock and the clear sky.
type Cloud struct {
	Thick float64 // 0 for white ones, 1 for those of a thunderstorm
	Veil  float64 // share of the sky that is seen through none of their gaps, down to the horizon: mist, or a closed cover
}

// Through is the share of light that the clouds let through where they are.
func (c Cloud) Through() float64 { return 0.45 - 0.37*c.Thick }

// cloud works out the light of clouds, and what their veil leaves of the sky: of a closed
// cover straight up is three times as bright as the horizon (P. Moon and D. Spencer,
// Illumination from a non-uniform sky, 1942, which the CIE took over).
func (s *Sky) cloud(c *Conditions) {
	above := s.Up.plus(s.Key.times(s.high(c) / math.Pi)) // illuminance over pi of the cover's top
	grey := above.Luminance() * c.Cloud.Through()
	under := RGB{(0.97 - 0.12*c.Cloud.Thick) * grey, grey, (1.05 + 0.15*c.Cloud.Thick) * grey}
	tinted := above.times(c.Cloud.Through())
	for k := range under {
		under[k] = 0.6*under[k] + 0.4*tinted[k]
	}
	bright := 0.85 - 0.45*c.Cloud.Thick
	s.CloudLit = s.Key.times(bright / math.Pi).plus(s.Up.times(0.5))
	s.CloudDark = under.times(0.75).plus(s.Up.times(0.35 * (1 - c.Cloud.Thick)))
	veil := c.Cloud.Veil
	s.CloudLit = s.CloudLit.times(1 - veil).plus(s.CloudDark.times(1.35 * veil)) // none is in the sun
	if veil == 0 {
		return
	}
	for j := range High {
		v := float64(j) / (High - 1)
		over := under.times(9.0 / 7 * (1 + 2*v*v) / 3 * veil)
		for i := range Wide {
			at := j*Wide + i
			s.Even[at] = s.Even[at].times(1 - veil).plus(over)
			s.Forward[at] = s.Forward[at].times((1 - veil) * (1 - veil))
		}
	}
	s.Key = s.Key.times((1 - veil) * (1 - veil))
	s.light(c)
}
