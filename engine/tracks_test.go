package engine

import (
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/model"
)

// tracked are birds that come and go, each flying along z 10 m beside the one of the id
// before, at 3 m/s: of 5, 9 and 12 the second is there in frames 10 to 19 and 40 to 60
// alone, and the first until frame 50.
type tracked struct{}

func (tracked) Frames() int { return 61 }

func (tracked) Frame(i int, dst *flock.Snapshot) error {
	*dst = flock.Snapshot{Tick: int64(i), TickRate: 30}
	for _, id := range []int32{5, 9, 12} {
		if id == 9 && (i < 10 || i >= 20 && i < 40) || id == 5 && i > 50 {
			continue
		}
		dst.IDs, dst.Pos = append(dst.IDs, id), append(dst.Pos, mgl32.Vec3{10 * float32(id), 20, 0.1 * float32(i)})
		dst.Vel, dst.Up = append(dst.Vel, mgl32.Vec3{0, 0, 3}), append(dst.Up, mgl32.Vec3{0, 1, 0})
		dst.Phase, dst.Flags = append(dst.Phase, 0), append(dst.Flags, 0)
	}
	return nil
}

func tracksParams(int, int) (flock.Params, error) { return model.Murmuration().Params, nil }

func watchTracks(t *testing.T) *Studio {
	t.Helper()
	f := &Flight{Reel: tracked{}, FPS: 30, Params: tracksParams, Tracks: true}
	s, err := NewPlayback(f, model.Murmuration(), alike())
	if err != nil {
		t.Fatal(err)
	}
	s.Controls.Show.Traces = TraceAll
	return s
}

// see is the frame at a place, and the ids in it.
func (s *Studio) see(t *testing.T, at float64) (*Frame, []int) {
	t.Helper()
	s.Controls.Paused, s.Controls.Playback.Frame = true, at
	_, _ = s.Advance(0)
	f := s.Frame(image.Pt(320, 180), 0.1, Drive{})
	var ids []int
	for i := range f.Birds {
		ids = append(ids, f.ID(i))
	}
	return f, ids
}

// A bird is drawn from its first frame to its last, where it is by its id, and between two
// frames if it is in both: none flies from where it left to where it comes back.
func TestTracksComeAndGo(t *testing.T) {
	s := watchTracks(t)
	for at, want := range map[float64][]int{9: {5, 12}, 9.5: {5, 12}, 10: {5, 9, 12}, 10.5: {5, 9, 12}, 19: {5, 9, 12}, 19.9: {5, 12}, 30: {5, 12}, 55.5: {9, 12}} {
		f, ids := s.see(t, at)
		if !slices.Equal(ids, want) {
			t.Errorf("at %v: %v, want %v", at, ids, want)
			continue
		}
		for i := range f.Birds {
			if want := (mgl32.Vec3{10 * float32(ids[i]), 20, 0.1 * float32(at)}); f.Birds[i].Pos.Sub(want).Len() > 1e-3 {
				t.Errorf("at %v: bird %d is at %v, want %v", at, ids[i], f.Birds[i].Pos, want)
			}
		}
	}
}

// No trace joins where a bird left to where it came back, or one bird to another.
func TestTracesOfTracks(t *testing.T) {
	s := watchTracks(t)
	s.Controls.Show.TraceSeconds = 3
	f, _ := s.see(t, 42)
	if len(f.Ribbons) < 20 {
		t.Fatalf("%d points of traces", len(f.Ribbons))
	}
	nine := 0
	for k, p := range f.Ribbons {
		if p.Pos[0] == 90 {
			nine++
		}
		if k > 0 && !p.Start && p.Pos.Sub(f.Ribbons[k-1].Pos).Len() > 0.31 {
			t.Errorf("a line from %v to %v", f.Ribbons[k-1].Pos, p.Pos)
		}
	}
	if nine == 0 {
		t.Error("the bird that came back has no trace")
	}
}

// The selected bird stays selected while it is away, which is said once; the camera stays
// where it was, and follows again once the bird is back.
func TestSelectedTrackLeaves(t *testing.T) {
	s := watchTracks(t)
	s.see(t, 15)
	s.choose(9)
	s.Controls.Camera.Mode = Follow
	s.Rig.SetMode(Follow)
	for range 20 {
		s.see(t, 19)
	}
	before := s.Rig.View()
	s.Controls.Playback.Frame = 20
	_, err := s.Advance(0)
	if err == nil || !strings.Contains(err.Error(), "boid 9 leaves") {
		t.Errorf("nothing is said of the bird that left: %v", err)
	}
	if _, err := s.Advance(0); err != nil {
		t.Errorf("it is said again: %v", err)
	}
	for range 5 {
		s.see(t, 30)
	}
	if v := s.Rig.View(); s.Controls.Selected != 9 || s.Controls.Camera.Mode != Follow || v.Eye != before.Eye || v.Rotation != before.Rotation {
		t.Errorf("selected %d, mode %v, camera at %v; want 9, follow, %v", s.Controls.Selected, s.Controls.Camera.Mode, v.Eye, before.Eye)
	}
	if s.Selected() != nil {
		t.Error("somebody stands for the selected bird")
	}
	for range 30 {
		s.see(t, 45)
	}
	if v := s.Rig.View(); v.Eye.Sub(mgl32.Vec3{90, 20, 4.5}).Len() > 20 {
		t.Errorf("the camera is at %v, far from the bird that is back", v.Eye)
	}
	if at := s.Selected(); at == nil || at.Pos[0] != 90 {
		t.Errorf("the selected bird is %v", at)
	}
}

// Picking and stepping from bird to bird go by ids.
func TestSelectTracks(t *testing.T) {
	s := watchTracks(t)
	s.Rig.Frame(Subject{Boids: []flock.Boid{{Pos: mgl32.Vec3{90, 20, 0}}}, steady: instant(alone([]flock.Boid{{Pos: mgl32.Vec3{90, 20, 0}}}, 1))}, 16./9)
	f, _ := s.see(t, 12)
	s.Rig.Distance = 300
	for range 20 {
		f, _ = s.see(t, 12)
	}
	x, y, _, ok := f.View.Project(f.Birds[2].Pos, f.Size.X, f.Size.Y)
	if !ok {
		t.Fatal("bird 12 is not in the picture")
	}
	if s.Pick(x, y); s.Controls.Selected != 12 {
		t.Errorf("picked %d, want 12", s.Controls.Selected)
	}
	for _, c := range []struct {
		from, to int
		do       Command
	}{{12, 5, NextBoid}, {5, 9, NextBoid}, {5, 12, PreviousBoid}, {-1, 5, NextBoid}} {
		s.choose(c.from)
		if err := s.Do(c.do, 1); err != nil || s.Controls.Selected != c.to {
			t.Errorf("from %d to %d, want %d: %v", c.from, s.Controls.Selected, c.to, err)
		}
	}
	s.see(t, 30) // 9 is away
	for do, want := range map[Command]int{NextBoid: 12, PreviousBoid: 5} {
		s.choose(9)
		if err := s.Do(do, 1); err != nil || s.Controls.Selected != want {
			t.Errorf("from where 9 was: %d, want %d: %v", s.Controls.Selected, want, err)
		}
	}
	if err := s.Do(Branch, 1); err != ErrTracks {
		t.Errorf("branching off: %v", err)
	}
}

// A film whose camera is tied to a bird stays where that was last, or will first be, in
// whatever order pictures are drawn.
func TestFilmOfTracks(t *testing.T) {
	film := func() *Film {
		f := &Film{Reel: tracked{}, FPS: 30, Params: tracksParams, Show: Show{}, Rig: NewRig(), Selected: 9}
		f.Rig.SetMode(Eye)
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
			t.Errorf("frame %d hides %d", i, p.View.Hide)
		}
	}
	for i, want := range map[int]int{0: 10, 9: 10, 20: 19, 39: 19} {
		if at[i] != at[want] {
			t.Errorf("frame %d is seen from %v, want %v as frame %d", i, at[i], at[want], want)
		}
	}
	if at[45] == at[19] {
		t.Error("the camera does not go on with the bird that came back")
	}
	g := film()
	for _, i := range []int{60, 39, 5, 25, 19, 20, 0, 45, 30} {
		p, err := g.Frame(i, image.Pt(320, 180))
		if err != nil {
			t.Fatal(err)
		}
		if p.View.Eye != at[i] {
			t.Errorf("frame %d is seen from %v, and in another order from %v", i, p.View.Eye, at[i])
		}
	}
}

// gone is a flight of three birds for half of a second, and of nobody from then on.
type gone struct{ tracked }

func (gone) Frame(i int, dst *flock.Snapshot) error {
	if i < 15 {
		return tracked{}.Frame(i, dst)
	}
	*dst = flock.Snapshot{Tick: int64(i), TickRate: 30}
	return nil
}

// While nobody is there a camera that keeps the flock framed stays where that was last.
func TestNobodyToFrame(t *testing.T) {
	f := &Film{Reel: gone{}, FPS: 30, Params: tracksParams, Rig: NewRig(), Selected: -1}
	f.Rig.SetMode(Auto)
	for _, i := range []int{10, 30, 60} {
		p, err := f.Frame(i, image.Pt(320, 180))
		if err != nil {
			t.Fatal(err)
		}
		if far := p.View.Eye.Sub(mgl32.Vec3{90, 20, 1.5}).Len(); far > 120 || p.View.Forward().Dot(mgl32.Vec3{90, 20, 1.5}.Sub(p.View.Eye).Normalize()) < 0.9 {
			t.Errorf("frame %d is seen from %v", i, p.View.Eye)
		}
	}
}
