package recording

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
)

// Tick returns the tick of frame i, counted from 0.
func (r *Reader) Tick(i int) (int64, error) {
	tick, _, err := r.State(i)
	return tick, err
}

// State returns the tick of frame i, counted from 0, and the hash of the state there.
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
		m := states.nthMessage(r.found.channels[stateTopic], i-seg.first)
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

// Params returns the parameters in force at frame i, counted from 0, of the first flock.
func (r *Reader) Params(i int) (flock.Params, error) { return r.ParamsOf(i, 0) }

// ParamsOf returns the parameters in force at frame i, of a flock, both counted from 0.
func (r *Reader) ParamsOf(i, number int) (p flock.Params, err error) {
	if n := 1 + len(r.found.meta.Others); number < 0 || number >= n {
		return p, fmt.Errorf("%s: flock %d does not exist; there are %d", r.path, number+1, n)
	}
	if err := r.checkFrame(i); err != nil {
		return p, err
	}
	err = r.withInForce(i, func(s *InForce) (err error) {
		p, err = s.Params(number)
		return err
	})
	return p, err
}

// checkFrame returns an error unless the recording has a frame i, counted from 0.
func (r *Reader) checkFrame(i int) error {
	if i < 0 || i >= r.frames {
		return fmt.Errorf("%s: no frame %d; there are %d", r.path, i+1, r.frames)
	}
	return nil
}

// Surroundings returns the surroundings in force at frame i, counted from 0, with the meshes that
// UseMeshes was given. They are empty if no checkpoint has the first surroundings. They share
// memory with other frames: do not change them.
func (r *Reader) Surroundings(i int) (all around.Surroundings, err error) {
	if err := r.checkFrame(i); err != nil {
		return all, err
	}
	err = r.withInForce(i, func(s *InForce) error {
		all = s.surroundings // which is replaced, never changed
		return nil
	})
	return all, err
}

// Model returns the model of the first flock that was recorded, see [model.Named].
func (r *Reader) Model() (*flock.Model, error) { return r.ModelOf(0) }

// ModelOf returns the model of a flock, counted from 0.
func (r *Reader) ModelOf(number int) (*flock.Model, error) {
	m, err := model.Named(r.found.meta.Flocks()[number].Model)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.path, err)
	}
	return m, nil
}

// models returns the models of the flocks, in order.
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

// UseMeshes sets the meshes of obstacles, whose files lie in the recording. A World with such
// obstacles needs them. Call it before any other method.
func (r *Reader) UseMeshes(all ...*around.Mesh) {
	r.mu.Lock()
	r.meshes = append(r.meshes, all...)
	r.mu.Unlock()
}

// Meshes returns the meshes that UseMeshes was given.
func (r *Reader) Meshes() []*around.Mesh {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.meshes
}

// firstState holds the values in force at the first frame.
type firstState struct {
	params       []flock.Params // of each flock
	surroundings around.Surroundings
}

// firstFrameState returns the values in force at the first frame.
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
	at := &firstState{surroundings: def.Surroundings}
	for _, f := range def.Flocks() {
		at.params = append(at.params, f.Params)
	}
	r.mu.Lock()
	r.first = at
	r.mu.Unlock()
	return at, nil
}

// defAt returns the definition in a checkpoint, without meshes.
func (r *Reader) defAt(data []byte) (flock.Def, error) {
	models, err := r.models()
	if err != nil {
		return flock.Def{}, err
	}
	def, err := flock.DefOf(data, models...)
	if n := len(def.Flocks()); err == nil && n != len(models) {
		err = fmt.Errorf("checkpoint of %d flocks instead of %d", n, len(models))
	}
	return def, err
}

// resume returns the World of a checkpoint of a frame.
func (r *Reader) resume(frame int, data []byte, workers int, index flock.Index) (*flock.World, error) {
	models, err := r.models()
	if err != nil {
		return nil, err
	}
	w, err := flock.ResumeAmong(r.Meshes(), data, workers, index, models...)
	if err == nil && w.FlockCount() != len(models) {
		err = fmt.Errorf("checkpoint of %d flocks instead of %d", w.FlockCount(), len(models))
	}
	if err != nil {
		return nil, r.checkpointError(frame, err)
	}
	return w, nil
}

// checkpointError returns an error about the checkpoint of a frame.
func (r *Reader) checkpointError(frame int, err error) error {
	return fmt.Errorf("%s: checkpoint at frame %d: %w", r.path, frame+1, err)
}

// World returns the World as it was at frame i, counted from 0, to continue from. It simulates
// from the checkpoint before the frame, with the recorded edits, and compares each frame on the
// way with its state hash. workers and index are as in [flock.Def].
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

// replay simulates a recording again.
type replay struct {
	r                   *Reader
	world               *flock.World
	frame               int            // frame that the world is at
	notes               []storedEvent  // the edits that are still to be made, among others
	simulated, recorded flock.Snapshot // the frame as simulated and as recorded
}

// newReplay begins at the checkpoint of a frame.
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
	w.Snapshot(&p.simulated)
	return p, p.compare(true)
}

// advance simulates to the next frame.
func (p *replay) advance() error {
	to := p.world.Tick() + p.r.found.meta.ticksPerFrame()
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
	p.world.Snapshot(&p.simulated)
	for _, i := range jumped {
		if int(i) < len(p.simulated.Flags) {
			p.simulated.Flags[i] |= flock.Jumped
		}
	}
	return nil
}

// applyEdits applies the edits at the present tick, before the next frame.
func (p *replay) applyEdits() error {
	for len(p.notes) > 0 && p.notes[0].Frame-1 == p.frame+1 && p.notes[0].Tick <= p.world.Tick() {
		n := &p.notes[0]
		if n.isEdit() && !n.Scheduled { // the flock repeats scheduled edits by itself
			if err := p.applyEdit(n); err != nil {
				return fmt.Errorf("%s: edit at tick %d: %w", p.r.path, n.Tick, err)
			}
		}
		p.notes = p.notes[1:]
	}
	return nil
}

// applyEdit applies a recorded edit.
func (p *replay) applyEdit(n *storedEvent) error {
	switch {
	case n.Put != nil:
		return p.world.Put(n.Boid, *n.Put)
	case n.editsThings():
		all, err := n.surroundingsAfter(p.world.Surroundings())
		if err != nil {
			return err
		}
		return p.world.SetSurroundings(all)
	}
	is := p.world.ParamsOf(n.Flock)
	to, err := n.paramsAfter(is, is.Model())
	if err != nil {
		return err
	}
	return p.world.SetParamsOf(n.Flock, to)
}

// compare compares the frame with the recorded one. At the start it ignores which boids jumped.
// The error is a *Difference if they differ.
func (p *replay) compare(start bool) error {
	if err := p.r.Frame(p.frame, &p.recorded); err != nil {
		return err
	}
	d := Difference{Frame: p.frame, Tick: p.recorded.Tick, Boid: -1}
	switch {
	case p.recorded.Tick != p.simulated.Tick:
		d.What = fmt.Sprintf("the frame does not have tick %d", p.simulated.Tick)
	case !slices.Equal(p.recorded.Counts, p.simulated.Counts):
		d.What = fmt.Sprintf("%v boids per flock, simulated %v", p.recorded.Counts, p.simulated.Counts)
	case p.recorded.Len() != p.simulated.Len():
		d.What = fmt.Sprintf("%d boids, simulated %d", p.recorded.Len(), p.simulated.Len())
	default:
		d.Boid, d.What = firstDifference(&p.recorded, &p.simulated, start, p.r.found.format)
		if d.What == "" && p.recorded.Hash != p.simulated.Hash {
			d.What = "the state hash differs in values that frames do not contain (gusts, escapes, smoothing)"
		}
	}
	if d.What == "" {
		return nil
	}
	return p.r.difference(d)
}

// difference returns d with its cause, if that is known.
func (r *Reader) difference(d Difference) error {
	if r.found.format < format {
		d.Cause = r.changedModel()
	}
	return &d
}

// changedModel returns a text about parts of the recording that older versions simulated in
// another way.
func (r *Reader) changedModel() string {
	_, data, err := r.Checkpoint(0)
	if err != nil {
		return ""
	}
	def, err := r.defAt(data)
	if err != nil {
		return ""
	}
	edits, err := r.Edits()
	if err != nil {
		return ""
	}
	course := func(p flock.Params) bool { return p.Value("hunt_way") == "course" && p.Float("hunt_speed") > 0 }
	var causes []string
	if slices.ContainsFunc(def.Flocks(), func(f flock.Flock) bool { return course(f.Params) }) ||
		slices.ContainsFunc(edits, func(e Edit) bool { return e.OfParams() && course(e.Params) }) {
		causes = append(causes, `hunts with hunt_way = "course"`)
	}
	if slices.ContainsFunc(def.Schedule, func(c flock.Change) bool { return c.When != nil }) {
		causes = append(causes, "when conditions")
	}
	if causes == nil {
		return fmt.Sprintf("an older version recorded it, in format %d", r.found.format)
	}
	return fmt.Sprintf("an older version recorded it, in format %d, and simulated %s differently", r.found.format, strings.Join(causes, " and "))
}

// firstDifference returns the first boid that differs between a recorded and a simulated snapshot,
// and how. At the start it ignores which boids jumped. Format 2 did not flag birds that stood on
// the ground as perched, so they may lack that flag.
func firstDifference(was, got *flock.Snapshot, start bool, format int) (boid int, what string) {
	for i := range was.Pos {
		var leave flock.Flags
		if start {
			leave = flock.Jumped
		}
		if format == 2 && was.Vel[i] == (mgl32.Vec3{}) && was.Flags[i]&flock.Perched == 0 {
			leave |= flock.Perched
		}
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

// Difference is the first difference between a recording and its simulation.
type Difference struct {
	Frame int // from 0
	Tick  int64
	Boid  int    // first boid that differs; -1: no boid of the frame differs
	What  string // recorded and simulated values
	Cause string // known cause in a recording by an older version; empty: unknown
}

func (d *Difference) Error() string {
	text := fmt.Sprintf("first differs from its simulation at tick %d (frame %d)", d.Tick, d.Frame+1)
	if d.Boid >= 0 {
		text += fmt.Sprintf(", boid %d", d.Boid)
	}
	if text += ": " + d.What; d.Cause != "" {
		text += "; " + d.Cause
	}
	return text
}
