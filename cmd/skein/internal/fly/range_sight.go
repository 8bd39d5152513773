//go:build cgo && !nowindow

package fly

import (
	"image"
	"slices"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/stage"
	"skein/cmd/skein/internal/usage"
	"skein/engine/camera"
	"skein/engine/film"
	"skein/engine/frame"
	"skein/flock/look"
	"skein/ui"
)

type rangeSight struct {
	plan    ui.Range
	asked   time.Time
	warning string
}

// sightPause is the time for which an answer is used although the camera and the flock move. An answer may
// require several frames of a recording.
const sightPause = time.Second

func (s *session) sightWarning(r ui.Range) string {
	q := &s.rangeSight
	if q.plan == r && time.Since(q.asked) < sightPause {
		return q.warning
	}
	*q = rangeSight{plan: r, asked: time.Now()}
	var size usage.Size
	if size.UnmarshalText([]byte(r.Size)) != nil || r.Export {
		return ""
	}
	if view := s.rangeView(&r); view != nil && !s.seesBird(&r, view, image.Point(size)) {
		q.warning = "The camera sees no bird in this range. Turn the camera, or choose another camera."
	}
	return q.warning
}

// rangeView returns the view of a range's camera at each time, in s. It returns nil for a camera that moves
// with the birds, because this camera always sees some birds.
func (s *session) rangeView(r *ui.Range) func(seconds float64) frame.View {
	if path := s.camera.through(); path != nil && (r.Camera == ui.CameraKeys || r.Camera == "" && s.onPath()) {
		return path.View
	}
	mode := s.Studio.Controls.Camera.Mode
	if m, named := look.ModeNamed(r.Camera); named {
		mode = m
	}
	if mode != look.Fly || s.onPath() {
		return nil
	}
	view := s.Studio.Shown().View
	if !s.living() { // a film of a recording begins with the camera of its scene
		rig := camera.NewRig()
		stage.Place(&rig, s.scene)
		rig.SetMode(look.Fly)
		view = rig.Update(0, camera.Drive{}, camera.Subject{})
	}
	return func(float64) frame.View { return view }
}

// seesBird reports whether a bird is in the picture at one of several times. For times that are not stored,
// it uses the current birds.
func (s *session) seesBird(r *ui.Range, view func(seconds float64) frame.View, size image.Point) bool {
	const times = 12
	for k := range times {
		at := r.In + (r.Out-r.In)*float64(k)/(times-1)
		if isStill(*r) {
			at = r.In
		}
		birds, known := s.Studio.PlacesAt(at)
		if !known {
			birds = s.Studio.Snapshot().Pos
		}
		v := view(at)
		if slices.ContainsFunc(birds, func(bird mgl32.Vec3) bool { return film.IsInPicture(v, bird, size) }) {
			return true
		}
	}
	return false
}
