//go:build cgo

package render

import (
	"fmt"
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock/look"
	"skein/flock/sample"
	"skein/models"
	"skein/models/gltf"
	"skein/models/lod"
)

// The reflection of a ball above water is at the right pixel and has the ball's size. The view is so high
// that ripples are invisible. Over land, over reed and in lands without water, the picture does not
// change.
func TestWaterMirrorsBirds(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear})
	body := lod.Part{Material: gltf.Material{BaseColour: mgl32.Vec4{1, 1, 1, 1}}}
	models.AddBall(&body, 32, 16)
	if err := r.SetBirds(&models.Baked{Name: "ball", Mesh: lod.Mesh{Poses: 1, Parts: []lod.Part{body}}}); err != nil {
		t.Fatal(err)
	}
	const radius = 5 // radius of the reflection, pixels
	seen := map[look.Land]int{}
	for land, metres := range map[look.Land]float64{
		look.Meadow: 1, look.Marsh: 1, look.Fields: 1, look.Hills: 1, look.City: 1,
		look.Coast: 10, // waves are steeper on the coast
	} {
		eye, high, away := 2500*metres, 250*metres, 7500*metres
		step, back := 700*metres, 0.0
		if land == look.City { // in a city, the water is the lake around the origin, and another seed changes only the islands
			step, back = 0, away*eye/(eye+high)
		}
		view := func(seed int, x float32, balls ...frame.Bird) []float32 {
			f := landFrame(land)
			f.Birds, f.Light.LandSeed, f.Light.Bloom = balls, seed, 0
			f.View.Eye, f.View.FovY, f.View.Far = mgl32.Vec3{x, float32(eye), float32(back)}, 2*math.Pi/180, 1e6
			f.View.Rotation = mgl32.QuatRotate(float32(-math.Atan2(eye+high, away)), mgl32.Vec3{1, 0, 0})
			if err := r.Draw(f); err != nil {
				t.Fatal(err)
			}
			return r.Light()
		}
		for k := range 8 {
			x := float32(step) * float32(k)
			ball := redAt(x, float32(high), float32(back-away))
			ball.Span = float32(radius / models.SphereRadius * math.Tan(math.Pi/180) / 50 * math.Hypot(eye+high, away))
			without, with := view(k, x), view(k, x, ball)
			var n, sx, sy int
			for i := range 100 * 200 {
				if math.Abs(float64(with[4*i+2]-without[4*i+2])) < 0.004*float64(without[4*i+2]) {
					continue
				}
				x, y := 2*(i%200)-199, 2*(i/200)-99 // offset from the middle, in half pixels
				n, sx, sy = n+1, sx+x, sy+y
				if math.Hypot(float64(x), float64(y))/2 > radius+1 {
					t.Fatalf("%v: pixel %d, %d changed, which is outside the ball's mirror image", land, i%200, i/200)
				}
			}
			if float64(n) > 0.9*math.Pi*radius*radius {
				seen[land]++
				if aside := math.Hypot(float64(sx), float64(sy)) / 2 / float64(n); aside > 1 {
					t.Errorf("%v: the mirror image's middle is %.1f pixels from its place, want at most 1", land, aside)
				}
			}
		}
	}
	t.Log(fmt.Sprint("whole mirror images: ", seen))
	for _, land := range []look.Land{look.Marsh, look.Coast, look.City} {
		if seen[land] == 0 {
			t.Errorf("land %v shows no whole mirror image", land)
		}
	}
	if len(seen) > 3 {
		t.Errorf("a land without water mirrors birds: %v", seen)
	}
}

// In a view from a low height, ripples scatter the reflections of birds. On average, the reflections
// cover the same area as in level water.
func TestMirroredBirdsAreAsLarge(t *testing.T) {
	body := lod.Part{Material: gltf.Material{BaseColour: mgl32.Vec4{1, 1, 1, 1}}}
	models.AddBall(&body, 32, 16)
	const eye, away, fov = 3.0, 120.0, 20 * math.Pi / 180
	perPixel := 2 * math.Tan(fov/2) / 400
	for _, tier := range sample.Some(t, 1, []Tier{Draft, Good}) {
		r := rendererWith(t, Options{Samples: 1, Tier: tier})
		if err := r.SetBirds(&models.Baked{Name: "ball", Mesh: lod.Mesh{Poses: 1, Parts: []lod.Part{body}}}); err != nil {
			t.Fatal(err)
		}
		var covered, discs float64
		for k := range 40 {
			high := 25 + float64(k%5)
			f := landFrame(look.Marsh)
			f.Size = image.Pt(200, 400)
			f.Light.LandSeed, f.Light.Bloom, f.Seconds = 2, 0, float64(k)
			f.View.Eye, f.View.FovY, f.View.Far = mgl32.Vec3{0, eye, 0}, fov, 1e4
			f.View.Rotation = mgl32.QuatRotate(float32(-math.Atan2(eye+high, away)), mgl32.Vec3{1, 0, 0})
			shot := func(balls ...frame.Bird) *image.NRGBA {
				f.Birds = balls
				return shoot(t, r, f)
			}
			radius := 2.5
			distance := math.Hypot(eye+high, away)
			ball := redAt(0, float32(high), -away)
			ball.Span = float32(radius / models.SphereRadius * perPixel * distance)
			without, with := shot(), shot(ball)
			for i := range without.Pix {
				if i%4 == 0 && without.Pix[i] != with.Pix[i] {
					covered++
				}
			}
			discs += math.Pi * radius * radius
		}
		if share := covered / discs; math.Abs(share-1) > 0.15 {
			t.Errorf("%v: mirrored birds cover %.2f of the expected area, want 0.85 to 1.15", tier, share)
		}
		t.Log(tier, covered/discs)
	}
}
