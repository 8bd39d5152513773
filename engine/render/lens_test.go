//go:build cgo

package render

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/film"
	"skein/engine/frame"
	"skein/engine/internal/testbird"
	"skein/flock/sample"
)

func throughLens(t *testing.T, r *Renderer, n int, radius, focus float32, part func(s film.Sample) *frame.Frame) []float32 {
	t.Helper()
	at := film.Samples(n)
	return exposedLight(t, r, n, func(k int) *frame.Frame {
		f := part(at[k])
		f.UseLensPart(at[k].Lens, n, radius, focus)
		return f
	})
}

// A small bright object far out of focus becomes an even disc of the right size, and not a set of
// separate copies. The object is in front of or behind the focal plane.
func TestOutOfFocusIsEven(t *testing.T) {
	r := exposureRenderer(t, Linear)
	const n, pixels = 64, 3.0 // number of subframes, and width of the object in pixels
	for _, c := range []struct{ depth, focus, lens float32 }{
		{2, 20, 1.4}, {80, 3, 2}, {1, 20, 0.5}, {3, 20, 0.4}, {1.2, 20, 1.2},
	} {
		radius := float64(c.lens) * math.Abs(1/float64(c.depth)-1/float64(c.focus)) * 50 // radius of the blurred disc, pixels
		light := throughLens(t, r, n, c.lens, c.focus, func(s film.Sample) *frame.Frame {
			b := redAt(0, 10, -c.depth)
			b.Span = c.depth / 50 * pixels
			return plateOnly(b, s)
		})
		want := pixels * pixels / (math.Pi * radius * radius)
		mass, variance, most, least, offset, inside := 0.0, 0.0, 0.0, math.Inf(1), 0.0, 0.0
		for i := 3; i < len(light); i += 4 {
			x, y, a := float64(i/4%200)-99.5, float64(i/4/200)-49.5, float64(light[i])
			mass, variance = mass+a, variance+a*(x*x+y*y)/2
			if math.Hypot(x, y) < 0.6*radius {
				most, least = max(most, a/want), min(least, a/want)
				offset, inside = offset+(a/want-1)*(a/want-1), inside+1
			}
		}
		if even := math.Sqrt(offset / inside); even > 0.17 || least < 0.8 || most > 1.4 {
			t.Errorf("%+v: the disc with a radius of %.1f pixels has %.2f to %.2f of the expected opacity, an average error of %.3f; want 0.8 to 1.4, and 0.17", c, radius, least, most, even)
		}
		const own = pixels*pixels/12 + 0.75*0.75/6 // variance of the object plus variance of the filter
		if got := 2 * math.Sqrt(max(variance/mass-own, 0)); math.Abs(got-radius) > 0.03*radius || math.Abs(mass/(pixels*pixels)-1) > 0.03 {
			t.Errorf("%+v: the disc has a radius of %.2f pixels, want %.2f; it covers %.2f pixels, want %.2f", c, got, radius, mass, pixels*pixels)
		}
	}
}

// Slices are blurred one by one. Where one slice hides another, there must be no gaps, as in a
// picture with many more subframes. The scene is a row of birds that recedes from the camera. One
// bird is near the lens, and a black wall stands along the row.
func TestSlicesHideEachOther(t *testing.T) {
	r := exposureRenderer(t, Linear)
	stands := standsOf(box(mgl32.Vec3{1, 0, -60}, mgl32.Vec3{1.5, 14, -1}))
	stands[0].Tint = mgl32.Vec4{0, 0, 0, 1}
	for _, birds := range sample.Some(t, 1, []int{0, 12}) {
		scene := func(s film.Sample) *frame.Frame {
			f := testFrame()
			f.Light.SunDirection = mgl32.Vec3{0.6, 0.5, 0.624} // the sun is behind the eye
			for k := range birds {
				b := redAt(float32(k)*0.8-3, 10.5-0.1*float32(k), -1.5*float32(math.Pow(1.35, float64(k))))
				b.Span, b.Tint = 1.2, mgl32.Vec4{0.2 + 0.1*float32(k%3), 0.5, 0.1 * float32(k%5), 1}
				f.Birds = append(f.Birds, b)
			}
			if birds > 0 {
				f.Birds[0].Pos = mgl32.Vec3{-1, 9.6, -1.2} // this bird hides some of the others
			}
			f.Stands = stands
			f.View.Shift = s.Pixel.Mul(2.0 / 100)
			return f
		}
		const lens, focus = 0.7, 6
		coarse := throughLens(t, r, 64, lens, focus, scene)
		fine := throughLens(t, r, 192, lens, focus, scene)
		worst, sum := 0.0, 0.0
		for i := range fine {
			d := math.Abs(float64(coarse[i] - fine[i]))
			worst, sum = max(worst, d), sum+d/float64(len(fine))
		}
		if worst > 0.05 || sum > 0.0015 {
			t.Errorf("%d birds: the light of about 0.3 is off by at most %.4f and %.5f on average, want 0.05 and 0.0015", birds, worst, sum)
		}
	}
}

func TestLensWithSamples(t *testing.T) {
	var pictures [][]float32
	for _, samples := range []int{1, 4} {
		r := rendererWith(t, Options{Samples: samples, Output: Linear, Exposing: true})
		if err := r.SetBirds(testbird.Plate(1)); err != nil {
			t.Fatal(err)
		}
		pictures = append(pictures, throughLens(t, r, 64, 0.7, 6, func(s film.Sample) *frame.Frame {
			sharp, near, far := redAt(0, 10, -6), redAt(0.3, 10, -1.5), redAt(0, 10, -30)
			sharp.Span, near.Span, far.Span = 3, 0.8, 20
			near.Tint, far.Tint = mgl32.Vec4{0, 0.02, 0.5, 1}, mgl32.Vec4{0.02, 0.5, 0, 1}
			f := testFrame(far, sharp, near)
			f.View.Shift = s.Pixel.Mul(2.0 / 100)
			return f
		}))
	}
	worst := 0.0
	for i := range pictures[0] {
		worst = max(worst, math.Abs(float64(pictures[0][i]-pictures[1][i])))
	}
	if index := 4 * (200*50 + 108); pictures[0][index+2] < 2*pictures[0][index] {
		t.Errorf("the near bird does not hide the sharp one: %v", pictures[0][index:index+3])
	}
	if worst > 0.03 {
		t.Errorf("with multisampling the picture differs by %.3f, want at most 0.03", worst)
	}
}
