package studio

import (
	"math"

	"skein/engine/camera"
)

// Command is an action of the studio that happens once, such as a restart.
type Command int

// Commands of the studio.
const (
	StepOnce       Command = iota + 1 // advance by one tick, or by one frame of a recording, and pause
	StepBack                          // go back by one frame and pause
	Restart                           // restart from the same seed, or from the start of the recording or branch
	RestartNewSeed                    // restart from a new seed
	FrameFlock                        // move the camera so that the flock fills the picture; ignore boids far from the others
	FrameThing                        // move the camera to the selected object or hunter, or to the chosen flock if it is not the first; otherwise like FrameFlock
	NextBoid                          // select the next boid of the chosen flock
	PreviousBoid                      // select the previous boid of the chosen flock
	NextLeader                        // select the next boid that leads or, if none leads, the boid that led last
	Branch                            // continue live from the displayed frame of a recording or the past
	Rejoin                            // return to the recording
	ReturnToLive                      // return to the live flock after its past was shown
	Undo                              // undo the last edit
	Redo
)

// Do executes a command. It returns an error if the command fails or has no effect now.
func (s *Studio) Do(c Command, aspect float32) error {
	if err := s.whyNot(c); err != nil {
		return err
	}
	switch c {
	case StepOnce, StepBack:
		return s.stepOnce(c)
	case Restart, RestartNewSeed:
		s.startOver(c)
	case Branch:
		if s.Playing() {
			s.branchOff()
		}
	case ReturnToLive:
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
		s.LeavePath()
		s.standing = nil
		s.interpolate() // an edit may have changed which boids exist
		all := s.group()
		s.Rig.Frame(s.subject(all, camera.ExactMotion(all)), aspect)
		s.SetMode(s.Rig.Mode)
	case NextBoid:
		s.choose(s.next(s.Controls.Selected, 1, s.inChosenFlock()))
	case PreviousBoid:
		s.choose(s.next(max(s.Controls.Selected, 0), -1, s.inChosenFlock()))
	case NextLeader:
		if last, _, ok := s.LastLeader(); ok {
			s.choose(last)
			break
		}
		s.choose(s.next(s.Controls.Selected, 1, s.leads))
	case Undo:
		if s.cancelRestart() {
			return nil
		}
		defer s.leaveEmptyFlock()
		return s.undoRedo(&s.undo.past, &s.undo.future)
	case Redo:
		defer s.leaveEmptyFlock()
		return s.undoRedo(&s.undo.future, &s.undo.past)
	}
	return nil
}

func (s *Studio) whyNot(c Command) error {
	n, chosen := s.cur.Len(), s.Controls.Selected
	switch c {
	case StepOnce, StepBack:
		return s.whyNoStep(c)
	case Branch:
		if s.Playing() && s.tape.flight.World == nil {
			return ErrTracks
		}
	case FrameFlock, NextBoid, PreviousBoid, NextLeader:
		switch {
		case n == 0:
			return errNobody
		case (c == NextBoid || c == PreviousBoid) && n == 1 && s.cur.ID(0) == chosen:
			return errAlone
		case c == NextLeader:
			return s.whyNoLeader(chosen)
		}
	case ReturnToLive:
		if !s.InPast() {
			return errAlreadyLive
		}
	case Undo, Redo:
		list, none := s.undo.past, errNoUndo
		if c == Redo {
			list, none = s.undo.future, errNoRedo
		}
		switch n := len(list); {
		case c == Undo && s.canCancelRestart():
			return nil
		case n == 0 && s.Playing():
			return s.WhyReadOnly()
		case n == 0:
			return none
		case s.Playing() && (list[n-1].changesFlight() || list[n-1].flight != nil):
			return s.WhyReadOnly()
		}
	}
	return nil
}

// Can reports whether a command would have an effect now.
func (s *Studio) Can(c Command) bool { return s.whyNot(c) == nil }

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
		defer s.clock.ShowLatest()
		return s.step()
	}
	return nil
}

// startOver restarts a recording at its first frame, and a branch at the frame where it left the recording.
// It restarts a live flock from its seed or a new seed. Undo restores the live flight.
func (s *Studio) startOver(c Command) {
	s.Return()
	if s.Playing() {
		s.Controls.Playback.Frame = 0
		return
	}
	if !s.restarts {
		s.restarts, s.seedBefore = true, s.def.Seed
	}
	switch {
	case s.branch:
		s.branchOff()
	default:
		if c == RestartNewSeed {
			s.def.Seed = s.def.Seed*6364136223846793005 + 1442695040888963407
		}
		s.restart()
	}
}
