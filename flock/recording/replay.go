package recording

import (
	"fmt"
	"slices"
	"sort"

	"skein/flock"
	"skein/flock/around"
)

type firstState struct {
	params       []flock.Params
	surroundings around.Surroundings
}

func (r *Reader) firstFrameState() (*firstState, error) {
	r.mu.Lock()
	known := r.first
	r.mu.Unlock()
	if known != nil {
		return known, nil
	}
	_, data, err := r.Checkpoint(0)
	if err != nil {
		return nil, err
	}
	def, err := r.defAt(data)
	if err != nil {
		return nil, r.checkpointError(0, err)
	}
	state := &firstState{surroundings: def.Surroundings}
	for _, f := range def.Flocks() {
		state.params = append(state.params, f.Params)
	}
	later, err := r.joinedParams(len(state.params))
	if err != nil {
		return nil, err
	}
	state.params = append(state.params, later...)
	r.mu.Lock()
	r.first = state
	r.mu.Unlock()
	return state, nil
}

func (r *Reader) defAt(data []byte) (flock.Def, error) {
	models, err := r.models()
	if err != nil {
		return flock.Def{}, err
	}
	def, err := flock.DefOf(data, models...)
	if err == nil {
		err = r.checkFlocks(len(def.Flocks()))
	}
	return def, err
}

func (r *Reader) resume(frame int, data []byte, workers int, index flock.Index) (*flock.World, error) {
	models, err := r.modelsAt(frame)
	if err != nil {
		return nil, err
	}
	w, err := flock.ResumeAmong(r.Meshes(), data, workers, index, models...)
	if err == nil {
		err = r.checkFlocks(w.FlockCount())
	}
	if err != nil {
		return nil, r.checkpointError(frame, err)
	}
	return w, nil
}

// modelsAt returns the model of each flock in a frame. Edits may have changed formulas.
func (r *Reader) modelsAt(frame int) ([]*flock.Model, error) {
	models, err := r.models()
	if err != nil {
		return nil, err
	}
	notes, err := r.storedEvents()
	for k := 0; k < len(notes) && err == nil && notes[k].Frame-1 <= frame; k++ {
		model := &models[notes[k].Flock]
		*model, err = notes[k].modelAfter(*model)
	}
	return models, err
}

func (r *Reader) checkpointError(frame int, err error) error {
	return fmt.Errorf("%s: checkpoint at frame %d: %w", r.path, frame+1, err)
}

// World returns the World at frame i, counted from 0, from which the simulation can continue. It simulates
// from the last checkpoint with the recorded edits, and compares the state hash of each frame. workers and
// index are as in [flock.Def].
func (r *Reader) World(i, workers int, index flock.Index) (*flock.World, error) {
	from, data, err := r.Checkpoint(i)
	if err != nil {
		return nil, err
	}
	p, err := r.newReplay(from, data, workers, index)
	if err != nil {
		return nil, err
	}
	for p.frame < i {
		if err := p.advance(); err != nil {
			return nil, err
		}
		if err := p.compare(false); err != nil {
			return nil, err
		}
	}
	p.world.TakeEvents(nil)
	return p.world, nil
}

type replay struct {
	r                   *Reader
	world               *flock.World
	frame               int
	notes               []storedEvent // events after this frame; replay applies the edits among them
	simulated, recorded flock.Snapshot
}

func (r *Reader) newReplay(frame int, data []byte, workers int, index flock.Index) (*replay, error) {
	notes, err := r.storedEvents()
	if err != nil {
		return nil, err
	}
	w, err := r.resume(frame, data, workers, index)
	if err != nil {
		return nil, err
	}
	first := sort.Search(len(notes), func(n int) bool { return notes[n].Frame-1 > frame })
	p := &replay{r: r, world: w, frame: frame, notes: notes[first:]}
	p.snapshot()
	return p, p.compare(true)
}

func (p *replay) advance() error {
	to := p.world.Tick() + p.r.contents.meta.ticksPerFrame()
	var jumped []int32
	for {
		if err := p.applyEdits(); err != nil {
			return err
		}
		if p.world.Tick() == to {
			break
		}
		p.world.Step()
		if p.world.Tick() < to {
			jumped = p.world.AppendJumped(jumped)
		}
	}
	p.frame++
	p.snapshot()
	for _, i := range jumped {
		if int(i) < len(p.simulated.Flags) {
			p.simulated.Flags[i] |= flock.Jumped
		}
	}
	return nil
}

func (p *replay) applyEdits() error {
	for len(p.notes) > 0 && p.notes[0].Frame-1 == p.frame+1 && p.notes[0].Tick <= p.world.Tick() {
		n := &p.notes[0]
		if n.isEdit() && !n.Scheduled { // the World's schedule repeats scheduled edits
			if err := p.applyEdit(n); err != nil {
				return fmt.Errorf("%s: edit at tick %d: %w", p.r.path, n.Tick, err)
			}
		}
		p.notes = p.notes[1:]
	}
	return nil
}

func (p *replay) applyEdit(n *storedEvent) error {
	switch {
	case n.Put != nil:
		return p.world.Put(n.Boid, *n.Put)
	case n.Joined != nil:
		return p.joinFlock(n)
	case n.Regards != nil:
		return p.world.SetRegards(n.Flock, *n.Regards)
	case n.editsThings():
		all, err := n.surroundingsAfter(p.world.Surroundings())
		if err != nil {
			return err
		}
		return p.world.SetSurroundings(all)
	}
	params := p.world.ParamsOf(n.Flock)
	to, err := n.paramsAfter(params)
	if err != nil {
		return err
	}
	return p.world.SetParamsOf(n.Flock, to)
}

// compare compares the simulated frame with the recorded one. If start is true, it ignores the flag Jumped.
// The error is a *Difference.
func (p *replay) compare(start bool) error {
	if err := p.r.Frame(p.frame, &p.recorded); err != nil {
		return err
	}
	d := Difference{Frame: p.frame, Tick: p.recorded.Tick, Boid: -1}
	switch {
	case p.recorded.Tick != p.simulated.Tick:
		d.What = fmt.Sprintf("the recorded frame is not at tick %d", p.simulated.Tick)
	case !slices.Equal(p.recorded.Counts, p.simulated.Counts):
		d.What = fmt.Sprintf("%v boids per flock in the recording, but %v in the simulation", p.recorded.Counts, p.simulated.Counts)
	case p.recorded.Len() != p.simulated.Len():
		d.What = fmt.Sprintf("%d boids in the recording, but %d in the simulation", p.recorded.Len(), p.simulated.Len())
	default:
		d.Boid, d.What = firstDifference(&p.recorded, &p.simulated, start, p.r.contents.format)
		if d.What == "" && p.recorded.Hash != p.simulated.Hash {
			d.What = "the state hash differs although all values in the frame are equal; so a value that frames do not contain must differ, such as a gust, an escape or a smoothed course"
		}
	}
	if d.What == "" {
		return nil
	}
	return p.r.difference(d)
}
