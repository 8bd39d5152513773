//go:build cgo

package render

import (
	"image"
	"image/color"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/headless"
	"skein/engine/internal/strict"
)

// renderer makes a renderer in a new context and closes the test's previous renderer. Without a
// context, the test is skipped, but in CI it fails.
func renderer(t testing.TB, samples int) *Renderer {
	t.Helper()
	return rendererWith(t, Options{Samples: samples})
}

// checkedRenderer is the current renderer with its context. Its checker finds violations of
// OpenGL's specification.
type checkedRenderer struct {
	context *headless.Context
	checker *strict.Checker
	*Renderer
}

var current *checkedRenderer

func rendererWith(t testing.TB, o Options) *Renderer {
	t.Helper()
	current.clear(t)
	c := context(t, headless.NewDebug)
	w, err := strict.New(c.Proc)
	if err != nil {
		c.Close()
		t.Fatal(err)
	}
	o.Proc = w.Proc
	r, err := New(o)
	if err != nil {
		c.Close()
		t.Fatal(err, w.Faults())
	}
	return setCurrent(t, &checkedRenderer{c, w, r})
}

func uncheckedRenderer(t testing.TB, samples int) *Renderer {
	t.Helper()
	current.clear(t)
	c := context(t, headless.New)
	r, err := New(Options{Samples: samples, Proc: c.Proc})
	if err != nil {
		c.Close()
		t.Fatal(err)
	}
	return setCurrent(t, &checkedRenderer{c, &strict.Checker{}, r})
}

func context(t testing.TB, open func() (*headless.Context, error)) *headless.Context {
	t.Helper()
	c, err := open()
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return c
}

func setCurrent(t testing.TB, e *checkedRenderer) *Renderer {
	current = e
	t.Cleanup(func() { current.clear(t) })
	return e.Renderer
}

func (e *checkedRenderer) clear(t testing.TB) {
	t.Helper()
	if e == nil {
		return
	}
	current = nil
	e.Close()
	e.context.Close()
	faults := e.checker.Faults()
	slices.Sort(faults)
	for _, f := range slices.Compact(faults) {
		t.Error(f)
	}
}

// testFrame returns a frame of 200×100 pixels. The eye is 10 m above the ground and looks along -Z with a
// vertical angle of 90°. An object 1 m wide at distance d (in m) covers 50/d pixels. The middle of the
// image is at (100, 50).
func testFrame(birds ...frame.Bird) *frame.Frame {
	light := frame.Dusk()
	light.Haze, light.Adapt = 0, 0
	return &frame.Frame{
		Size:  image.Pt(200, 100),
		View:  frame.View{Eye: mgl32.Vec3{0, 10, 0}, Rotation: mgl32.QuatIdent(), FovY: math.Pi / 2, Near: 0.1, Far: 500, Hide: -1},
		Light: light,
		Birds: birds,
	}
}

var red = mgl32.Vec4{0.5, 0.02, 0.02, 1}

func redAt(x, y, z float32) frame.Bird {
	return frame.Bird{Pos: mgl32.Vec3{x, y, z}, Rotation: mgl32.QuatIdent(), Span: 2, Tint: red}
}

func shoot(t testing.TB, r *Renderer, f *frame.Frame) *image.NRGBA {
	t.Helper()
	if err := r.Draw(f); err != nil {
		t.Fatal(err)
	}
	return r.Image(nil)
}

// changedRect returns the smallest rectangle that contains all changed pixels. A pixel is changed
// if one of its channels differs by more than the given number of steps between the two images.
func changedRect(a, b *image.NRGBA, steps int) (r image.Rectangle) {
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			if distance(a.NRGBAAt(x, y), b.NRGBAAt(x, y)) > steps {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

func distance(a, b color.NRGBA) int {
	d := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return max(d(a.R, b.R), d(a.G, b.G), d(a.B, b.B), d(a.A, b.A))
}

func near(a, b image.Rectangle, slack int) bool {
	d := func(x, y int) bool { return max(x-y, y-x) <= slack }
	return d(a.Min.X, b.Min.X) && d(a.Min.Y, b.Min.Y) && d(a.Max.X, b.Max.X) && d(a.Max.Y, b.Max.Y)
}

func tone(x, exposure float32) uint8 {
	v := float64(x * exposure)
	return uint8(255*math.Sqrt((v*(2.51*v+0.03))/(v*(2.43*v+0.59)+0.14)) + 0.5)
}
