package recording

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"skein/flock"
)

// ErrImported says that a recording was not simulated, so that there is no World of it:
// it cannot be gone on with, branched off from or verified.
var ErrImported = errors.New("was imported, and there is no simulation of it to go on with or to verify")

// Edit is a change of parameters, or of the surroundings, or of where a boid is.
type Edit struct {
	Frame  int          // the first that was written after it, from 0
	Tick   int64        // the last before it
	Flock  int          // whose parameters, from 0
	Params flock.Params // all parameters after the edit

	// Surroundings or Settings are set instead of parameters, see [flock.Event]. The
	// surroundings are those after the edit.
	Surroundings *flock.Surroundings
	Settings     *flock.Settings

	Put  *flock.Spot // where a boid was put, instead of parameters; nil: parameters
	Boid int         // that was put

	Scheduled bool // by the flock's own schedule: only recordings of format 2 hold such edits
}

// noted is an event as it is read. What an edit sets is decoded when somebody asks, which
// takes longer than all else.
type noted struct {
	entry
	Params       json.RawMessage `json:"params"` // all of them: so in format 2, and of imported tracks
	Set          json.RawMessage `json:"set"`    // only those that are set
	Surroundings json.RawMessage `json:"surroundings"`
	Transition   json.RawMessage `json:"transition"`
}

// edits reports whether the event is an edit.
func (n *noted) edits() bool { return n.ofParams() || n.ofThings() || n.Put != nil }

// ofParams reports whether it is an edit of parameters.
func (n *noted) ofParams() bool { return n.Params != nil || n.Set != nil }

// ofThings reports whether it is an edit of the surroundings.
func (n *noted) ofThings() bool { return n.Surroundings != nil || n.Settings != nil }

// OfParams reports whether it is a change of parameters.
func (e *Edit) OfParams() bool { return e.Surroundings == nil && e.Settings == nil && e.Put == nil }

// paramsOn returns parameters of a model after the edit, given those before it.
func (n *noted) paramsOn(p flock.Params, of *flock.Model) (flock.Params, error) {
	data := n.Set
	if n.Params != nil {
		data, p = n.Params, of.Params()
	}
	err := json.Unmarshal(data, &p)
	if err == nil {
		err = p.Validate()
	}
	return p, err
}

// aroundOn returns the surroundings after the edit, given those before it.
func (n *noted) aroundOn(s flock.Surroundings) (flock.Surroundings, error) {
	if n.Surroundings == nil {
		return s.With(*n.Settings...)
	}
	s = flock.Surroundings{}
	err := json.Unmarshal(n.Surroundings, &s)
	if err == nil {
		err = s.Validate()
	}
	return s, err
}

// Events reads all events, in the order they were written. What edits set is left out, see
// Edits.
func (r *Reader) Events() ([]flock.Event, error) {
	notes, err := r.ledger()
	if err != nil {
		return nil, err
	}
	var all []flock.Event
	for i := range notes {
		e, err := r.event(&notes[i])
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// event returns an event, without what an edit sets.
func (r *Reader) event(n *noted) (e flock.Event, err error) {
	if e = n.Event; n.Transition == nil {
		return e, nil
	}
	of, err := r.ModelOf(n.Flock)
	if err == nil {
		e.Transition, err = flock.ReadTransition(n.Transition, of)
	}
	if err != nil {
		return e, fmt.Errorf("%s: damaged event at tick %d: %w", r.path, n.Tick, err)
	}
	return e, nil
}

// Between reads the events of after one frame up to another, frames counted from 0,
// and from the start if after is -1: what was written between the two, in order of their
// ticks, edits with what they set. An edit at the tick of a frame that was written already
// shows in the next. For each value that the schedule moved there is an edit, too.
func (r *Reader) Between(after, upto int) (all []flock.Event, err error) {
	err = r.at(after, func(s *InForce) error {
		s.onMove = func(m *move, tick int64) { all = append(all, s.moveEvent(m, tick)) }
		defer func() { s.onMove = nil }()
		for s.next < len(s.notes) && s.notes[s.next].Frame-1 <= upto {
			n := &s.notes[s.next]
			s.advance(n.Tick - 1)
			if err := s.take(s.next + 1); err != nil {
				return err
			}
			e, err := r.event(n)
			if err != nil {
				return err
			}
			s.fill(&e, n)
			all = append(all, e)
		}
		return s.Seek(min(upto, r.frames-1))
	})
	return all, err
}

// fill gives an event what its edit set, which was just taken in.
func (s *InForce) fill(e *flock.Event, n *noted) {
	switch {
	case n.ofParams():
		p := s.params[n.Flock]
		e.Params = &p
	case n.Surroundings != nil:
		all := s.around.Clone()
		e.Surroundings = &all
	}
}

// moveEvent returns the event of what a transition set, which was just taken in.
func (s *InForce) moveEvent(m *move, tick int64) flock.Event {
	e := flock.Event{Tick: tick, Scheduled: true}
	if m.Thing == "" {
		p := s.params[m.flock]
		e.Kind, e.Flock, e.Params = flock.ParamsChanged, m.flock, &p
	} else {
		e.Kind, e.Settings = flock.SurroundingsChanged, &flock.Settings{m.Setting(tick)}
	}
	return e
}

// Edits reads all edits, in order.
func (r *Reader) Edits() (all []Edit, err error) {
	s, err := r.InForce()
	if err != nil {
		return nil, err
	}
	for k := range s.notes {
		n := &s.notes[k]
		if !n.edits() {
			continue
		}
		if err := s.take(k + 1); err != nil {
			return nil, err
		}
		one := Edit{Frame: n.Frame - 1, Tick: n.Tick, Flock: n.Flock, Scheduled: n.Scheduled, Settings: n.Settings, Put: n.Put}
		e := n.Event
		s.fill(&e, n)
		if one.Surroundings = e.Surroundings; n.ofParams() {
			one.Params = *e.Params
		}
		if n.Put != nil {
			one.Boid = n.Boid
		}
		all = append(all, one)
	}
	return all, nil
}

// Most returns how many boids there are at most in a frame, by the first, the last and
// all edits: a flock that flies live grows and shrinks.
func (r *Reader) Most() (int, error) {
	s, err := r.InForce()
	if err != nil {
		return 0, err
	}
	most := r.found.meta.boids()
	for k := range s.notes {
		if n := &s.notes[k]; n.Transition == nil && !n.ofParams() {
			continue
		}
		if err := s.take(k + 1); err != nil {
			return 0, err
		}
		most = max(most, s.mostNow())
	}
	var snap flock.Snapshot
	for _, i := range []int{0, r.frames - 1} {
		if err := r.Frame(i, &snap); err != nil {
			return 0, err
		}
		most = max(most, snap.Len())
	}
	return most, nil
}

// mostNow returns how many boids there are at most from now until the next note of the
// parameters. A flock whose count a transition moves has at most the larger end of that.
func (s *InForce) mostNow() (total int) {
	for k, f := range s.r.found.meta.Flocks() {
		count := f.Count
		if s.known == nil || s.read[k] {
			count = s.params[k].Count()
		}
		for _, m := range s.moves {
			if m.flock == k && m.Thing == "" && m.Key == "count" && m.set < m.End() {
				count = max(count, m.Was.(int), m.Value.(int))
			}
		}
		total += count
	}
	return total
}

// ledger reads all events once.
func (r *Reader) ledger() ([]noted, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	channel, ok := r.found.channels[eventsTopic]
	if r.listed || !ok {
		return r.notes, nil
	}
	notes, err := r.list(channel)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.path, err)
	}
	r.notes, r.listed = notes, true
	return notes, nil
}

// list reads all events of the segments that have any.
func (r *Reader) list(channel uint16) ([]noted, error) {
	parts := make([][]noted, len(r.segments))
	err := r.each(func(k int, d *decoded) (err error) {
		states := &r.found.chunks[r.segments[k].clouds+1]
		if r.found.brief && states.counts[channel] == 0 {
			return nil // the sum below tells if that is not true
		}
		if err = r.decode(states, d, nil); err == nil {
			parts[k], err = d.events(channel)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	all := slices.Concat(parts...)
	if want, listed := r.found.listed[channel]; listed && want != uint64(len(all)) {
		return nil, fmt.Errorf("damaged: holds %d of %d events", len(all), want)
	}
	for i := range all {
		if e := &all[i]; e.Flock < 0 || e.Flock > len(r.found.meta.Others) {
			return nil, fmt.Errorf("damaged: an event of flock %d of %d", e.Flock+1, 1+len(r.found.meta.Others))
		}
		if e := &all[i]; e.Frame < 1 || e.Frame > r.frames || i > 0 && all[i-1].Frame > e.Frame {
			return nil, errors.New("damaged: events are out of order")
		}
	}
	return all, nil
}

// each does something with each segment, several at a time, as disks are slow to
// find what lies apart; each time with room for a chunk.
func (r *Reader) each(do func(k int, d *decoded) error) error {
	var next atomic.Int64
	var group sync.WaitGroup
	errs := make([]error, len(r.segments))
	for range min(decoders, len(r.segments)) {
		group.Go(func() {
			var d decoded
			for k := int(next.Add(1)) - 1; k < len(errs); k = int(next.Add(1)) - 1 {
				errs[k] = do(k, &d)
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// events returns the events in a chunk.
func (d *decoded) events(channel uint16) (all []noted, err error) {
	for _, m := range d.messages {
		if m.channel != channel {
			continue
		}
		var n noted
		if err := json.Unmarshal(m.data, &n); err != nil {
			return nil, fmt.Errorf("damaged event: %w", err)
		}
		all = append(all, n)
	}
	return all, nil
}

// Checkpoint returns the last one at or before frame i, counted from 0: the frame that
// it stands at and what [flock.Resume] reads.
func (r *Reader) Checkpoint(i int) (frame int, data []byte, err error) {
	if err := r.has(i); err != nil {
		return 0, nil, err
	}
	if err := r.simulated(); err != nil {
		return 0, nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	n := sort.Search(len(r.segments), func(n int) bool { return r.segments[n].first > i }) - 1
	for n >= 0 && !r.segments[n].saved {
		n--
	}
	if n < 0 {
		return 0, nil, fmt.Errorf("%s: no checkpoint before frame %d", r.path, i+1)
	}
	d, err := r.chunk(r.segments[n].clouds)
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w", r.path, err)
	}
	m := d.nth(r.found.channels[checkpointTopic], 0)
	if m == nil {
		return 0, nil, fmt.Errorf("%s: damaged: chunk %d lacks its checkpoint", r.path, r.segments[n].clouds+1)
	}
	return r.segments[n].first, append([]byte(nil), m.data...), nil
}

// simulated returns why there is no World of the recording.
func (r *Reader) simulated() error {
	if of := r.found.meta.Imported; of != "" {
		return fmt.Errorf("%s %w: its tracks are those of %s", r.path, ErrImported, of)
	}
	return nil
}

// checkpoints returns the frames that checkpoints stand at, in order.
func (r *Reader) checkpoints() (frames []int) {
	for _, s := range r.segments {
		if s.saved {
			frames = append(frames, s.first)
		}
	}
	return frames
}
