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

// Edit is a change of parameters.
type Edit struct {
	Frame  int   // the first that was written after it, from 0
	Tick   int64 // the last before it
	Params flock.Params
}

// Events reads all events, in the order they were written.
func (r *Reader) Events() ([]flock.Event, error) {
	entries, err := r.ledger()
	if err != nil {
		return nil, err
	}
	var all []flock.Event
	for _, e := range entries {
		all = append(all, e.Event)
	}
	return all, nil
}

// Edits reads all changes of parameters, in order.
func (r *Reader) Edits() ([]Edit, error) {
	if _, err := r.ledger(); err != nil {
		return nil, err
	}
	return slices.Clip(r.edits), nil
}

// ledger reads all events once.
func (r *Reader) ledger() ([]entry, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	channel, ok := r.found.channels[eventsTopic]
	if r.listed || !ok {
		return r.entries, nil
	}
	entries, err := r.list(channel)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.path, err)
	}
	for i := range entries {
		if e := &entries[i]; e.Kind == flock.ParamsChanged && e.Params != nil {
			r.edits = append(r.edits, Edit{e.Frame - 1, e.Tick, *e.Params})
		}
	}
	r.entries, r.listed = entries, true
	return entries, nil
}

// list reads all events of the segments that have any.
func (r *Reader) list(channel uint16) ([]entry, error) {
	parts := make([][]entry, len(r.segments))
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
func (d *decoded) events(channel uint16) (all []entry, err error) {
	for _, m := range d.messages {
		if m.channel != channel {
			continue
		}
		var e entry
		if err := json.Unmarshal(m.data, &e); err != nil {
			return nil, fmt.Errorf("damaged event: %w", err)
		}
		if e.Params != nil {
			if err := e.Params.Validate(); err != nil {
				return nil, fmt.Errorf("damaged event: %w", err)
			}
		}
		all = append(all, e)
	}
	return all, nil
}

// Checkpoint is the last one at or before frame i, counted from 0: the frame that
// it stands at and what [flock.Resume] reads.
func (r *Reader) Checkpoint(i int) (frame int, data []byte, err error) {
	if i < 0 || i >= r.frames {
		return 0, nil, fmt.Errorf("%s: frame %d: there are %d", r.path, i+1, r.frames)
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

// checkpoints are the frames that checkpoints stand at, in order.
func (r *Reader) checkpoints() (frames []int) {
	for _, s := range r.segments {
		if s.saved {
			frames = append(frames, s.first)
		}
	}
	return frames
}
