//go:build cgo && !nowindow

package fly

import (
	"skein/engine/frame"
	"skein/engine/quality"
	"skein/engine/render"
	"skein/flock/look"
	"skein/ui"
)

type tierChoice struct {
	judge       quality.Judge
	auto        bool
	refusedTier look.Tier // tier that this driver cannot draw; TierAuto: none
	round       int       // round of the judge to which the current measurement belongs
}

// updateTier requests the tier that the user has chosen or, in the mode auto, one that fits the measured
// times. With a software driver that is a draft, because the simulation needs the processor.
func (s *session) updateTier() {
	want := s.Studio.Controls.Show.Tier
	info := s.Renderer.Info()
	auto := want == look.TierAuto
	s.quality.auto = auto
	if auto && info.Software() {
		want = look.TierDraft
	} else if auto {
		want = s.quality.judge.Tier()
	}
	if want == s.quality.refusedTier {
		return
	}
	if err := s.Renderer.RequestTier(renderTier(want)); err != nil {
		s.quality.refusedTier = want
		s.quality.judge.Refuse()
		s.say(err)
	}
}

// renderTier converts a tier, which must not be TierAuto.
func renderTier(t look.Tier) render.Tier { return render.Tier(t - look.TierDraft) }

// drawMeasured draws a frame, with its time if the judge asks for it. The time is read in a later frame, so
// that the window does not wait.
func (s *session) drawMeasured(f *frame.Frame, passed float64) error {
	q := &s.quality
	info := s.Renderer.Info()
	settled := s.Renderer.Tier() == renderTier(q.judge.Tier())
	if q.auto && settled && !info.Software() && !ui.MenuOpen() && s.rangeJob == nil {
		q.measure(s.Renderer, quality.SituationOf(f), passed)
	}
	return s.Renderer.Draw(f)
}

func (q *tierChoice) measure(r *render.Renderer, situation quality.Situation, passed float64) {
	asks := q.judge.Ask(situation, passed)
	if took, ok := r.Measurement(); ok {
		q.judge.Note(q.round, took)
	}
	if !r.Measures() {
		q.judge.Guess()
	} else if asks && r.Measure() {
		q.round = q.judge.Round()
	}
}

func (s *session) drawingInfo() ui.Drawing {
	info := s.Renderer.Info()
	s.Renderer.Time(s.panel.ShowsTimings())
	return ui.Drawing{
		Tier: s.Renderer.Tier().String(), Driver: info.Renderer, Software: info.Software(), Samples: info.Samples,
		Passes: s.Renderer.Timings(),
	}
}
