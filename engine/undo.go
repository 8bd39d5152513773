package engine

import "skein/flock"

// history remembers what was before and after each edit. A drag of a slider, or of a
// thing, is one edit: touch opens it, commit closes it.
type history struct {
	past, future []edited
	open         bool
	count        int // of changes, back and forth
}

// edited is what an edit changed: the parameters of a flock, as they were and as they
// became, or the things around.
type edited struct {
	flock         int
	before, after flock.Params
	things        *change // nil: parameters
}

// historyLimit bounds the edits that can be undone.
const historyLimit = 200

// touch notes a change, as part of the edit that is open if that is of the same.
func (h *history) touch(e edited) {
	h.count++
	if n := len(h.past); h.open && n > 0 && h.past[n-1].goesOn(&e) {
		return
	}
	h.open = true
	h.future = h.future[:0]
	h.past = append(h.past, e)
	if len(h.past) > historyLimit {
		h.past = append(h.past[:0], h.past[1:]...)
	}
}

// goesOn takes in what came next, if it is of the same.
func (e *edited) goesOn(next *edited) bool {
	switch {
	case e.things != nil && next.things != nil:
		e.things.after = next.things.after
	case e.things == nil && next.things == nil && e.flock == next.flock:
		e.after = next.after
	default:
		return false
	}
	return true
}

// back is the edit the other way round.
func (e edited) back() edited {
	e.before, e.after = e.after, e.before
	if e.things != nil {
		e.things = &change{e.things.after, e.things.before}
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
