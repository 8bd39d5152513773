//go:build cgo

package render

import (
	"fmt"
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock/sample"
)

// farBirds returns a frame of birds in rows without overlaps. In a picture of 200 × 100 pixels, the
// wingspan of each bird is the given number of pixels. Subpixel positions and attitudes are evenly
// distributed, so that a few birds are enough to measure a mean.
func farBirds(pixels float32) *frame.Frame {
	const golden, plastic1, plastic2 = 0.6180339887, 0.7548776662, 0.5698402910
	fract := func(x float64) float32 { return float32(x - math.Floor(x)) }
	apart := max(1, int(math.Ceil(float64(1.5*pixels))))
	metre := 100 / pixels // distance at which a bird of 2 m is as wide as the given number of pixels, m
	pixel := metre / 50   // size of a pixel at that distance, m
	f := testFrame()
	for y := 2; y < 98; y += apart {
		for x := 2; x < 198; x += apart {
			k := float64(len(f.Birds))
			across := float32(x) + fract(plastic1*k) - 100
			up := float32(y) + fract(plastic2*k) - 50
			turn := func(share float64, axis mgl32.Vec3) mgl32.Quat {
				return mgl32.QuatRotate(2*math.Pi*fract(share*k), axis)
			}
			bank := mgl32.QuatRotate(0.8*(fract(0.8191725134*k)-0.5), mgl32.Vec3{0, 0, 1})
			f.Birds = append(f.Birds, frame.Bird{
				Pos:      mgl32.Vec3{across * pixel, 10 + up*pixel, -metre},
				Rotation: turn(golden, mgl32.Vec3{0, 1, 0}).Mul(bank),
				Phase:    fract(0.6710436067 * k), Span: 2,
			})
		}
	}
	f.View.Far = 10 * metre
	f.Transparent = true
	return f
}

// measureCoverage draws a frame whose width and height are times as large as 200 × 100 pixels. It
// returns the area that the birds cover and the light that they send, both in pixels of the
// original size.
func measureCoverage(t *testing.T, r *Renderer, f *frame.Frame, times int) (sum [2]float64) {
	t.Helper()
	f.Size = image.Pt(200*times, 100*times)
	if err := r.Draw(f); err != nil {
		t.Fatal(err)
	}
	for i, v := range r.Light() {
		if i%4 == 3 {
			sum[0] += float64(v)
		} else {
			sum[1] += float64(v) / 3
		}
	}
	sum[0] /= float64(times * times)
	sum[1] /= float64(times * times)
	return sum
}

// Birds that are at most a few pixels wide cover the same area and send the same light as in a
// picture of eight times the size. So a distant flock has the right darkness. The sun is behind the
// flock, so that the edges of the birds are bright. Each run tries one of three options.
func TestFarBirdsKeepAreaAndLight(t *testing.T) {
	for _, o := range sample.Some(t, 1, []Options{{Samples: 1}, {Samples: 4}, {Samples: 4, Output: Linear}}) {
		t.Run(fmt.Sprint(o.Output, " samples ", o.Samples), func(t *testing.T) {
			r := rendererWith(t, o)
			if err := r.SetBirds(builtin(t)); err != nil {
				t.Fatal(err)
			}
			for _, px := range []float32{0.2, 0.33, 1, 2} {
				f := farBirds(px)
				f.Light.SunDirection = mgl32.Vec3{0.1, 0.15, -1}.Normalize()
				small, large := measureCoverage(t, r, f, 1), measureCoverage(t, r, f, 8)
				covers, light := small[0]/large[0]-1, small[1]/large[1]-1
				t.Logf("birds %v pixels wide: each covers %.4f pixels; the area is off by %+.1f %%, the light by %+.1f %%", px, large[0]/float64(len(f.Birds)), 100*covers, 100*light)
				if math.Abs(covers) > 0.05 || math.Abs(light) > 0.08 {
					t.Errorf("birds %v pixels wide: the area is off by %+.1f %% and the light by %+.1f %%, want at most 5 %% and 8 %%", px, 100*covers, 100*light)
				}
			}
		})
	}
}
