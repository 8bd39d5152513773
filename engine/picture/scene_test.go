package picture

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/snapshots"
)

// starlings returns a scene of a flock after some ticks of flight, with traces of 3 s. pairs holds names
// and values of parameters.
func starlings(t testing.TB, count, ticks int, pairs ...any) *Scene {
	t.Helper()
	def := testflight.Murmuration(count)
	def.Params = model.With(def.Params, pairs...)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	s := &Scene{Snapshot: &flock.Snapshot{}, Traces: &Traces{}, Params: []flock.Params{def.Params}, Show: look.Show{Map: look.Viridis}, Camera: frame.View{Rotation: mgl32.QuatIdent(), Hide: -1}}
	for range ticks {
		w.Step()
		w.Snapshot(s.Snapshot)
		s.Traces.Add(s.Snapshot, 3)
	}
	w.Snapshot(s.Snapshot)
	s.Boids = snapshots.Interpolate(nil, s.Snapshot, s.Snapshot, 1)
	s.choose(-1)
	return s
}

func (s *Scene) choose(boid int) {
	all := camera.Group{All: s.Boids, Boids: s.Boids, Span: s.Params[0].Float("wingspan")}
	s.Subject = camera.NewSubject(all, boid, camera.ExactMotion(all))
}

func (s *Scene) shown() *frame.Frame {
	f := &frame.Frame{}
	(&Composer{}).Compose(f, s)
	return f
}
