package trial

import (
	"context"
	"path/filepath"
	"testing"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/stage"
	"skein/engine/studio"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/recording"
)

func TestTrialOpensAtItsMoment(t *testing.T) {
	for _, c := range []struct {
		trial  int
		passes bool
	}{{8, true}, {12, false}} {
		cmd := Options{Open: c.trial, Neighbourhood: []string{"nearest"}, In: []string{"plane"}}
		runs, err := cmd.plan()
		if err != nil || len(runs) != 1 {
			t.Fatal(err, len(runs))
		}
		run, g := runs[0], &console.Console{Quiet: true}
		file := filepath.Join(t.TempDir(), "trial.mcap")
		fly, err := run.record(context.Background(), g, file)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := recording.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer rec.Close()
		flight, err := stage.FlightOf(rec, run.scene.Def())
		if err != nil {
			t.Fatal(err)
		}
		session, err := studio.NewPlayback(flight, run.scene.Def(), look.Default())
		if err != nil {
			t.Fatal(err)
		}
		if err := session.Set(fly.ApplyStartFrame(session.Controls), studio.Done); err != nil {
			t.Fatal(err)
		}
		if _, err := session.Advance(1); err != nil {
			t.Fatal(err)
		}
		end := int64(run.ticks())
		if got := int64(session.Controls.Playback.Frame); !session.Controls.Paused || got != int64(run.moment()) || c.passes != (got == end) {
			t.Errorf("trial %d begins at frame %d, paused is %v; want it paused at frame %d", c.trial, got, session.Controls.Paused, run.moment())
		}
		var s flock.Snapshot
		if err := rec.Frame(run.moment(), &s); err != nil {
			t.Fatal(err)
		}
		if s.Tick != int64(run.moment()) {
			t.Errorf("trial %d: the first frame shown is tick %d, want %d", c.trial, s.Tick, run.moment())
		}
	}
}
