//go:build cgo && !nowindow

package main

import (
	"time"

	"skein/engine"
	"skein/engine/render"
	"skein/flock/look"
	"skein/ui"
)

// quality keeps the tier that the window's pictures are drawn in.
type quality struct {
	judge   engine.Judge
	auto    bool      // nobody chose it by hand
	refused look.Tier // which this driver cannot draw; TierAuto: none
}

// retier has the pictures that follow drawn in the tier that is chosen, by hand or by how
// long they take. Drivers that draw in software are given drafts: the cores are the
// simulation's.
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
	if to := render.Tier(want - look.TierDraft); to == s.renderer.Tier() || want == s.quality.refused {
		return
	} else if err := s.renderer.SetTier(to); err != nil {
		s.quality.refused = want
		s.quality.judge.Refuse()
		s.say(err)
	}
}

// timed draws a frame, and has the judge know how long it took if it asks.
func (s *session) timed(f *engine.Frame, passed float64) error {
	q := &s.quality
	info := s.renderer.Info()
	asks := q.auto && !info.Software() && !ui.MenuOpen() && s.drawing == nil &&
		q.judge.Ask(engine.SituationOf(f), passed)
	if !asks {
		return s.renderer.Draw(f)
	}
	s.renderer.Finish()
	start := time.Now()
	err := s.renderer.Draw(f)
	s.renderer.Finish()
	q.judge.Note(time.Since(start).Seconds())
	return err
}

// howDrawn says how pictures are drawn.
func (s *session) howDrawn() ui.Drawing {
	info := s.renderer.Info()
	s.renderer.Time(s.panel.Timed())
	return ui.Drawing{
		Tier: s.renderer.Tier().String(), Driver: info.Renderer, Software: info.Software(), Samples: info.Samples,
		Passes: s.renderer.Timings(),
	}
}
