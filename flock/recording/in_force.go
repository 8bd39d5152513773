package recording

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/schedule"
)

// InForce holds the parameters of each flock and the surroundings in a frame of a recording. Seek moves to
// another frame; it is faster forwards than backwards. InForce is not safe for concurrent use.
type InForce struct {
	r     *Reader
	notes []storedEvent
	first int64

	inForce
	changed Changes
	// states at earlier frames, in order, for moving backwards
	waypoints []inForce
	onMove    func(*activeMove, int64) // called after a transition has set a value; may be nil
}

// inForce is the state of an InForce. Copies share memory that never changes.
type inForce struct {
	frame         int // index from 0; -1 before the first frame
	next          int
	params        []flock.Params
	unknownParams error  // reason why the parameters in the first frame are unknown, or nil
	paramsRead    []bool // for each flock, whether an edit has set all of its parameters
	surroundings  around.Surroundings
	moves         []activeMove
}

type activeMove struct {
	*schedule.Transition
	flock int
	since int64 // first tick to which it applies
	set   int64 // last tick at which it set the value
}

// Changes lists what a call of Seek changed.
type Changes struct {
	Params []bool          // for each flock, whether its parameters changed
	Things map[string]bool // names of the things that changed
	All    bool            // whether things were added, removed or renamed, or Seek moved backwards
}

// waypointNotes is the smallest number of events between two waypoints.
const waypointNotes = 512

// InForce returns the values before the first frame. Call [InForce.Seek] to move to a frame.
func (r *Reader) InForce() (*InForce, error) {
	notes, err := r.storedEvents()
	if err != nil {
		return nil, err
	}
	models, err := r.models()
	if err != nil {
		return nil, err
	}
	first, err := r.Tick(0)
	if err != nil {
		return nil, err
	}
	s := &InForce{r: r, notes: notes, first: first}
	s.inForce = inForce{frame: -1, paramsRead: make([]bool, len(models))}
	for _, m := range models {
		s.params = append(s.params, m.Params())
	}
	s.resetChanges()
	if len(r.checkpoints()) == 0 {
		_, _, s.unknownParams = r.Checkpoint(0)
	} else if state, err := r.firstFrameState(); err != nil {
		s.unknownParams = err
	} else {
		copy(s.params, state.params)
		s.surroundings = state.surroundings.Clone()
		s.surroundings.FillMeshes(r.Meshes()...)
	}
	s.waypoints = []inForce{s.inForce.clone()}
	return s, nil
}

func (s *inForce) clone() inForce {
	c := *s
	c.params, c.paramsRead, c.moves = slices.Clone(s.params), slices.Clone(s.paramsRead), slices.Clone(s.moves)
	return c
}

// Params returns the parameters of the flock with the given index.
func (s *InForce) Params(index int) (flock.Params, error) {
	if s.unknownParams != nil && !s.paramsRead[index] {
		return flock.Params{}, s.unknownParams
	}
	return s.params[index], nil
}

// Surroundings returns the surroundings. They share memory with other frames and must not be changed.
func (s *InForce) Surroundings() *around.Surroundings { return &s.surroundings }

// Changes returns what the last call of Seek changed.
func (s *InForce) Changes() *Changes { return &s.changed }

func (s *InForce) tick(frame int) int64 {
	return s.first + int64(frame)*s.r.contents.meta.ticksPerFrame()
}

// Seek moves to a frame, counted from 0. Frame -1 is the state before the first frame.
func (s *InForce) Seek(frame int) error {
	if frame < -1 || frame >= s.r.frames {
		return fmt.Errorf("%s: frame %d does not exist; there are %d", s.r.path, frame+1, s.r.frames)
	}
	s.resetChanges()
	if frame < s.frame {
		n := sort.Search(len(s.waypoints), func(n int) bool { return s.waypoints[n].frame > frame }) - 1
		s.inForce = s.waypoints[n].clone()
		s.changed.All = true
	}
	end := s.next + sort.Search(len(s.notes)-s.next, func(n int) bool { return s.notes[s.next+n].Frame-1 > frame })
	if err := s.applyUpTo(end); err != nil {
		return err
	}
	s.advance(s.tick(frame) - 1)
	s.frame = frame
	if last := &s.waypoints[len(s.waypoints)-1]; s.next-last.next >= waypointNotes && frame > last.frame {
		s.waypoints = append(s.waypoints, s.inForce.clone())
	}
	return nil
}

func (s *InForce) resetChanges() {
	s.changed = Changes{Params: make([]bool, len(s.params)), Things: map[string]bool{}}
}

// applyUpTo applies the events before end. It skips the values of an edit if a later event replaces all of
// them.
func (s *InForce) applyUpTo(end int) error {
	whole, params := -1, make([]int, len(s.params))
	for k := s.next; k < end; k++ {
		switch n := &s.notes[k]; {
		case n.Surroundings != nil:
			whole = k
		case n.Params != nil && n.Rules == nil:
			params[n.Flock] = k
		}
	}
	for ; s.next < end; s.next++ {
		n := &s.notes[s.next]
		skip := s.next < whole
		if n.editsParams() {
			skip = s.next < params[n.Flock]
		}
		if n.isEdit() {
			s.advance(n.Tick - 1)
		}
		if err := s.apply(n, skip); err != nil {
			return fmt.Errorf("%s: damaged edit at tick %d: %w", s.r.path, n.Tick, err)
		}
	}
	return nil
}

// apply applies an event. If skip is true, it skips the values of an edit, because a later event replaces
// them.
func (s *InForce) apply(n *storedEvent, skip bool) (err error) {
	switch {
	case n.Transition != nil:
		return s.applyTransition(n)
	case n.Joined != nil:
		s.changed.Params[n.Flock] = true // s.params contains this flock since the first frame
		return nil
	case skip || !n.isEdit() || n.Put != nil || n.Regards != nil:
		return nil
	case n.editsParams():
		s.changed.Params[n.Flock] = true
		s.paramsRead[n.Flock] = s.paramsRead[n.Flock] || n.Params != nil
		s.params[n.Flock], err = n.paramsAfter(s.params[n.Flock])
		return err
	}
	if s.surroundings, err = n.surroundingsAfter(s.surroundings); n.Surroundings != nil {
		s.changed.All = true
		s.surroundings.FillMeshes(s.r.Meshes()...)
		return err
	}
	for _, set := range *n.Settings {
		s.changed.Things[set.Thing] = true
	}
	return err
}

func (s *InForce) applyTransition(n *storedEvent) error {
	t, err := schedule.ReadTransition(n.Transition, s.params[n.Flock].Model().ParseValue)
	if err != nil {
		return err
	}
	s.advance(n.Tick - 1)
	s.moves = slices.DeleteFunc(s.moves, func(m activeMove) bool { return m.flock == n.Flock && m.MovesSame(t) })
	if n.Kind == flock.ScheduleBegan {
		s.moves = append(s.moves, activeMove{t, n.Flock, max(n.Tick, t.From, t.Joined), -1})
	}
	return nil
}

func (s *InForce) advance(tick int64) {
	s.moves = slices.DeleteFunc(s.moves, func(m activeMove) bool { return m.set >= m.End() })
	var due []*activeMove
	for k := range s.moves {
		m := &s.moves[k]
		if tick < m.since {
			continue
		}
		if limit := m.LastSet(tick); limit >= m.since && limit > m.set {
			m.set = limit
			due = append(due, m)
		}
	}
	slices.SortStableFunc(due, func(a, b *activeMove) int { return cmp.Compare(a.set, b.set) })
	for _, m := range due {
		if s.setValue(m, m.set); s.onMove != nil {
			s.onMove(m, m.set)
		}
	}
}

func (s *InForce) setValue(m *activeMove, tick int64) {
	if m.Thing == "" {
		s.changed.Params[m.flock] = true
		_ = s.params[m.flock].SetBetween(m.Key, m.Was, m.Value, m.Share(tick)) // the transition was checked when it was read
		return
	}
	if all, err := s.surroundings.With(m.Setting(tick)); err == nil { // an error means that an edit removed the thing
		s.changed.Things[m.Thing] = true
		s.surroundings = all
	}
}

func (r *Reader) withInForce(frame int, do func(*InForce) error) error {
	r.inForceMu.Lock()
	defer r.inForceMu.Unlock()
	if r.inForce == nil {
		s, err := r.InForce()
		if err != nil {
			return err
		}
		r.inForce = s
	}
	err := r.inForce.Seek(frame)
	if err == nil {
		err = do(r.inForce)
	}
	if err != nil {
		r.inForce = nil
	}
	return err
}
