package studio

import (
	"errors"

	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/lead"
)

type decisionQuery struct {
	about   question
	asked   bool
	answer  *explanation.Step
	err     error
	pending <-chan reply
}

// ExplainEscape starts to explain, in the background, why a boid began to escape at a tick. It simulates that
// tick again from the recording or the stored past.
func (s *Studio) ExplainEscape(began int64, boid int) {
	s.explainEscape(began, boid)
	s.inquiry.decision.asked = true
}

func (s *Studio) explainEscape(began int64, boid int) {
	q := question{began - 1, boid} // the escape began in the step that started at the tick before
	if d := &s.inquiry.decision; d.about == q && (d.answer != nil || d.err != nil || d.pending != nil) {
		return
	}
	s.inquiry.decision = decisionQuery{about: q}
	explain := s.explainer()
	if explain == nil {
		return
	}
	coming := make(chan reply, 1)
	s.inquiry.decision.pending = coming
	go func() {
		e, err := explain(q.tick, q.boid)
		coming <- reply{q, e, err}
	}()
}

// explainer returns a function that explains a boid's step at any stored tick, from any goroutine. It returns
// nil if steps cannot be explained.
func (s *Studio) explainer() func(tick int64, boid int) (*explanation.Step, error) {
	if s.Playing() {
		return s.tape.flight.Explain
	}
	copied := s.past.copy()
	restore := &restorer{past: &copied, workers: 1, index: s.def.Index}
	return func(tick int64, boid int) (*explanation.Step, error) {
		return askRestored(restore, tick, func(w *flock.World) (*explanation.Step, error) { return w.Explain(boid) })
	}
}

// Decision returns the explanation of why the selected boid took the lead: in the escape of the last
// ExplainEscape, else in its current one. It is nil without an escape, and until the answer is ready.
func (s *Studio) Decision() *explanation.Step {
	d := &s.inquiry.decision
	if d.answer == nil || d.about.boid != s.Controls.Selected || !s.wantsExplanation() {
		return nil
	}
	return d.answer
}

func (s *Studio) updateDecision() {
	q := &s.inquiry
	d := &q.decision
	select {
	case r := <-d.pending:
		d.pending = nil
		switch d.err = r.err; {
		case r.err != nil:
		case r.explanation.Tick == r.about.tick:
			d.answer = r.explanation
		default:
			d.err = errors.New("the stored past no longer contains this tick")
		}
	default:
	}
	if d.about.boid != s.Controls.Selected || !s.Playing() && d.about.tick > s.world.Tick() {
		*d = decisionQuery{about: question{boid: -1}}
	}
	if e := q.answer; e != nil && e.Boid == s.Controls.Selected && e.Decision.Verdict == lead.Leads && d.pending == nil && !d.asked {
		remaining := e.Tick - int64(e.Decision.Away*float32(e.TickRate)+0.5)
		s.explainEscape(remaining+1, e.Boid)
	}
}
