package studio

import (
	"errors"
	"fmt"
	"slices"

	"skein/flock"
)

var (
	errNobody      = errors.New("there are no boids")
	errAlone       = errors.New("there is no other boid")
	errNoLeader    = errors.New("no boid leads at this moment")
	errNoPast      = errors.New("the flock has just started; it has no past yet")
	errFirst       = errors.New("this is the recording's first frame")
	errLast        = errors.New("this is the recording's last frame")
	errAlreadyLive = errors.New("the present is already shown")
	errNoUndo      = errors.New("there is no edit to undo")
	errNoRedo      = errors.New("there is no edit to redo")
)

// ErrTracks is returned for branches of imported tracks.
var ErrTracks = errors.New("imported tracks are not a simulation; they cannot be branched")

// ErrNoScene is returned for saving imported tracks as a scene.
var ErrNoScene = errors.New("imported tracks have no scene to save; the recording is already a file")

var errNoModel = errors.New("imported tracks have no rules that steer them")

// ErrOnPath is returned if the mouse moves a camera that follows its path.
var ErrOnPath = errors.New("the camera follows its path; press Shift C or choose a camera to move it freely")

func (s *Studio) whyNoStep(c Command) error {
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

// LastLeader returns the boid that stopped leading last, and how long ago, in s. ok is false if a boid leads
// now or the boid is gone.
func (s *Studio) LastLeader() (boid int, ago float64, ok bool) {
	if slices.ContainsFunc(s.cur.Flags, func(f flock.Flags) bool { return f&flock.Leading != 0 }) {
		return -1, 0, false
	}
	events, now := s.Events(), s.ShownTick()
	for k := len(events) - 1; k >= 0; k-- {
		if e := &events[k]; e.Kind == flock.EscapeEnded && e.Tick <= now && s.Present(e.Boid) {
			return e.Boid, float64(now-e.Tick) / float64(s.cur.TickRate), true
		}
	}
	return -1, 0, false
}

// whyNoLeader returns an error if there is no leader other than from. While no boid leads, the last leader
// counts.
func (s *Studio) whyNoLeader(from int) error {
	leads := 0
	for _, f := range s.cur.Flags {
		if f&flock.Leading != 0 {
			leads++
		}
	}
	switch {
	case leads == 0:
		if last, _, ok := s.LastLeader(); !ok || last == from {
			return errNoLeader
		}
	case leads == 1 && s.leads(from):
		return fmt.Errorf("boid %d is the only leader at this moment", from)
	}
	return nil
}
