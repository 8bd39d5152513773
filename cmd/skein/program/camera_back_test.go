package program

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/stage"
	"skein/flock/scenario"
)

// A camera is exported with a flock and read back from the exported file. In every frame, it must be where
// the original camera file puts it. That file has straight lines between its keys, and a cut. glTF has one
// angle of view for all frames.
func TestCameraIsReadBack(t *testing.T) {
	dir := t.TempDir()
	run, shot := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "shot.toml")
	must(t, "record", "paper", "--count", "5", "--seconds", "2", "-o", run, "-q")
	const cut = 31 // frame of the cut
	text := "version = 1\n"
	for _, k := range []string{
		"time = 0.0\nposition = [1, 5, 30]\nlook = [0, 0, -1]\nfov = 30.0", "time = 0.999\nposition = [11, 7, 20]\nlook = [0, 0, -1]\nfov = 50.0\nlinear = true",
		"time = 1.0\nposition = [-40, 9, 0]\nlook = [1, 0, 0]\nfov = 40.0\ncut = true", "time = 2.0\nposition = [-20, 9, 8]\nlook = [1, 0, 0]\nfov = 40.0\nlinear = true",
	} {
		text += "\n[[key]]\n" + k + "\n"
	}
	if err := os.WriteFile(shot, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	// expected returns the camera in a frame, from the numbers above.
	expected := func(frame int) (eye, ahead mgl32.Vec3, fov float32) {
		at := float32(frame-1) / 30
		if frame < cut {
			s := at / 0.999
			return mgl32.Vec3{1 + 10*s, 5 + 2*s, 30 - 10*s}, mgl32.Vec3{0, 0, -1}, 30 + 20*s
		}
		return mgl32.Vec3{-40 + 20*(at-1), 9, 8 * (at - 1)}, mgl32.Vec3{1, 0, 0}, 40
	}
	for _, c := range []struct {
		file, back string
		flags      []string
	}{
		{"a.csv", "a_camera.csv", nil}, {"b.parquet", "b_camera.parquet", nil}, {"c.glb", "c.glb", nil},
		{"d.usda", "d.usda", nil}, {"e.usdc", "e.usdc", nil}, {"f.usd", "f.usd", nil}, {"g.usdz", "g.usdz", nil},
		{"h.parquet", "h_camera.parquet", []string{"--up", "z", "--unit", "cm"}}, {"i.usda", "i.usda", []string{"--up", "z", "--unit", "cm"}},
		{"j.usdc", "j.usdc", []string{"--up", "z", "--unit", "cm", "--start-frame", "1001"}},
	} {
		t.Run(fmt.Sprint(c.file, c.flags), func(t *testing.T) {
			must(t, append([]string{"export", run, "-o", filepath.Join(dir, c.file), "--camera", shot, "-q"}, c.flags...)...)
			keys, err := input.ReadCamera(filepath.Join(dir, c.back))
			if err != nil {
				t.Fatal(err)
			}
			compareWithFrames(t, keys, 60, cut, filepath.Ext(c.file) == ".glb", expected)
		})
	}
}

// compareWithFrames compares a camera's path with what is expected in each frame.
func compareWithFrames(t *testing.T, keys []scenario.CameraKey, frames, cut int, isGLTF bool, expected func(int) (mgl32.Vec3, mgl32.Vec3, float32)) {
	t.Helper()
	if !isGLTF && len(keys) != frames {
		t.Errorf("%d keys, want %d", len(keys), frames)
	}
	path := stage.PathThrough(keys)
	for frame := 1; frame <= frames; frame++ {
		at := float64(frame-1) / 30
		eye, ahead, fov := expected(frame)
		if isGLTF {
			_, _, fov = expected(1)
		}
		got := path.View(at)
		if d := got.Eye.Sub(eye).Len(); d > 2e-5 {
			t.Errorf("frame %d: the camera is %g m from its place %v", frame, d, eye)
		}
		if d := got.Forward().Sub(ahead).Len(); d > 1e-5 {
			t.Errorf("frame %d: the camera's direction is off by %g", frame, d)
		}
		if d := math.Abs(float64(mgl32.RadToDeg(got.FovY) - fov)); d > 3e-5 {
			t.Errorf("frame %d: the angle of view is %v, want %v", frame, mgl32.RadToDeg(got.FovY), fov)
		}
		if !isGLTF && keys[frame-1].Cut != (frame == cut) {
			t.Errorf("frame %d: cut is %v", frame, keys[frame-1].Cut)
		}
	}
}
