package studio

import (
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario/testscene"
)

func watchTracks(t *testing.T) *Studio {
	t.Helper()
	f := &Flight{Reel: testflight.Tracks{}, FPS: 30, Params: testflight.TracksParams, Tracks: true}
	s, err := NewPlayback(f, testscene.Def("murmuration"), testflight.Alike())
	if err != nil {
		t.Fatal(err)
	}
	s.Controls.Show.Traces = look.TraceAll
	return s
}

func (s *Studio) frameAt(t *testing.T, at float64) (*frame.Frame, []int) {
	t.Helper()
	s.Controls.Paused, s.Controls.Playback.Frame = true, at
	_, _ = s.Advance(0)
	f := s.Frame(image.Pt(320, 180), 0.1, camera.Drive{})
	var ids []int
	for i := range f.Birds {
		ids = append(ids, f.ID(i))
	}
	return f, ids
}

// A bird, identified by its id, is drawn from its first frame to its last frame. Between two frames it
// is drawn if both frames contain it. So no bird is drawn between the place where it left and the place
// where it comes back.
func TestTracksComeAndGo(t *testing.T) {
	s := watchTracks(t)
	for at, want := range map[float64][]int{9: {5, 12}, 9.5: {5, 12}, 10: {5, 9, 12}, 10.5: {5, 9, 12}, 19: {5, 9, 12}, 19.9: {5, 12}, 30: {5, 12}, 55.5: {9, 12}} {
		f, ids := s.frameAt(t, at)
		if !slices.Equal(ids, want) {
			t.Errorf("at %v the birds are %v, want %v", at, ids, want)
			continue
		}
		for i := range f.Birds {
			if want := (mgl32.Vec3{10 * float32(ids[i]), 20, 0.1 * float32(at)}); f.Birds[i].Pos.Sub(want).Len() > 1e-3 {
				t.Errorf("at %v: bird %d is at %v, want %v", at, ids[i], f.Birds[i].Pos, want)
			}
		}
	}
}

func TestTracesOfTracks(t *testing.T) {
	s := watchTracks(t)
	s.Controls.Show.TraceSeconds = 3
	f, _ := s.frameAt(t, 42)
	if len(f.Ribbons) < 20 {
		t.Fatalf("there are %d points of traces, want at least 20", len(f.Ribbons))
	}
	nine := 0
	for k, p := range f.Ribbons {
		if p.Pos[0] == 90 {
			nine++
		}
		if k > 0 && !p.Start && p.Pos.Sub(f.Ribbons[k-1].Pos).Len() > 0.31 {
			t.Errorf("a trace has a line from %v to %v, which is too long", f.Ribbons[k-1].Pos, p.Pos)
		}
	}
	if nine == 0 {
		t.Error("the bird that came back has no trace")
	}
}

// The selected bird stays selected while it is absent. Its absence is reported once. The camera
// does not move until the bird is back, and then follows it again.
func TestSelectedTrackLeaves(t *testing.T) {
	s := watchTracks(t)
	s.frameAt(t, 15)
	s.choose(9)
	s.Controls.Camera.Mode = look.Follow
	s.Rig.SetMode(look.Follow)
	for range 20 {
		s.frameAt(t, 19)
	}
	before := s.Rig.View()
	s.Controls.Playback.Frame = 20
	_, err := s.Advance(0)
	if err == nil || !strings.Contains(err.Error(), "boid 9 leaves") {
		t.Errorf("the message about the bird that left is %v, want that boid 9 leaves", err)
	}
	if _, err := s.Advance(0); err != nil {
		t.Errorf("the message is repeated: %v", err)
	}
	for range 5 {
		s.frameAt(t, 30)
	}
	if v := s.Rig.View(); s.Controls.Selected != 9 || s.Controls.Camera.Mode != look.Follow || v.Eye != before.Eye || v.Rotation != before.Rotation {
		t.Errorf("bird %d is selected, the mode is %v and the camera at %v; want 9, follow, %v", s.Controls.Selected, s.Controls.Camera.Mode, v.Eye, before.Eye)
	}
	if s.Selected() != nil {
		t.Error("Selected returns a bird although the selected one is absent")
	}
	for range 30 {
		s.frameAt(t, 45)
	}
	if v := s.Rig.View(); v.Eye.Sub(mgl32.Vec3{90, 20, 4.5}).Len() > 20 {
		t.Errorf("the camera is at %v, want it near the bird that is back", v.Eye)
	}
	if at := s.Selected(); at == nil || at.Pos[0] != 90 {
		t.Errorf("the selected bird is %v, want bird 9 at x = 90", at)
	}
}

func TestSelectTracks(t *testing.T) {
	s := watchTracks(t)
	boids := []flock.Boid{{Pos: mgl32.Vec3{90, 20, 0}}}
	all := camera.Group{All: boids, Boids: boids, Span: 1}
	s.Rig.Frame(camera.NewSubject(all, -1, camera.ExactMotion(all)), 16./9)
	f, _ := s.frameAt(t, 12)
	s.Rig.Distance = 300
	for range 20 {
		f, _ = s.frameAt(t, 12)
	}
	x, y, _, ok := f.View.Project(f.Birds[2].Pos, f.Size.X, f.Size.Y)
	if !ok {
		t.Fatal("bird 12 is not in the picture")
	}
	if s.Pick(x, y); s.Controls.Selected != 12 {
		t.Errorf("Pick selects bird %d, want 12", s.Controls.Selected)
	}
	for _, c := range []struct {
		from, to int
		do       Command
	}{{12, 5, NextBoid}, {5, 9, NextBoid}, {5, 12, PreviousBoid}, {-1, 5, NextBoid}} {
		s.choose(c.from)
		if err := s.Do(c.do, 1); err != nil || s.Controls.Selected != c.to {
			t.Errorf("from bird %d the selection goes to %d, want %d (error %v)", c.from, s.Controls.Selected, c.to, err)
		}
	}
	s.frameAt(t, 30) // bird 9 is absent
	for do, want := range map[Command]int{NextBoid: 12, PreviousBoid: 5} {
		s.choose(9)
		if err := s.Do(do, 1); err != nil || s.Controls.Selected != want {
			t.Errorf("from the place of bird 9 the selection goes to %d, want %d (error %v)", s.Controls.Selected, want, err)
		}
	}
	if err := s.Do(Branch, 1); err != ErrTracks {
		t.Errorf("branching gives the error %v, want ErrTracks", err)
	}
}
