//go:build cgo && !nowindow

package fly

import (
	"reflect"
	"testing"

	"skein/cmd/skein/internal/input"
	"skein/engine/studio"
	"skein/flock/metrics"
	"skein/flock/metrics/live"
	"skein/flock/scenario"
	"skein/ui"
)

// In the past of a live flock, the histograms show the birds at that time.
func TestHistogramsOfThePast(t *testing.T) {
	sc, err := scenario.Builtin("paper")
	if err != nil {
		t.Fatal(err)
	}
	s := &session{cmd: &Options{}, scene: sc}
	world, err := input.NewWorld(t.Context(), s.cmd.Def(sc))
	if err != nil {
		t.Fatal(err)
	}
	s.Studio = studio.New(world, s.cmd.Def(sc), sc.Look)
	s.startGauges()
	defer s.gauges.close()
	for now := 0.0; now < 3; now += 0.02 {
		if _, err := s.Studio.Advance(now); err != nil {
			t.Fatal(err)
		}
	}
	present := metrics.SinglesOf(s.Studio.Snapshot())
	for _, at := range []float64{1, 2, 1.5} {
		if err := s.Studio.Visit(at); err != nil {
			t.Fatal(err)
		}
		s.Studio.Advance(3)
		s.updateGauges(&ui.Outcome{Measure: live.Request{Singles: true}})
		want := metrics.SinglesOf(s.Studio.Snapshot())
		if reflect.DeepEqual(want, present) || !s.Studio.InPast() {
			t.Fatalf("at %v s the histogram shows the present birds, want the past ones", at)
		}
		if got := s.gauges.news.Singles; got == nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("at %v s the histogram shows the birds of another time", at)
		}
	}
}
