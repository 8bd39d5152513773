//go:build browser

package web

import (
	"bytes"
	"context"
	"image"
	_ "image/png" // decodes the pictures
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

type silhouettes struct {
	size image.Point
	dark []bool
	n    int
}

func silhouettesOf(img image.Image, above int) *silhouettes {
	size := img.Bounds().Size()
	s := &silhouettes{size: image.Pt(size.X, above), dark: make([]bool, size.X*above)}
	light := make([]float64, size.X*above)
	for y := range above {
		for x := range size.X {
			r, g, b, _ := img.At(x, y).RGBA()
			light[y*size.X+x] = float64(r) + float64(g) + float64(b)
		}
	}
	for y := range above {
		for x := range size.X {
			// the brightest of several surrounding pixels shows the sky
			sky := 0.0
			for _, d := range [...]image.Point{{-40, 0}, {40, 0}, {0, -40}, {0, 40}, {-25, -25}, {25, 25}, {-25, 25}, {25, -25}} {
				if at := image.Pt(x, y).Add(d); at.In(image.Rectangle{Max: s.size}) {
					sky = max(sky, light[at.Y*size.X+at.X])
				}
			}
			if light[y*size.X+x] < 0.6*sky {
				s.dark[y*size.X+x] = true
				s.n++
			}
		}
	}
	return s
}

// near returns the fraction of the pixels of s that are within the given distance of a pixel of o.
func (s *silhouettes) near(o *silhouettes, distance int) float64 {
	found := 0
	for y := range s.size.Y {
		for x := range s.size.X {
			if s.dark[y*s.size.X+x] && o.hasNear(x, y, distance) {
				found++
			}
		}
	}
	return float64(found) / float64(s.n)
}

func (s *silhouettes) hasNear(x, y, distance int) bool {
	for j := max(0, y-distance); j <= min(s.size.Y-1, y+distance); j++ {
		for i := max(0, x-distance); i <= min(s.size.X-1, x+distance); i++ {
			if s.dark[j*s.size.X+i] {
				return true
			}
		}
	}
	return false
}

// bestShift returns the shift of s, by at most 6 pixels, after which s and o have most pixels in
// common.
func (s *silhouettes) bestShift(o *silhouettes) (best image.Point) {
	most := -1
	for dy := -6; dy <= 6; dy++ {
		for dx := -6; dx <= 6; dx++ {
			same := 0
			for y := max(0, -dy); y < min(s.size.Y, s.size.Y-dy); y++ {
				for x := max(0, -dx); x < min(s.size.X, s.size.X-dx); x++ {
					if s.dark[y*s.size.X+x] && o.dark[(y+dy)*s.size.X+x+dx] {
						same++
					}
				}
			}
			if same > most {
				best, most = image.Pt(dx, dy), same
			}
		}
	}
	return best
}

// The page draws birds at the same places as skein render. make check-web renders frame 61, which
// shows the flock at 2 s.
func TestBrowserAgreesWithRender(t *testing.T) {
	b := open(t, 1280, 720)
	b.clean(2)
	var data []byte
	b.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		data, err = page.CaptureScreenshot().Do(ctx)
		return err
	}))
	shown, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	b.shot("compared")
	file, err := os.Open(filepath.Join(filepath.Dir(os.Getenv(pageVariable)), "rendered.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rendered, _, err := image.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	const above = 490 // lowest row of the picture that is above the hills
	got, want := silhouettesOf(shown, above), silhouettesOf(rendered, above)
	shift := got.bestShift(want)
	t.Logf("dark pixels: %d in the page, %d in the rendered picture; the page's fit best when moved by %v; within 2 pixels %.3f and %.3f",
		got.n, want.n, shift, got.near(want, 2), want.near(got, 2))
	if want.n < 1000 {
		t.Fatalf("the rendered picture has only %d pixels of birds", want.n)
	}
	if max(shift.X, -shift.X, shift.Y, -shift.Y) > 1 {
		t.Errorf("the birds of the page fit best when they are moved by %v pixels, want at most 1", shift)
	}
	if share := min(got.near(want, 2), want.near(got, 2)); share < 0.95 {
		t.Errorf("only %.3f of the pixels of birds are within 2 pixels of such pixels in the other picture, want 0.95", share)
	}
	b.end()
}
