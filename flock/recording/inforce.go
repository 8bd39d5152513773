package recording

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"skein/flock"
)

// InForce is what is in force at a frame of a recording: the parameters of each flock and the
// surroundings. It goes from frame to frame, forwards quickly. It is not safe for use by
// several goroutines at once.
type InForce struct {
	r      *Reader
	notes  []noted
	models []*flock.Model
	first  int64 // tick of the first frame

	inForce
	changed  Changes
	stations []inForce          // of earlier frames, in order: to go back to
	onMove   func(*move, int64) // called when a transition set a value; nil: nobody asks
}

// inForce is the state of an InForce. Copies share the things that none of them changes.
type inForce struct {
	frame  int // -1: before the first
	next   int // index of the first note that is not in it
	params []flock.Params
	known  error  // why the parameters at the first frame are not known; nil: they are
	read   []bool // whose parameters an edit set as a whole
	around flock.Surroundings
	moves  []move
}

// move is a transition under way.
type move struct {
	*flock.Transition
	flock int
	since int64 // tick from which it holds
	set   int64 // tick at which it was last taken in
}

// Changes says what a call of Seek changed.
type Changes struct {
	Params []bool          // by the number of the flock
	Things map[string]bool // by their names
	All    bool            // things were added, removed or renamed, or Seek went back
}

// stationNotes is how many notes lie between two stations at least.
const stationNotes = 512

// InForce returns what is in force, at no frame yet: see Seek.
func (r *Reader) InForce() (*InForce, error) {
	notes, err := r.ledger()
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
	s := &InForce{r: r, notes: notes, models: models, first: first}
	s.inForce = inForce{frame: -1, read: make([]bool, len(models))}
	for _, m := range models {
		s.params = append(s.params, m.Params())
	}
	s.begin()
	if len(r.checkpoints()) == 0 {
		_, _, s.known = r.Checkpoint(0)
	} else if at, err := r.atFirst(); err != nil {
		s.known = err
	} else {
		copy(s.params, at.params)
		s.around = at.around.Clone()
		s.around.FillMeshes(r.Meshes()...)
	}
	s.stations = []inForce{s.inForce.copied()}
	return s, nil
}

// copied returns a copy whose changes leave the other as it is.
func (s *inForce) copied() inForce {
	c := *s
	c.params, c.read, c.moves = slices.Clone(s.params), slices.Clone(s.read), slices.Clone(s.moves)
	return c
}

// Params returns the parameters of a flock, counted from 0.
func (s *InForce) Params(number int) (flock.Params, error) {
	if s.known != nil && !s.read[number] {
		return flock.Params{}, s.known
	}
	return s.params[number], nil
}

// Surroundings returns the surroundings. They share their points with others: do not change
// them.
func (s *InForce) Surroundings() *flock.Surroundings { return &s.around }

// Changed returns what the last call of Seek changed.
func (s *InForce) Changed() *Changes { return &s.changed }

// tick returns the tick of a frame.
func (s *InForce) tick(frame int) int64 {
	return s.first + int64(frame)*s.r.found.meta.ticksPerFrame()
}

// Seek goes to a frame, counted from 0. At -1 it is before all that was recorded.
func (s *InForce) Seek(frame int) error {
	if frame < -1 || frame >= s.r.frames {
		return fmt.Errorf("%s: frame %d: there are %d", s.r.path, frame+1, s.r.frames)
	}
	s.begin()
	if frame < s.frame {
		n := sort.Search(len(s.stations), func(n int) bool { return s.stations[n].frame > frame }) - 1
		s.inForce = s.stations[n].copied()
		s.changed.All = true
	}
	end := s.next + sort.Search(len(s.notes)-s.next, func(n int) bool { return s.notes[s.next+n].Frame-1 > frame })
	if err := s.take(end); err != nil {
		return err
	}
	s.advance(s.tick(frame) - 1)
	s.frame = frame
	if last := &s.stations[len(s.stations)-1]; s.next-last.next >= stationNotes && frame > last.frame {
		s.stations = append(s.stations, s.inForce.copied())
	}
	return nil
}

// begin forgets what was changed.
func (s *InForce) begin() {
	s.changed = Changes{Params: make([]bool, len(s.params)), Things: map[string]bool{}}
}

// take takes in the notes up to a number. It skips those that a later one replaces as a
// whole.
func (s *InForce) take(end int) error {
	whole, params := -1, make([]int, len(s.params))
	for k := s.next; k < end; k++ {
		switch n := &s.notes[k]; {
		case n.Surroundings != nil:
			whole = k
		case n.Params != nil:
			params[n.Flock] = k
		}
	}
	for ; s.next < end; s.next++ {
		n := &s.notes[s.next]
		skip := s.next < whole
		if n.ofParams() {
			skip = s.next < params[n.Flock]
		}
		if n.edits() {
			s.advance(n.Tick - 1)
		}
		if err := s.note(n, skip); err != nil {
			return fmt.Errorf("%s: damaged edit at tick %d: %w", s.r.path, n.Tick, err)
		}
	}
	return nil
}

// note takes in a note. skip says that a later one replaces what this edit set.
func (s *InForce) note(n *noted, skip bool) (err error) {
	switch {
	case n.Transition != nil:
		return s.noteMove(n)
	case skip || !n.edits() || n.Put != nil:
		return nil
	case n.ofParams():
		s.changed.Params[n.Flock] = true
		s.read[n.Flock] = s.read[n.Flock] || n.Params != nil
		s.params[n.Flock], err = n.paramsOn(s.params[n.Flock], s.models[n.Flock])
		return err
	}
	if s.around, err = n.aroundOn(s.around); n.Surroundings != nil {
		s.changed.All = true
		s.around.FillMeshes(s.r.Meshes()...)
		return err
	}
	for _, set := range *n.Settings {
		s.changed.Things[set.Thing] = true
	}
	return err
}

// noteMove takes in that a scheduled change begins to move its value, or no longer does.
func (s *InForce) noteMove(n *noted) error {
	t, err := flock.ReadTransition(n.Transition, s.models[n.Flock])
	if err != nil {
		return err
	}
	s.advance(n.Tick - 1)
	s.moves = slices.DeleteFunc(s.moves, func(m move) bool { return m.flock == n.Flock && m.Same(t) })
	if n.Kind == flock.ScheduleBegan {
		s.moves = append(s.moves, move{t, n.Flock, max(n.Tick, t.From, t.Joined), -1})
	}
	return nil
}

// advance takes in what transitions set up to a tick, in order of the ticks.
func (s *InForce) advance(upto int64) {
	s.moves = slices.DeleteFunc(s.moves, func(m move) bool { return m.set >= m.End() })
	var due []*move
	for k := range s.moves {
		m := &s.moves[k]
		if upto < m.since {
			continue
		}
		if at := m.LastSet(upto); at >= m.since && at > m.set {
			m.set = at
			due = append(due, m)
		}
	}
	slices.SortStableFunc(due, func(a, b *move) int { return cmp.Compare(a.set, b.set) })
	for _, m := range due {
		if s.move(m, m.set); s.onMove != nil {
			s.onMove(m, m.set)
		}
	}
}

// move sets a value as a transition does at a tick.
func (s *InForce) move(m *move, tick int64) {
	if m.Thing == "" {
		s.changed.Params[m.flock] = true
		_ = m.SetParam(&s.params[m.flock], tick) // errs on nothing that was read
		return
	}
	if all, err := s.around.With(m.Setting(tick)); err == nil { // else an edit removed the thing
		s.changed.Things[m.Thing] = true
		s.around = all
	}
}

// at calls a function with what is in force at a frame.
func (r *Reader) at(frame int, do func(*InForce) error) error {
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
