package film

import (
	"image"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
)

// An f-number is the focal length divided by the diameter. A lens of 50 mm sees an angle of 27° on film 24
// mm high.
func TestFStop(t *testing.T) {
	e := Exposure{FStop: 2}
	if got := e.radius(frame.View{FovY: float32(2 * math.Atan(0.012/0.050))}); math.Abs(float64(got)-0.0125) > 1e-6 {
		t.Errorf("f/2 at 50 mm gives a lens radius of %v m, want 0.0125", got)
	}
}

func subframes(t *testing.T, f *Film, at float64, e Exposure) (all []frame.Frame) {
	t.Helper()
	take, err := f.Expose(at, image.Pt(320, 180), e)
	if err != nil {
		t.Fatal(err)
	}
	for k := range e.Samples {
		sub, err := take.Subframe(k)
		if err != nil {
			t.Fatal(err)
		}
		c := *sub
		c.Birds = slices.Clone(sub.Birds)
		all = append(all, c)
	}
	return all
}

// Each subframe shows the motion at its time: the position on the cubic curve, the wingbeat's phase, and
// the camera's view.
func TestExposureFollowsTheMotion(t *testing.T) {
	r, p := flight(t, 12)
	const at, open = 6.0, 0.5 // time of the picture and length of the exposure, in frames
	f := filmOf(r, p, look.Follow)
	subs := subframes(t, f, at, Exposure{Samples: 8, Shutter: open / f.FPS})
	for k := range subs {
		when := at + open*((float64(k)+0.5)/8-0.5)
		i := int(when)
		a, b, u := &r[i], &r[i+1], float32(when-float64(i))
		for n := range subs[k].Birds {
			got := &subs[k].Birds[n]
			h := float32(b.Seconds() - a.Seconds())
			// The Bézier form of the cubic curve, evaluated by de Casteljau's algorithm.
			pts := [4]mgl32.Vec3{a.Pos[n], a.Pos[n].Add(a.Vel[n].Mul(h / 3)), b.Pos[n].Sub(b.Vel[n].Mul(h / 3)), b.Pos[n]}
			for m := 3; m > 0; m-- {
				for j := range m {
					pts[j] = pts[j].Mul(1 - u).Add(pts[j+1].Mul(u))
				}
			}
			beat := math.Mod(float64(b.Phase[n]-a.Phase[n])+1, 1)
			phase := math.Mod(float64(a.Phase[n])+beat*float64(u), 1)
			if !testflight.Close(got.Pos, pts[0], 1e-3) || math.Abs(math.Remainder(float64(got.Phase)-phase, 1)) > 1e-4 {
				t.Fatalf("subframe %d: bird %d is at %v in phase %v, want %v and %v", k, n, got.Pos, got.Phase, pts[0], phase)
			}
		}
		view, err := filmOf(r, p, look.Follow).At(when, image.Pt(320, 180))
		if err != nil {
			t.Fatal(err)
		}
		if subs[k].View.Eye != view.View.Eye || subs[k].View.Shift == (mgl32.Vec2{}) {
			t.Errorf("subframe %d: the eye is at %v, shifted %v; want the film's %v", k, subs[k].View.Eye, subs[k].View.Shift, view.View.Eye)
		}
	}
}

// The shutter is open only within the recording and within the camera's shot. Within these limits, it is
// open for the full time.
func TestShutterKeepsToTheShot(t *testing.T) {
	r, p := flight(t, 12)
	followed := filmOf(r, p, look.Follow)
	start := r[0].Seconds()
	followed.Shots = []Shot{{math.Inf(-1), 7}, {start + 4.2/30, 9}, {start + 4.5/30, 30}}
	along := filmOf(r, p, look.Orbit)
	along.Path = dolly()
	for i := range along.Path.Keys {
		along.Path.Keys[i].Seconds = start + 3*float64(i)/30
	}
	along.Path.Keys[1].Cut = true
	for _, c := range []struct {
		film         *Film
		at, open     float64
		from, length float64
		what         string
	}{
		{film: followed, at: 2, open: 0.5, from: 1.75, length: 0.5, what: "free"},
		{film: followed, at: 0, open: 0.5, from: 0, length: 0.5, what: "at the start"},
		{film: followed, at: 11, open: 0.5, from: 10.5, length: 0.5, what: "at the end"},
		{film: followed, at: 4.1, open: 0.8, from: 3.4, length: 0.8, what: "before a cut"},
		{film: followed, at: 4.3, open: 0.8, from: 4.2, length: 0.3, what: "in a short shot"},
		{film: followed, at: 4.5, open: 1, from: 4.5, length: 1, what: "after a cut"},
		{film: along, at: 3, open: 0.5, from: 3, length: 0.5, what: "after a path's cut"},
		{film: along, at: 2.9, open: 0.5, from: 2.5, length: 0.5, what: "before a path's cut"},
		{film: along, at: 6, open: 0.5, from: 5.75, length: 0.5, what: "at a key"},
	} {
		from, length, err := c.film.window(c.at, c.open)
		if err != nil || math.Abs(from-c.from) > 1e-6 || math.Abs(length-c.length) > 1e-6 {
			t.Errorf("%s: the shutter is open from %v for %v frames, want %v for %v (error %v)", c.what, from, length, c.from, c.length, err)
		}
	}
	for at, boid := range map[float64]int{4.1: 7, 4.3: 9, 4.5: 30} {
		for k, sub := range subframes(t, followed, at, Exposure{Samples: 4, Shutter: 1.0 / 30}) {
			ahead := sub.View.Forward()
			if to := sub.Birds[boid].Pos.Sub(sub.View.Eye).Normalize(); to.Dot(ahead) < 0.999 {
				t.Errorf("picture %v, subframe %d does not look at boid %d", at, k, boid)
			}
		}
	}
}

func TestExposureOfAJump(t *testing.T) {
	r, p := flight(t, 12)
	jumped := r[6]
	jumped.Pos, jumped.Flags = slices.Clone(jumped.Pos), slices.Clone(jumped.Flags)
	jumped.Pos[5] = jumped.Pos[5].Add(mgl32.Vec3{100, 0, 0})
	jumped.Flags[5] |= flock.Jumped
	r[6] = jumped
	near, far := 0, 0
	for _, sub := range subframes(t, filmOf(r, p, look.Orbit), 5.5, Exposure{Samples: 16, Shutter: 1.0 / 30}) {
		switch p := sub.Birds[5].Pos; {
		case testflight.Close(p, r[5].Pos[5], 2):
			near++
		case testflight.Close(p, r[6].Pos[5], 2):
			far++
		default:
			t.Errorf("the boid is seen at %v, between its places %v and %v around the jump", p, r[5].Pos[5], r[6].Pos[5])
		}
	}
	if near != 8 || far != 8 {
		t.Errorf("%d subframes show the boid before its jump and %d after, want 8 and 8", near, far)
	}
}

// If the camera is tied to a boid, the shutter closes before a jump of this boid or opens after it. Other
// cameras ignore the jump.
func TestShutterKeepsToOneSideOfAJump(t *testing.T) {
	r, p := flight(t, 12)
	jumped := r[6]
	jumped.Flags = slices.Clone(jumped.Flags)
	jumped.Flags[4] |= flock.Jumped
	r[6] = jumped
	for _, c := range []struct {
		mode             look.Mode
		at, from, length float64
	}{
		{look.Follow, 5.4, 4.7, 0.8}, {look.Follow, 5.5, 5.5, 0.8}, {look.Eye, 5.6, 5.5, 0.8}, {look.Follow, 5, 4.6, 0.8}, {look.Orbit, 5.4, 5, 0.8},
	} {
		from, length, err := filmOf(r, p, c.mode).window(c.at, 0.8)
		if err != nil || math.Abs(from-c.from) > 1e-6 || math.Abs(length-c.length) > 1e-6 {
			t.Errorf("%v at %v: the shutter is open from %v for %v frames, want %v for %v (error %v)", c.mode, c.at, from, length, c.from, c.length, err)
		}
	}
}

// Without a given distance, the lens focuses on the boid that the camera follows. If the camera follows
// none, it focuses on the flock. The middle of the exposure is the same as the film's frame at that time.
func TestFocus(t *testing.T) {
	r, p := flight(t, 12)
	for mode, want := range map[look.Mode]func(*frame.Frame) float32{
		look.Follow: func(f *frame.Frame) float32 { return f.Birds[4].Pos.Sub(f.View.Eye).Dot(f.View.Forward()) },
		look.Orbit: func(f *frame.Frame) (mean float32) {
			for i := range f.Birds {
				mean += f.Birds[i].Pos.Sub(f.View.Eye).Dot(f.View.Forward()) / float32(len(f.Birds))
			}
			return mean
		},
	} {
		f := filmOf(r, p, mode)
		if mode == look.Orbit {
			f.Selected = -1
		}
		take, err := f.Expose(6, image.Pt(320, 180), Exposure{Samples: 2, Shutter: 0.5 / 30, Aperture: 0.1})
		if err != nil {
			t.Fatal(err)
		}
		whole, err := f.Frame(6, image.Pt(320, 180))
		if err != nil {
			t.Fatal(err)
		}
		if w := want(whole); num.Abs(take.focus-w) > 1e-3*w || take.lens != 0.05 {
			t.Errorf("%v: the lens of radius %v is focused at %v m, want %v", mode, take.lens, take.focus, w)
		}
		eye := whole.View
		if middle, err := take.Middle(); err != nil || middle.View != eye {
			t.Errorf("%v: Middle returns the view %v, want %v (error %v)", mode, middle.View, eye, err)
		}
	}
}
