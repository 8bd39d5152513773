package fly

import (
	"image"
	"math"
	"testing"

	"skein/cmd/skein/internal/stage"
	"skein/engine/camera"
	"skein/engine/studio"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario"
)

func TestUnmovedCameraIsSavedExactly(t *testing.T) {
	for _, section := range []string{
		"mode = \"fly\"\ntarget = [0, 40, 0]\ndistance = 60.0\nelevation = -5.0",
		"mode = \"fly\"\ntarget = [-31.7, 12.0, 250.3]\ndistance = 800.0\nazimuth = 200.0\nelevation = 62.0",
		"mode = \"fly\"\ntarget = [3, 140, 9]\ndistance = 7.0\nazimuth = 90.0\nelevation = 84.0",
		"mode = \"orbit\"\nazimuth = 270.0\nelevation = -13.7\ndistance = 33.3",
		"mode = \"orbit\"\ntarget = [5.1, 17.3, -8.9]\nazimuth = -180.0\nelevation = 33.0\ndistance = 1900.0",
		"mode = \"auto\"\nazimuth = 37.0\nelevation = 7.3",
	} {
		sc, err := scenario.Parse("a.toml", []byte("version = 1\nwarm_up = 0.0\nparams.count = 9\n[camera]\n"+section+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		w, err := flock.NewWorld(sc.Def())
		if err != nil {
			t.Fatal(err)
		}
		s := studio.New(w, sc.Def(), sc.Look)
		stage.Place(&s.Rig, sc)
		for k := range 200 {
			if _, err := s.Advance(float64(k) / 60); err != nil {
				t.Fatal(err)
			}
			s.Frame(image.Pt(1280, 720), 1.0/60, camera.Drive{})
			if k%50 == 20 { // the panel and the keys do this in each frame
				if err := s.Set(s.Controls, studio.Done); err != nil {
					t.Fatal(err)
				}
			}
		}
		if s.Controls.Camera != sc.Camera || sceneWithEdits(sc, s, "a.toml").Camera != sc.Camera {
			t.Errorf("%s\nis saved as %+v, want %+v", section, s.Controls.Camera, sc.Camera)
		}
		if sc.Camera.Mode == look.Auto {
			continue // moving this camera by hand switches to Orbit
		}
		for range 60 { // turns the camera by one degree, in small steps
			s.Frame(image.Pt(1280, 720), 1.0/60, camera.Drive{Turn: [2]float32{math.Pi / 180 / 60}})
		}
		if by := math.Abs(math.Remainder(float64(s.Controls.Camera.Azimuth-sc.Camera.Azimuth), 360)); math.Abs(by-1) > 0.05 {
			t.Errorf("%s\nwas turned by a degree, but is saved as turned by %v", section, by)
		}
	}
}
