package film

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
)

// If the camera is tied to a bird that is absent, it stays at the bird's last place, or waits at its
// first place. This holds for any order of pictures.
func TestFilmOfTracks(t *testing.T) {
	film := func() *Film {
		f := &Film{Reel: testflight.Tracks{}, FPS: 30, Params: testflight.TracksParams, Show: look.Show{}, Rig: camera.NewRig(), Selected: 9}
		f.Rig.SetMode(look.Eye)
		return f
	}
	at := map[int]mgl32.Vec3{}
	f := film()
	for i := range 61 {
		p, err := f.Frame(i, image.Pt(320, 180))
		if err != nil {
			t.Fatal(err)
		}
		at[i] = p.View.Eye
		if away := i < 10 || i >= 20 && i < 40; away != (p.View.Hide < 0) {
			t.Errorf("frame %d hides boid %d, want the followed bird only while it is there", i, p.View.Hide)
		}
	}
	for i, want := range map[int]int{0: 10, 9: 10, 20: 19, 39: 19} {
		if at[i] != at[want] {
			t.Errorf("frame %d is seen from %v, want %v like frame %d", i, at[i], at[want], want)
		}
	}
	if at[45] == at[19] {
		t.Error("the camera does not follow the bird that came back")
	}
	g := film()
	for _, i := range []int{60, 39, 5, 25, 19, 20, 0, 45, 30} {
		p, err := g.Frame(i, image.Pt(320, 180))
		if err != nil {
			t.Fatal(err)
		}
		if p.View.Eye != at[i] {
			t.Errorf("frame %d is seen from %v, but in another order from %v", i, p.View.Eye, at[i])
		}
	}
}

type departing struct{ testflight.Tracks }

func (departing) Frame(i int, dst *flock.Snapshot) error {
	if i < 15 {
		return testflight.Tracks{}.Frame(i, dst)
	}
	*dst = flock.Snapshot{Tick: int64(i), TickRate: 30}
	return nil
}

func TestCameraStaysWithoutBirds(t *testing.T) {
	f := &Film{Reel: departing{}, FPS: 30, Params: testflight.TracksParams, Rig: camera.NewRig(), Selected: -1}
	f.Rig.SetMode(look.Auto)
	for _, i := range []int{10, 30, 60} {
		p, err := f.Frame(i, image.Pt(320, 180))
		if err != nil {
			t.Fatal(err)
		}
		if far := p.View.Eye.Sub(mgl32.Vec3{90, 20, 1.5}).Len(); far > 120 || p.View.Forward().Dot(mgl32.Vec3{90, 20, 1.5}.Sub(p.View.Eye).Normalize()) < 0.9 {
			t.Errorf("frame %d is seen from %v, want near the remaining bird and towards it", i, p.View.Eye)
		}
	}
}
