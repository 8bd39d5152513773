package studio

import (
	"errors"
	"slices"
	"sort"

	"skein/engine/camera"
	"skein/engine/scenery"
	"skein/flock"
	"skein/flock/look"
)

func cloneDef(d flock.Def) flock.Def {
	d.Others = slices.Clone(d.Others)
	d.Surroundings = d.Surroundings.Clone()
	return d
}

// editTotal is a number of edits, and the number of them that Undo made.
type editTotal struct{ edits, undos int }

func (n editTotal) plus(m editTotal) editTotal {
	return editTotal{n.edits + m.edits, n.undos + m.undos}
}

func (n editTotal) minus(m editTotal) editTotal {
	return editTotal{n.edits - m.edits, n.undos - m.undos}
}

type editCount struct {
	tick  int64
	total editTotal
}

func (s *Studio) noteEdits(events []flock.Event) {
	for k := range events {
		if e := &events[k]; e.IsEdit() && !e.Scheduled {
			s.editCounts = append(s.editCounts, editCount{e.Tick, s.undo.flown})
			return
		}
	}
}

// EditsUntil returns the number of edits of the live flight up to a tick. A drag counts as one edit.
func (s *Studio) EditsUntil(tick int64) int { return s.editsUntil(tick).edits }

// UndosUntil returns how many of the edits up to a tick were made by Undo.
func (s *Studio) UndosUntil(tick int64) int { return s.editsUntil(tick).undos }

func (s *Studio) editsUntil(tick int64) editTotal {
	n := sort.Search(len(s.editCounts), func(k int) bool { return s.editCounts[k].tick > tick })
	if n == 0 {
		return editTotal{}
	}
	return s.editCounts[n-1].total
}

func (s *Studio) forgetEdits(tick int64) {
	s.editCounts = slices.DeleteFunc(s.editCounts, func(c editCount) bool { return c.tick >= tick })
}

func (s *Studio) paramsOf(k int) *flock.Params { return &s.params[k] }

func startParams(d *flock.Def, k int) *flock.Params {
	if k == 0 {
		return &d.Params
	}
	return &d.Others[k-1].Params
}

// ParamsToSave returns the parameters of each flock for a saved scene. For a live flock, they are those of
// the next restart. For a recording, they are the current ones. They exclude changes by the pointer.
func (s *Studio) ParamsToSave() (all []flock.Params) {
	for k, p := range s.presentParams() {
		if !s.isRecorded() {
			p = *startParams(&s.def, k)
		}
		all = append(all, s.withoutFright(k, p))
	}
	return all
}

// FlocksToSave returns the number of flocks for a saved scene. Flocks at the end that joined during the
// flight and have no boids left are not saved.
func (s *Studio) FlocksToSave() int {
	all := s.presentParams()
	n := len(all)
	for n > 0 && s.IsGone(n-1) {
		n--
	}
	return n
}

// IsGone reports whether flock k joined during the flight and has no boids left, because it was removed or
// its joining was undone.
func (s *Studio) IsGone(k int) bool {
	all := s.presentParams()
	return s.HasJoined(k) && k < len(all) && all[k].Count() == 0
}

// HasJoined reports whether flock k joined during the flight.
func (s *Studio) HasJoined(k int) bool { return slices.Contains(s.joinedFlocks, k) }

// RemoveFlock removes all boids of flock k. This is one edit for Undo.
func (s *Studio) RemoveFlock(k int) error {
	if s.Playing() {
		return s.WhyReadOnly()
	}
	from, to := s.cur.Range(k)
	if err := s.asNamedEdit("removed "+s.definition(k).Name(), func() error { return s.setCount(k, 0) }); err != nil {
		return err
	}
	if id := s.Controls.Selected; id >= from && id < to {
		s.choose(-1)
	}
	s.leaveEmptyFlock()
	return nil
}

func (s *Studio) leaveEmptyFlock() {
	if c := s.Controls; c.Flock >= s.FlocksToSave() {
		c.Flock = 0
		_ = s.Set(c, Dragging) // cannot fail: the parameters are unchanged
	}
}

func copyChanges(p *flock.Params, before, after *flock.Params) {
	m := p.Model()
	if before.Model() != after.Model() {
		m = after.Model()
	}
	from, to := before.For(m), after.For(m)
	*p, before, after = p.For(m), &from, &to
	specs := p.Specs()
	for i := range specs {
		spec := &specs[i]
		old, changed := *p, *p
		spec.Reset(&old.Values, &before.Values)
		if spec.Reset(&changed.Values, &after.Values); old != changed {
			*p = changed
		}
	}
}

// AsOneEdit calls do and combines its changes into one edit for Undo. If do fails, AsOneEdit undoes its
// changes.
func (s *Studio) AsOneEdit(do func() error) error {
	h := &s.undo
	h.commit()
	h.groups++
	h.group = h.groups
	err := do()
	h.commit()
	h.group = 0
	if n := len(h.past); err != nil && n > 0 && h.past[n-1].group == h.groups {
		undos := h.flown.undos
		err = errors.Join(err, s.undoRedo(&h.past, &h.future))
		h.flown.undos = undos // the user did not press Undo
		h.forgetFuture()
	}
	return err
}

func (s *Studio) asNamedEdit(label string, do func() error) error {
	return s.AsOneEdit(func() error {
		s.undo.label = label
		defer func() { s.undo.label = "" }()
		return do()
	})
}

func (s *Studio) undoRedo(from, to *[]historyEntry) error {
	var err error
	for group, next := 0, true; next; next = group != 0 && len(*from) > 0 && (*from)[len(*from)-1].group == group {
		count := s.undo.count
		e, ok := s.undo.move(from, to)
		if !ok {
			break
		}
		if e.group == 0 || e.group != group {
			s.undo.flownGroup = 0
			s.undo.countFlown(&e, from == &s.undo.past)
		}
		group = e.group
		if e.external == nil && e.flight == nil {
			err = errors.Join(err, s.applyEntry(e))
			continue
		}
		if err := s.applyEntry(e); err != nil {
			s.undo.move(to, from)
			s.undo.count = count
			return err
		}
	}
	return err
}

func (s *Studio) applyEntry(e historyEntry) error {
	if e.look != nil {
		s.undoLook(e.look)
	}
	if e.external != nil {
		return e.external[0]()
	}
	if e.flight != nil {
		return s.swapFlight(e.flight)
	}
	if e.regards != nil {
		return s.applyRegards(e.regards.flock, e.regards.before)
	}
	if e.things != nil {
		return s.undoSurroundings(e.things)
	}
	if e.move != nil {
		back := e.reverse()
		return s.applyMove(back.move)
	}
	if !e.params {
		return nil
	}
	p := *s.paramsOf(e.flock)
	copyChanges(&p, &e.after, &e.before) // keep the changes that the pointer and the schedule have made
	if err := s.world.SetParamsOf(e.flock, p); err != nil {
		return err
	}
	selected := s.adopt(e.flock, p, s.Controls.Selected)
	s.Controls.Flock, s.Controls.Params = e.flock, p
	if selected != s.Controls.Selected {
		s.choose(selected)
	}
	return nil
}

func (s *Studio) undoLook(e *[2]look.Look) {
	c := s.Controls
	look.Carry(&c.Look, &e[1], &e[0])
	s.Rig.Apply(&c.Camera, &s.Controls.Camera)
	s.Controls = s.syncSelection(c)
	s.Rig.SetMode(camera.RigMode(s.Controls.Camera.Mode))
}

func (s *Studio) undoSurroundings(e *surroundingsEdit) error {
	all := s.Surroundings()
	scenery.Merge(&all, &e.after, &e.before)
	if err := s.world.SetSurroundings(all); err != nil {
		return err
	}
	s.keepSurroundings(&e.after, &e.before)
	return nil
}

// adopt stores parameters that the world has accepted for flock k. They also apply to the next restart. It
// returns the new id of the selected boid, or -1 if that boid is gone.
func (s *Studio) adopt(k int, p flock.Params, selected int) int {
	from, end := s.cur.Range(k)
	all := s.cur.Len()
	copyChanges(startParams(&s.def, k), s.paramsOf(k), &p)
	*s.paramsOf(k) = p
	s.world.Snapshot(s.cur)
	selected = s.renumber(from, end, from+p.Count(), all, selected)
	s.traces.Note(s.cur) // new bounds may have moved some boids
	return selected
}

// renumber drops the traces of boids whose ids change when a flock with ids [from, oldEnd) gets ids [from,
// newEnd). all counts the boids of all flocks. It returns the new id of the selected boid, or -1 if that boid
// is gone.
func (s *Studio) renumber(from, oldEnd, newEnd, all, selected int) int {
	if newEnd == oldEnd {
		return selected
	}
	s.traces.Crop(min(newEnd, oldEnd)) // later ids belong to other boids now
	switch {
	case selected >= oldEnd && selected < all:
		return selected + newEnd - oldEnd
	case selected >= max(newEnd, from) && selected < oldEnd:
		return -1
	}
	return selected
}

func (s *Studio) storeScheduled(e flock.Event) {
	from, all := 0, 0
	for k := range s.params {
		if k == e.Flock {
			from = all
		}
		all += s.paramsOf(k).Count()
	}
	p := s.paramsOf(e.Flock)
	s.Controls.Selected = s.renumber(from, from+p.Count(), from+e.Params.Count(), all, s.Controls.Selected)
	*p = *e.Params
	if e.Flock == s.Controls.Flock {
		s.Controls.Params = *e.Params
	}
}
