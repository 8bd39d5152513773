package recording

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"

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
	for k := 0; ok && !r.listed && k < len(r.segments); k++ {
		if err := r.listEvents(r.segments[k].clouds+1, channel); err != nil {
			r.entries = nil
			return nil, fmt.Errorf("%s: %w", r.path, err)
		}
	}
	if want, listed := r.found.listed[channel]; listed && want != uint64(len(r.entries)) {
		return nil, fmt.Errorf("%s: damaged: holds %d of %d events", r.path, len(r.entries), want)
	}
	for _, e := range r.entries {
		if !r.listed && e.Kind == flock.ParamsChanged && e.Params != nil {
			r.edits = append(r.edits, Edit{e.Frame - 1, e.Tick, *e.Params})
		}
	}
	r.listed = true
	return r.entries, nil
}

// listEvents adds the events of a chunk.
func (r *Reader) listEvents(chunk int, channel uint16) error {
	d, err := r.chunk(chunk)
	if err != nil {
		return err
	}
	for _, m := range d.messages {
		if m.channel != channel {
			continue
		}
		var e entry
		if err := json.Unmarshal(m.data, &e); err != nil {
			return fmt.Errorf("damaged event: %w", err)
		}
		if last := len(r.entries) - 1; e.Frame < 1 || e.Frame > r.frames || last >= 0 && r.entries[last].Frame > e.Frame {
			return errors.New("damaged: events are out of order")
		}
		r.entries = append(r.entries, e)
	}
	return nil
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
