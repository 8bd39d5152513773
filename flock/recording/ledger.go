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
	Frame  int   // the first that was written after it, from 0
	Tick   int64 // the last before it
	Flock  int   // whose parameters, from 0
	Params flock.Params

	Surroundings *flock.Surroundings // all of them, instead of parameters; nil: parameters

	Put  *flock.Spot // where a boid was put, instead of parameters; nil: parameters
	Boid int         // that was put

	Scheduled bool // by the flock's own schedule: to simulate it again makes it again
}

// noted is an event as it is read: what an edit has all parameters set to waits
// until somebody asks, which takes longer than all else.
type noted struct {
	entry
	Params       json.RawMessage `json:"params"`
	Surroundings json.RawMessage `json:"surroundings"`
}

// edits says whether the event is an edit.
func (n *noted) edits() bool { return n.Params != nil || n.Surroundings != nil || n.Put != nil }

// OfParams says whether it is a change of parameters.
func (e *Edit) OfParams() bool { return e.Surroundings == nil && e.Put == nil }

// edit reads an edit; models are those of the flocks.
func (n *noted) edit(models []*flock.Model) (Edit, error) {
	e := Edit{Frame: n.Frame - 1, Tick: n.Tick, Flock: n.Flock, Scheduled: n.Scheduled}
	if n.Flock < 0 || n.Flock >= len(models) {
		return e, fmt.Errorf("damaged edit at tick %d: of flock %d of %d", n.Tick, n.Flock+1, len(models))
	}
	var err error
	switch {
	case n.Surroundings != nil:
		e.Surroundings, err = surroundingsIn(n.Surroundings)
	case n.Put != nil:
		e.Put, e.Boid = n.Put, n.Boid
	default:
		e.Params, err = paramsIn(n.Params, models[n.Flock])
	}
	if err != nil {
		return e, fmt.Errorf("damaged edit at tick %d: %w", n.Tick, err)
	}
	return e, nil
}

func paramsIn(data json.RawMessage, of *flock.Model) (flock.Params, error) {
	p := of.Params()
	err := json.Unmarshal(data, &p)
	if err == nil {
		err = p.Validate()
	}
	return p, err
}

func surroundingsIn(data json.RawMessage) (*flock.Surroundings, error) {
	s := new(flock.Surroundings)
	err := json.Unmarshal(data, s)
	if err == nil {
		err = s.Validate()
	}
	return s, err
}

// Events reads all events, in the order they were written. What parameters were
// edited to is left out, see Edits.
func (r *Reader) Events() ([]flock.Event, error) {
	notes, err := r.ledger()
	if err != nil {
		return nil, err
	}
	var all []flock.Event
	for i := range notes {
		all = append(all, notes[i].Event)
	}
	return all, nil
}

// Between reads the events of after one frame up to another, frames counted from 0,
// and from the start if after is -1: what was written between the two, edits with
// what parameters were set to. An edit at the tick of a frame that was written
// already shows in the next.
func (r *Reader) Between(after, upto int) ([]flock.Event, error) {
	notes, err := r.ledger()
	if err != nil {
		return nil, err
	}
	models, err := r.models()
	if err != nil {
		return nil, err
	}
	first := sort.Search(len(notes), func(n int) bool { return notes[n].Frame-1 > after })
	var all []flock.Event
	for i := first; i < len(notes) && notes[i].Frame-1 <= upto; i++ {
		e := notes[i].Event
		if notes[i].edits() {
			edit, err := notes[i].edit(models)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", r.path, err)
			}
			if e.Surroundings = edit.Surroundings; edit.OfParams() {
				e.Params = &edit.Params
			}
		}
		all = append(all, e)
	}
	return all, nil
}

// Edits reads all changes of parameters and surroundings, in order.
func (r *Reader) Edits() ([]Edit, error) {
	notes, err := r.ledger()
	if err != nil {
		return nil, err
	}
	models, err := r.models()
	if err != nil {
		return nil, err
	}
	var all []Edit
	for i := range notes {
		if !notes[i].edits() {
			continue
		}
		e, err := notes[i].edit(models)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.path, err)
		}
		all = append(all, e)
	}
	return all, nil
}

// Most is how many boids there are at most in a frame, by the first, the last and
// all edits: a flock that flies live grows and shrinks.
func (r *Reader) Most() (int, error) {
	edits, err := r.Edits()
	if err != nil {
		return 0, err
	}
	meta := r.found.meta
	most, counts := meta.boids(), []int(nil)
	for _, f := range meta.Flocks() {
		counts = append(counts, f.Count)
	}
	for i := range edits {
		if !edits[i].OfParams() {
			continue
		}
		counts[edits[i].Flock] = edits[i].Params.Count()
		total := 0
		for _, n := range counts {
			total += n
		}
		most = max(most, total)
	}
	var s flock.Snapshot
	for _, i := range []int{0, r.frames - 1} {
		if err := r.Frame(i, &s); err != nil {
			return 0, err
		}
		most = max(most, s.Len())
	}
	return most, nil
}

// lastEdit is the last of those that are wanted, at or before frame i, counted from 0;
// false if there is none.
func (r *Reader) lastEdit(i int, wanted func(*noted) bool) (Edit, bool, error) {
	notes, err := r.ledger()
	if err != nil {
		return Edit{}, false, err
	}
	n := sort.Search(len(notes), func(n int) bool { return notes[n].Frame-1 > i }) - 1
	for n >= 0 && !wanted(&notes[n]) {
		n--
	}
	if n < 0 {
		return Edit{}, false, nil
	}
	r.mu.Lock()
	known, ok := r.edits[n]
	r.mu.Unlock()
	if ok {
		return known, true, nil
	}
	models, err := r.models()
	if err != nil {
		return Edit{}, false, err
	}
	e, err := notes[n].edit(models)
	if err != nil {
		return e, false, fmt.Errorf("%s: %w", r.path, err)
	}
	r.mu.Lock()
	const few = flock.MaxFlocks + 1 // the last of each flock's, and of the surroundings
	if r.edits == nil || len(r.edits) >= few {
		r.edits = map[int]Edit{}
	}
	r.edits[n] = e
	r.mu.Unlock()
	return e, true, nil
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

// events are the events in a chunk.
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

// Checkpoint is the last one at or before frame i, counted from 0: the frame that
// it stands at and what [flock.Resume] reads.
func (r *Reader) Checkpoint(i int) (frame int, data []byte, err error) {
	if i < 0 || i >= r.frames {
		return 0, nil, fmt.Errorf("%s: frame %d: there are %d", r.path, i+1, r.frames)
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

// simulated says why there is no World of the recording.
func (r *Reader) simulated() error {
	if of := r.found.meta.Imported; of != "" {
		return fmt.Errorf("%s %w: its tracks are those of %s", r.path, ErrImported, of)
	}
	return nil
}

// checkpoints are the frames that checkpoints stand at, in order.
func (r *Reader) checkpoints() (frames []int) {
	for _, s := range r.segments {
		if s.saved {
			frames = append(frames, s.first)
		}
	}
	return frames
}
