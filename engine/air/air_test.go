package air

import (
	"math"
	"testing"
)

func degrees(d float64) float64 { return d * math.Pi / 180 }

// horizontal returns the illuminance of a level surface by the sky alone, in kilolux.
func horizontal(s *Sky) float64 { return s.Horizontal.Luminance() * math.Pi }

// TestClearSky compares the light under a clear sky with measurements. Sunlight is 127.5 klx ×
// exp(-0.21/sin h), and skylight on level ground 0.8 + 15.5 √sin h klx (Illuminating Engineering Society,
// Recommended Practice for the Calculation of Daylight Availability, 1984).
func TestClearSky(t *testing.T) {
	a := New(2.1)
	for _, h := range []float64{15, 20, 30, 40, 50, 60, 75, 90} {
		sine := math.Sin(degrees(h))
		s := a.Sky(Conditions{Sun: degrees(h), Moon: -1})
		for _, c := range []struct {
			what      string
			got, want float64
		}{
			{"sun", s.Key.Luminance(), 127.5 * math.Exp(-0.21/sine)},
			{"sky", horizontal(s), 0.8 + 15.5*math.Sqrt(sine)},
		} {
			if math.Abs(c.got/c.want-1) > 0.15 {
				t.Errorf("sun at %v°: the %s gives %.1f klx, want %.1f klx as measured", h, c.what, c.got, c.want)
			}
		}
	}
}

// TestTwilight compares twilight on a level surface with measurements over five orders of magnitude (P.
// Seidelmann, Explanatory Supplement to the Astronomical Almanac, 1992).
func TestTwilight(t *testing.T) {
	a := New(2.1)
	for h, lux := range map[float64]float64{0: 732, -6: 3.4, -12: 8.3e-3} {
		got := 1000 * horizontal(a.Sky(Conditions{Sun: degrees(h), Moon: -1}))
		if got > 3*lux || got < lux/3 {
			t.Errorf("sun at %v°: the illuminance is %.3g lx, want %.3g lx as measured", h, got, lux)
		}
	}
}

// TestBeerLambert compares the transmittance of a vertical ray with the exact result. For a slanted
// ray, the transmittance must be the product of the transmittances of its two parts.
func TestBeerLambert(t *testing.T) {
	for _, turbidity := range []float64{1, 2, 5} {
		a := New(turbidity)
		got := a.pathTransmittance(0, 1)
		for k := range got {
			depth := rayleighScattering[k]*rayleighHeight + a.haze[k]*hazeHeight + ozoneAbsorption[k]*15_000
			if want := math.Exp(-depth); math.Abs(got[k]/want-1) > 0.003 {
				t.Errorf("turbidity %v: transmittance of channel %d is %.4f, want %.4f", turbidity, k, got[k], want)
			}
		}
		for _, cosine := range []float64{0.05, 0.3, 0.9} {
			w := ray{earthRadius, cosine}
			const t1 = 9000.0
			h := w.height(t1)
			then := (w.r*cosine + t1) / (earthRadius + h)
			depth := RGB{}
			const n = 4000
			for i := range n {
				e := a.extinction(w.height(t1 * (float64(i) + 0.5) / n))
				for k := range depth {
					depth[k] += e[k] * t1 / n
				}
			}
			whole, rest := a.pathTransmittance(0, cosine), a.pathTransmittance(h, then)
			for k := range whole {
				if want := rest[k] * math.Exp(-depth[k]); math.Abs(whole[k]/want-1) > 0.01 {
					t.Errorf("cosine %v: transmittance %.5f of channel %d, but %.5f in two parts", cosine, whole[k], k, want)
				}
			}
		}
	}
}

// TestSkyFeatures checks what photographs show. The horizon is brighter than the zenith. A low sun and the
// sky around it are red, and the zenith is blue. After sunset, the shadow of the earth rises opposite the
// sun.
func TestSkyFeatures(t *testing.T) {
	a := New(2.1)
	look := func(s *Sky, sun, height, azimuth float64) RGB {
		sine := math.Sin(degrees(height))
		toSun := sine*math.Sin(sun) + math.Cos(degrees(height))*math.Cos(sun)*math.Cos(azimuth)
		return s.Radiance(sine, azimuth, toSun)
	}
	for _, h := range []float64{5, 20, 50} {
		s := a.Sky(Conditions{Sun: degrees(h), Moon: -1})
		low, high := look(s, degrees(h), 2, math.Pi/2), look(s, degrees(h), 90, 0)
		if low.Luminance() < 1.5*high.Luminance() {
			t.Errorf("sun at %v°: the luminance is %.2f at the horizon and %.2f at the zenith, want 1.5 times as much at the horizon", h, low.Luminance(), high.Luminance())
		}
		if high[2] < 1.5*high[0] {
			t.Errorf("sun at %v°: the zenith is %.2f, not blue", h, high)
		}
	}
	low := a.Sky(Conditions{Sun: degrees(1), Moon: -1})
	to, away := look(low, degrees(1), 2, 0.1), look(low, degrees(1), 2, math.Pi)
	if to[0] < 3*to[2] || to[0]/to[2] < 1.5*away[0]/away[2] {
		t.Errorf("the sky is %.3f towards a low sun and %.3f opposite, want much redder towards the sun", to, away)
	}
	if k := low.Key; k[0] < 3*k[1] || k[1] < 3*k[2] {
		t.Errorf("the light of a low sun is %.3f, want mostly red", k)
	}
	set := a.Sky(Conditions{Sun: degrees(-3), Moon: -1})
	shadow, belt := look(set, degrees(-3), 1, math.Pi), look(set, degrees(-3), 10, math.Pi)
	if shadow.Luminance() > 0.8*belt.Luminance() || belt[0]/belt[2] < shadow[0]/shadow[2] {
		t.Errorf("opposite the sun after sunset, the sky is %.5f at 1° and %.5f at 10°, want it darker and bluer at 1°", shadow, belt)
	}
}

// TestLightAround checks the ambient light on surfaces that face up, sideways and down, under a uniform
// sky. It must be a weighted mean of the light of the sky and of the ground. The weights are the fractions
// of sky and ground that the surface faces.
func TestLightAround(t *testing.T) {
	s := &Sky{Base: make([]RGB, Columns*Rows), Haze: make([]RGB, Columns*Rows)}
	for k := range s.Base {
		s.Base[k] = RGB{2, 3, 4}
	}
	s.sumLight(&Conditions{GroundAlbedo: RGB{0.5, 0.5, 0.5}}, RGB{1, 1, 1}, 1)
	for k, sky := range (RGB{2, 3, 4}) {
		for up, want := range map[float64]float64{1: sky, 0: 0.75 * sky, -1: 0.5 * sky} {
			if got := s.Ambient[0][k] + s.Ambient[2][k]*up; math.Abs(got-want) > 0.01*want {
				t.Errorf("surface with an upward component of %v: ambient %.3f, want %.3f", up, got, want)
			}
		}
	}
}

// TestNight compares the light of a full moon and of a dark night with measurements. Stars must appear only
// at night.
func TestNight(t *testing.T) {
	a := New(2)
	day := a.Sky(Conditions{Sun: degrees(30), Moon: -1})
	dark := a.Sky(Conditions{Sun: degrees(-40), Moon: degrees(-40)})
	moon := a.Sky(Conditions{Sun: degrees(-40), Moon: degrees(60), Phase: 1})
	if day.StarBrightness != 0 || dark.StarBrightness < 0.99 || day.KeyIsMoon || !moon.KeyIsMoon {
		t.Errorf("the star brightness is %v by day and %v by night, want 0 and 1; the key light is the moon: %v, %v, want false, true", day.StarBrightness, dark.StarBrightness, day.KeyIsMoon, moon.KeyIsMoon)
	}
	// A full moon gives about a quarter of a lux, and the sky of a dark night about a millilux.
	if lux := 1000 * (moon.Key.Luminance()*math.Sin(degrees(60)) + horizontal(moon)); lux < 0.1 || lux > 0.35 {
		t.Errorf("a full moon gives %.3f lx, want 0.1 to 0.35", lux)
	}
	if lux := 1000 * horizontal(dark); lux < 3e-4 || lux > 3e-3 {
		t.Errorf("a night sky gives %.5f lx, want 3e-4 to 3e-3", lux)
	}
	if a, b := day.Expose(day.Horizontal).Luminance(), dark.Expose(dark.Horizontal).Luminance(); b > a/3 {
		t.Errorf("the exposed luminance is %.4f at night and %.4f by day, want at most a third at night", b, a)
	}
}

// TestOvercast checks the light under a closed cloud cover. Of the light above the clouds, the
// fraction [Cloud.Transmittance] remains, and none of it is direct sunlight. The zenith is three
// times as bright as the horizon.
func TestOvercast(t *testing.T) {
	a := New(2)
	sun := degrees(40)
	clear := a.Sky(Conditions{Sun: sun, Moon: -1})
	c := Cloud{Veil: 1, Thickness: 0.3}
	s := a.Sky(Conditions{Sun: sun, Moon: -1, Cloud: c})
	open := clear.Key.Luminance()*math.Sin(sun) + horizontal(clear)
	if got, want := horizontal(s), c.Transmittance()*open; math.Abs(got/want-1) > 0.1 {
		t.Errorf("there are %.1f klx below the clouds, want %.1f klx", got, want)
	}
	if s.Key.Luminance() != 0 {
		t.Errorf("the direct sunlight is %v under a closed cloud cover, want 0", s.Key)
	}
	if up, low := s.Radiance(1, 0, 0).Luminance(), s.Radiance(0.0012, 0, 0).Luminance(); math.Abs(up/low/3-1) > 0.05 {
		t.Errorf("the luminance is %.2f at the zenith and %.2f at the horizon, want 3 times as much at the zenith", up, low)
	}
}

// TestCoverDimsLight compares the light under broken clouds with measurements (F. Kasten and G. Czeplak,
// Solar Energy 24: 177, 1980). If clouds cover N eighths of the sky, the fraction 1 - 0.75 (N/8)^3.4 of the
// light remains. The fraction of this light that comes from the sky is D + (1 - D) (N/8)². D is this
// fraction on a clear day.
func TestCoverDimsLight(t *testing.T) {
	a := New(2)
	sun := degrees(40)
	clear := a.Sky(Conditions{Sun: sun, Moon: -1})
	open := clear.Key.Luminance()*math.Sin(sun) + horizontal(clear)
	diffuse := horizontal(clear) / open
	for n := range 8 {
		cover := float64(n) / 8
		s := a.Sky(Conditions{Sun: sun, Moon: -1, GroundAlbedo: RGB{1, 1, 1}, Cloud: Cloud{Cover: cover}})
		global := open * (1 - 0.75*math.Pow(cover, 3.4))
		if want := global * (diffuse + (1-diffuse)*cover*cover); math.Abs(horizontal(s)/want-1) > 0.01 {
			t.Errorf("under %d eighths the sky gives %.2f klx, want %.2f klx", n, horizontal(s), want)
		}
		if got := s.Ground.Luminance() * math.Pi; math.Abs(got/global-1) > 0.02 {
			t.Errorf("under %d eighths a white ground reflects %.2f klx, want %.2f klx", n, got, global)
		}
	}
}

func TestCloudyLightIsFinite(t *testing.T) {
	a := New(2)
	for _, height := range []float64{40, 5, -0.5, -1, -6, -12, -20, -60} {
		for _, moon := range []float64{-0.5, 0.5} {
			for _, cover := range []Cloud{{Cover: 0.3}, {Cover: 0.6, Veil: 0.06}, {Cover: 0.9, Veil: 0.7}} {
				s := a.Sky(Conditions{Sun: degrees(height), Moon: moon, Phase: 0.9, GroundAlbedo: RGB{0.1, 0.1, 0.1}, Cloud: cover})
				for name, light := range map[string]RGB{"up": s.Horizontal, "below": s.Ground, "around": s.Ambient[0], "heaps": s.CumulusLit, "their bases": s.CumulusDark} {
					if l := light.Luminance(); !(l > 0) || math.IsInf(l, 0) {
						t.Errorf("sun at %v°, moon at %v rad, clouds %+v: the light %s is %v, want a finite positive one", height, moon, cover, name, light)
					}
				}
			}
		}
	}
}

func TestFogHidesSky(t *testing.T) {
	a := New(2.5)
	for _, sun := range []float64{45, -14} {
		s := a.Sky(Conditions{Sun: degrees(sun), Moon: -1, Cloud: Cloud{Veil: 1, Fog: 1}})
		at := func(elevation, azimuth float64) RGB {
			sine := math.Sin(degrees(elevation))
			toSun := sine*math.Sin(degrees(sun)) + math.Cos(degrees(elevation))*math.Cos(degrees(sun))*math.Cos(azimuth)
			return s.Radiance(sine, azimuth, toSun)
		}
		mean := at(90, 0).Luminance()
		for _, elevation := range []float64{0.1, 10, 40} {
			for _, azimuth := range []float64{0, 1.5, math.Pi} {
				c := at(elevation, azimuth)
				if sun < 0 && (math.Abs(c.Luminance()/mean-1) > 0.05 || c[0] > 1.05*c[2]) {
					t.Errorf("sun at %v°: the fog at elevation %v°, azimuth %.1f is %.3g, but at the zenith %.3g; want the same, and not red", sun, elevation, azimuth, c, mean)
				}
				if azimuth > 1 && (c.Luminance() > 1.3*mean || c.Luminance() < 0.7*mean) {
					t.Errorf("sun at %v°: the fog at elevation %v°, azimuth %.1f is %.3g, but at the zenith %.3g; want within 30 %%", sun, elevation, azimuth, c, mean)
				}
			}
		}
	}
}

// TestGapAboveHorizon checks that a closed cloud cover is brighter at the horizon if there is a gap below
// its edge.
func TestGapAboveHorizon(t *testing.T) {
	a := New(2)
	s := a.Sky(Conditions{Sun: degrees(30), Moon: -1, Cloud: Cloud{Veil: 1, Thickness: 0.9, Gap: 0.8, Cover: 1}})
	if low, over := s.Radiance(0.01, 2, 0).Luminance(), s.Radiance(0.25, 2, 0).Luminance(); low < 1.25*over {
		t.Errorf("the luminance is %.2f at the horizon and %.2f above it, want 1.25 times as much at the horizon", low, over)
	}
}

func BenchmarkSky(b *testing.B) {
	a := New(3.4)
	for i := range b.N {
		a.Sky(Conditions{Sun: degrees(5 - 0.04*float64(i%50)), Moon: -1})
	}
}
