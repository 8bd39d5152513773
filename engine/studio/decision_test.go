package studio

import (
	"testing"
	"time"

	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/lead"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// The studio explains why a boid took the lead. Its values equal those in the event of the flight.
// The test checks a live flock and its past. If the boid leads now, the studio explains its escape
// without a request.
func TestDecisionOfAnEscape(t *testing.T) {
	def := testscene.Def("murmuration")
	def.Params = model.With(model.With(def.Params, "count", 60), "leadership", 0.5)
	world, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	s := New(world, def, testflight.Alike())
	var escapes []flock.Event
	for range 400 {
		s.step()
		for _, e := range s.events {
			if e.Kind == flock.EscapeBegan {
				escapes = append(escapes, e)
			}
		}
	}
	if len(escapes) < 3 {
		t.Fatalf("there are %d escapes, so the test proves nothing", len(escapes))
	}
	c := s.Controls
	c.Inspect, c.Paused = true, true
	checkDecision := func(what string, e *flock.Event) {
		t.Helper()
		for end := time.Now().Add(time.Minute); s.Decision() == nil; time.Sleep(time.Millisecond) {
			if s.updateInquiry(); time.Now().After(end) {
				t.Fatalf("%s: no answer about %+v", what, e)
			}
		}
		d := s.Decision()
		if v := &d.Decision; v.Verdict != lead.Leaves || v.Eccentricity != e.X || v.Front != e.Front || v.Draw != e.Draw || d.Tick != e.Tick-1 {
			t.Errorf("%s: the decision at tick %d is %+v, want that of the event %+v", what, d.Tick, v, e)
		}
		for _, test := range d.Tests() {
			if !test.Passed {
				t.Errorf("%s: the boid left, but failed the test %+v", what, test)
			}
		}
	}
	for k := range escapes {
		e := &escapes[k]
		c.Selected = e.Boid
		if err := s.Set(c, Dragging); err != nil {
			t.Fatal(err)
		}
		s.ExplainEscape(e.Tick, e.Boid)
		checkDecision("live", e)
	}
	first := &escapes[0]
	c.Selected = first.Boid
	if err := s.Set(c, Dragging); err != nil {
		t.Fatal(err)
	}
	if err := s.Visit(float64(first.Tick)/float64(def.TickRate) + 0.1); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Advance(1); err != nil {
		t.Fatal(err)
	}
	checkDecision("a leader in the past", first)
	s.choose(-1)
	if s.updateInquiry(); s.Decision() != nil {
		t.Error("without a selected boid there is still a decision")
	}
}
