//go:build cgo && !nowindow

package fly

import (
	"skein/engine/frame"
	"skein/engine/quality"
	"skein/engine/render"
	"skein/flock/look"
	"skein/ui"
)

// tierChoice decides which quality tier the window's pictures are drawn in.
type tierChoice struct {
	judge       quality.Judge
	auto        bool      // the user did not choose a tier
	refusedTier look.Tier // tier that this driver cannot draw; TierAuto if there is none
	round       int       // the judge's round when it requested the picture being measured
}

// updateTier requests the tier that the user or the measured drawing times chose. The renderer
// switches as soon as its programs are compiled. A software driver gets drafts, because the
// simulation needs the processor's cores.
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

// renderTier converts a tier other than TierAuto to the renderer's type.
func renderTier(t look.Tier) render.Tier { return render.Tier(t - look.TierDraft) }

// drawMeasured draws a frame. If the judge asks for it, the driver measures the drawing time. The
// answer comes with a later frame, so nothing waits for it.
func (s *session) drawMeasured(f *frame.Frame, passed float64) error {
	q := &s.quality
	info := s.Renderer.Info()
	settled := s.Renderer.Tier() == renderTier(q.judge.Tier())
	if q.auto && settled && !info.Software() && !ui.MenuOpen() && s.rangeJob == nil {
		q.measure(s.Renderer, quality.SituationOf(f), passed)
	}
	return s.Renderer.Draw(f)
}

// measure starts to measure the next picture if the judge asks for it, and passes finished
// measurements to the judge.
func (q *tierChoice) measure(r *render.Renderer, of quality.Situation, passed float64) {
	asks := q.judge.Ask(of, passed)
	if took, ok := r.Measurement(); ok {
		q.judge.Note(q.round, took)
	}
	if !r.Measures() {
		q.judge.Guess()
	} else if asks && r.Measure() {
		q.round = q.judge.Round()
	}
}

// drawingInfo returns how pictures are drawn, for the panel.
func (s *session) drawingInfo() ui.Drawing {
	info := s.Renderer.Info()
	s.Renderer.Time(s.panel.ShowsTimings())
	return ui.Drawing{
		Tier: s.Renderer.Tier().String(), Driver: info.Renderer, Software: info.Software(), Samples: info.Samples,
		Passes: s.Renderer.Timings(),
	}
}
