package film

import (
	"image"
	"math"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/look"
	"skein/flock/vec"
)

// leaping is the recording Tracks, in which bird 12 jumps 100 m to the side at frame 30.
type leaping struct{ testflight.Tracks }

func (leaping) Frame(i int, dst *flock.Snapshot) error {
	err := testflight.Tracks{}.Frame(i, dst)
	last := len(dst.IDs) - 1
	if i >= 30 {
		dst.Pos[last][0] += 100
	}
	if i == 30 {
		dst.Flags[last] = flock.Jumped
	}
	return err
}

// The birds of the recording fly along z at 3 m/s. Motion moves each bird by 0.1 m per frame, even
// if the bird jumps, leaves, or arrives later. At the end of the recording and before a cut, Motion
// uses the previous frame instead of the next one. If both neighbouring frames are on the other
// side of a cut, nothing moves.
func TestMotion(t *testing.T) {
	f := &Film{Reel: leaping{}, FPS: 30, Params: testflight.TracksParams, Show: look.Show{}, Rig: camera.NewRig(), Selected: 12}
	key := func(frames float64, x float32, cut bool) camera.Key {
		return camera.Key{Seconds: frames / 30, Eye: mgl32.Vec3{x, 20, 60}, Rotation: mgl32.QuatIdent(), FovY: 0.8, Cut: cut}
	}
	f.Path = &camera.Path{Keys: []camera.Key{key(0, 0, false), key(20, 20, true), key(21, 0, true), key(60, 39, false)}}
	for _, c := range []struct {
		at, step, to float64
		birds        int
		eye          float32 // x of the eye at the time that the field to gives
	}{
		{5, 1, 6, 2, 0}, {12.5, 0.5, 13, 3, 0}, {19, 1, 18, 3, 0}, {20, 1, 20, 2, 20}, {21, 1, 22, 2, 1},
		{29, 1, 30, 2, 9}, {30, 1, 31, 2, 10}, {29.25, 0.5, 29.75, 2, 8.75}, {25, 10, 35, 2, 14}, {50, 1, 51, 3, 30}, {60, 1, 59, 2, 38}, {60, 0.5, 59.5, 2, 38.5},
	} {
		current, moved, err := f.Motion(c.at, c.at+c.step, image.Pt(320, 180))
		if err != nil {
			t.Fatal(err)
		}
		if len(current.Birds) != c.birds || len(moved.Birds) != c.birds || moved.Before != (c.to < c.at) {
			t.Fatalf("frame %v has %d birds, of which %d move, before: %v; want %d, %v", c.at, len(current.Birds), len(moved.Birds), moved.Before, c.birds, c.to < c.at)
		}
		if math.Abs(moved.Seconds-c.to/30) > 1e-6 || c.at >= 21 && mgl32.Abs(moved.View.Eye[0]-c.eye) > 1e-3 {
			t.Errorf("frame %v moves until %v s and the eye is at %v, want %v s and %v", c.at, moved.Seconds, moved.View.Eye, c.to/30, c.eye)
		}
		for i := range current.Birds {
			want := current.Birds[i].Pos.Add(mgl32.Vec3{0, 0, float32(c.to-c.at) * 0.1})
			if !testflight.Close(moved.Birds[i].Pos, want, 1e-4) {
				t.Errorf("bird %d of frame %v moves from %v to %v, want %v", current.ID(i), c.at, current.Birds[i].Pos, moved.Birds[i].Pos, want)
			}
		}
		shown, err := f.At(c.at, image.Pt(320, 180))
		if err != nil || !reflect.DeepEqual(shown.Birds, current.Birds) || shown.View != current.View {
			t.Errorf("frame %v is not the one that the film shows (error %v)", c.at, err)
		}
	}
}

func TestMotionOfTiedCamera(t *testing.T) {
	f := &Film{Reel: leaping{}, FPS: 30, Params: testflight.TracksParams, Show: look.Show{}, Rig: camera.NewRig(), Selected: 12}
	f.Rig.SetMode(look.Follow)
	for at, before := range map[float64]bool{28: false, 29: true, 30: false, 31: false} {
		_, moved, err := f.Motion(at, at+1, image.Pt(320, 180))
		if err != nil || moved.Before != before {
			t.Errorf("the motion of frame %v leads to the frame before: %v (error %v), want %v", at, moved.Before, err, before)
		}
	}
}

func TestMotionOfObstacles(t *testing.T) {
	f := &Film{Reel: testflight.Tracks{}, FPS: 30, Params: testflight.TracksParams, Show: look.Show{}, Rig: camera.NewRig(), Selected: 12}
	f.Around = func(frame int) (around.Surroundings, error) {
		ball := func(name string, x float32) around.Obstacle {
			return around.Obstacle{Name: name, Shape: "sphere", Radius: 2, Scale: 1, At: vec.Vec{X: x, Y: 5}}
		}
		all := []around.Obstacle{ball("still", 7), ball("rolling", float32(frame))}
		if frame%2 == 1 {
			all[0], all[1] = all[1], all[0]
		}
		return around.Surroundings{Obstacles: all}, nil
	}
	current, moved, err := f.Motion(10, 11, image.Pt(320, 180))
	if err != nil || len(current.Stands) != 2 || len(moved.Stands) != 2 {
		t.Fatalf("%d stands, of which %d move, error %v; want 2", len(current.Stands), len(moved.Stands), err)
	}
	for i, want := range []float32{7, 11} {
		if got := moved.Stands[i].Col(3)[0]; got != want {
			t.Errorf("%s moves to x = %v, want %v", current.Stands[i].Name, got, want)
		}
	}
	if moved.Stands[0] != current.Stands[0].Matrix {
		t.Error("an obstacle at rest moves")
	}
}
