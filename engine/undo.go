package engine

import "skein/flock"

// history remembers parameters before each edit. A drag of a slider is one
// edit: touch opens it, commit closes it.
type history struct {
	past, future []flock.Params
	open         bool
}

// historyLimit bounds the edits that can be undone.
const historyLimit = 200

// touch notes the parameters as they are before a change.
func (h *history) touch(before flock.Params) {
	if h.open {
		return
	}
	h.open = true
	h.future = h.future[:0]
	h.past = append(h.past, before)
	if len(h.past) > historyLimit {
		h.past = append(h.past[:0], h.past[1:]...)
	}
}

func (h *history) commit() { h.open = false }

// reopen makes the next change part of the last edit.
func (h *history) reopen() { h.open = len(h.past) > 0 }

// back returns the parameters before the last edit, now being the present ones.
func (h *history) back(now flock.Params) flock.Params { return h.move(&h.past, &h.future, now) }

// forth returns those that back left.
func (h *history) forth(now flock.Params) flock.Params { return h.move(&h.future, &h.past, now) }

func (h *history) move(from, to *[]flock.Params, now flock.Params) flock.Params {
	h.open = false
	n := len(*from)
	if n == 0 {
		return now
	}
	then := (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, now)
	return then
}
