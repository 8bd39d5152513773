//go:build cgo

package render

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// wingLight returns the red light at the middle of a flat wing with the given albedo, below a sun
// at the zenith. away is the height of the wing above the eye, in m. It is negative for a wing
// below the eye.
func wingLight(t *testing.T, r *Renderer, albedo float32, away float32) float64 {
	t.Helper()
	b := kite(3, 2)
	b.Beat = 1 // the wing beat has one pose, in which the wing is flat
	b.Parts[0].Material.BaseColour = mgl32.Vec4{albedo, albedo, albedo, 1}
	if err := r.SetBirds(b); err != nil {
		t.Fatal(err)
	}
	bird := redAt(-0.84, 40+away, 0)
	bird.Tint = mgl32.Vec4{}
	f := testFrame(bird)
	f.Light.SunDirection = mgl32.Vec3{0, 1, 0}
	f.View.Eye = mgl32.Vec3{0, 40, 0}
	up := mgl32.Vec3{1, 0, 0}
	f.View.Rotation = mgl32.QuatRotate(math.Pi/2*away/float32(math.Abs(float64(away))), up)
	f.Transparent = true
	if err := r.Draw(f); err != nil {
		t.Fatal(err)
	}
	return float64(r.Light()[4*(50*200+100)])
}

// A wing between the eye and the sun shows the light that passes through its feathers. Reflected
// light passes the pigment twice, and transmitted light only once. So transmission is proportional
// to the square root of the albedo. The transmitted light of a white wing is a fifth of the light
// that its other side reflects. This holds for both sides, and for lighting per pixel and per
// vertex.
func TestFeathersTransmitLight(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear})
	for _, away := range []float32{1, 4} {
		below := func(a float32) float64 { return wingLight(t, r, a, away) }
		// with the albedo a, the light is a x + √a y
		l1, l4 := below(0.01), below(0.04)
		y := (4*l1 - l4) / 0.2
		x := (l1 - 0.1*y) / 0.01
		if want, got := 0.16*x+0.4*y, below(0.16); math.Abs(got/want-1) > 0.02 {
			t.Errorf("%v m below a wing with albedo 0.16 the light is %.4f, want %.4f", away, got, want)
		}
		above := func(a float32) float64 { return wingLight(t, r, a, -away) }
		t1, t4 := above(0.01), above(0.04)
		through := (4*t1 - t4) / 0.2
		front := (t1 - 0.1*through) / 0.01
		if math.Abs(y/(0.2*front)-1) > 0.05 || math.Abs(through/(0.2*x)-1) > 0.2 {
			t.Errorf("%v m away: the light is %.3f in the sun and %.3f in shade, and %.3f and %.3f through the wing; want a fifth", away, front, x, y, through)
		}
		// Between the eye and the sun, a wing that is as dark as a starling's is not black.
		if dark := below(0.02); dark < 2*0.02*x {
			t.Errorf("a dark wing against the sun shows %.4f and in shade %.4f, want at least twice as much", dark, 0.02*x)
		}
	}
}
