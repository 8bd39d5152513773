package studio

import (
	"fmt"

	"skein/engine/camera"
	"skein/engine/reel"
	"skein/flock"
	"skein/flock/look"
)

// NewPlayback returns a studio that plays a recording of def.
func NewPlayback(f *Flight, def flock.Def, settings look.Look) (*Studio, error) {
	s := &Studio{
		Controls: Controls{Look: settings, Selected: -1},
		Rig:      camera.NewRig(),
		def:      cloneDef(def),
		params:   make([]flock.Params, 1+len(def.Others)),
		tape:     newTape(f),
	}
	s.tape.schedule = s.def.Schedule
	err := s.advancePlayback(0)
	s.tape.started = false
	return s, err
}

// Flight returns the recording that is played or branched from, or nil.
func (s *Studio) Flight() *Flight {
	if s.tape == nil {
		return nil
	}
	return s.tape.flight
}

// Playing reports whether a recording, or a live flock's past, is shown.
func (s *Studio) Playing() bool { return s.tape != nil && !s.branch }

func (s *Studio) advancePlayback(now float64) error {
	t, p := s.tape, &s.Controls.Playback
	if dt := t.elapsed(now); !s.Controls.Paused && t.advance(p, dt, float64(s.Controls.Show.Speed)) {
		if s.InPast() {
			s.Return()
			return nil
		}
		s.Controls.Paused = true
	}
	if s.Restarting() {
		p.Frame = s.branchFrame
	}
	p.Frame = min(max(p.Frame, 0), float64(t.flight.Frames()-1))
	before, chosen, present := t.first, s.Controls.Selected, s.present
	next, err := t.load(p.Frame)
	if err != nil {
		s.Controls.Paused = true
		return err
	}
	s.prev, s.cur = &t.a, &t.b
	if t.first != before {
		for k := range s.params {
			if *s.paramsOf(k), err = t.flight.Params(t.first, k); err != nil {
				return err
			}
		}
		if t.flight.Around != nil {
			around, err := t.flight.Around(t.first)
			if err != nil {
				return err
			}
			s.useSurroundings(around)
		}
	}
	if t.first != before {
		if err := s.poses.Recall(t.flight, t.flight.playRate(), t.first, s.params, &t.a, &t.b); err != nil {
			return err
		}
	}
	s.Controls.Params = *s.paramsOf(s.Controls.Flock)
	for k := range s.ledger {
		s.ledger[k] = s.ledgerAt(k, s.ShownTick())
	}
	if t.first != before || s.tracesStale && !p.Held && s.Controls.Show.Traces != look.TraceNone {
		s.retrace(next && !s.tracesStale)
	}
	s.interpolate()
	if present && !s.present && s.Controls.Selected == chosen {
		return fmt.Errorf("boid %d leaves here; it stays selected and may come back", chosen)
	}
	return nil
}

// retrace updates the traces to the displayed frame. If next is true, it adds only that frame. Otherwise it
// reads all earlier frames, which is slow. It skips unreadable frames.
func (s *Studio) retrace(next bool) {
	seconds := s.Controls.Show.TraceSeconds * float32(s.tape.flight.pace())
	if next {
		s.traces.Add(s.prev, seconds)
		return
	}
	s.traces.Clear()
	const many = 2000 // largest number of boids for which the earlier frames are read in every frame
	s.tracesStale = s.Controls.Playback.Held || s.Controls.Show.Traces == look.TraceNone || !s.Controls.Paused && s.cur.Len() > many
	if s.tracesStale {
		return
	}
	t := s.tape
	var snap flock.Snapshot
	for k := max(0, t.first-int(float64(seconds)*t.flight.FPS)); k < t.first; k++ {
		if t.flight.Frame(k, &snap) == nil {
			s.traces.Add(&snap, seconds)
		}
	}
	s.traces.Add(s.prev, seconds)
}

func (s *Studio) branchOff() {
	f, frame := s.tape.flight, int(s.Controls.Playback.Frame)
	s.branchFrame = float64(frame)
	s.Controls.Playback.Frame = s.branchFrame
	s.Controls.Paused = true
	s.await(func() (*flock.World, error) { return f.World(frame) })
}

func (s *Studio) rejoin() {
	s.branch, s.pendingWorld, s.world, s.tap, s.restarts = false, nil, nil, nil, false
	s.Controls.Paused = true
	s.undo, s.ghosts, s.calmParams = history{count: s.undo.count + 1, base: s.undo.count + 1, flown: s.undo.flown}, s.ghosts[:0], nil
	s.tape.first, s.tape.started = -1, false
	s.traces.Clear()
	s.emptyJoinedFlocks()
}

func (s *Studio) updateGhosts() error {
	s.ghosts = s.ghosts[:0]
	if !s.branch {
		return nil
	}
	moment, ok := s.tape.frameAt(s.seconds())
	if !ok {
		return nil
	}
	if _, err := s.tape.load(moment); err != nil {
		return err
	}
	s.ghosts, s.ghostSnapshot = reel.Interpolate(s.ghosts, &s.tape.a, &s.tape.b, float32(s.tape.share), &s.commonBoids)
	return nil
}
