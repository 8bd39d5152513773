//go:build cgo

package render

import (
	"fmt"
	"image"
	"image/color"
	"testing"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/capture"
	"skein/engine/render/gpu"
)

func newScreen(t testing.TB, o gpu.Objects, size image.Point, samples int32) screen {
	t.Helper()
	buffer := o.Renderbuffer("screen")
	gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, samples, gl.RGB8, int32(size.X), int32(size.Y))
	s := screen{o.Framebuffer("screen"), samples}
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, buffer)
	if err := gpu.CheckFramebuffer("cannot create a framebuffer"); err != nil {
		t.Fatal(err)
	}
	return s
}

func onScreen(t *testing.T, r *Renderer, region image.Rectangle, size image.Point, samples int32) *image.NRGBA {
	t.Helper()
	s, read := newScreen(t, r.objects, size, samples), newScreen(t, r.objects, size, 0)
	r.showOn(s, region, size, [3]float32{0, 1, 0})
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, s.framebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, read.framebuffer)
	w, h := int32(size.X), int32(size.Y)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, read.framebuffer)
	img := image.NewNRGBA(image.Rectangle{Max: size})
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.ReadPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(img.Pix))
	gpu.Upright(img, true)
	return img
}

// A window shows the exact pixels of the picture in its region, and a colour around it. This holds with
// any driver and any number of samples. If the region has another size, the picture is scaled.
func TestShow(t *testing.T) {
	for _, tier := range []Tier{Draft, Good} {
		r := rendererWith(t, Options{Samples: 1, Tier: tier})
		f := testFrame(redAt(0, 10, -6))
		want := shoot(t, r, f)
		for _, software := range []bool{true, false} {
			for _, samples := range []int32{0, 4} {
				r.software = software
				what := fmt.Sprintf("%v, %d samples, software: %v", tier, samples, software)
				checkShown(t, r, want, samples, what)
			}
		}
	}
}

func checkShown(t *testing.T, r *Renderer, want *image.NRGBA, samples int32, what string) {
	t.Helper()
	size, corner := image.Pt(260, 170), image.Pt(30, 20)
	region := want.Rect.Add(corner)
	got := onScreen(t, r, region, size, samples)
	part := image.NewNRGBA(want.Rect)
	for y := range size.Y {
		for x := range size.X {
			c, point := got.NRGBAAt(x, y), image.Pt(x, y)
			if point.In(region) {
				part.SetNRGBA(x-corner.X, y-corner.Y, c)
			} else if c != (color.NRGBA{0, 255, 0, 255}) {
				t.Fatalf("%s: outside the picture, pixel %v is %v, want green", what, point, c)
			}
		}
	}
	if rect := changedRect(part, want, 0); rect != (image.Rectangle{}) {
		t.Errorf("%s: the picture differs within %v", what, rect)
	}
	const half = 0.5 // half a step of an 8-bit channel, for rounding
	small := image.Rectangle{Max: want.Rect.Max.Div(2)}
	if d, ok := capture.Compare(onScreen(t, r, small, small.Max, samples), meanOfFours(want)); !ok || d.Mean > half {
		t.Errorf("%s: shrunk by half, the picture differs by %+v from the mean of its pixels", what, d)
	}
}

// meanOfFours returns an image of half the size. Each of its pixels is the mean of four pixels.
func meanOfFours(img *image.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, img.Rect.Dx()/2, img.Rect.Dy()/2))
	for i := range out.Pix {
		x, y := i/4%out.Rect.Dx(), i/4/out.Rect.Dx()
		sum := 2
		for k := range 4 {
			sum += int(img.Pix[img.PixOffset(2*x+k%2, 2*y+k/2)+i%4])
		}
		out.Pix[i] = uint8(sum / 4)
	}
	return out
}

func BenchmarkShow(b *testing.B) {
	r := uncheckedRenderer(b, 1)
	f := testFrame()
	f.Size = image.Pt(1280, 720)
	if err := r.Draw(f); err != nil {
		b.Fatal(err)
	}
	s := newScreen(b, r.objects, f.Size, 0)
	for b.Loop() {
		r.showOn(s, image.Rectangle{Max: f.Size}, f.Size, [3]float32{})
		gl.Finish()
	}
}
