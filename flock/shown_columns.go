package flock

import (
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
)

// shownColumns are copies of the Visible columns for flockmates, with the values at the start of the tick.
type shownColumns struct {
	from   []int
	arrays [][]float32
	heeded []int        // indices of the copies that rules with a range perceive
	any    []bool       // whether any heeded value of the boid in a slot is not 0
	parts  [][]near.Box // boxes around runs of boids that have a value other than 0, by worker
	boxes  []near.Box
}

func (h *shownColumns) addRule(r any, state []stateArray) (own []int) {
	carrier, ok := r.(stateful)
	if !ok {
		return nil
	}
	at := 0
	for _, c := range carrier.Columns() {
		for range c.size() {
			if c.Visible {
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

func (g *gathering) resizeShown() {
	h := &g.shown
	if len(h.from) == 0 {
		return
	}
	for k := range h.from {
		h.arrays[k] = lanes.Grown(h.arrays[k], g.N)
	}
	h.any = lanes.Grown(h.any, g.N)
	for len(h.parts) < len(g.Pool.Tasks) {
		h.parts = append(h.parts, nil)
	}
}

func (g *gathering) copyShown(worker, from, to int) {
	h := &g.shown
	if len(h.from) == 0 {
		return
	}
	for k, array := range h.from {
		copy(h.arrays[k][from:to], g.Boids.Own[array][from:to])
	}
	if !g.rangeRules[Flockmates].onlyShown {
		return
	}
	const few = 64 // boids per box; sorted boids lie close to each other
	boxes := h.parts[worker][:0]
	for a := from; a < to; a += few {
		var box near.Box
		any := false
		for slot := a; slot < min(a+few, to); slot++ {
			if h.any[slot] = h.isActive(slot); h.any[slot] {
				box, any = extendBox(box, any, g.Pos(slot).Floats()), true
			}
		}
		if any {
			boxes = append(boxes, box)
		}
	}
	h.parts[worker] = boxes
}

func (h *shownColumns) collectBoxes() {
	h.boxes = h.boxes[:0]
	if len(h.from) > 0 {
		for _, boxes := range h.parts {
			h.boxes = append(h.boxes, boxes...)
		}
	}
}

func (h *shownColumns) isActive(slot int) bool {
	for _, k := range h.heeded {
		if h.arrays[k][slot] != 0 {
			return true
		}
	}
	return false
}

// extendBox extends a box to a point. there tells whether there is a box yet.
func extendBox(b near.Box, there bool, p [3]float32) near.Box {
	if !there {
		return near.Box{Low: p, High: p}
	}
	for k := range p {
		b.Low[k], b.High[k] = min(b.Low[k], p[k]), max(b.High[k], p[k])
	}
	return b
}

func areApart(a, b *near.Box, reach float32) bool {
	for k := range a.Low {
		if a.Low[k]-b.High[k] > reach || b.Low[k]-a.High[k] > reach {
			return true
		}
	}
	return false
}

// nobodyShows reports whether the boids in slots [from, to) certainly perceive no flockmate: all rules need a
// value to show, and no boid nearby has one.
func (g *gathering) nobodyShows(s *scratch, e *gatherers, from, to int) bool {
	if !e.onlyShown || s.pullingLeaders != nil {
		return false
	}
	if len(g.shown.boxes) == 0 {
		return true
	}
	if g.set.wraps {
		return false
	}
	box, near := g.Box(from, to), false
	for k := range g.shown.boxes {
		if near = !areApart(&box, &g.shown.boxes[k], e.within); near {
			break
		}
	}
	for slot := from; near && slot < to; slot++ {
		if g.perceivesFlockmates(s, e, slot) {
			return false
		}
	}
	return true
}

func (g *gathering) perceivesFlockmates(s *scratch, e *gatherers, slot int) bool {
	if !e.onlyShown {
		return true
	}
	for k := range e.rules {
		r := &e.rules[k]
		s.state = g.readState(s.state, slot, r.state)
		if r.otherRule == nil || r.otherRule.Heeds(s.state) {
			return true
		}
	}
	return false
}

// nobodyNear reports whether another flock is out of reach of a block. It checks only small flocks.
func (g *gathering) nobodyNear(s *scratch, b *block, e *gatherers, otherFlock *gathering) bool {
	const few = 16
	if otherFlock.N > few || g.set.wraps || s.pullingLeaders != nil {
		return false
	}
	box := g.Box(s.firstSlot, s.firstSlot+b.N)
	for slot := range otherFlock.N {
		p := otherFlock.Pos(slot).Floats()
		if !areApart(&box, &near.Box{Low: p, High: p}, e.within) {
			return false
		}
	}
	return true
}

func (e *gatherers) needsShown() bool {
	return len(e.rings) == 0 && !slices.ContainsFunc(e.rules, func(r activeEach) bool { return len(r.shownColumns) == 0 })
}

func (g *gathering) readState(list []float32, slot int, columns []stateArray) []float32 {
	list = list[:0]
	for _, c := range columns {
		list = append(list, g.Boids.Own[c.array][slot])
	}
	return list
}
