package recording

import (
	"fmt"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
)

// Tick returns the tick of frame i, counted from 0.
func (r *Reader) Tick(i int) (int64, error) {
	tick, _, err := r.State(i)
	return tick, err
}

// State returns the tick and the state hash of frame i, counted from 0.
func (r *Reader) State(i int) (tick int64, hash uint64, err error) {
	if err := r.checkFrame(i); err != nil {
		return 0, 0, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var s flock.Snapshot
	seg := r.segment(i)
	states, err := r.chunk(seg.clouds + 1)
	if err == nil {
		m := states.nthMessage(r.contents.channels[stateTopic], i-seg.first)
		if m == nil {
			return 0, 0, fmt.Errorf("%s: frame %d is damaged", r.path, i+1)
		}
		err = r.state(m, i, &s)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%s: frame %d: %w", r.path, i+1, err)
	}
	return s.Tick, s.Hash, nil
}

// Params returns the first flock's parameters at frame i, counted from 0.
func (r *Reader) Params(i int) (flock.Params, error) { return r.ParamsOf(i, 0) }

// ParamsOf returns the parameters of a flock in frame i. Both indices count from 0.
func (r *Reader) ParamsOf(i, index int) (p flock.Params, err error) {
	if n := 1 + len(r.contents.meta.Others); index < 0 || index >= n {
		return p, fmt.Errorf("%s: flock %d does not exist; there are %d", r.path, index+1, n)
	}
	if err := r.checkFrame(i); err != nil {
		return p, err
	}
	err = r.withInForce(i, func(s *InForce) (err error) {
		p, err = s.Params(index)
		return err
	})
	return p, err
}

func (r *Reader) checkFrame(i int) error {
	if i < 0 || i >= r.frames {
		return fmt.Errorf("%s: frame %d does not exist; there are %d", r.path, i+1, r.frames)
	}
	return nil
}

// Surroundings returns the surroundings in frame i, counted from 0, with the meshes set by UseMeshes. They
// are empty if no checkpoint contains surroundings. The result shares memory with other frames and must not
// be changed.
func (r *Reader) Surroundings(i int) (all around.Surroundings, err error) {
	if err := r.checkFrame(i); err != nil {
		return all, err
	}
	err = r.withInForce(i, func(s *InForce) error {
		all = s.surroundings // s may replace this value, but never modifies it
		return nil
	})
	return all, err
}

// Model returns the first flock's model; see [model.Named].
func (r *Reader) Model() (*flock.Model, error) { return r.ModelOf(0) }

// ModelOf returns the model of the flock with the given index.
func (r *Reader) ModelOf(index int) (*flock.Model, error) {
	f := r.contents.meta.Flocks()[index]
	m, err := model.Restored(f.Model, f.Rules)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.path, err)
	}
	return m, nil
}

func (r *Reader) models() (all []*flock.Model, err error) {
	for k := range r.contents.meta.Flocks() {
		m, err := r.ModelOf(k)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// UseMeshes sets the meshes of obstacles, which a World requires. It must be called before all other methods.
func (r *Reader) UseMeshes(all ...*around.Mesh) {
	r.mu.Lock()
	r.meshes = append(r.meshes, all...)
	r.mu.Unlock()
}

// Meshes returns the meshes set by UseMeshes.
func (r *Reader) Meshes() []*around.Mesh {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.meshes
}
