//go:build cgo

package render

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock/sample"
	"skein/models"
)

type sight struct {
	area, edges float64
	light       [3]float64
	x, y        float64
}

// measureSight measures the bird in a frame, as a mean over subpixel positions.
func measureSight(t *testing.T, r *Renderer, f *frame.Frame) (s sight) {
	t.Helper()
	const each = 2
	bird := f.Birds[0]
	for k := range each * each {
		pixel := f.View.Eye.Sub(bird.Pos).Len() * 2 * float32(math.Tan(float64(f.View.FovY)/2)) / float32(f.Size.Y)
		f.Birds[0].Pos = bird.Pos.Add(mgl32.Vec3{float32(k%each) / each, float32(k/each) / each, 0}.Mul(pixel))
		if err := r.Draw(f); err != nil {
			t.Fatal(err)
		}
		light := r.Light()
		for i := 0; i < len(light); i += 4 {
			a := float64(light[i+3])
			if a == 0 {
				continue
			}
			s.area += a
			if a < 1 {
				s.edges++
			}
			for c := range s.light {
				s.light[c] += float64(light[i+c])
			}
			s.x += a * (float64(i/4%f.Size.X) - float64(k%each)/each)
			s.y += a * (float64(i/4/f.Size.X) + float64(k/each)/each)
		}
	}
	f.Birds[0] = bird
	for c := range s.light {
		s.light[c] /= s.area
	}
	s.x, s.y = s.x/s.area, s.y/s.area
	s.area /= each * each
	s.edges /= each * each
	return s
}

func obliqueBird(px float32) *frame.Frame {
	f := testFrame(frame.Bird{Pos: mgl32.Vec3{0, 10, -160 / px}, Rotation: mgl32.QuatRotate(-1, mgl32.Vec3{0, 1, 0}).Mul(mgl32.QuatRotate(0.5, mgl32.Vec3{0, 0, 1})), Phase: 0.2, Span: 1})
	f.Size = image.Pt(320, 320)
	f.View.FovY = math.Pi / 2
	f.Transparent, f.Shadows = true, true
	f.Light.SunDirection = frame.SunDirection(25, 50)
	return f
}

// The look of a bird that flies away does not change suddenly. At each step, the distance increases
// by a hundredth. The area and the light may then change by at most one sample of each pixel on the
// outline, where the levels of detail differ. The bird moves by less than half a pixel. In the good
// tier, the test tries a sample of the birds.
func TestBirdsChangeGradually(t *testing.T) {
	for tier, names := range map[Tier][]string{Good: sample.Some(t, 2, models.Builtins()), Best: models.Builtins()[:1]} {
		r := rendererWith(t, Options{Output: Linear, Tier: tier})
		for _, name := range names {
			if err := r.SetBirds(baked(t, name)); err != nil {
				t.Fatal(err)
			}
			checkApproach(t, r, name)
		}
	}
}

func checkApproach(t *testing.T, r *Renderer, name string) {
	const step = 1.01
	var most [3]float64
	for px := float32(140); px > 16; px /= step {
		here, there := r.crowd.BandFor(r.models[0], px), r.crowd.BandFor(r.models[0], px/step)
		if here == there {
			continue
		}
		a, b := measureSight(t, r, obliqueBird(px)), measureSight(t, r, obliqueBird(px/step))
		bound := a.edges / a.area / float64(r.target.samples)
		covers := math.Abs(b.area/a.area*step*step - 1)
		moved := math.Hypot(b.x-a.x, b.y-a.y)
		light := 0.0
		for c := range a.light {
			light = max(light, math.Abs(b.light[c]/a.light[c]-1))
		}
		for k, x := range []float64{covers / bound, light / bound, moved} {
			most[k] = max(most[k], x)
		}
		t.Logf("%v %s at %.1f pixels: a step changes the area by %.2f %% and the light by %.2f %%, at most %.2f %%, and moves it by %.2f pixels", r.tier, name, px, 100*covers, 100*light, 100*bound, moved)
		if covers > bound || light > bound || moved > 0.5 {
			t.Errorf("%v: %s at %.1f pixels: a step changes its area by %.2f %% and its light by %.2f %%, want at most %.2f %%, and moves it by %.2f pixels",
				r.tier, name, px, 100*covers, 100*light, 100*bound, moved)
		}
	}
	t.Logf("%v %s: area and light change by at most %.2f and %.2f of the limit, the place by %.2f pixels", r.tier, name, most[0], most[1], most[2])
}
