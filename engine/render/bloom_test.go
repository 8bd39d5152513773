//go:build cgo

package render

import (
	"bytes"
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/testbird"
)

// lamp returns a frame with a single square in the middle. The square is 40 times as bright as white and
// its width is an eighth of the picture's height.
func lamp(t *testing.T, r *Renderer, size image.Point, bloom float32) *frame.Frame {
	t.Helper()
	b := testbird.Plate(1)
	b.Parts[0].Material.BaseColour = mgl32.Vec4{40, 40, 40, 1}
	if err := r.SetBirds(b); err != nil {
		t.Fatal(err)
	}
	f := testFrame(frame.Bird{Pos: mgl32.Vec3{0, 10, -8.15}, Rotation: mgl32.QuatIdent(), Span: 2})
	f.Size = size
	f.Light = frame.Light{Painted: true, SunDirection: mgl32.Vec3{0, 0, 1}, MoonDirection: mgl32.Vec3{0, -1, 0}, Exposure: 1, Bloom: bloom}
	return f
}

func redLight(t *testing.T, r *Renderer, f *frame.Frame) (red []float64) {
	t.Helper()
	shoot(t, r, f)
	all := r.Light()
	for i := 0; i < len(all); i += 4 {
		red = append(red, float64(all[i]))
	}
	return red
}

func sum(values []float64) (sum float64) {
	for _, x := range values {
		sum += x
	}
	return sum
}

// Bloom keeps the total light. The spread light is symmetric around a bright place and decreases
// with the distance. It covers the same fraction of the picture at any size of the picture.
func TestBloomSpreadsLight(t *testing.T) {
	const share = 0.3
	var far []float64
	for _, size := range []image.Point{{200, 100}, {400, 200}} {
		r := rendererWith(t, Options{Samples: 1, Output: Linear, Tier: Best})
		sharp := redLight(t, r, lamp(t, r, size, 0))
		spread := redLight(t, r, lamp(t, r, size, share))
		if a, b := sum(sharp), sum(spread); a < 1000 || math.Abs(b/a-1) > 0.01 {
			t.Errorf("%v: bloom changes the total light from %.0f to %.0f, want the same", size, a, b)
		}
		// The test follows a row through the middle, from the lamp's edge outwards.
		at := func(x, y int) float64 { return spread[y*size.X+x] }
		middle := size.Div(2)
		edge := size.Y/16 + 1
		before := math.Inf(1)
		for offset := edge; offset < size.X/2-1; offset += size.Y / 25 {
			right, left := at(middle.X+offset, middle.Y), at(middle.X-1-offset, middle.Y)
			if math.Abs(right-left) > 0.02*max(right, left)+1e-4 {
				t.Errorf("%v: %d pixels from the middle the light is %.4f on the right and %.4f on the left, want the same", size, offset, right, left)
			}
			if right > before*1.001 {
				t.Errorf("%v: %d pixels from the middle the light is %.4f, but %.4f nearer to it", size, offset, right, before)
			}
			before = right
		}
		up := at(middle.X, middle.Y-size.Y/5)
		if beside := at(middle.X+size.Y/5, middle.Y); beside <= 0 || math.Abs(up/beside-1) > 0.1 {
			t.Errorf("%v: at a fifth of the height the light is %.4f above and %.4f beside the middle, want the same", size, up, beside)
		}
		far = append(far, up)
		// The lamp keeps the light that is not spread.
		if got := at(middle.X, middle.Y); got < 40*(1-share)-0.5 || got > 40 {
			t.Errorf("%v: the light in the lamp's middle is %.2f, want 40 without its share of bloom", size, got)
		}
	}
	if math.Abs(far[1]/far[0]-1) > 0.15 {
		t.Errorf("at a fifth of the height the light is %.4f in a small picture and %.4f in one twice as large, want the same", far[0], far[1])
	}
}

// A sum of equal frames has the same bloom as one frame. If only one of two frames contains a lamp,
// the bloom is half as bright.
func TestBloomOfASum(t *testing.T) {
	size := image.Pt(200, 100)
	r := rendererWith(t, Options{Samples: 1, Tier: Best})
	once := shoot(t, r, lamp(t, r, size, 0.3))
	r = rendererWith(t, Options{Samples: 1, Tier: Best, Exposing: true})
	f := lamp(t, r, size, 0.3)
	if err := r.Expose(3, func(int) (*frame.Frame, error) { return f, nil }); err != nil {
		t.Fatal(err)
	}
	if rect := changedRect(once, r.Image(nil), 2); !rect.Empty() {
		t.Errorf("the mean of three equal frames differs in %v", rect)
	}
	r = rendererWith(t, Options{Samples: 1, Output: Linear, Exposing: true})
	mean := func(n int, next func(k int) *frame.Frame) []float32 {
		if err := r.Expose(n, func(k int) (*frame.Frame, error) { return next(k), nil }); err != nil {
			t.Fatal(err)
		}
		return r.Light()
	}
	lit := lamp(t, r, size, 0.3)
	dark := *lit
	dark.Birds = nil
	alone, half := mean(1, func(int) *frame.Frame { return lit }), mean(2, func(k int) *frame.Frame { return [...]*frame.Frame{lit, &dark}[k] })
	for i := range alone {
		if i%4 < 3 && math.Abs(float64(half[i]-alone[i]/2)) > 1e-3*float64(1+alone[i]) {
			t.Fatalf("pixel %d is %v after both frames and %v after one, want half", i/4, half[i], alone[i])
		}
	}
}

func TestBloomOfManyFrames(t *testing.T) {
	size := image.Pt(64, 32)
	r := rendererWith(t, Options{Samples: 1, Output: Linear, Exposing: true})
	lit := lamp(t, r, size, 0.3)
	lit.Light.Exposure = 500 // this exposure makes the lamp 20,000 times as bright as white
	mean := func(n int) []float32 {
		if err := r.Expose(n, func(int) (*frame.Frame, error) { return lit, nil }); err != nil {
			t.Fatal(err)
		}
		return r.Light()
	}
	one, many := mean(1), mean(12)
	for i := range one {
		if i%4 < 3 && math.Abs(float64(many[i]-one[i])) > 2e-3*float64(1+one[i]) {
			t.Fatalf("pixel %d is %v after many frames and %v after one, want the same", i/4, many[i], one[i])
		}
	}
}

func TestNoBloom(t *testing.T) {
	size := image.Pt(200, 100)
	for _, c := range []struct {
		tier        Tier
		transparent bool
		want        bool
	}{{Draft, false, false}, {Good, true, false}, {Good, false, true}} {
		r := rendererWith(t, Options{Samples: 1, Tier: c.tier})
		picture := func(bloom float32) *image.NRGBA {
			f := lamp(t, r, size, bloom)
			f.Transparent = c.transparent
			return shoot(t, r, f)
		}
		without := picture(0)
		if got := !bytes.Equal(without.Pix, picture(0.5).Pix); got != c.want {
			t.Errorf("tier %v, transparent %v: bloom changes the picture: %v, want %v", c.tier, c.transparent, got, c.want)
		}
	}
}
