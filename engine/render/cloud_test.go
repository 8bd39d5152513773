//go:build cgo

package render

import (
	"bytes"
	"image"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/testflight"
	"skein/engine/render/sky"
	"skein/flock/look"
)

// cloudy returns a frame with the given weather and without haze. sun is the elevation of the sun in
// degrees.
func cloudy(w look.Weather, sun float32) *frame.Frame {
	l := testflight.Alike().Light
	l.Weather, l.SunElevation, l.SunAzimuth, l.Haze = w, sun, 0, 0
	f := testFrame()
	f.Light = frame.NewLight(l)
	return f
}

// The ground is shaded exactly where a cloud hides the sun. For each place, the test looks towards the sun
// and compares the colour of the sky with the light on the ground.
func TestCloudsShadeAlongTheSunsRay(t *testing.T) {
	const elevation, places = 40, 48
	r := renderer(t, 1)
	var seen [places]float64
	var shares [places]float64 // fraction of the light that reaches each place on the ground
	most := 0.0
	for i := range places {
		f := cloudy(look.Clear, elevation+12)
		f.Light.Cloud.Cover = 0.5
		f.Size, f.View.FovY = image.Pt(16, 16), 0.01
		f.View.Eye = mgl32.Vec3{sky.LowTile / 27 * float32(i), 1.7, 0}
		f.View.Rotation = mgl32.QuatRotate(elevation*math.Pi/180, mgl32.Vec3{1, 0, 0})
		c := shoot(t, r, f).NRGBAAt(8, 8)
		seen[i] = float64(c.R) - float64(c.B) // clouds are less blue than clear sky
		f.Light.SunDirection = cloudy(look.Clear, elevation).Light.SunDirection
		f.View.FovY = 0.6
		f.View.Rotation = mgl32.QuatRotate(-math.Pi/2, mgl32.Vec3{1, 0, 0})
		lit := mean(shoot(t, r, f))
		f.Light.Cloud.Cover = 1e-6
		shares[i] = lit / mean(shoot(t, r, f))
		most = max(most, shares[i])
	}
	sky := slices.Min(seen[:])
	hidden, open := 0, 0
	for i, share := range shares {
		share /= most
		switch cloud := seen[i] - sky; {
		case cloud < 1:
			if open++; share < 0.94 {
				t.Errorf("place %d: no cloud hides the sun, but the ground has only %.2f of its light", i, share)
			}
		case cloud > 9:
			if hidden++; share > 0.85 {
				t.Errorf("place %d: a cloud hides the sun (%v), but the ground still has %.2f of its light", i, cloud, share)
			}
		}
	}
	if hidden < 8 || open < 8 {
		t.Errorf("the sun is hidden at %d places and visible at %d, want 8 of each", hidden, open)
	}
}

// The first picture prepares the sky for the next weather. During the change, no picture compiles a program
// or computes noise.
func TestNextWeatherIsPrepared(t *testing.T) {
	for _, tier := range []Tier{Draft, Good} {
		r := renderer(t, 1)
		if err := r.SetTier(tier); err != nil {
			t.Fatal(err)
		}
		l := testflight.Alike().Light
		l.Weather, l.Next, l.NextAt, l.NextOver = look.Clear, look.Storm, 1, 10
		f := testFrame()
		state := func() (n int, hasErosion bool) {
			for _, p := range r.programs.all() {
				if p.Program != 0 {
					n++
				}
			}
			return n, r.sky.HasErosion
		}
		shot := func(seconds float64) (int, bool) {
			f.Light = frame.NewLight(l).At(seconds)
			shoot(t, r, f)
			return state()
		}
		first, hasErosion := shot(0)
		if hasErosion != (tier != Draft) {
			t.Errorf("%v: the erosion noise is ready: %v, want the opposite", tier, hasErosion)
		}
		for seconds := 1.5; seconds < 13; seconds += 2.2 {
			if now, _ := shot(seconds); now != first {
				t.Fatalf("%v: there are %d programs after %v s, but %d after the first picture", tier, now, seconds, first)
			}
		}
	}
}

// Clouds in a draft are about as bright as in a good picture, which simulates the path of light
// through the clouds. The test compares clouds near the sun, to its side, and opposite to it.
func TestTiersAgreeOnBrightClouds(t *testing.T) {
	r := renderer(t, 1)
	for _, azimuth := range []float32{0, 70, 180} {
		shot := func(tier Tier, cover float32) *image.NRGBA {
			if err := r.SetTier(tier); err != nil {
				t.Fatal(err)
			}
			l := testflight.Alike().Light
			l.SunElevation, l.SunAzimuth, l.Haze, l.Exposure = 30, azimuth, 0, 0.7
			f := testFrame()
			f.Light = frame.NewLight(l)
			f.Light.Cloud.Cover = cover
			f.Size, f.View.FovY = image.Pt(200, 120), 0.8
			f.View.Rotation = mgl32.QuatRotate(0.4, mgl32.Vec3{1, 0, 0})
			m := shoot(t, r, f)
			return &image.NRGBA{Pix: slices.Clone(m.Pix), Stride: m.Stride, Rect: m.Rect}
		}
		var light, n [2]float64 // sums over the pixels with clouds
		for k, tier := range []Tier{Draft, Good} {
			clear, clouded := shot(tier, 1e-6), shot(tier, 0.6)
			for i := 0; i < len(clear.Pix); i += 4 {
				c, old := clouded.Pix[i:i+3], clear.Pix[i:i+3]
				if d := int(c[0]) - int(c[2]) - int(old[0]) + int(old[2]); d > 8 || d < -8 {
					light[k] += float64(c[1]) * float64(c[1])
					n[k]++
				}
			}
			if n[k] < float64(len(clear.Pix))/4*0.3 {
				t.Errorf("%v, %v° from the sun: clouds cover only %.0f pixels, want 30 %% of the picture", tier, azimuth, n[k])
			}
			light[k] /= n[k]
		}
		t.Logf("%v° from the sun: draft clouds are %.3f times as bright", azimuth, light[0]/light[1])
		if share := light[0] / light[1]; share < 0.78 || share > 1.28 {
			t.Errorf("%v° from the sun: clouds of a draft are %.2f times as bright as good ones, want 0.78 to 1.28", azimuth, share)
		}
	}
}

func mean(m *image.NRGBA) float64 {
	sum := 0.0
	for i, v := range m.Pix {
		if i%4 < 3 {
			sum += float64(v) * float64(v)
		}
	}
	return sum / float64(len(m.Pix))
}

func TestCloudsDependOnTimeAndSeed(t *testing.T) {
	for _, tier := range []Tier{Draft, Good} {
		r := renderer(t, 1)
		if err := r.SetTier(tier); err != nil {
			t.Fatal(err)
		}
		sky := func(seconds float64, seed int) []byte {
			f := cloudy(look.Fair, 40)
			f.View.Rotation = mgl32.QuatRotate(0.8, mgl32.Vec3{1, 0, 0})
			f.Seconds, f.Light.LandSeed = seconds, seed
			return bytes.Clone(shoot(t, r, f).Pix)
		}
		first := sky(20, 1)
		for _, other := range [][]byte{sky(80, 1), sky(20, 2)} {
			differing := 0
			for i := range first {
				if d := int(first[i]) - int(other[i]); d > 8 || d < -8 {
					differing++
				}
			}
			if differing < len(first)/10 {
				t.Errorf("%v: with another time or seed only %d of %d bytes differ, want a tenth", tier, differing, len(first))
			}
		}
		if !bytes.Equal(first, sky(20, 1)) {
			t.Errorf("%v: drawing the same time again gives another picture", tier)
		}
	}
}

func TestStarsTurn(t *testing.T) {
	l := testflight.Alike().Light
	l.SunElevation, l.Latitude, l.DaySeconds, l.Haze = -40, 90, 86_400, 0
	light := frame.NewLight(l)
	r := renderer(t, 1)
	if err := r.SetTier(Good); err != nil {
		t.Fatal(err)
	}
	const side = 200
	at := func(seconds float64) *image.NRGBA {
		f := testFrame()
		f.Size, f.View.FovY = image.Pt(side, side), 0.7
		f.View.Rotation = mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{1, 0, 0})
		f.Light = light.At(seconds)
		f.Light.Exposure = 6
		return shoot(t, r, f)
	}
	before, after := at(0), at(6*3600)
	apart := func(turned func(x, y int) (int, int)) (sum int) {
		for y := range side {
			for x := range side {
				i, j := turned(x, y)
				d := int(after.NRGBAAt(x, y).G) - int(before.NRGBAAt(i, j).G)
				sum += max(d, -d)
			}
		}
		return sum
	}
	right := apart(func(x, y int) (int, int) { return side - 1 - y, x })
	wrong := apart(func(x, y int) (int, int) { return y, side - 1 - x })
	still := apart(func(x, y int) (int, int) { return x, y })
	if wrong < 10*side || still < 10*side || right > wrong/8 || right > still/8 {
		t.Errorf("the pictures differ by %d after a quarter turn, by %d after a turn the other way and by %d without a turn; want the first much smaller", right, wrong, still)
	}
}
