package engine

import "skein/flock"

// history remembers the parameters before and after each edit. A drag of a slider is
// one edit: touch opens it, commit closes it.
type history struct {
	past, future []edit
	open         bool
}

// edit is what an edit changed: the parameters of a flock, as they were and as they
// became.
type edit struct {
	flock         int
	before, after flock.Params
}

// historyLimit bounds the edits that can be undone.
const historyLimit = 200

// touch notes the parameters of a flock as they are before a change and after it.
func (h *history) touch(k int, before, after flock.Params) {
	if n := len(h.past); h.open && n > 0 && h.past[n-1].flock == k {
		h.past[n-1].after = after
		return
	}
	h.open = true
	h.future = h.future[:0]
	h.past = append(h.past, edit{k, before, after})
	if len(h.past) > historyLimit {
		h.past = append(h.past[:0], h.past[1:]...)
	}
}

func (h *history) commit() { h.open = false }

// reopen makes the next change part of the last edit.
func (h *history) reopen() { h.open = len(h.past) > 0 }

// move takes an edit back from the end of a list, and puts it the other way round at the
// end of another; false if there is none.
func (h *history) move(from, to *[]edit) (e edit, ok bool) {
	h.open = false
	n := len(*from)
	if n == 0 {
		return e, false
	}
	e = (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, edit{e.flock, e.after, e.before})
	return e, true
}
