//go:build cgo

package render

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/film"
	"skein/engine/frame"
	"skein/engine/internal/testbird"
	"skein/flock/look"
)

func exposureRenderer(t *testing.T, output Output) *Renderer {
	t.Helper()
	r := rendererWith(t, Options{Samples: 1, Output: output, Exposing: true})
	if err := r.SetBirds(testbird.Plate(1)); err != nil {
		t.Fatal(err)
	}
	return r
}

func exposedLight(t *testing.T, r *Renderer, n int, sub func(k int) *frame.Frame) []float32 {
	t.Helper()
	err := r.Expose(n, func(k int) (*frame.Frame, error) { return sub(k), nil })
	if err != nil {
		t.Fatal(err)
	}
	return r.Light()
}

func TestExposureIsTheMean(t *testing.T) {
	r := exposureRenderer(t, Linear)
	sub := func(k int) *frame.Frame {
		f := flockFrame()
		f.Shadows = true
		f.View.Eye[0] += 0.3 * float32(k)
		f.View.Shift = mgl32.Vec2{0.002 * float32(k), -0.003 * float32(k)}
		f.Light.SunPoint = f.Light.SunDirection.Add(mgl32.Vec3{0.01 * float32(k), 0, 0}).Normalize()
		return f
	}
	const n = 5
	want := make([]float64, 4*200*100)
	for k := range n {
		if err := r.Draw(sub(k)); err != nil {
			t.Fatal(err)
		}
		for i, v := range r.Light() {
			want[i] += float64(v) / n
		}
	}
	for range 2 {
		got := exposedLight(t, r, n, sub)
		for i := range want {
			if d := math.Abs(float64(got[i]) - want[i]); d > 1e-5*math.Abs(want[i])+1e-7 {
				t.Fatalf("pixel %d, %d: channel %d is %v, want the mean %v", i/4%200, i/4/200, i%4, got[i], want[i])
			}
		}
	}
}

// The develop pass applies the tone curve to the light. The test tries 8 and 16 bits, and
// transparent pictures.
func TestDeveloping(t *testing.T) {
	sub := func(clear bool) func(k int) *frame.Frame {
		return func(k int) *frame.Frame {
			f := flockFrame()
			f.View.Eye[0] += 0.1 * float32(k)
			f.Transparent = clear
			return f
		}
	}
	for _, clear := range []bool{false, true} {
		light := exposedLight(t, exposureRenderer(t, Linear), 4, sub(clear))
		r8 := exposureRenderer(t, Display)
		exposedLight(t, r8, 4, sub(clear))
		shown := r8.Image(nil)
		r16 := exposureRenderer(t, Display16)
		exposedLight(t, r16, 4, sub(clear))
		deep := r16.Image16()
		for i := 0; i < len(light); i += 4 {
			x, y, a := i/4%200, i/4/200, light[i+3]
			p, q := shown.NRGBAAt(x, y), deep.NRGBA64At(x, y)
			if math.Abs(float64(p.A)-255*float64(a)) > 0.6 || math.Abs(float64(q.A)-65535*float64(a)) > 0.6 {
				t.Fatalf("pixel %d, %d has the opacity %d with 8 bits and %d with 16, want %v", x, y, p.A, q.A, a)
			}
			for k, v := range [][2]float64{{float64(p.R), float64(q.R)}, {float64(p.G), float64(q.G)}, {float64(p.B), float64(q.B)}} {
				want := 0.0
				if a > 0 {
					l := float64(light[i+k] / a)
					want = 255 * math.Sqrt((l*(2.51*l+0.03))/(l*(2.43*l+0.59)+0.14))
				}
				// Dithering and rounding cause an error of at most 1 in colour times opacity, and
				// of at most ½ in opacity. Their quotient is rounded again.
				slack := (1+want*0.5/255)/max(float64(a), 0.01) + 0.5
				if math.Abs(v[0]-min(want, 255)) > slack || math.Abs(v[1]/257-min(want, 255)) > 0.01*slack {
					t.Fatalf("pixel %d, %d: channel %d is %v with 8 bits and %v with 16, want %v", x, y, k, v[0], v[1]/257, want)
				}
			}
		}
	}
}

// plateOnly returns a frame of one plate on a transparent background. The opacity of a pixel is the
// fraction of the pixel that the plate covers. At a depth of 10 m, a metre is 5 pixels.
func plateOnly(b frame.Bird, s film.Sample) *frame.Frame {
	f := testFrame(b)
	f.Transparent = true
	f.View.Shift = s.Pixel.Mul(2.0 / 100)
	return f
}

func coverageAt(light []float32, x, y int) float64 { return float64(light[4*(200*y+x)+3]) }

func TestEdgeCoverage(t *testing.T) {
	r := exposureRenderer(t, Linear)
	const n = 256
	at := film.Samples(n)
	below := func(x float64) float64 {
		x = min(max(x/0.75, -1), 1)
		if x < 0 {
			return (1 + x) * (1 + x) / 2
		}
		return 1 - (1-x)*(1-x)/2
	}
	for _, edge := range []float64{110, 110.25, 110.5, 110.8} { // x of the plate's right edge, pixels
		right := float32(edge-100) / 5
		b := redAt(right-1, 10, -10)
		light := exposedLight(t, r, n, func(k int) *frame.Frame { return plateOnly(b, at[k]) })
		for x := 104; x < 116; x++ {
			want := below(edge - (float64(x) + 0.5))
			if got := coverageAt(light, x, 50); math.Abs(got-want) > 0.02 {
				t.Errorf("edge at %v: pixel %d has opacity %.3f, want %.3f", edge, x, got, want)
			}
		}
	}
}

// A moving ball or plate leaves a streak. The length of the streak is the length of the path plus
// the size of the object. The streak and the object at rest have the same total opacity.
func TestStreak(t *testing.T) {
	const n, path = 128, 20.0 // path is the length of the path in pixels
	r := exposureRenderer(t, Linear)
	at := film.Samples(n)
	for _, style := range []look.Style{look.Birds, look.Spheres} {
		take := func(path float32) (sum float64, box image.Rectangle, most float64) {
			light := exposedLight(t, r, n, func(k int) *frame.Frame {
				f := plateOnly(redAt((float32(at[k].Time)-0.5)*path/5, 10, -10), at[k])
				f.Style = style
				return f
			})
			for i := 3; i < len(light); i += 4 {
				sum += float64(light[i])
				if light[i] > 0.02 {
					x, y := i/4%200, i/4/200
					box = box.Union(image.Rect(x, y, x+1, y+1))
				}
			}
			return sum, box, coverageAt(light, 100, 50)
		}
		still, rect, _ := take(0)
		moved, streak, inside := take(path)
		if math.Abs(moved/still-1) > 0.02 {
			t.Errorf("style %v: the streak covers %.2f pixels and the object at rest %.2f, want the same", style, moved, still)
		}
		if d := streak.Dx() - rect.Dx() - path; d < -2 || d > 1 {
			t.Errorf("style %v: the streak covers %v and the object at rest %v, want a path of %v pixels more", style, streak, rect, path)
		}
		// A plate 10 pixels wide covers each point of the path for half of the time.
		if style == look.Birds && math.Abs(inside-10/path) > 0.02 || still < 15 {
			t.Errorf("style %v: the middle has the opacity %v, and the object covers %v pixels; want the share of the path, and at least 15", style, inside, still)
		}
	}
}

// A small plate that is out of focus becomes a disc. The thin lens formula gives the diameter of
// the disc. The disc has the same total opacity as the plate. In focus, the plate stays small.
func TestCircleOfConfusion(t *testing.T) {
	const n, diameter, focus = 256, 2.0, 20.0 // diameter and focus are in m
	r := exposureRenderer(t, Linear)
	at := film.Samples(n)
	spread := func(depth float32) (mass, variance float64) {
		b := redAt(0, 10, -depth)
		b.Span = depth / 50 // the plate is one pixel wide
		light := exposedLight(t, r, n, func(k int) *frame.Frame {
			f := plateOnly(b, at[k])
			f.View = f.View.ShiftToLens(at[k].Lens.Mul(diameter/2), focus)
			return f
		})
		for i := 3; i < len(light); i += 4 {
			x, y := float64(i/4%200)-99.5, float64(i/4/200)-49.5
			mass += float64(light[i])
			variance += float64(light[i]) * (x*x + y*y) / 2
		}
		return mass, variance / mass
	}
	sharp, _ := spread(focus)
	const own = 1.0/12 + 0.75*0.75/6 // variance of the plate plus variance of the filter
	for _, depth := range []float32{4, 10, 80} {
		// A disc of radius R has a variance of R²/4 along each axis.
		radius := diameter / 2 * math.Abs(1/float64(depth)-1/focus) * 50
		mass, variance := spread(depth)
		got := 2 * math.Sqrt(max(variance-own, 0))
		if math.Abs(got-radius) > 0.03*radius+0.05 || math.Abs(mass/sharp-1) > 0.05 {
			t.Errorf("at %v m the circle of confusion has a radius of %.2f pixels, want %.2f; the disc covers %.2f pixels, and %.2f in focus", depth, got, radius, mass, sharp)
		}
	}
}

// In each subframe, one sampled point of the sun casts the shadow. In the mean over the sun's disc,
// the penumbra is as wide as the angular size of the disc requires.
func TestPenumbra(t *testing.T) {
	r := exposureRenderer(t, Linear)
	b := redAt(0, 30, 0)
	b.Span = 12
	b.Rotation = mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{1, 0, 0}) // the bird is horizontal
	sub := func(point mgl32.Vec3, shadows bool) *frame.Frame {
		f := testFrame(b)
		// The camera is 40 m above the ground with -Z up in the image. A metre is 1.25 pixels. The bird is
		// hidden.
		f.View.Eye, f.View.Hide = mgl32.Vec3{0, 40, 0}, 0
		f.View.Rotation = mgl32.QuatRotate(-math.Pi/2, mgl32.Vec3{1, 0, 0})
		f.Light.SunDirection, f.Light.SunPoint, f.Shadows = mgl32.Vec3{0, 1, 0}, point, shadows
		return f
	}
	one := func(p mgl32.Vec3, shadows bool) []float32 {
		return exposedLight(t, r, 1, func(int) *frame.Frame { return sub(p, shadows) })
	}
	lit := one(mgl32.Vec3{}, false)
	measure := func(light []float32) (x, variance, lost float64) {
		for i := 0; i < len(light); i += 4 {
			d, at := float64(1-light[i]/lit[i]), float64(i/4%200)-99.5 // compare relative losses of light, because the brightness of the ground varies
			x, variance, lost = x+d*at, variance+d*at*at, lost+d
		}
		x /= lost
		return x, variance/lost - x*x, lost
	}
	_, narrow, sharp := measure(one(mgl32.Vec3{0, 1, 0}, true))
	for _, slope := range []float32{0.3, -0.2} {
		x, _, lost := measure(one(mgl32.Vec3{slope, 1, 0}.Normalize(), true))
		if want := -float64(slope) * 30 * 1.25; math.Abs(x-want) > 0.3 || math.Abs(lost/sharp-1) > 0.1 {
			t.Errorf("sun at a slope of %v: the shadow is at %.2f pixels, want %.2f, and the shadow takes %.3f of the light, want %.3f as from above", slope, x, want, lost, sharp)
		}
	}
	const n, slope = 64, 0.1
	at := film.Samples(n)
	_, wide, soft := measure(exposedLight(t, r, n, func(k int) *frame.Frame {
		return sub(mgl32.Vec3{slope * at[k].Sun[0], 1, slope * at[k].Sun[1]}.Normalize(), true)
	}))
	radius := slope * 30 * 1.25
	if want := radius * radius / 4; math.Abs(wide-narrow-want) > 0.05*want || math.Abs(soft/sharp-1) > 0.05 {
		t.Errorf("the disc adds %.2f pixels² to the shadow's variance, want %.2f; the soft shadow takes %.3f of the light, a sharp one %.3f", wide-narrow, want, soft, sharp)
	}
}
