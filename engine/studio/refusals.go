package studio

import (
	"errors"
	"fmt"

	"skein/flock"
)

// Why a command does nothing.
var (
	errNobody   = errors.New("there is no boid")
	errAlone    = errors.New("there is no other boid")
	errNoLeader = errors.New("no boid leads at this moment")
	errNoPast   = errors.New("the flock has just begun: there is no past to go back to")
	errFirst    = errors.New("this is the recording's first frame")
	errLast     = errors.New("this is the recording's last frame")
	errNow      = errors.New("this is now: the flock lives on")
	errNoUndo   = errors.New("there is no edit to undo")
	errNoRedo   = errors.New("there is no edit to redo")
)

// ErrTracks says why there is no branch of a flight of tracks.
var ErrTracks = errors.New("these are imported tracks: there is no simulation of them to branch off")

// ErrNoScene says why a flight of tracks is not saved as a scene.
var ErrNoScene = errors.New("these are imported tracks: there is no scene to save, the recording is all there is")

// errNoModel says why nobody knows what a tracked bird's next step is made of.
var errNoModel = errors.New("these are imported tracks: no rules steer them")

// ErrOnPath says why the camera does not go where hands would have it.
var ErrOnPath = errors.New("the camera goes along its path: Shift C takes it back")

// vain returns why a command would do nothing now, nil where it does something.
func (s *Studio) vain(c Command) error {
	n, chosen := s.cur.Len(), s.Controls.Selected
	switch c {
	case StepOnce, StepBack:
		return s.stuck(c)
	case Branch:
		if s.Playing() && s.tape.flight.World == nil {
			return ErrTracks
		}
	case FrameFlock, NextBoid, PreviousBoid, NextLeader:
		switch {
		case n == 0:
			return errNobody
		case c == FrameFlock && s.Path != nil:
			return ErrOnPath
		case (c == NextBoid || c == PreviousBoid) && n == 1 && s.cur.ID(0) == chosen:
			return errAlone
		case c == NextLeader:
			return s.unled(chosen)
		}
	case Now:
		if !s.InPast() {
			return errNow
		}
	case Undo, Redo:
		list, none := s.undo.past, errNoUndo
		if c == Redo {
			list, none = s.undo.future, errNoRedo
		}
		switch n := len(list); {
		case n == 0 && s.Playing():
			return s.Played()
		case n == 0:
			return none
		case s.Playing() && (list[n-1].params || list[n-1].things != nil || list[n-1].put != nil):
			return s.Played()
		}
	}
	return nil
}

// Can reports whether a command does something now.
func (s *Studio) Can(c Command) bool { return s.vain(c) == nil }

// stuck returns why there is no step to take.
func (s *Studio) stuck(c Command) error {
	switch {
	case !s.Playing() && c == StepBack && len(s.past.frames) < 2:
		return errNoPast
	case s.Playing() && c == StepBack && s.Controls.Playback.Frame <= 0:
		return errFirst
	case s.Playing() && !s.InPast() && c == StepOnce && s.Controls.Playback.Frame >= float64(s.tape.flight.Frames()-1):
		return errLast
	}
	return nil
}

// unled returns why there is no leader to go on to from a boid.
func (s *Studio) unled(from int) error {
	leads := 0
	for _, f := range s.cur.Flags {
		if f&flock.Leading != 0 {
			leads++
		}
	}
	switch {
	case leads == 0:
		return errNoLeader
	case leads == 1 && s.leads(from):
		return fmt.Errorf("boid %d is the only one that leads at this moment", from)
	}
	return nil
}
