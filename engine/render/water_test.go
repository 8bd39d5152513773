//go:build cgo

package render

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock/look"
	"skein/models/gltf"
)

// Clouds must be visible in still water. The test compares the light of wet pixels with the sky
// that a mirrored camera below the surface would see. The correlation must be high, and lower if
// the sky is shifted. It is not perfect, because cumulus clouds have depth in the sky but not in
// the reflection.
func TestWaterMirrorsClouds(t *testing.T) {
	const wide, high, pitch = 200, 100, 14 * math.Pi / 180
	r := rendererWith(t, Options{Samples: 1, Output: Linear})
	shot := func(land look.Land, up float32, weather frame.Cloud) []float32 {
		f := landFrame(land)
		f.Light.Painted, f.Light.Turbidity, f.Light.Cloud = false, 2.5, weather
		f.Light.SunDirection, f.Light.Ground, f.Light.Bloom = frame.SunDirection(40, 120), mgl32.Vec3{}, 0
		f.View.Eye, f.View.FovY = mgl32.Vec3{0, 2000 * up, 0}, 8*math.Pi/180
		f.View.Rotation = mgl32.QuatRotate(-pitch*up, mgl32.Vec3{1, 0, 0})
		if err := r.Draw(f); err != nil {
			t.Fatal(err)
		}
		return r.Light()
	}
	clear, fair := frame.Cloud{}, frame.Cloud{Cover: 0.4}
	water, clouded := shot(look.Marsh, 1, clear), shot(look.Marsh, 1, fair)
	sky, cloudedSky := shot(look.Meadow, -1, clear), shot(look.Meadow, -1, fair)
	brighter := func(with, without []float32, x, y int) float64 {
		i := 4*(wide*y+x) + 1
		return float64(with[i])/float64(without[i]) - 1
	}
	// These pixels show water without reed. Their light is the fraction of the light of a clear sky
	// that Schlick's formula gives.
	wet := make([]bool, wide*high)
	some := 0
	for i := range wet {
		x, y := i%wide, i/wide
		tall := math.Tan(4 * math.Pi / 180)
		down, aside := tall*(float64(y)+0.5-high/2)/(high/2), tall*(float64(x)+0.5-wide/2)/(high/2)
		cosine := (math.Sin(pitch) + down*math.Cos(pitch)) / math.Sqrt(1+down*down+aside*aside)
		share := 0.0201 + 0.9799*math.Pow(1-cosine, 5)
		want := share * float64(sky[4*(wide*(high-1-y)+x)+1])
		if wet[i] = math.Abs(float64(water[4*i+1])-want) < 0.02*want; wet[i] {
			some++
		}
	}
	alike := func(dx, dy int) float64 {
		var n, a, b, aa, bb, ab float64
		for y := 12; y < high-12; y++ {
			for x := 12; x < wide-12; x++ {
				if !wet[y*wide+x] {
					continue
				}
				u, v := brighter(clouded, water, x, y), brighter(cloudedSky, sky, x+dx, high-1-y-dy)
				n, a, b, aa, bb, ab = n+1, a+u, b+v, aa+u*u, bb+v*v, ab+u*v
			}
		}
		return (ab - a*b/n) / math.Sqrt((aa-a*a/n)*(bb-b*b/n))
	}
	here := alike(0, 0)
	t.Logf("the correlation over %d pixels of water is %.3f", some, here)
	if some < 2000 || here < 0.35 {
		t.Errorf("%d pixels of water show clouds with a correlation of %.3f, want 2000 and 0.35", some, here)
	}
	for _, by := range [][2]int{{12, 0}, {-12, 0}, {0, 12}, {0, -12}, {8, 8}, {-8, 8}} {
		if there := alike(by[0], by[1]); there >= here {
			t.Errorf("shifted by %v the correlation is %.3f, want less than %.3f unshifted", by, there, here)
		}
	}
}

// A bird's shadow on deep water removes the sunlight that comes out of the water, but not the
// reflection of the sky. The view is straight down, so by Schlick's formula, the water reflects the
// fraction 0.0201 of the light. The shadow leaves this fraction of the light: (0.0201 z + 0.9799 a
// s) / (0.0201 z + 0.9799 a (s + k)). z is the radiance of the zenith, and a is the albedo of the
// water. s and k are the light of the sky and of the sun, divided by π.
func TestShadowsOnWater(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear})
	if err := r.SetBirds(quarteredPlate(gltf.Material{})); err != nil {
		t.Fatal(err)
	}
	light := func(land look.Land) *frame.Frame {
		f := landFrame(land)
		f.Light.Painted, f.Light.Turbidity, f.Light.Bloom = false, 2.5, 0
		f.Light.SunDirection = frame.SunDirection(60, 10)
		f.Light.SunPoint = f.Light.SunDirection
		return f
	}
	f := light(look.Coast)
	if err := r.Draw(f); err != nil {
		t.Fatal(err)
	}
	sky := r.sky.Update(&f.Light)
	seen := func(land look.Land, pos mgl32.Vec3, pitch float32, shadows bool) mgl32.Vec3 {
		f := light(land)
		way := f.Light.SunDirection.Mul(60 / f.Light.SunDirection[1])
		bird := redAt(pos[0]+way[0], 60, pos[2]+way[2])
		bird.Span = 60
		f.Birds, f.Shadows = []frame.Bird{bird}, shadows
		f.View.Eye, f.View.FovY = pos, 2*math.Pi/180
		f.View.Rotation = mgl32.QuatRotate(pitch, mgl32.Vec3{1, 0, 0})
		if pitch > 0 {
			f.Birds = nil
		}
		if err := r.Draw(f); err != nil {
			t.Fatal(err)
		}
		i := 4 * (200*50 + 100)
		c := r.Light()[i : i+3]
		return mgl32.Vec3{c[0], c[1], c[2]}
	}
	// The sea is at an azimuth of 0.5 radians.
	sea := mgl32.Vec3{600 * float32(math.Sin(0.5)), 20, -600 * float32(math.Cos(0.5))}
	zenith := seen(look.Coast, sea, math.Pi/2, false).Mul(1 / light(look.Coast).Light.Exposure)
	lit, shaded := seen(look.Coast, sea, -math.Pi/2, false), seen(look.Coast, sea, -math.Pi/2, true)
	for k, albedo := range []float64{0.006, 0.022, 0.030} {
		s, sunny := float64(sky.Skylight[k]), float64(sky.Key[k]*light(look.Coast).Light.SunDirection[1])/math.Pi
		mirror := 0.0201 * float64(zenith[k])
		want := (mirror + 0.9799*albedo*s) / (mirror + 0.9799*albedo*(s+sunny))
		if got := float64(shaded[k] / lit[k]); math.Abs(got-want) > 0.02 {
			t.Errorf("channel %d: a share of %.3f of the sea's light is left, want %.3f", k, got, want)
		} else {
			t.Logf("channel %d: a share of %.3f is left, want %.3f; on land %.3f", k, got, want, s/(s+sunny))
		}
	}
}
