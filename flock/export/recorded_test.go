package export

import (
	"errors"
	"path/filepath"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/recording"
	"skein/flock/scenario/testscene"
)

const boids = 30

func world(t *testing.T) *flock.World {
	t.Helper()
	def := testscene.Def("murmuration")
	def.WarmUp = 1
	def.Params = model.With(def.Params, "count", boids, "leadership", 0.6)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func recordWorld(t *testing.T, frames int) *recording.Reader {
	t.Helper()
	w := world(t)
	return newRecording(t, 30, frames, func(frame int, s *flock.Snapshot) {
		if frame > 0 {
			w.StepMany(2, s)
		} else {
			w.Snapshot(s)
		}
	})
}

// newRecording returns a recording with 60 ticks per second. The function fill sets the content of each
// frame; frames count from 0.
func newRecording(t *testing.T, fps, frames int, fill func(frame int, s *flock.Snapshot)) *recording.Reader {
	t.Helper()
	return newRecordingOf(t, recording.Meta{TickRate: 60, FPS: fps}, frames, func(frame int, s *flock.Snapshot) []flock.Event {
		fill(frame, s)
		return nil
	})
}

// newRecordingOf returns a recording. The function fill sets the content of each frame, and returns the
// events before this frame. Frames count from 0.
func newRecordingOf(t *testing.T, meta recording.Meta, frames int, fill func(frame int, s *flock.Snapshot) []flock.Event) *recording.Reader {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.mcap")
	out, err := recording.Create(path, meta, recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var s flock.Snapshot
	for frame := range frames {
		s.TickRate, s.Tick = meta.TickRate, int64(frame*meta.TickRate/meta.FPS)
		events := fill(frame, &s)
		if err := errors.Join(out.Events(events), out.Frame(&s)); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}
