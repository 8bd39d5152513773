package studio

import (
	"math"
	"slices"

	"skein/engine/camera"
	"skein/engine/scenery"
	"skein/flock"
)

type liveState struct {
	tape      *tape
	branch    bool
	prev, cur *flock.Snapshot
	params    []flock.Params
	ledger    [flock.MaxFlocks]Ledger
	playback  Playback
	paused    bool
}

// InPast reports whether the past of a live flock is shown. While it is shown, the live flock does not
// advance.
func (s *Studio) InPast() bool { return s.live != nil }

// KnownRange returns the time range of a recording or of a live flock's stored past, in s.
func (s *Studio) KnownRange() (from, to float64) {
	switch {
	case s.InPast() || !s.Playing():
		if len(s.past.frames) == 0 {
			return s.liveTime(), s.liveTime()
		}
		return s.past.frames[0].Seconds(), s.liveTime()
	default:
		f := s.tape.flight
		return f.Start, f.Start + float64(f.Frames()-1)/f.FPS
	}
}

func (s *Studio) liveTime() float64 {
	if s.live != nil {
		return s.live.cur.Seconds()
	}
	return s.cur.Seconds()
}

// ShownTime returns the displayed simulated time, in s.
func (s *Studio) ShownTime() float64 { return s.seconds() }

// StoredFrames returns the stored frames of the live flight, in order, valid until the next tick.
func (s *Studio) StoredFrames() []*flock.Snapshot { return s.past.frames }

// LiveEvents returns all stored events of a live flock, including edits.
func (s *Studio) LiveEvents() []flock.Event { return s.past.events }

// Visit shows the recording, or the live flock's past, at a time in s. It pauses the past. If the time is the
// present or later, it shows the live flock.
func (s *Studio) Visit(seconds float64) error {
	if s.Playing() && !s.InPast() {
		f := s.tape.flight
		s.Controls.Playback.Frame = f.frameAt(seconds)
		return nil
	}
	if seconds >= s.liveTime()-0.5/pastRate {
		s.Return()
		return nil
	}
	if !s.InPast() {
		if err := s.leave(seconds); err != nil {
			return err
		}
	}
	f := s.tape.flight
	s.Controls.Playback.Frame = f.frameAt(seconds)
	return nil
}

func (f *Flight) frameAt(seconds float64) float64 {
	return min(max(math.Round((seconds-f.Start)*f.FPS), 0), float64(f.Frames()-1))
}

// leave shows the past at a time in s instead of the live flock.
func (s *Studio) leave(seconds float64) error {
	f := s.past.flight(s.def.Workers, s.def.Index)
	if f == nil {
		return errNoPast
	}
	if s.pendingWorld != nil {
		return errStarting
	}
	s.live = &liveState{s.tape, s.branch, s.prev, s.cur, s.params, s.ledger, s.Controls.Playback, s.Controls.Paused}
	s.tape, s.branch, s.params = newTape(f), false, slices.Clone(s.params)
	s.ghosts = s.ghosts[:0]
	s.Controls.Playback = Playback{Frame: f.frameAt(seconds)} // another frame might lack the selected boid
	s.Controls.Paused = true
	s.inquiry.shares = shares{}
	return s.advancePlayback(s.tape.last)
}

// Return shows the live flock again instead of its past. The flock continues if it was running before, or if
// the past was playing.
func (s *Studio) Return() {
	l := s.live
	if l == nil {
		return
	}
	s.live, s.pendingWorld = nil, nil
	s.past.takeBack()
	s.tape, s.branch, s.prev, s.cur, s.params, s.ledger = l.tape, l.branch, l.prev, l.cur, l.params, l.ledger
	s.Controls.Playback, s.Controls.Paused = l.playback, s.Controls.Paused && l.paused
	s.Controls.Params = *s.paramsOf(s.Controls.Flock)
	s.useSurroundings(s.world.Surroundings())
	s.poses.Begin(s.cur)
	s.lag, s.inquiry.shares = camera.LiveMotion{}, shares{}
	s.retracePast()
	s.interpolate()
}

func (s *Studio) retracePast() {
	s.traces.Clear()
	seconds := s.Controls.Show.TraceSeconds
	for _, f := range s.past.frames {
		if f.Seconds() >= s.cur.Seconds()-float64(seconds)-1 {
			s.traces.Add(f, seconds)
		}
	}
}

func (s *Studio) resumePast(w *flock.World) error {
	params := s.live.params
	if err := s.rejoinFlocks(w); err != nil {
		return err
	}
	s.Return()
	s.past.cut(w.Tick())
	for k := range w.FlockCount() {
		p := w.ParamsOf(k)
		copyChanges(startParams(&s.def, k), &params[k], &p)
	}
	around, before := w.Surroundings(), s.around
	scenery.Merge(&s.def.Surroundings, &before, &around)
	past, log := s.past, newEventLog(s.log.eventsUntil(w.Tick()))
	ghost := s.tape
	s.enter(w)
	s.past, s.log = past, log
	s.branch = ghost != nil
	for k := range s.ledger {
		s.ledger[k] = Ledger{}
	}
	for _, e := range s.log.events {
		s.ledger[e.Flock].count(e)
	}
	s.undo = history{count: s.undo.count + 1, base: s.undo.count + 1, flown: s.editsUntil(w.Tick())}
	s.leaveEmptyFlock()
	s.retracePast()
	s.Controls.Paused = false
	return s.SetSchedule(s.def.Schedule) // keep the present schedule
}

func (h *eventLog) eventsUntil(tick int64) []flock.Event {
	return slices.DeleteFunc(slices.Clone(h.events), func(e flock.Event) bool { return e.Tick > tick })
}

// isRecorded reports whether the studio plays a recording or a branch of one, but not the past of a live
// flock.
func (s *Studio) isRecorded() bool {
	if s.live != nil {
		return s.live.tape != nil
	}
	return s.tape != nil
}

func (s *Studio) presentParams() []flock.Params {
	if s.live != nil {
		return s.live.params
	}
	return s.params
}

// EditsAfterShown returns the number of edits after the displayed moment of the past. Continuing from there
// would delete them.
func (s *Studio) EditsAfterShown() int {
	if !s.InPast() {
		return 0
	}
	return s.undo.flown.edits - s.EditsUntil(s.ShownTick())
}

// WhyReadOnly returns the reason why the displayed frames cannot be edited.
func (s *Studio) WhyReadOnly() error {
	if s.InPast() {
		return ErrPast
	}
	return ErrPlayed
}
