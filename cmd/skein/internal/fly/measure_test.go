//go:build cgo && !nowindow

package fly

import (
	"reflect"
	"testing"
	"time"

	"skein/cmd/skein/internal/input"
	"skein/engine/studio"
	"skein/flock/metrics"
	"skein/flock/metrics/live"
	"skein/flock/scenario"
	"skein/ui"
)

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

func TestMeasurementsOfTheStoredPast(t *testing.T) {
	sc, err := scenario.Builtin("paper")
	if err != nil {
		t.Fatal(err)
	}
	s := &session{cmd: &Options{}, scene: sc, panel: &ui.Panel{}}
	world, err := input.NewWorld(t.Context(), s.cmd.Def(sc))
	if err != nil {
		t.Fatal(err)
	}
	s.Studio = studio.New(world, s.cmd.Def(sc), sc.Look)
	s.startGauges()
	defer func() { s.gauges.close() }()
	now := 0.0
	fly := func(seconds float64) {
		for end := now + seconds; now < end; now += 0.02 {
			if _, err := s.Studio.Advance(now); err != nil {
				t.Fatal(err)
			}
			s.updateGauges(&ui.Outcome{})
		}
	}
	until := func(what string, need live.Request, wanted func(*live.News) bool) {
		t.Helper()
		for end := time.Now().Add(20 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
			if s.updateGauges(&ui.Outcome{Measure: need}); wanted(s.gauges.news) {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%s never came: %+v", what, s.gauges.news)
			}
		}
	}
	fly(3)
	s.Studio.Controls.Paused = true
	flown := s.Studio.Snapshot().Seconds()
	card := live.Request{Field: true, Window: 60}
	until("the scorecard of the past", card, func(n *live.News) bool { return n.Lines != nil && n.Measured > flown-0.2 })
	s.command(studio.Restart)
	for s.Studio.Restarting() {
		s.Studio.Advance(now)
	}
	s.Studio.Controls.Paused = false
	fly(0.5)
	s.command(studio.Undo)
	until("the plots of the flight", live.Request{Series: true}, func(n *live.News) bool {
		k := len(n.Series)
		return k > 0 && n.Series[0].Seconds == 0 && n.Series[k-1].Seconds > flown-0.3
	})
}
