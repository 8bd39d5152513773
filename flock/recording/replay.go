package recording

import (
	"fmt"
	"slices"
	"strings"

	"skein/flock"
	"skein/flock/model"
)

// Tick is the tick of frame i, counted from 0.
func (r *Reader) Tick(i int) (int64, error) {
	tick, _, err := r.State(i)
	return tick, err
}

// State is the tick of frame i, counted from 0, and the hash of the state there.
func (r *Reader) State(i int) (tick int64, hash uint64, err error) {
	if i < 0 || i >= r.frames {
		return 0, 0, fmt.Errorf("%s: frame %d: there are %d", r.path, i+1, r.frames)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var s flock.Snapshot
	seg := r.segment(i)
	states, err := r.chunk(seg.clouds + 1)
	if err == nil {
		m := states.nth(r.found.channels[stateTopic], i-seg.first)
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

// Params are the parameters in force at frame i, counted from 0, of the first flock.
func (r *Reader) Params(i int) (flock.Params, error) { return r.ParamsOf(i, 0) }

// ParamsOf are the parameters in force at frame i, of a flock, both counted from 0.
func (r *Reader) ParamsOf(i, number int) (flock.Params, error) {
	if n := 1 + len(r.found.meta.Others); number < 0 || number >= n {
		return flock.Params{}, fmt.Errorf("%s: flock %d: there are %d", r.path, number+1, n)
	}
	e, edited, err := r.lastEdit(i, func(n *noted) bool { return n.Params != nil && n.Flock == number })
	if err != nil || edited {
		return e.Params, err
	}
	at, err := r.atFirst()
	if err != nil {
		return flock.Params{}, err
	}
	return at.params[number], nil
}

// Surroundings are those in force at frame i, counted from 0, with the meshes that UseMeshes
// was given; none, where no checkpoint says what was there at first.
func (r *Reader) Surroundings(i int) (flock.Surroundings, error) {
	all, err := r.surroundings(i)
	all.FillMeshes(r.Meshes()...)
	return all, err
}

// surroundings are a copy of them without meshes.
func (r *Reader) surroundings(i int) (flock.Surroundings, error) {
	e, edited, err := r.lastEdit(i, func(n *noted) bool { return n.Surroundings != nil })
	if err != nil {
		return flock.Surroundings{}, err
	}
	if edited {
		return e.Surroundings.Clone(), nil
	}
	if len(r.checkpoints()) == 0 {
		return flock.Surroundings{}, nil
	}
	at, err := r.atFirst()
	if err != nil {
		return flock.Surroundings{}, err
	}
	return at.around.Clone(), nil
}

// Model is the model of the first flock that was recorded: one of package model, or
// what UseModel was given.
func (r *Reader) Model() (*flock.Model, error) { return r.ModelOf(0) }

// ModelOf is the model of a flock, counted from 0.
func (r *Reader) ModelOf(number int) (*flock.Model, error) {
	meta := r.found.meta
	name := meta.Flocks()[number].Model
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.own {
		if m.Name() == name {
			return m, nil
		}
	}
	m, err := model.Named(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.path, err)
	}
	return m, nil
}

// models are those of the flocks, in order.
func (r *Reader) models() (all []*flock.Model, err error) {
	for k := range r.found.meta.Flocks() {
		m, err := r.ModelOf(k)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// UseModel says what model a flock was recorded of, if it is none of package model: its
// parameters cannot be read otherwise. It is called before anything else.
func (r *Reader) UseModel(m *flock.Model) error {
	var names []string
	for _, f := range r.found.meta.Flocks() {
		names = append(names, f.Model)
	}
	if !slices.Contains(names, m.Name()) {
		return fmt.Errorf("%s: recorded with the model %s, not %s", r.path, strings.Join(names, ", "), m.Name())
	}
	r.mu.Lock()
	r.own = append(r.own, m)
	r.mu.Unlock()
	return nil
}

// UseMeshes gives the meshes of obstacles, whose files lie in the recording: no World of it
// can be gone on with otherwise. It is called before anything else.
func (r *Reader) UseMeshes(all ...*flock.Mesh) {
	r.mu.Lock()
	r.meshes = append(r.meshes, all...)
	r.mu.Unlock()
}

// Meshes are those that UseMeshes was given.
func (r *Reader) Meshes() []*flock.Mesh {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.meshes
}

// firstState is what is in force at the first frame.
type firstState struct {
	params []flock.Params // of each flock
	around flock.Surroundings
}

// atFirst is what is in force at the first frame.
func (r *Reader) atFirst() (*firstState, error) {
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
	def, err := r.defined(data)
	if err != nil {
		return nil, r.atCheckpoint(0, err)
	}
	at := &firstState{around: def.Surroundings}
	for _, f := range def.Flocks() {
		at.params = append(at.params, f.Params)
	}
	r.mu.Lock()
	r.first = at
	r.mu.Unlock()
	return at, nil
}

// defined is what a checkpoint says is in force, without meshes.
func (r *Reader) defined(data []byte) (flock.Def, error) {
	models, err := r.models()
	if err != nil {
		return flock.Def{}, err
	}
	def, err := flock.DefOf(data, models...)
	if n := len(def.Flocks()); err == nil && n != len(models) {
		err = fmt.Errorf("checkpoint of %d flocks, want %d", n, len(models))
	}
	return def, err
}

// resume is the World of a checkpoint, which was recorded at a frame.
func (r *Reader) resume(frame int, data []byte, workers int, index flock.Index) (*flock.World, error) {
	models, err := r.models()
	if err != nil {
		return nil, err
	}
	w, err := flock.ResumeAmong(r.Meshes(), data, workers, index, models...)
	if err == nil && w.FlockCount() != len(models) {
		err = fmt.Errorf("checkpoint of %d flocks, want %d", w.FlockCount(), len(models))
	}
	if err != nil {
		return nil, r.atCheckpoint(frame, err)
	}
	return w, nil
}

// atCheckpoint is an error about the checkpoint of a frame.
func (r *Reader) atCheckpoint(frame int, err error) error {
	return fmt.Errorf("%s: checkpoint at frame %d: %w", r.path, frame+1, err)
}

// World is the World as it was at frame i, counted from 0, to go on from: made of
// the checkpoint before it, and simulated from there through what was edited. Each
// frame on the way is held to its state hash. workers and index are as in
// [flock.Def].
func (r *Reader) World(i, workers int, index flock.Index) (*flock.World, error) {
	from, data, err := r.Checkpoint(i)
	if err != nil {
		return nil, err
	}
	p, err := r.play(from, data, workers, index)
	if err != nil {
		return nil, err
	}
	for p.at < i {
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

// play is a recording simulated again.
type play struct {
	r        *Reader
	world    *flock.World
	at       int // frame that the world is at
	edits    []Edit
	got, was flock.Snapshot // the frame as simulated and as recorded
}

// play begins at the checkpoint of a frame.
func (r *Reader) play(frame int, data []byte, workers int, index flock.Index) (*play, error) {
	edits, err := r.Edits()
	if err != nil {
		return nil, err
	}
	w, err := r.resume(frame, data, workers, index)
	if err != nil {
		return nil, err
	}
	for len(edits) > 0 && edits[0].Frame <= frame {
		edits = edits[1:]
	}
	p := &play{r: r, world: w, at: frame, edits: edits}
	w.Snapshot(&p.got)
	return p, p.compare(true)
}

// advance simulates up to the next frame.
func (p *play) advance() error {
	to := p.world.Tick() + p.r.found.meta.ticksPerFrame()
	var jumped []int32
	for {
		if err := p.editNow(); err != nil {
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
	p.at++
	p.world.Snapshot(&p.got)
	for _, i := range jumped {
		if int(i) < len(p.got.Flags) {
			p.got.Flags[i] |= flock.Jumped
		}
	}
	return nil
}

// editNow makes the edits at the present tick on the way to the next frame.
func (p *play) editNow() error {
	for len(p.edits) > 0 && p.edits[0].Frame == p.at+1 && p.edits[0].Tick <= p.world.Tick() {
		if err := p.edit(&p.edits[0]); err != nil {
			return err
		}
		p.edits = p.edits[1:]
	}
	return nil
}

// edit makes an edit that was recorded, if the flock does not make it by itself.
func (p *play) edit(e *Edit) error {
	if e.Scheduled {
		return nil
	}
	var err error
	switch {
	case e.Surroundings != nil:
		err = p.world.SetSurroundings(*e.Surroundings)
	case e.Put != nil:
		err = p.world.Put(e.Boid, *e.Put)
	default:
		err = p.world.SetParamsOf(e.Flock, e.Params)
	}
	if err != nil {
		return fmt.Errorf("%s: edit at tick %d: %w", p.r.path, e.Tick, err)
	}
	return nil
}

// compare holds the frame to what was recorded, but for what jumped before the
// start. The error is a *Difference if it differs.
func (p *play) compare(start bool) error {
	if err := p.r.Frame(p.at, &p.was); err != nil {
		return err
	}
	d := Difference{Frame: p.at, Tick: p.was.Tick, Boid: -1}
	switch {
	case p.was.Tick != p.got.Tick:
		d.What = fmt.Sprintf("the frame is of another tick than %d", p.got.Tick)
	case !slices.Equal(p.was.Counts, p.got.Counts):
		d.What = fmt.Sprintf("%v boids of the flocks, simulated %v", p.was.Counts, p.got.Counts)
	case p.was.Len() != p.got.Len():
		d.What = fmt.Sprintf("%d boids, simulated %d", p.was.Len(), p.got.Len())
	default:
		d.Boid, d.What = differs(&p.was, &p.got, start)
		if d.What == "" && p.was.Hash != p.got.Hash {
			d.What = "what is not in a frame (gusts, escapes, smoothing): the state's hash"
		}
	}
	if d.What == "" {
		return nil
	}
	return &d
}

// differs is the first boid that two snapshots show otherwise, and how. At the
// start it leaves out who jumped.
func differs(was, got *flock.Snapshot, start bool) (boid int, what string) {
	var leave flock.Flags
	if start {
		leave = flock.Jumped
	}
	for i := range was.Pos {
		switch {
		case was.Pos[i] != got.Pos[i]:
			return i, fmt.Sprintf("position %v, simulated %v", was.Pos[i], got.Pos[i])
		case was.Vel[i] != got.Vel[i]:
			return i, fmt.Sprintf("velocity %v, simulated %v", was.Vel[i], got.Vel[i])
		case was.ThroughAir()[i] != got.ThroughAir()[i]:
			return i, fmt.Sprintf("velocity through the air %v, simulated %v", was.ThroughAir()[i], got.ThroughAir()[i])
		case was.Up[i] != got.Up[i]:
			return i, fmt.Sprintf("up-vector %v, simulated %v", was.Up[i], got.Up[i])
		case was.Phase[i] != got.Phase[i]:
			return i, fmt.Sprintf("phase %v, simulated %v", was.Phase[i], got.Phase[i])
		case was.Flags[i]&^leave != got.Flags[i]&^leave:
			return i, fmt.Sprintf("flags %b, simulated %b", was.Flags[i], got.Flags[i])
		}
	}
	return -1, ""
}

// Difference is where a recording and its simulation part.
type Difference struct {
	Frame int    // from 0
	Tick  int64  //
	Boid  int    // the first that differs; -1: none that a frame shows
	What  string // recorded and simulated
}

func (d *Difference) Error() string {
	if d.Boid < 0 {
		return fmt.Sprintf("differs from its simulation first at tick %d (frame %d): %s", d.Tick, d.Frame+1, d.What)
	}
	return fmt.Sprintf("differs from its simulation first at tick %d (frame %d), boid %d: %s", d.Tick, d.Frame+1, d.Boid, d.What)
}
