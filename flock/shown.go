package flock

import (
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
)

// This file lets boids perceive what rules note of their flockmates: the columns that are
// Shown, as they were at the start of the tick.

// shown are those columns of a flock's rules at work.
type shown struct {
	from   []int        // the arrays that rules brought and that are copied
	arrays [][]float32  // their copies, by slot
	any    []bool       // whether any of a slot's is not 0
	parts  [][]near.Box // by worker: of the boids in whom any is not 0, a box for each few
	boxes  []near.Box   // all of them
}

// list has columns of a rule be shown, and returns which of the copies are the rule's.
func (h *shown) list(r any, state []stateArray) (own []int) {
	carrier, ok := r.(stateful)
	if !ok {
		return nil
	}
	at := 0
	for _, c := range carrier.Columns() {
		for range c.size() {
			if c.Shown {
				own = append(own, len(h.from))
				h.from = append(h.from, state[at].array)
			}
			at++
		}
	}
	for len(h.arrays) < len(h.from) {
		h.arrays = append(h.arrays, nil)
	}
	return own
}

// makeShown makes room for the copies, before the workers fill them.
func (f *flock) makeShown() {
	h := &f.shown
	if len(h.from) == 0 {
		return
	}
	for k := range h.from {
		h.arrays[k] = lanes.Grown(h.arrays[k], f.n)
	}
	h.any = lanes.Grown(h.any, f.n)
	for len(h.parts) < len(f.crew.tasks) {
		h.parts = append(h.parts, nil)
	}
}

// show is a worker's part in copying, of the boids in slots from from to to.
func (f *flock) show(worker, from, to int) {
	h := &f.shown
	if len(h.from) == 0 {
		return
	}
	for k, array := range h.from {
		copy(h.arrays[k][from:to], f.boids.Own[array][from:to])
	}
	const few = 64 // that lie near each other where they are sorted
	boxes := h.parts[worker][:0]
	for a := from; a < to; a += few {
		var box near.Box
		any := false
		for slot := a; slot < min(a+few, to); slot++ {
			if h.any[slot] = h.active(slot); h.any[slot] {
				box, any = grownBox(box, any, f.pos(slot).Floats()), true
			}
		}
		if any {
			boxes = append(boxes, box)
		}
	}
	h.parts[worker] = boxes
}

// gather brings together what the workers found.
func (h *shown) gather() {
	h.boxes = h.boxes[:0]
	if len(h.from) > 0 {
		for _, boxes := range h.parts {
			h.boxes = append(h.boxes, boxes...)
		}
	}
}

// active reports whether any of the columns of the boid in a slot is not 0.
func (h *shown) active(slot int) bool {
	for k := range h.from {
		if h.arrays[k][slot] != 0 {
			return true
		}
	}
	return false
}

// grownBox returns a box with a place in it; of the place alone, if there is no box yet.
func grownBox(b near.Box, there bool, p [3]float32) near.Box {
	if !there {
		return near.Box{Low: p, High: p}
	}
	for k := range p {
		b.Low[k], b.High[k] = min(b.Low[k], p[k]), max(b.High[k], p[k])
	}
	return b
}

// beyond reports whether two boxes are further apart than reach along some axis.
func beyond(a, b *near.Box, reach float32) bool {
	for k := range a.Low {
		if a.Low[k]-b.High[k] > reach || b.Low[k]-a.High[k] > reach {
			return true
		}
	}
	return false
}

// nobodyShows reports whether the rules that perceive flockmates have nobody to perceive from
// slots from from to to: all of them perceive those alone who show something, and either
// none of those is near, or nobody there listens.
func (f *flock) nobodyShows(s *scratch, e *gatherers, from, to int) bool {
	if !e.heedShown || s.drawn != nil {
		return false
	}
	if len(f.shown.boxes) == 0 {
		return true
	}
	if f.set.wraps {
		return false
	}
	box, near := f.box(from, to), false
	for k := range f.shown.boxes {
		if near = !beyond(&box, &f.shown.boxes[k], e.within); near {
			break
		}
	}
	for slot := from; near && slot < to; slot++ {
		if f.listens(s, e, slot) {
			return false
		}
	}
	return true
}

// listens reports whether any rule would perceive the flockmates of the boid in a slot.
func (f *flock) listens(s *scratch, e *gatherers, slot int) bool {
	if !e.heedShown {
		return true
	}
	for k := range e.rules {
		r := &e.rules[k]
		s.state = f.stateIn(s.state, slot, r.state)
		if r.also == nil || r.also.Heeds(s.state) {
			return true
		}
	}
	return false
}

// nobodyNear reports whether all of another flock are out of reach of a block. It looks at
// flocks of a few only.
func (f *flock) nobodyNear(s *scratch, b *block, e *gatherers, of *flock) bool {
	const few = 16
	if of.n > few || f.set.wraps || s.drawn != nil {
		return false
	}
	box := f.box(s.from, s.from+b.N)
	for slot := range of.n {
		p := of.pos(slot).Floats()
		if !beyond(&box, &near.Box{Low: p, High: p}, e.within) {
			return false
		}
	}
	return true
}

// heedsShown reports whether all rules that perceive flockmates perceive those alone who show
// something.
func (e *gatherers) heedsShown() bool {
	return len(e.rings) == 0 && !slices.ContainsFunc(e.rules, func(r eachAtWork) bool { return len(r.shown) == 0 })
}

// stateIn returns what columns of a rule are in a slot, in the memory of a list.
func (f *flock) stateIn(list []float32, slot int, columns []stateArray) []float32 {
	list = list[:0]
	for _, c := range columns {
		list = append(list, f.boids.Own[c.array][slot])
	}
	return list
}
