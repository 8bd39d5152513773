package studio

import (
	"math"

	"skein/engine/camera"
)

// Do carries out a command. It returns an error if the command fails or can do nothing now.
func (s *Studio) Do(c Command, aspect float32) error {
	if err := s.whyNot(c); err != nil {
		return err
	}
	switch c {
	case StepOnce, StepBack:
		return s.stepOnce(c)
	case Restart, RestartAnew:
		s.startOver(c)
	case Branch:
		if s.Playing() {
			s.branchOff()
		}
	case Now:
		s.Return()
	case Rejoin:
		if s.tape != nil && s.branch {
			s.rejoin()
		}
	case FrameThing:
		s.interpolate()
		if done, err := s.frameThing(aspect); done {
			return err
		}
		return s.Do(FrameFlock, aspect)
	case FrameFlock:
		s.interpolate() // an edit may have changed which boids exist
		all := s.group()
		s.Rig.Frame(s.subject(all, camera.ExactMotion(all)), aspect)
		s.SetMode(s.Rig.Mode)
	case NextBoid:
		s.choose(s.next(s.Controls.Selected, 1, anyBoid))
	case PreviousBoid:
		s.choose(s.next(max(s.Controls.Selected, 0), -1, anyBoid))
	case NextLeader:
		s.choose(s.next(s.Controls.Selected, 1, s.leads))
	case Undo:
		return s.undoRedo(&s.undo.past, &s.undo.future)
	case Redo:
		return s.undoRedo(&s.undo.future, &s.undo.past)
	}
	return nil
}

// stepOnce steps the flock by one tick, or moves a recording by one frame, and pauses.
func (s *Studio) stepOnce(c Command) error {
	s.Controls.Paused = true
	switch p := &s.Controls.Playback; {
	case !s.Playing() && c == StepBack:
		return s.Visit(s.past.frames[len(s.past.frames)-1].Seconds() - 1.0/pastRate)
	case s.Playing() && c == StepBack:
		p.Frame = math.Ceil(p.Frame) - 1
	case s.InPast() && p.Frame >= float64(s.tape.flight.Frames()-1):
		s.Return()
	case s.Playing():
		p.Frame = math.Floor(p.Frame) + 1
	case c == StepOnce:
		defer s.clock.Land()
		return s.step()
	}
	return nil
}

// startOver starts over: a recording at its first frame, a branch where it left the recording, a
// live flock from its seed or, for RestartAnew, from a new one.
func (s *Studio) startOver(c Command) {
	s.Return()
	switch {
	case s.Playing():
		s.Controls.Playback.Frame = 0
	case s.branch:
		s.branchOff()
	default:
		if c == RestartAnew {
			s.def.Seed = s.def.Seed*6364136223846793005 + 1442695040888963407
		}
		s.restart()
	}
}
