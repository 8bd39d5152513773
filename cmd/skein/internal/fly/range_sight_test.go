//go:build cgo && !nowindow

package fly

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/stage"
	"skein/engine/camera"
	"skein/engine/studio"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/ui"
)

// If a fixed camera looks into the sky, there is a warning. For a camera that moves with the birds, there
// is none. After the camera has moved, the answer stays the same for sightPause.
func TestSightWarning(t *testing.T) {
	sc, err := scenario.Parse("yard.toml", []byte("version = 1\nwarm_up = 0.0\n[params]\ncount = 3\n"))
	if err != nil {
		t.Fatal(err)
	}
	world, err := input.NewWorld(t.Context(), sc.Def())
	if err != nil {
		t.Fatal(err)
	}
	s := &session{cmd: &Options{}, scene: sc, Studio: studio.New(world, sc.Def(), sc.Look)}
	bird := s.Studio.Snapshot().Pos[0]
	lookAt := func(at mgl32.Vec3, elevation float32) {
		sc.Camera.Mode, sc.Camera.Target.Fixed, sc.Camera.Target.At, sc.Camera.Elevation = look.Fly, true, at, elevation
		stage.Place(&s.Studio.Rig, sc)
		s.Studio.Frame(image.Pt(64, 36), 0, camera.Drive{})
	}
	shot := ui.Range{File: "shot.mp4", Size: "64x36", In: 0.2, Out: 0.4, Camera: "fly"}
	lookAt(mgl32.Vec3{0, 500, 0}, -80)
	if said := s.sightWarning(shot); !strings.Contains(said, "no bird") {
		t.Errorf("a camera that looks into the sky gets the warning %q", said)
	}
	lookAt(bird, 10)
	if said := s.sightWarning(shot); said == "" {
		t.Error("the camera moved, and the birds were looked for again at once")
	}
	s.rangeSight.asked = time.Now().Add(-sightPause)
	if said := s.sightWarning(shot); said != "" {
		t.Errorf("a camera that looks at a bird gets the warning %q", said)
	}
	lookAt(mgl32.Vec3{0, 500, 0}, -80)
	shot.Camera = "orbit"
	if said := s.sightWarning(shot); said != "" {
		t.Errorf("a camera that follows the flock gets the warning %q", said)
	}
}
