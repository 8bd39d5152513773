package air

import (
	"math"
	"testing"
)

func degrees(d float64) float64 { return d * math.Pi / 180 }

// horizontal is the illuminance of a level surface by a sky.
func horizontal(s *Sky) float64 { return s.Up.Luminance() * math.Pi }

// By day the air lets through and scatters what was measured under clear skies: sunlight of
// 127.5 klx times exp(-0.21/sin h), and skylight of 0.8 + 15.5 √sin h klx on level ground
// (Illuminating Engineering Society, Recommended practice for the calculation of daylight
// availability, 1984).
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
				t.Errorf("at %v° the %s gives %.1f klx, measured are %.1f", h, c.what, c.got, c.want)
			}
		}
	}
}

// At dusk a level surface has the light that was measured (P. Seidelmann, Explanatory
// supplement to the astronomical almanac, 1992), over five powers of ten.
func TestTwilight(t *testing.T) {
	a := New(2.1)
	for h, lux := range map[float64]float64{0: 732, -6: 3.4, -12: 8.3e-3} {
		got := 1000 * horizontal(a.Sky(Conditions{Sun: degrees(h), Moon: -1}))
		if got > 3*lux || got < lux/3 {
			t.Errorf("with the sun at %v° there are %.3g lx, measured are %.3g", h, got, lux)
		}
	}
}

// Straight up through layers whose mass is known, Beer's law is exact.
func TestBeer(t *testing.T) {
	for _, turbidity := range []float64{1, 2, 5} {
		a := New(turbidity)
		got := a.through(0, 1)
		for k := range got {
			depth := clean[k]*rayleighHeight + a.haze[k]*hazeHeight + ozone[k]*15_000
			if want := math.Exp(-depth); math.Abs(got[k]/want-1) > 0.003 {
				t.Errorf("turbidity %v: of colour %d %.4f comes through, want %.4f", turbidity, k, got[k], want)
			}
		}
		// Of two parts of a way each lets through its share.
		for _, cosine := range []float64{0.05, 0.3, 0.9} {
			w := ray{radius, cosine}
			const t1 = 9000.0
			h := w.height(t1)
			then := (w.r*cosine + t1) / (radius + h)
			depth := RGB{}
			const n = 4000
			for i := range n {
				e := a.extinction(w.height(t1 * (float64(i) + 0.5) / n))
				for k := range depth {
					depth[k] += e[k] * t1 / n
				}
			}
			whole, rest := a.through(0, cosine), a.through(h, then)
			for k := range whole {
				if want := rest[k] * math.Exp(-depth[k]); math.Abs(whole[k]/want-1) > 0.01 {
					t.Errorf("at a cosine of %v %.5f of colour %d comes through, in two parts %.5f", cosine, whole[k], k, want)
				}
			}
		}
	}
}

// What photographs show: the horizon is brighter than the sky above, a low sun and its side
// of the sky are red, the sky above is blue, and over the horizon across from a sun that
// has set lies the earth's shadow.
func TestFeatures(t *testing.T) {
	a := New(2.1)
	look := func(s *Sky, sun, height, azimuth float64) RGB {
		sine := math.Sin(degrees(height))
		toSun := sine*math.Sin(sun) + math.Cos(degrees(height))*math.Cos(sun)*math.Cos(azimuth)
		return s.At(sine, azimuth, toSun)
	}
	for _, h := range []float64{5, 20, 50} {
		s := a.Sky(Conditions{Sun: degrees(h), Moon: -1})
		low, high := look(s, degrees(h), 2, math.Pi/2), look(s, degrees(h), 90, 0)
		if low.Luminance() < 1.5*high.Luminance() {
			t.Errorf("sun at %v°: the horizon has %.2f, straight up are %.2f", h, low.Luminance(), high.Luminance())
		}
		if high[2] < 1.5*high[0] {
			t.Errorf("sun at %v°: straight up is %.2f, not blue", h, high)
		}
	}
	low := a.Sky(Conditions{Sun: degrees(1), Moon: -1})
	to, away := look(low, degrees(1), 2, 0.1), look(low, degrees(1), 2, math.Pi)
	if to[0] < 3*to[2] || to[0]/to[2] < 1.5*away[0]/away[2] {
		t.Errorf("towards a low sun there is %.3f, across from it %.3f", to, away)
	}
	if k := low.Key; k[0] < 3*k[1] || k[1] < 3*k[2] {
		t.Errorf("a low sun gives %.3f", k)
	}
	set := a.Sky(Conditions{Sun: degrees(-3), Moon: -1})
	shadow, belt := look(set, degrees(-3), 1, math.Pi), look(set, degrees(-3), 10, math.Pi)
	if shadow.Luminance() > 0.8*belt.Luminance() || belt[0]/belt[2] < shadow[0]/shadow[2] {
		t.Errorf("across from a set sun there is %.5f at 1°, %.5f at 10°", shadow, belt)
	}
}

// The light on a surface from all around is that of the sky and of the ground: of even
// light the mean of both as the surface sees them.
func TestLightAround(t *testing.T) {
	s := &Sky{Even: make([]RGB, Wide*High), Forward: make([]RGB, Wide*High)}
	for k := range s.Even {
		s.Even[k] = RGB{2, 3, 4}
	}
	s.light(&Conditions{Below: RGB{0.5, 0.5, 0.5}}, RGB{1, 1, 1}, 1)
	for k, sky := range (RGB{2, 3, 4}) {
		for up, want := range map[float64]float64{1: sky, 0: 0.75 * sky, -1: 0.5 * sky} {
			if got := s.Around[0][k] + s.Around[2][k]*up; math.Abs(got-want) > 0.01*want {
				t.Errorf("facing %v up there is %.3f, want %.3f", up, got, want)
			}
		}
	}
}

// By night there are stars and the light of a full moon, as much as was measured; by day
// there are none.
func TestNight(t *testing.T) {
	a := New(2)
	day := a.Sky(Conditions{Sun: degrees(30), Moon: -1})
	dark := a.Sky(Conditions{Sun: degrees(-40), Moon: degrees(-40)})
	moon := a.Sky(Conditions{Sun: degrees(-40), Moon: degrees(60), Phase: 1})
	if day.Stars != 0 || dark.Stars < 0.99 || day.ByMoon || !moon.ByMoon {
		t.Errorf("stars %v by day, %v by night; by the moon: %v, %v", day.Stars, dark.Stars, day.ByMoon, moon.ByMoon)
	}
	// A full moon gives about a quarter of a lux, a night sky about a milliilux.
	if lux := 1000 * (moon.Key.Luminance()*math.Sin(degrees(60)) + horizontal(moon)); lux < 0.1 || lux > 0.35 {
		t.Errorf("a full moon gives %.3f lx", lux)
	}
	if lux := 1000 * horizontal(dark); lux < 3e-4 || lux > 3e-3 {
		t.Errorf("a night sky gives %.5f lx", lux)
	}
	if a, b := day.Seen(day.Up).Luminance(), dark.Seen(dark.Up).Luminance(); b > a/3 {
		t.Errorf("a night looks as bright as %.4f, a day %.4f", b, a)
	}
}

// A closed cover lets through what it says, and is three times as bright straight up as at
// the horizon; the sun casts no shadows below it.
func TestOvercast(t *testing.T) {
	a := New(2)
	sun := degrees(40)
	clear := a.Sky(Conditions{Sun: sun, Moon: -1})
	c := Cloud{Veil: 1, Thick: 0.3}
	s := a.Sky(Conditions{Sun: sun, Moon: -1, Cloud: c})
	open := clear.Key.Luminance()*math.Sin(sun) + horizontal(clear)
	if got, want := horizontal(s), c.Through()*open; math.Abs(got/want-1) > 0.1 {
		t.Errorf("%.1f klx come through, want %.1f", got, want)
	}
	if s.Key.Luminance() != 0 {
		t.Errorf("sunlight of %v", s.Key)
	}
	if up, low := s.At(1, 0, 0).Luminance(), s.At(0.0012, 0, 0).Luminance(); math.Abs(up/low/3-1) > 0.05 {
		t.Errorf("straight up there are %.2f, at the horizon %.2f", up, low)
	}
}

// Heaps with gaps change the light of a level surface as was measured (F. Kasten and G. Czeplak,
// Solar Energy 24: 177, 1980): of N eighths they leave 1 - 0.75 (N/8)^3.4, of which the sky
// gives its clear share and (N/8)² of the rest.
func TestCoverDimsTheLight(t *testing.T) {
	a := New(2)
	sun := degrees(40)
	clear := a.Sky(Conditions{Sun: sun, Moon: -1})
	open := clear.Key.Luminance()*math.Sin(sun) + horizontal(clear)
	diffuse := horizontal(clear) / open
	for n := range 8 {
		cover := float64(n) / 8
		s := a.Sky(Conditions{Sun: sun, Moon: -1, Below: RGB{1, 1, 1}, Cloud: Cloud{Cover: cover}})
		global := open * (1 - 0.75*math.Pow(cover, 3.4))
		if want := global * (diffuse + (1-diffuse)*cover*cover); math.Abs(horizontal(s)/want-1) > 0.01 {
			t.Errorf("below %d eighths the sky gives %.2f klx, want %.2f", n, horizontal(s), want)
		}
		if got := s.Bounce.Luminance() * math.Pi; math.Abs(got/global-1) > 0.02 {
			t.Errorf("below %d eighths a white ground sends %.2f klx, want %.2f", n, got, global)
		}
	}
}

// Under heaps, at any hour, with and without a moon, all light is a number, and there is some.
func TestCoversHaveLightAtAnyHour(t *testing.T) {
	a := New(2)
	for _, height := range []float64{40, 5, -0.5, -1, -6, -12, -20, -60} {
		for _, moon := range []float64{-0.5, 0.5} {
			for _, cover := range []Cloud{{Cover: 0.3}, {Cover: 0.6, Veil: 0.06}, {Cover: 0.9, Veil: 0.7}} {
				s := a.Sky(Conditions{Sun: degrees(height), Moon: moon, Phase: 0.9, Below: RGB{0.1, 0.1, 0.1}, Cloud: cover})
				for name, light := range map[string]RGB{"up": s.Up, "below": s.Bounce, "around": s.Around[0], "heaps": s.CloudLit, "their bases": s.CloudDark} {
					if l := light.Luminance(); !(l > 0) || math.IsInf(l, 0) {
						t.Errorf("sun at %v degrees, moon at %v, under %+v: the light %s is %v", height, moon, cover, name, light)
					}
				}
			}
		}
	}
}

// Fog hides what the sky has: it is alike towards all sides but the sun's, and a sun that has
// set leaves no glow.
func TestFogHidesTheSky(t *testing.T) {
	a := New(2.5)
	for _, sun := range []float64{45, -14} {
		s := a.Sky(Conditions{Sun: degrees(sun), Moon: -1, Cloud: Cloud{Veil: 1, Fog: 1}})
		at := func(elevation, azimuth float64) RGB {
			sine := math.Sin(degrees(elevation))
			toSun := sine*math.Sin(degrees(sun)) + math.Cos(degrees(elevation))*math.Cos(degrees(sun))*math.Cos(azimuth)
			return s.At(sine, azimuth, toSun)
		}
		mean := at(90, 0).Luminance()
		for _, elevation := range []float64{0.1, 10, 40} {
			for _, azimuth := range []float64{0, 1.5, math.Pi} {
				c := at(elevation, azimuth)
				if sun < 0 && (math.Abs(c.Luminance()/mean-1) > 0.05 || c[0] > 1.05*c[2]) {
					t.Errorf("sun at %v°: at %v°, %.1f there is %.3g, above %.3g", sun, elevation, azimuth, c, mean)
				}
				if azimuth > 1 && (c.Luminance() > 1.3*mean || c.Luminance() < 0.7*mean) {
					t.Errorf("sun at %v°: at %v°, %.1f there is %.3g, above %.3g", sun, elevation, azimuth, c, mean)
				}
			}
		}
	}
}

// A closed cover has a lighter edge over the horizon where it has a gap.
func TestGapOverTheHorizon(t *testing.T) {
	a := New(2)
	s := a.Sky(Conditions{Sun: degrees(30), Moon: -1, Cloud: Cloud{Veil: 1, Thick: 0.9, Gap: 0.8, Cover: 1}})
	if low, over := s.At(0.01, 2, 0).Luminance(), s.At(0.25, 2, 0).Luminance(); low < 1.25*over {
		t.Errorf("at the horizon there is %.2f, over it %.2f", low, over)
	}
}

// BenchmarkSky makes the sky anew, as a sun does that moves.
func BenchmarkSky(b *testing.B) {
	a := New(3.4)
	for i := range b.N {
		a.Sky(Conditions{Sun: degrees(5 - 0.04*float64(i%50)), Moon: -1})
	}
}
