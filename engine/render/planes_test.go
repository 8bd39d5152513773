//go:build cgo

package render

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/testbird"
	"skein/models/gltf"
)

func flockFrame() *frame.Frame {
	return testFrame(redAt(-4, 11, -10), redAt(2, 8, -6), redAt(1, 10.5, -20), redAt(5, 12, -9))
}

// The picture with 16 bits per channel differs from the picture with 8 bits by at most two steps of 8 bits.
// It has more than 256 shades.
func TestSixteenBits(t *testing.T) {
	f := flockFrame()
	want := shoot(t, renderer(t, 4), f)
	r := rendererWith(t, Options{Samples: 4, Output: Display16})
	if err := r.Draw(f); err != nil {
		t.Fatal(err)
	}
	got, shades := r.Image16(), map[uint16]bool{}
	for y := range 100 {
		for x := range 200 {
			a, b := got.NRGBA64At(x, y), want.NRGBAAt(x, y)
			shades[a.B] = true
			for k, d := range []float64{float64(a.R)/257 - float64(b.R), float64(a.G)/257 - float64(b.G), float64(a.B)/257 - float64(b.B), float64(a.A)/257 - 255} {
				if math.Abs(d) > 2.5 && k < 3 || k == 3 && d != 0 {
					t.Fatalf("pixel %d, %d is %v with 16 bits, but %v with 8 bits", x, y, a, b)
				}
			}
		}
	}
	if len(shades) < 1000 {
		t.Errorf("the picture has only %d shades of blue, want at least 1000", len(shades))
	}
}

// The displayed picture equals the linear light after the tone curve, except at edges, where samples are
// averaged. The sun is brighter than white.
func TestLinearLight(t *testing.T) {
	f := flockFrame()
	want := shoot(t, rendererWith(t, Options{Samples: 1, Tier: Good}), f)
	r := rendererWith(t, Options{Samples: 1, Output: Linear})
	if err := r.Draw(f); err != nil {
		t.Fatal(err)
	}
	light := r.Light()
	offset, brightest := 0, float32(0)
	for i := 0; i < len(light); i += 4 {
		x, y := i/4%200, i/4/200
		p := want.NRGBAAt(x, y)
		for k, shown := range []uint8{p.R, p.G, p.B} {
			brightest = max(brightest, light[i+k])
			if d := int(tone(min(light[i+k], 50), 1)) - int(shown); d > 3 || d < -3 {
				offset++
			}
		}
		if light[i+3] != 1 {
			t.Fatalf("pixel %d, %d has the opacity %v, want 1", x, y, light[i+3])
		}
	}
	if offset > 3*200*100/1000 { // very dark colours differ more, so a few pixels may exceed the limit
		t.Errorf("%d of %d colours differ from the displayed picture, want one in 1000", offset, 3*200*100)
	}
	sun := testFrame()
	sun.View.Rotation = frame.LookAt(mgl32.Vec3{}, sun.Light.SunDirection, mgl32.Vec3{0, 1, 0})
	sun.View.FovY = 0.05
	if err := r.Draw(sun); err != nil {
		t.Fatal(err)
	}
	for _, v := range r.Light() {
		brightest = max(brightest, v)
	}
	if brightest < 10 {
		t.Errorf("nothing is brighter than %v, not even the sun, want at least 10", brightest)
	}
}

// A transparent picture of the birds, drawn over a picture of the empty scene, equals the whole
// picture. Its background is fully transparent, even if the picture before was opaque. The test
// leaves out edges. The whole picture averages the light of the samples there, but drawing one
// picture over another averages display values.
func TestTransparent(t *testing.T) {
	for _, samples := range []int{1, 4} {
		r := renderer(t, samples)
		f := flockFrame()
		f.Shadows = false
		whole := shoot(t, r, f)
		empty := shoot(t, r, testFrame())
		f.Transparent = true
		cut := shoot(t, r, f)
		clear, covered := 0, 0
		for y := range 100 {
			for x := range 200 {
				c, e, w := cut.NRGBAAt(x, y), empty.NRGBAAt(x, y), whole.NRGBAAt(x, y)
				a := int(c.A)
				switch a {
				case 0:
					clear++
				case 255:
					covered++
				}
				if samples > 1 && a > 0 && a < 255 {
					continue
				}
				for _, v := range [][3]uint8{{c.R, e.R, w.R}, {c.G, e.G, w.G}, {c.B, e.B, w.B}} {
					over := (int(v[0])*a + int(v[1])*(255-a) + 127) / 255
					if d := over - int(v[2]); d > 3 || d < -3 {
						t.Fatalf("%d samples: at pixel %d, %d, %v over %v does not give %v", samples, x, y, c, e, w)
					}
				}
			}
		}
		if clear < 15000 || covered < 60 {
			t.Errorf("%d samples: %d pixels are transparent and %d opaque, want at least 15000 and 60", samples, clear, covered)
		}
	}
}

// Depths and ids match values computed by hand for plates that face the camera, for the ground and for the
// sky. A nearer plate hides a farther one.
func TestPlanes(t *testing.T) {
	r := renderer(t, 4)
	if err := r.SetBirds(testbird.Plate(1)); err != nil {
		t.Fatal(err)
	}
	f := testFrame(redAt(0, 10, -10), redAt(0.8, 10, -5), redAt(0, 10, 20))
	got := shoot(t, r, f)
	p, err := r.Planes(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		x, y      int
		id, depth float32
	}{
		{97, 50, 0, 10}, {101, 47, 1, 5}, {110, 50, 1, 5}, {120, 20, -1, Nowhere}, {20, 49, -1, Nowhere},
		{100, 99, -1, 10 / (49.5 / 50)}, {30, 75, -1, 10 / (25.5 / 50)},
	} {
		i := c.y*200 + c.x
		if p.ID[i] != c.id || math.Abs(float64(p.Depth[i]/c.depth-1)) > 1e-4 {
			t.Errorf("pixel %d, %d has the id %v at %v m, want %v at %v m", c.x, c.y, p.ID[i], p.Depth[i], c.id, c.depth)
		}
	}
	if second := r.Image(nil); changedRect(got, second, 0) != (image.Rectangle{}) {
		t.Error("reading depths and ids changed the image")
	}
	if next := shoot(t, r, f); changedRect(got, next, 0) != (image.Rectangle{}) {
		t.Error("the next picture differs")
	}
	// The view is shifted, so everything appears two pixels higher and three to the right.
	f.View.Shift = mgl32.Vec2{3.0 / 50, 2.0 / 50}
	shifted, err := r.Planes(f)
	if err != nil {
		t.Fatal(err)
	}
	for y := 2; y < 100; y++ {
		for x := range 197 {
			i, j := y*200+x, (y-2)*200+x+3
			if p.ID[i] != shifted.ID[j] || math.Abs(float64(p.Depth[i]/shifted.Depth[j]-1)) > 1e-3 {
				t.Fatalf("pixel %d, %d shows id %v at %v m, but in the shifted view id %v at %v m", x, y, p.ID[i], p.Depth[i], shifted.ID[j], shifted.Depth[j])
			}
		}
	}
	f.View.Shift = mgl32.Vec2{}
	f.Transparent, f.View.Hide = true, 1
	if p, err = r.Planes(f); err != nil || p.Depth[99*200+100] != Nowhere || p.ID[47*200+101] != 0 {
		t.Errorf("transparent, bird 1 hidden: the ground is at %v and the id is %v (error %v), want Nowhere and 0", p.Depth[99*200+100], p.ID[47*200+101], err)
	}
}

// Depths and ids show the same surfaces as the picture. Backs that are culled and parts that are
// cut out are missing. Blended parts are present if their opacity is at least ½.
func TestPlanesShowWhatIsDrawn(t *testing.T) {
	r := renderer(t, 1)
	empty := shoot(t, r, testFrame()).NRGBAAt(100, 50)
	for _, c := range []struct {
		material gltf.Material
		opacity  float32
		shown    bool // whether the plate is visible from the front
	}{
		{gltf.Material{}, 1, true},
		{gltf.Material{}, 0, true}, // this material ignores the opacity
		{gltf.Material{AlphaCutoff: 0.3}, 0.4, true},
		{gltf.Material{AlphaCutoff: 0.3}, 0.2, false},
		{gltf.Material{Blend: true}, 0.6, true},
		{gltf.Material{Blend: true}, 0.4, false},
		{gltf.Material{Blend: true}, 0, false},
	} {
		for _, double := range []bool{false, true} {
			for _, turned := range []bool{false, true} {
				b := testbird.Plate(1)
				c.material.BaseColour, c.material.DoubleSided = mgl32.Vec4{1, 1, 1, c.opacity}, double
				b.Parts[0].Material = c.material
				if err := r.SetBirds(b); err != nil {
					t.Fatal(err)
				}
				bird := redAt(0, 10, -10)
				if turned {
					bird.Rotation = mgl32.QuatRotate(math.Pi, mgl32.Vec3{0, 1, 0})
				}
				f := testFrame(bird)
				p, err := r.Planes(f)
				if err != nil {
					t.Fatal(err)
				}
				id, depth := float32(-1), float32(Nowhere)
				if c.shown && (double || !turned) {
					id, depth = 0, 10
				}
				index := 49*200 + 100 // a pixel just above the horizon
				if p.ID[index] != id || math.Abs(float64(p.Depth[index]/depth-1)) > 1e-4 {
					t.Errorf("%+v turned round %v: the id is %v at %v m, want %v at %v m", c.material, turned, p.ID[index], p.Depth[index], id, depth)
				}
				drawn := distance(shoot(t, r, f).NRGBAAt(100, 50), empty) > 5
				if id == 0 && !drawn || id < 0 && drawn && !c.material.Blend {
					t.Errorf("%+v turned round %v: the id is %v, but the part is drawn: %v", c.material, turned, id, drawn)
				}
			}
		}
	}
}
