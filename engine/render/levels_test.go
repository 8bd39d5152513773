//go:build cgo

package render

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/testbird"
	"skein/engine/render/birds"
	"skein/flock/sample"
	"skein/models"
	"skein/models/gltf"
)

func (r *Renderer) useLevel(t *testing.T, b *models.Baked, level int) {
	t.Helper()
	one := *b
	one.Levels = b.Levels[level : level+1]
	if err := r.SetBirds(&one); err != nil {
		t.Fatal(err)
	}
	r.models[0].Levels[0].VertexLit = level > 0
}

// pictureDifference returns two differences between two pictures of a bird: the largest difference of a
// pixel, and the mean over the bird's pixels. A pixel belongs to the bird if either picture differs there
// from the empty picture.
func pictureDifference(a, b, empty *image.NRGBA) (most int, mean float64) {
	n := 0
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			p, q, e := a.NRGBAAt(x, y), b.NRGBAAt(x, y), empty.NRGBAAt(x, y)
			d := distance(p, q)
			most = max(most, d)
			if p != e || q != e {
				mean += float64(d)
				n++
			}
		}
	}
	return most, mean / float64(max(n, 1))
}

// At a size at which the level of detail changes, a bird looks about the same at both levels. The
// mean difference between the levels is at most three times the difference that a shift by half a
// pixel causes. The test tries a sample of the birds.
func TestLevelsAgreeWhereTheyMeet(t *testing.T) {
	r := renderer(t, 4)
	for _, name := range sample.Some(t, 2, models.Builtins()) {
		checkLevels(t, r, baked(t, name))
	}
}

func checkLevels(t *testing.T, r *Renderer, bird *models.Baked) {
	empty := shoot(t, r, testFrame())
	levels := birds.NewLevels(bird.Levels)
	for k := 1; k < len(levels); k++ {
		if levels[k].MaxSize < 4 {
			break
		}
		f := bankedBird(100 / levels[k].MaxSize) // at 1 m, a metre is 50 pixels; the bird is 2 m wide
		r.useLevel(t, bird, k-1)
		fine := shoot(t, r, f)
		aside := *f
		aside.Birds = []frame.Bird{f.Birds[0]}
		aside.Birds[0].Pos[0] += 0.5 * 2 / levels[k].MaxSize // moves the bird by half a pixel
		moved := shoot(t, r, &aside)
		r.useLevel(t, bird, k)
		coarse := shoot(t, r, f)
		most, mean := pictureDifference(fine, coarse, empty)
		_, still := pictureDifference(fine, moved, empty)
		t.Logf("%s: at %.0f pixels, the change from %d to %d triangles changes a pixel by at most %d of 255, %.1f on average; a move by half a pixel by %.1f",
			bird.Name, levels[k].MaxSize, bird.Levels[k-1].Triangles, bird.Levels[k].Triangles, most, mean, still)
		if mean > 3*still {
			t.Errorf("%s: at %.0f pixels the change of level changes the picture by %.1f on average, but a move by half a pixel by %.1f; want at most 3 times as much", bird.Name, levels[k].MaxSize, mean, still)
		}
	}
}

func TestLightAgreesWhereItChanges(t *testing.T) {
	r := renderer(t, 4)
	empty := shoot(t, r, testFrame())
	r.useLevel(t, builtin(t), 0)
	near, far := shoot(t, r, bankedBird(100/(birds.LitPerPixel*1.0005))), shoot(t, r, bankedBird(100/(birds.LitPerPixel*0.9995)))
	most, mean := pictureDifference(near, far, empty)
	t.Logf("at %d pixels, the change of level changes a pixel by at most %d of 255, %.1f on average", birds.LitPerPixel, most, mean)
	if mean > 8 {
		t.Errorf("the change of level changes the picture by %.1f on average, want at most 8", mean)
	}
}

// A bird with an opacity of ½ lets half of the light behind it through. This does not depend on the
// order of the birds in the frame.
func TestBlended(t *testing.T) {
	for _, samples := range []int{1, 4} {
		r := renderer(t, samples)
		b := testbird.Plate(1)
		b.Parts[0].Material.Blend = true
		b.Parts[0].Material.BaseColour = mgl32.Vec4{1, 1, 1, 0.5}
		if err := r.SetBirds(b); err != nil {
			t.Fatal(err)
		}
		e := testFrame().Light.Exposure
		show := func(c mgl32.Vec4) [3]float64 {
			return [3]float64{float64(tone(c[0], e)), float64(tone(c[1], e)), float64(tone(c[2], e))}
		}
		back := shoot(t, r, testFrame()).NRGBAAt(100, 50)
		under := [3]float64{float64(back.R), float64(back.G), float64(back.B)}
		near, far := redAt(0, 10, -10), redAt(0, 10, -20)
		far.Tint = mgl32.Vec4{0.02, 0.02, 0.5, 1}
		want := [3]float64{}
		for k := range want {
			want[k] = under[k]/4 + show(far.Tint)[k]/4 + show(red)[k]/2
		}
		for _, birds := range [][]frame.Bird{{near, far}, {far, near}} {
			got := shoot(t, r, testFrame(birds...)).NRGBAAt(100, 50)
			for k, c := range [3]uint8{got.R, got.G, got.B} {
				if math.Abs(float64(c)-want[k]) > 3 {
					t.Errorf("%d samples: the colour is %v, want %v", samples, got, want)
					break
				}
			}
		}
	}
}

func TestCutoffOfAllOpacities(t *testing.T) {
	r := renderer(t, 1)
	empty := shoot(t, r, testFrame())
	for _, c := range []struct {
		base, vertex float32
		texture      uint8
		drawn        bool
	}{{0.9, 0.9, 255, true}, {0.6, 0.6, 255, false}, {0.8, 1, 128, false}, {1, 0.8, 200, true}} {
		b := testbird.Plate(1)
		p := &b.Parts[0]
		p.Material.AlphaCutoff = 0.5
		p.Material.BaseColour[3] = c.base
		p.UV = make([]mgl32.Vec2, 4)
		for range 4 {
			p.Colours = append(p.Colours, mgl32.Vec4{1, 1, 1, c.vertex})
		}
		p.Material.Texture = &gltf.Texture{Image: image.NewNRGBA(image.Rect(0, 0, 1, 1))}
		p.Material.Texture.Image.SetNRGBA(0, 0, color.NRGBA{255, 255, 255, c.texture})
		if err := r.SetBirds(b); err != nil {
			t.Fatal(err)
		}
		if got := !changedRect(empty, shoot(t, r, testFrame(redAt(0, 10, -10))), 8).Empty(); got != c.drawn {
			t.Errorf("%+v: the bird is drawn: %v, want the opposite", c, got)
		}
	}
}
