package studio

import (
	"slices"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/look"
)

// history stores the state before and after each edit. A whole drag is one edit: touch opens it, and commit
// closes it.
type history struct {
	past, future []historyEntry
	open         bool
	count        int    // number of changes, including undone and redone ones
	base         int    // number of the last change before past
	group        int    // 0 means that edits are not grouped
	label        string // description of the next edits; empty means that Changes describes them
	groups       int
	flown        editTotal
	flownGroup   int
}

type historyEntry struct {
	number        int // value of history.count after the change
	flock         int
	params        bool
	before, after flock.Params
	things        *surroundingsEdit
	move          *birdMove
	look          *[2]look.Look // before and after; nil if unchanged
	regards       *regardsEdit
	flight        *keptFlight      // the flight that a restart replaced or restores; nil for other edits
	external      *[2]func() error // undo and redo outside the studio; nil if none
	group         int              // 0 means not grouped
	label         string           // description of the edit; empty means that Changes describes it
}

const historyLimit = 200

// touch stores a change. If the open edit changes the same things, the change becomes part of it.
func (h *history) touch(e historyEntry) {
	h.count++
	e.number, e.group, e.label = h.count, h.group, h.label
	if n := len(h.past); h.open && n > 0 && h.past[n-1].merge(&e) {
		h.past[n-1].number = e.number
		return
	}
	h.countFlown(&e, false)
	h.open = true
	h.forgetFuture()
	h.past = append(h.past, e)
	if len(h.past) > historyLimit {
		n := 1
		for old := h.past[0].group; old != 0 && n < len(h.past) && h.past[n].group == old; {
			n++
		}
		h.base = lastNumber(h.past[:n], h.base)
		h.past = slices.Delete(h.past, 0, n)
	}
}

// lastNumber returns the number of the last change in all, or base if there is none. A restart is not a
// change of the scene.
func lastNumber(all []historyEntry, base int) int {
	for _, e := range slices.Backward(all) {
		if e.flight == nil {
			return e.number
		}
	}
	return base
}

func (h *history) forgetFuture() { h.future = slices.Delete(h.future, 0, len(h.future)) }

func (h *history) countFlown(e *historyEntry, undone bool) {
	if !e.changesFlight() || e.group != 0 && e.group == h.flownGroup {
		return
	}
	h.flownGroup = e.group
	h.flown.edits++
	if undone {
		h.flown.undos++
	}
}

func (e *historyEntry) changesFlight() bool {
	return e.params || e.things != nil || e.move != nil || e.regards != nil
}

func (e *historyEntry) merge(next *historyEntry) bool {
	if e.stands() || next.stands() || e.group != next.group || e.params != next.params || e.flock != next.flock || (e.things == nil) != (next.things == nil) || !e.samePlace(next) || !e.sameSettings(next) {
		return false
	}
	e.after = next.after
	if e.things != nil {
		e.things.after = next.things.after
	}
	if e.move != nil {
		e.move.after, e.move.startsAfter = next.move.after, next.move.startsAfter
	}
	if e.look != nil {
		e.look[1] = next.look[1]
	}
	return true
}

// stands reports whether later changes must not be merged into the edit.
func (e *historyEntry) stands() bool { return e.external != nil || e.flight != nil || e.regards != nil }

func (e *historyEntry) samePlace(f *historyEntry) bool {
	if e.move == nil || f.move == nil {
		return e.move == f.move
	}
	return e.move.flock == f.move.flock && e.move.bird == f.move.bird
}

// lookEdit returns an edit of the view. It returns nil if only the speed of time changed, because that
// belongs to the playback.
func lookEdit(before, after look.Look) *[2]look.Look {
	before.Show.Speed = after.Show.Speed
	if before == after {
		return nil
	}
	return &[2]look.Look{before, after}
}

func (e *historyEntry) sameSettings(f *historyEntry) bool {
	if e.look == nil || f.look == nil {
		return e.look == f.look
	}
	for _, s := range look.Settings() {
		if s.Alike(&e.look[0], &e.look[1]) != s.Alike(&f.look[0], &f.look[1]) {
			return false
		}
	}
	return true
}

func (e historyEntry) reverse() historyEntry {
	e.before, e.after = e.after, e.before
	if e.things != nil {
		e.things = &surroundingsEdit{e.things.after, e.things.before}
	}
	if p := e.move; p != nil {
		e.move = &birdMove{p.flock, p.bird, p.after, p.before, p.startsAfter, p.startsBefore}
	}
	if e.look != nil {
		e.look = &[2]look.Look{e.look[1], e.look[0]}
	}
	if p := e.regards; p != nil {
		e.regards = &regardsEdit{p.flock, p.after, p.before}
	}
	if e.external != nil {
		e.external = &[2]func() error{e.external[1], e.external[0]}
	}
	return e
}

// EditState returns a number that identifies the edits that have an effect. Undo restores the earlier number.
func (s *Studio) EditState() int { return lastNumber(s.undo.past, s.undo.base) }

// Edits returns the number of changes since the scene was opened, including undone and redone ones.
func (s *Studio) Edits() int { return s.undo.count }

func (h *history) commit() { h.open = false }

func (h *history) move(from, to *[]historyEntry) (e historyEntry, ok bool) {
	h.open = false
	n := len(*from)
	if n == 0 {
		return e, false
	}
	e = (*from)[n-1]
	*from = slices.Delete(*from, n-1, n)
	*to = append(*to, e.reverse())
	if e.flight == nil { // a restart does not change the saved scene
		h.count++
	}
	return e, true
}

type surroundingsEdit struct{ before, after around.Surroundings }
