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
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/schedule"
)

// ErrImported is the error for imported tracks. They have no World, so they cannot be continued, branched or
// verified.
var ErrImported = errors.New("was imported, so there is no simulation to continue or verify")

// Edit is a change of parameters, surroundings, a boid's position, or how a flock reacts to others.
type Edit struct {
	Frame  int          // first frame after the edit, from 0
	Tick   int64        // last tick before the edit
	Flock  int          // index of the flock whose parameters changed, from 0
	Params flock.Params // all parameters after the edit

	// For an edit of surroundings, Surroundings holds the surroundings after the edit, or Settings holds the
	// changes. Params is then empty; see [flock.Event].
	Surroundings *around.Surroundings
	Settings     *around.Settings

	Joined *flock.Joining // flock that joined; nil for other edits

	Regards *flock.Regards // how the flock reacts to other flocks; nil for other edits

	Put  *flock.Spot // new position and velocity of Boid; nil for other edits
	Boid int         // boid that was moved

	Scheduled bool // whether the schedule caused the edit; only in format 2
}

// storedEvent is an event in its stored form. The values of an edit are decoded only on demand, because
// decoding takes longer than reading everything else.
type storedEvent struct {
	entry
	Params       json.RawMessage `json:"params"` // all parameters; in format 2 and for imported tracks
	Set          json.RawMessage `json:"set"`    // only the parameters that changed
	Rules        *string         `json:"rules"`  // changed formulas as [model.RulesText], or nil
	Surroundings json.RawMessage `json:"surroundings"`
	Transition   json.RawMessage `json:"transition"`
	Joined       json.RawMessage `json:"joined"`
}

func (n *storedEvent) isEdit() bool {
	return n.editsParams() || n.editsThings() || n.Put != nil || n.Joined != nil || n.Regards != nil
}

func (n *storedEvent) editsParams() bool { return n.Params != nil || n.Set != nil }

func (n *storedEvent) editsThings() bool { return n.Surroundings != nil || n.Settings != nil }

// OfParams reports whether the edit changes parameters.
func (e *Edit) OfParams() bool {
	return e.Surroundings == nil && e.Settings == nil && e.Put == nil && e.Joined == nil && e.Regards == nil
}

func (n *storedEvent) modelAfter(m *flock.Model) (*flock.Model, error) {
	if n.Rules == nil {
		return m, nil
	}
	return model.Restored(m.Name(), *n.Rules)
}

func (n *storedEvent) paramsAfter(p flock.Params) (flock.Params, error) {
	m, err := n.modelAfter(p.Model())
	if err != nil {
		return p, err
	}
	data := n.Set
	if p = p.For(m); n.Params != nil {
		data, p = n.Params, m.Params().AsRecorded()
	}
	err = json.Unmarshal(data, &p)
	if err == nil {
		err = p.Validate()
	}
	return p, err
}

func (n *storedEvent) surroundingsAfter(s around.Surroundings) (around.Surroundings, error) {
	if n.Surroundings == nil {
		return s.With(*n.Settings...)
	}
	s = around.Surroundings{}
	err := json.Unmarshal(n.Surroundings, &s)
	if err == nil {
		err = s.Validate()
	}
	return s, err
}

// Events reads all events in the order in which they were written. The edits have no values; see
// [Reader.Edits].
func (r *Reader) Events() ([]flock.Event, error) {
	notes, err := r.storedEvents()
	if err != nil {
		return nil, err
	}
	models, err := r.models()
	if err != nil {
		return nil, err
	}
	var all []flock.Event
	for i := range notes {
		n := &notes[i]
		e, err := r.event(n, models[n.Flock])
		if err == nil {
			models[n.Flock], err = n.modelAfter(models[n.Flock])
		}
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// event returns the event, without the values of an edit. model is the flock's model.
func (r *Reader) event(n *storedEvent, model *flock.Model) (e flock.Event, err error) {
	switch e = n.Event; {
	case n.Transition == nil && n.Joined == nil:
	case n.Joined != nil:
		e.Joined, err = flock.ReadJoining(n.Joined, model)
	default:
		e.Transition, err = schedule.ReadTransition(n.Transition, model.ParseValue)
	}
	if err != nil {
		return e, fmt.Errorf("%s: damaged event at tick %d: %w", r.path, n.Tick, err)
	}
	return e, nil
}

// EventsBetween reads the events written after one frame and up to another, in the order of their ticks.
// Frames count from 0, and -1 is the start. Edits include their values. An edit at the tick of a frame that
// is already written belongs to the next frame. Each value that the schedule changes also counts as an edit.
func (r *Reader) EventsBetween(after, last int) (all []flock.Event, err error) {
	err = r.withInForce(after, func(s *InForce) error {
		s.onMove = func(m *activeMove, tick int64) { all = append(all, s.moveEvent(m, tick)) }
		defer func() { s.onMove = nil }()
		for s.next < len(s.notes) && s.notes[s.next].Frame-1 <= last {
			n := &s.notes[s.next]
			s.advance(n.Tick - 1)
			if err := s.applyUpTo(s.next + 1); err != nil {
				return err
			}
			e, err := r.event(n, s.params[n.Flock].Model())
			if err != nil {
				return err
			}
			s.fillEvent(&e, n)
			all = append(all, e)
		}
		return s.Seek(min(last, r.frames-1))
	})
	return all, err
}

func (s *InForce) fillEvent(e *flock.Event, n *storedEvent) {
	switch {
	case n.editsParams():
		p := s.params[n.Flock]
		e.Params = &p
	case n.Surroundings != nil:
		all := s.surroundings.Clone()
		e.Surroundings = &all
	}
}

func (s *InForce) moveEvent(m *activeMove, tick int64) flock.Event {
	e := flock.Event{Tick: tick, Scheduled: true}
	if m.Thing == "" {
		p := s.params[m.flock]
		e.Kind, e.Flock, e.Params = flock.ParamsChanged, m.flock, &p
	} else {
		e.Kind, e.Settings = flock.SurroundingsChanged, &around.Settings{m.Setting(tick)}
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
		if !n.isEdit() {
			continue
		}
		if err := s.applyUpTo(k + 1); err != nil {
			return nil, err
		}
		one := Edit{Frame: n.Frame - 1, Tick: n.Tick, Flock: n.Flock, Scheduled: n.Scheduled, Settings: n.Settings, Put: n.Put, Regards: n.Regards}
		e, err := r.event(n, s.params[n.Flock].Model())
		if err != nil {
			return nil, err
		}
		one.Joined = e.Joined
		s.fillEvent(&e, n)
		if one.Surroundings = e.Surroundings; n.editsParams() {
			one.Params = *e.Params
		}
		if n.Put != nil {
			one.Boid = n.Boid
		}
		all = append(all, one)
	}
	return all, nil
}

// MaxBoids returns the largest number of boids in a frame. It is computed from the first frame, the last
// frame and all edits.
func (r *Reader) MaxBoids() (int, error) {
	s, err := r.InForce()
	if err != nil {
		return 0, err
	}
	most := r.contents.meta.boids()
	for k := range s.notes {
		if n := &s.notes[k]; n.Transition == nil && !n.editsParams() {
			continue
		}
		if err := s.applyUpTo(k + 1); err != nil {
			return 0, err
		}
		most = max(most, s.maxBoids())
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

// maxBoids returns the largest number of boids before the next edit of parameters. While the schedule changes
// a count, the number of boids is the larger of the first and the last value.
func (s *InForce) maxBoids() (total int) {
	for k, f := range s.r.contents.meta.Flocks() {
		count := f.Count
		if s.unknownParams == nil || s.paramsRead[k] {
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

func (r *Reader) storedEvents() ([]storedEvent, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	channel, ok := r.contents.channels[eventsTopic]
	if r.notesRead || !ok {
		return r.notes, nil
	}
	notes, err := r.readEvents(channel)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.path, err)
	}
	r.notes, r.notesRead = notes, true
	return notes, nil
}

func (r *Reader) readEvents(channel uint16) ([]storedEvent, error) {
	parts := make([][]storedEvent, len(r.segments))
	err := r.forEachSegment(func(k int, d *decoded) (err error) {
		states := &r.contents.chunks[r.segments[k].clouds+1]
		if r.contents.fromSummary && states.counts[channel] == 0 {
			return nil // the number of events reveals a wrong summary
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
	if want, listed := r.contents.messageCounts[channel]; listed && want != uint64(len(all)) {
		return nil, fmt.Errorf("damaged: contains %d of %d events", len(all), want)
	}
	for i := range all {
		if e := &all[i]; e.Flock < 0 || e.Flock > len(r.contents.meta.Others) {
			return nil, fmt.Errorf("damaged: an event refers to flock %d, but the number of flocks is %d", e.Flock+1, 1+len(r.contents.meta.Others))
		}
		if e := &all[i]; e.Frame < 1 || e.Frame > r.frames || i > 0 && all[i-1].Frame > e.Frame {
			return nil, errors.New("damaged: events are out of order")
		}
	}
	return all, nil
}

// forEachSegment calls do for all segments. It makes several calls concurrently, because seeking on a disk is
// slow. do may decode a chunk into d, which later calls reuse.
func (r *Reader) forEachSegment(do func(k int, d *decoded) error) error {
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

func (d *decoded) events(channel uint16) (all []storedEvent, err error) {
	for _, m := range d.messages {
		if m.channel != channel {
			continue
		}
		var n storedEvent
		if err := json.Unmarshal(m.data, &n); err != nil {
			return nil, fmt.Errorf("damaged event: %w", err)
		}
		all = append(all, n)
	}
	return all, nil
}

// Checkpoint returns the last checkpoint at or before frame i, counted from 0. The result is its frame and
// the data for [flock.Resume].
func (r *Reader) Checkpoint(i int) (frame int, data []byte, err error) {
	if err := r.checkFrame(i); err != nil {
		return 0, nil, err
	}
	if err := r.checkSimulated(); err != nil {
		return 0, nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	n := sort.Search(len(r.segments), func(n int) bool { return r.segments[n].first > i }) - 1
	for n >= 0 && !r.segments[n].hasCheckpoint {
		n--
	}
	if n < 0 {
		return 0, nil, fmt.Errorf("%s: no checkpoint before frame %d", r.path, i+1)
	}
	d, err := r.chunk(r.segments[n].clouds)
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w", r.path, err)
	}
	m := d.nthMessage(r.contents.channels[checkpointTopic], 0)
	if m == nil {
		return 0, nil, fmt.Errorf("%s: damaged: chunk %d has no checkpoint", r.path, r.segments[n].clouds+1)
	}
	return r.segments[n].first, append([]byte(nil), m.data...), nil
}

func (r *Reader) checkSimulated() error {
	if source := r.contents.meta.Imported; source != "" {
		return fmt.Errorf("%s %w: its tracks come from %s", r.path, ErrImported, source)
	}
	return nil
}

func (r *Reader) checkpoints() (frames []int) {
	for _, s := range r.segments {
		if s.hasCheckpoint {
			frames = append(frames, s.first)
		}
	}
	return frames
}
