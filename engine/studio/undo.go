package studio

import (
	"skein/flock"
	"skein/flock/look"
)

// history remembers what was before and after each edit. A drag of a slider, or of a
// thing, is one edit: touch opens it, commit closes it.
type history struct {
	past, future []edited
	open         bool
	count        int // of changes, back and forth
	whole        int // the edit that changes belong to now, 0: each its own
	wholes       int // how many such edits there were
}

// edited is what an edit changed: the parameters of a flock, as they were and as they
// became, the things around, where a bird is, or how it is looked at.
type edited struct {
	flock         int
	params        bool // before and after are of a flock
	before, after flock.Params
	things        *change          // nil: none
	put           *placing         // likewise
	look          *[2]look.Look    // how it was looked at, and how then; nil: as it is
	turn          *[2]func() error // undoes what somebody else holds, and does it again; nil: nothing of that
	whole         int              // those of the same are one edit; 0: it is one by itself
}

// historyLimit bounds the edits that can be undone.
const historyLimit = 200

// touch notes a change, as part of the edit that is open if that is of the same.
func (h *history) touch(e edited) {
	h.count++
	e.whole = h.whole
	if n := len(h.past); h.open && n > 0 && h.past[n-1].goesOn(&e) {
		return
	}
	h.open = true
	h.future = h.future[:0]
	h.past = append(h.past, e)
	if len(h.past) > historyLimit {
		n := 1
		for old := h.past[0].whole; old != 0 && n < len(h.past) && h.past[n].whole == old; {
			n++
		}
		h.past = append(h.past[:0], h.past[n:]...)
	}
}

// goesOn takes in what came next, if it is of the same.
func (e *edited) goesOn(next *edited) bool {
	if e.turn != nil || next.turn != nil || e.whole != next.whole || e.params != next.params || e.flock != next.flock || (e.things == nil) != (next.things == nil) || !e.samePlace(next) || !e.sameSettings(next) {
		return false
	}
	e.after = next.after
	if e.things != nil {
		e.things.after = next.things.after
	}
	if e.put != nil {
		e.put.after, e.put.is = next.put.after, next.put.is
	}
	if e.look != nil {
		e.look[1] = next.look[1]
	}
	return true
}

// samePlace reports whether two edits are both of where the same bird is, or neither is of any.
func (e *edited) samePlace(f *edited) bool {
	if e.put == nil || f.put == nil {
		return e.put == f.put
	}
	return e.put.flock == f.put.flock && e.put.own == f.put.own
}

// sameSettings reports whether two edits of how the flock is looked at are of the same
// settings.
func (e *edited) sameSettings(f *edited) bool {
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

// back returns the edit the other way round.
func (e edited) back() edited {
	e.before, e.after = e.after, e.before
	if e.things != nil {
		e.things = &change{e.things.after, e.things.before}
	}
	if p := e.put; p != nil {
		e.put = &placing{p.flock, p.own, p.after, p.before, p.is, p.was}
	}
	if e.look != nil {
		e.look = &[2]look.Look{e.look[1], e.look[0]}
	}
	if e.turn != nil {
		e.turn = &[2]func() error{e.turn[1], e.turn[0]}
	}
	return e
}

// Edits counts the changes that were made by hand, undone and redone since the scene was
// opened.
func (s *Studio) Edits() int { return s.undo.count }

func (h *history) commit() { h.open = false }

// reopen makes the next change part of the last edit.
func (h *history) reopen() { h.open = len(h.past) > 0 }

// move takes an edit back from the end of a list, and puts it the other way round at the
// end of another; false if there is none.
func (h *history) move(from, to *[]edited) (e edited, ok bool) {
	h.open = false
	n := len(*from)
	if n == 0 {
		return e, false
	}
	e = (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, e.back())
	h.count++
	return e, true
}

// change is an edit of surroundings: all of them, as they were and as they became.
type change struct{ before, after flock.Surroundings }
