//go:build cgo && !nowindow

package main

import (
	"skein/engine/frame"
	"skein/engine/quality"
	"skein/engine/render"
	"skein/flock/look"
	"skein/ui"
)

// quality keeps the tier that the window's pictures are drawn in.
type tierChoice struct {
	judge   quality.Judge
	auto    bool      // nobody chose it by hand
	refused look.Tier // which this driver cannot draw; TierAuto: none
	round   int       // of the judge, in which the picture was drawn that is being measured
}

// retier has pictures drawn in the tier that is chosen, by hand or by how long they take, as
// soon as its programs are compiled. A software driver gets drafts: the simulation needs the
// processor's cores.
func (s *session) retier() {
	want := s.studio.Controls.Show.Tier
	info := s.renderer.Info()
	auto := want == look.TierAuto
	s.quality.auto = auto
	if auto && info.Software() {
		want = look.TierDraft
	} else if auto {
		want = s.quality.judge.Tier()
	}
	if want == s.quality.refused {
		return
	}
	if err := s.renderer.RequestTier(rendered(want)); err != nil {
		s.quality.refused = want
		s.quality.judge.Refuse()
		s.say(err)
	}
}

// rendered returns the renderer's tier of one that is not automatic.
func rendered(t look.Tier) render.Tier { return render.Tier(t - look.TierDraft) }

// timed draws a frame. If the judge asks for it, the driver measures the frame, and the judge
// gets the answer with a later frame, so that nobody waits.
func (s *session) timed(f *frame.Frame, passed float64) error {
	q := &s.quality
	info := s.renderer.Info()
	settled := s.renderer.Tier() == rendered(q.judge.Tier())
	if q.auto && settled && !info.Software() && !ui.MenuOpen() && s.drawing == nil {
		q.measure(s.renderer, quality.SituationOf(f), passed)
	}
	return s.renderer.Draw(f)
}

// measure makes the next picture measured if the judge asks for it, and gives the judge the
// answers that are there.
func (q *tierChoice) measure(r *render.Renderer, of quality.Situation, passed float64) {
	asks := q.judge.Ask(of, passed)
	if took, ok := r.Measured(); ok {
		q.judge.Note(q.round, took)
	}
	if !r.Measures() {
		q.judge.Guess()
	} else if asks && r.Measure() {
		q.round = q.judge.Round()
	}
}

// howDrawn returns how pictures are drawn.
func (s *session) howDrawn() ui.Drawing {
	info := s.renderer.Info()
	s.renderer.Time(s.panel.Timed())
	return ui.Drawing{
		Tier: s.renderer.Tier().String(), Driver: info.Renderer, Software: info.Software(), Samples: info.Samples,
		Passes: s.renderer.Timings(),
	}
}
