package program

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/stage"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// A matched camera follows the positions in its file, with straight lines between them. This is also true if
// a recording contains the file.
func TestMatchedCamera(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	put("shot.csv", "time,px,py,pz,qw,qx,qy,qz,fov\n0,10,5,0,1,0,0,0,30\n1,14,7,-2,0.70710678,0,0.70710678,0,50\n2,14,7,-4,0.70710678,0,0.70710678,0,50\n")
	file := put("scene.toml", "version = 1\nwarm_up = 0.0\n[params]\ncount = 3\n[camera]\npath = \"shot.csv\"\n")
	run := filepath.Join(dir, "run.mcap")
	must(t, "record", file, "--seconds", "0.2", "-o", run, "-q")
	sc, err := scenario.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := recording.Open(run)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	recorded, err := input.SceneOf(rec, "", &bird.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		rec *recording.Reader
		sc  *scenario.Scenario
	}{"file": {nil, sc}, "recording": {rec, recorded}} {
		path, err := stage.PathOf(c.rec, c.sc)
		if err != nil {
			t.Fatal(name, err)
		}
		for _, v := range []struct {
			at   float64
			eye  mgl32.Vec3
			turn float64 // turn to the left, in degrees
			fov  float64
		}{{0, mgl32.Vec3{10, 5, 0}, 0, 30}, {0.25, mgl32.Vec3{11, 5.5, -0.5}, 22.5, 35}, {1, mgl32.Vec3{14, 7, -2}, 90, 50}, {1.5, mgl32.Vec3{14, 7, -3}, 90, 50}, {3, mgl32.Vec3{14, 7, -4}, 90, 50}} {
			got := path.View(v.at)
			sin, cos := math.Sincos(v.turn * math.Pi / 180)
			ahead := mgl32.Vec3{-float32(sin), 0, -float32(cos)}
			if got.Eye.Sub(v.eye).Len() > 1e-4 || got.Forward().Sub(ahead).Len() > 1e-4 || math.Abs(float64(mgl32.RadToDeg(got.FovY))-v.fov) > 1e-3 {
				t.Errorf("%s: at %v s the camera is at %v, looks along %v and has a field of view of %v°; want %v, %v, %v°", name, v.at, got.Eye, got.Forward(), mgl32.RadToDeg(got.FovY), v.eye, ahead, v.fov)
			}
		}
	}
}
