package studio

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/film"
	"skein/engine/frame"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// Birds that enter a recording grow, and birds that leave it shrink, except at its beginning and end.
// The window and a film show the same sizes, for any order of frames.
func TestBirdsThatComeAndGoFade(t *testing.T) {
	s := watchTracks(t)
	film := &film.Film{Reel: testflight.Tracks{}, FPS: 30, Params: testflight.TracksParams, Show: testflight.Alike().Show, Light: frame.NewLight(look.Default().Light), Rig: camera.NewRig(), Selected: -1}
	p, _ := testflight.TracksParams(0, 0)
	full := p.Float("wingspan")
	spans := func(at float64) map[int]float64 {
		t.Helper()
		f, ids := s.frameAt(t, at)
		all := map[int]float64{}
		for i := range f.Birds {
			all[ids[i]] = float64(f.Birds[i].Span / full)
		}
		shown, err := film.At(at, image.Pt(320, 180))
		if err != nil || len(shown.Birds) != len(f.Birds) {
			t.Fatalf("at %v the film has %d birds, but the window %d (error %v)", at, len(shown.Birds), len(f.Birds), err)
		}
		for i := range shown.Birds {
			if shown.Birds[i].Span != f.Birds[i].Span {
				t.Errorf("at %v bird %d is %v m wide in the film, but %v m in the window", at, ids[i], shown.Birds[i].Span, f.Birds[i].Span)
			}
		}
		return all
	}
	for _, at := range []float64{60, 45, 0, 12.25, 30} { // the sizes must not depend on the order of the frames
		if of := spans(at); of[12] != 1 {
			t.Errorf("at %v bird 12, which is always present, has %v of its size, want 1", at, of[12])
		}
	}
	if of := spans(0); of[5] != 1 {
		t.Errorf("at the beginning bird 5 has %v of its size, want 1", of[5])
	}
	if of := spans(60); of[9] != 1 {
		t.Errorf("at the end bird 9 has %v of its size, want 1", of[9])
	}
	if a, b := spans(40)[9], spans(50)[5]; a > 0.1 || b > 0.1 {
		t.Errorf("in its first frame bird 9 has %v of its size, in its last frame bird 5 has %v; want at most 0.1", a, b)
	}
	if a, b := spans(49)[9], spans(41)[5]; a != 1 || b != 1 {
		t.Errorf("0.3 s after entering, bird 9 has %v of its size; 0.3 s before leaving, bird 5 has %v; want 1", a, b)
	}
	last := spans(40)[9]
	for at := 40.1; at < 49; at += 0.1 {
		now := spans(at)[9]
		if now < last || now-last > 0.05 {
			t.Fatalf("at %v bird 9 jumps from %v of its size to %v", at, last, now)
		}
		last = now
	}
	for at := 10.0; at <= 19; at += 0.5 { // the bird is present for only 0.3 s
		if a, b := spans(at)[9], spans(29 - at)[9]; math.Abs(a-b) > 1e-6 || a == 1 {
			t.Errorf("bird 9 has %v of its size at %v, but %v equally long before it leaves", a, at, b)
		}
	}
}

// changingCount is a recording of two simulated flocks without ids. The first flock has 3 birds, 5 birds
// from frame 30 on, and 4 birds from frame 45 on. The second flock has 2 birds.
type changingCount struct{}

func numberAt(frame int) int {
	switch {
	case frame < 30:
		return 3
	case frame < 45:
		return 5
	}
	return 4
}

func (changingCount) Frames() int { return 61 }

func (changingCount) Frame(i int, dst *flock.Snapshot) error {
	*dst = flock.Snapshot{Tick: int64(i), TickRate: 30, Counts: []int{numberAt(i), 2}}
	for k := range numberAt(i) + 2 {
		dst.Pos = append(dst.Pos, mgl32.Vec3{10 * float32(k), 20, 0.1 * float32(i)})
		dst.Vel, dst.Up = append(dst.Vel, mgl32.Vec3{0, 0, 3}), append(dst.Up, mgl32.Vec3{0, 1, 0})
		dst.Phase, dst.Flags = append(dst.Phase, 0), append(dst.Flags, 0)
	}
	return nil
}

func changingCountParams(frame, flockIndex int) (flock.Params, error) {
	n := 2
	if flockIndex == 0 {
		n = numberAt(frame)
	}
	return model.With(testscene.Def("murmuration").Params, "count", n), nil
}

// If the number of birds in a simulated flock changes, birds grow and shrink as tracked birds do,
// in the window and in a film. The other birds do not change. A second flock does not change
// either, although its ids shift.
func TestBirdsFadeWhenTheirNumberChanges(t *testing.T) {
	def := testscene.Def("murmuration")
	def.Others = []flock.Flock{{Species: "other", Params: def.Params}}
	s, err := NewPlayback(&Flight{Reel: changingCount{}, FPS: 30, Params: changingCountParams}, def, testflight.Alike())
	if err != nil {
		t.Fatal(err)
	}
	film := &film.Film{Reel: changingCount{}, FPS: 30, Params: changingCountParams, Show: testflight.Alike().Show, Light: frame.NewLight(look.Default().Light), Rig: camera.NewRig(), Selected: -1}
	full := testscene.Def("murmuration").Params.Float("wingspan")
	spans := func(at float64) (all []float64) {
		t.Helper()
		f, _ := s.frameAt(t, at)
		for i := range f.Birds {
			all = append(all, float64(f.Birds[i].Span/full))
		}
		shown, err := film.At(at, image.Pt(320, 180))
		if err != nil || len(shown.Birds) != len(f.Birds) {
			t.Fatalf("at %v the film has %d birds, but the window %d (error %v)", at, len(shown.Birds), len(f.Birds), err)
		}
		for i := range shown.Birds {
			if shown.Birds[i].Span != f.Birds[i].Span {
				t.Errorf("at %v bird %d is %v m wide in the window, but %v m in the film", at, i, shown.Birds[i].Span, f.Birds[i].Span)
			}
		}
		return all
	}
	last := 0.0
	for at := 29.0; at < 52; at += 0.25 {
		all := spans(at)
		for k, of := range all {
			if stays := k < 3 || k >= len(all)-2; stays && of != 1 {
				t.Errorf("at %v bird %d of %d has %v of its size, want 1", at, k, len(all), of)
			}
		}
		if at < 30.25 || at > 44 {
			continue
		}
		coming, going := all[3], all[4]
		if at < 39 && (coming < last || coming-last > 0.12) {
			t.Errorf("at %v a new bird jumps from %v of its size to %v", at, last, coming)
		}
		if at >= 39 && coming != 1 {
			t.Errorf("at %v, 0.3 s after entering, a bird has %v of its size, want 1", at, coming)
		}
		if at > 43.9 && going > 0.1 {
			t.Errorf("at %v, when it leaves, a bird has %v of its size, want at most 0.1", at, going)
		}
		last = coming
	}
	if of := spans(30)[3]; of > 0.1 {
		t.Errorf("in its first frame a bird has %v of its size, want at most 0.1", of)
	}
}
