package sight

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// Leader is a leader that a boid heeds.
type Leader struct {
	Slot   int32
	D2     float32 // squared distance, m²
	Member bool    // whether the leader belongs to the boid's neighbourhood
}

// Heeding is what a boid that heeds leaders perceives.
type Heeding struct {
	Leaders []Leader
	All     Sums // over all its neighbours
	Led     Sums // over the leaders
	Company Company
}

type leaderSpans struct {
	all   bool    // whether every leader may be noticed from every slot
	first []int32 // index of each block's first element in spans, or none
	spans []leaderSpan
}

// leaderSpan is a run of slots in a block. The boids in these slots may notice the leader.
type leaderSpan struct {
	from, to, leader int32
	next             int32 // index of the block's next element in spans, or none
}

const noSpan = -1

func (v *Sight) listLeaders() {
	h := &v.leaderSpans
	h.first, h.spans = lanes.Grown(h.first, v.N/lanes.Size+1), h.spans[:0]
	for k := range h.first {
		h.first[k] = noSpan
	}
	if h.all = v.Kind != Grid || !v.records.Use && v.set.leaderRange2 >= Far2; h.all {
		return
	}
	m, reach := &v.memory[0], vec.Sqrt(v.set.leaderRange2)
	if v.records.Use {
		reach = vec.Sqrt(v.set.heedRange2)
	}
	for _, l := range v.Leaders {
		p := v.Pos(int(l)).Floats()
		m.spans = v.grid.AppendSpans(m.spans[:0], &near.Box{Low: p, High: p}, reach)
		for _, span := range m.spans {
			h.add(l, span)
		}
		if h.all = len(h.spans) > v.N*maxSpansPerBoid; h.all {
			return
		}
	}
}

const maxSpansPerBoid = 8

func (h *leaderSpans) add(leader int32, span near.Span) {
	for from := span.From; from < span.To; {
		block := from / lanes.Size
		to := min(span.To, (block+1)*lanes.Size)
		h.spans = append(h.spans, leaderSpan{from, to, leader, h.first[block]})
		h.first[block] = int32(len(h.spans) - 1)
		from = to
	}
}

// heed returns the sums over the leaders that a boid sees in its neighbourhood or within the salience range.
// It adds leaders outside the neighbourhood to all.
func (v *Sight) heed(m *Memory, slot int, reach near.Ball, all *Sums) (led Sums) {
	m.heeding.Leaders = m.heeding.Leaders[:0]
	for _, l := range m.leaders {
		to := v.Offset(slot, int(l))
		d2 := to.Dot(to)
		member := reach.Holds(d2, v.Boids.ID[l])
		if int(l) == slot || !member && d2 >= v.set.salience2 || !v.inView(slot, int(l)) {
			continue
		}
		m.heeding.Leaders = append(m.heeding.Leaders, Leader{l, d2, member})
		one := v.relativeTo(slot, int(l))
		led.include(&one)
		if !member {
			all.include(&one)
		}
	}
	return led
}

// listHeeded lists the leaders that boids in slots [from, to) may heed. The slots are in one block and one
// row of the grid.
func (v *Sight) listHeeded(m *Memory, from, to int) {
	if v.leaderSpans.all {
		m.leaders = append(m.leaders[:0], v.Leaders...)
		return
	}
	m.leaders = m.leaders[:0]
	for k := v.leaderSpans.first[from/lanes.Size]; k != noSpan; k = v.leaderSpans.spans[k].next {
		if a := &v.leaderSpans.spans[k]; int(a.from) < to && from < int(a.to) {
			m.leaders = append(m.leaders, a.leader)
		}
	}
}

// nearLeaders returns a bit for each boid in slots [from, to) that may heed a leader.
func (v *Sight) nearLeaders(m *Memory, from, to int) (bits int) {
	for _, l := range m.leaders {
		for slot := from; slot < to; slot++ {
			if d := v.Offset(slot, int(l)); d.Dot(d) < v.set.leaderRange2 {
				bits |= 1 << (slot - from)
			}
		}
	}
	return bits
}

// MarkHeeding finds out which boids of a block, in slots [from, to), may heed a leader; see Memory.Heeds. It
// marks none if leaders have no effect.
func (v *Sight) MarkHeeding(m *Memory, from, to int) {
	clear(m.heedingBits[:])
	if v.set.Salience == 1 && v.set.salience2 <= v.set.Vision2 && !v.Deciding {
		return
	}
	if v.leaderSpans.all {
		for _, l := range v.Leaders {
			v.markHeedingOne(m, from, from, to, l)
		}
		return
	}
	for k := v.leaderSpans.first[from/lanes.Size]; k != noSpan; k = v.leaderSpans.spans[k].next {
		a := &v.leaderSpans.spans[k]
		v.markHeedingOne(m, from, max(from, int(a.from)), min(to, int(a.to)), a.leader)
	}
}

func (v *Sight) markHeedingOne(m *Memory, block, from, to int, leader int32) {
	for slot := from; slot < to; slot++ {
		if d := v.Offset(slot, int(leader)); d.Dot(d) < v.set.heedRange2 {
			m.heedingBits[(slot-block)/8] |= 1 << ((slot - block) % 8)
		}
	}
}

// Heeded returns the leaders that a boid heeds. Of the sums over its neighbours, All has only the leaders
// outside its vision sphere. The result is valid until the next call.
func (v *Sight) Heeded(m *Memory, slot int) *Heeding {
	v.listHeeded(m, slot, slot+1)
	h := &m.heeding
	h.All, h.Company = Sums{}, Company{}
	h.Led = v.heed(m, slot, near.Ball{D2: v.set.Vision2, ID: -1}, &h.All)
	return h
}

func (v *Sight) pull(m *Memory, slot int, all, led *Sums, company *Company) {
	if h := &m.heeding; len(h.Leaders) > 0 {
		h.All, h.Led, h.Company = *all, *led, *company
		v.Pulled(m.worker, slot, h)
	}
}

// Without returns h.All and h.Led without leader l.
func (v *Sight) Without(slot int, l Leader, h *Heeding) (others, leaders Sums) {
	others, leaders = h.All, h.Led
	one := v.relativeTo(slot, int(l.Slot))
	if l.Member && l.D2 < v.set.separation2 {
		others.separation.sub(v.set.repulsion(v.Offset(int(l.Slot), slot), l.D2))
	}
	others.subtract(&one)
	leaders.subtract(&one)
	return others, leaders
}
