package flock

import (
	"math/bits"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// free is the age of the escape of a boid that does not lead.
const free = -1

// cause is what triggered an escape, for the ledger.
type cause struct{ x, front, draw float32 }

// beginning is an escape that began in this tick.
type beginning struct {
	slot  int32
	cause cause
}

// lead advances the escapes of a block, or lets boids become leaders (S3, the
// algorithm's seven steps), and adds the steer of the escape. The block's first
// boid is in slot from.
func (f *flock) lead(b *block, s *scratch, from int) {
	f.mark(&f.set, &f.present, b)
	for k, word := range b.Marked {
		for ; word != 0; word &= word - 1 {
			i := 64*k + bits.TrailingZeros64(word)
			f.leadOne(b, i, s, int32(from+i))
		}
	}
}

// mark notes which boids lead or may come to.
func mark(s *settings, now *present, b *block) {
	clear(b.Marked)
	limit := s.edgeLimit(now)
	for i := range b.N {
		if edge := at(&b.Edge, i); b.Age[i] >= 0 || edge.Dot(edge) >= limit {
			b.Marked[i/64] |= 1 << (i % 64)
		}
	}
}

// edgeLimit returns the square of S3's k from which on boids may become leaders now.
func (s *settings) edgeLimit(now *present) float32 {
	if now.deciding {
		return s.edge2
	}
	return everywhere
}

// leadOne is lead for a boid that leads or may come to.
func (f *flock) leadOne(b *block, i int, s *scratch, slot int32) {
	switch {
	case b.Age[i] < 0 && b.Wing[i]&lanes.Perched != 0:
		return
	case b.Age[i] < 0:
		c, ok := f.trigger(b, i)
		if !ok {
			return
		}
		b.Age[i], b.Left[i] = 0, b.Speed[i]
		s.began = append(s.began, beginning{slot, c})
	case float32(float32(b.Age[i])*f.set.dt) >= f.set.EscapeSeconds:
		b.Age[i] = free
		s.ended = append(s.ended, slot)
		return
	}
	push(b, i, f.escape(b, i))
	b.Age[i]++
	s.leads = append(s.leads, slot)
}

// deciding returns true 30 times a second, whatever the tick rate.
func (f *flock) deciding() bool { return f.world.age%int64(f.tickRate/30) == 0 }

// trigger is steps 2 to 4 of S3's algorithm (H8 to H11).
func (f *flock) trigger(b *block, i int) (cause, bool) {
	s := &f.set
	bits := vec.Random(s.seed, int(b.ID[i]), forDecision, f.world.age/int64(f.tickRate/30))
	if bits>>48 >= f.hopeless {
		return cause{}, false
	}
	edge, heading := at(&b.Edge, i), at(&b.Heading, i)
	away := edge.Length()
	c := cause{x: away / s.Vision}
	if c.x < s.EccentricityFloor {
		return c, false
	}
	if away > 0 {
		c.front = -edge.Dot(heading) / away
	}
	if s.FrontTest && c.front <= s.FrontFloor && b.Speed[i] >= s.SlowSpeed {
		return c, false
	}
	c.draw = f.gauss.at(bits)
	if s.Trigger == Printed {
		return c, c.x >= float32(s.Influence*c.draw)
	}
	return c, float32(s.Influence*c.x) > c.draw
}

// unmoved returns how far the mean of those a boid sees must at least be, squared,
// for it to become a leader: trigger refuses all that are nearer.
func (s *settings) unmoved(leastDraw float32) float32 {
	const slack = 0.999 // for the rounding here and there
	x := s.EccentricityFloor
	if s.Trigger == Meant {
		if s.Influence == 0 {
			return everywhere
		}
		x = max(x, leastDraw/s.Influence)
	}
	x *= s.Vision * slack
	return x * x
}

// hopeless returns the first draw, of those in the table, that lets nobody leave: none
// is further from the mean of those it sees than it sees.
func (s *settings) hopeless(g *gauss) (draw uint64) {
	if s.Trigger == Printed {
		return gaussSize
	}
	const more = 1.001 // than rounding adds
	for draw < gaussSize && g.table[draw] <= s.Influence*more {
		draw++
	}
	return draw
}

// escape returns the steer of the escape (H13), per 1/30 s: in its tick k = 0, 1, 2, …
//
//	EscapeStrength · curve((k + 1/2)·dt/EscapeSeconds) · max(v, CruiseSpeed)
//
// along the heading, or away from the others for a boid at rest: the curve is taken
// at the middle of the tick. v is the speed on leaving, or with the scaling Current
// that at the start of the tick. The last tick is the one before k·dt reaches
// EscapeSeconds.
func (f *flock) escape(b *block, i int) vec.Vec {
	s := &f.set
	along := at(&b.Heading, i)
	if b.Speed[i] == 0 {
		along = at(&b.Edge, i).Neg().Unit()
	}
	speed := b.Left[i]
	if s.EscapeScaling == Current {
		speed = b.Speed[i]
	}
	t := float32((float32(b.Age[i])+0.5)*s.dt) / s.EscapeSeconds
	gain := float32(s.EscapeStrength * s.EscapeGain(t))
	return along.Scale(float32(gain * max(speed, s.CruiseSpeed)))
}

// heard says from where leaders may be heard.
type heard struct {
	all   bool    // from everywhere
	first []int32 // by block: a run of its slots in spans, or none
	spans []audible
}

// audible is a run of slots in a block from which a leader may be heard.
type audible struct {
	from, to, leader int32
	next             int32 // of the block, or none
}

// listLeaders notes from where the leaders may be heard.
func (f *flock) listLeaders() {
	h := &f.heard
	h.first, h.spans = lanes.Grown(h.first, f.n/lanes.Size+1), h.spans[:0]
	for k := range h.first {
		h.first[k] = none
	}
	if h.all = f.kind != Grid || !f.records.use && f.set.leaderRange2 >= everywhere; h.all {
		return
	}
	s, reach := &f.scratch[0], vec.Sqrt(f.set.leaderRange2)
	if f.records.use {
		reach = vec.Sqrt(f.set.heedRange2)
	}
	for _, l := range f.leaders {
		p := f.pos(int(l)).Floats()
		s.spans = f.grid.around(s.spans[:0], &near.Box{Low: p, High: p}, reach)
		for _, span := range s.spans {
			h.note(l, span)
		}
		if h.all = len(h.spans) > f.n*mostHeard; h.all {
			return
		}
	}
}

// mostHeard bounds the memory: so many runs a boid are noted.
const mostHeard = 8

// note notes that a leader may be heard from a run of slots.
func (h *heard) note(leader int32, span near.Span) {
	for from := span.From; from < span.To; {
		block := from / lanes.Size
		to := min(span.To, (block+1)*lanes.Size)
		h.spans = append(h.spans, audible{from, to, leader, h.first[block]})
		h.first[block] = int32(len(h.spans) - 1)
		from = to
	}
}

// heeded is a leader that a boid heeds.
type heeded struct {
	slot   int32
	d2     float32
	member bool // of the neighbourhood
}

// heed sums over the leaders that the boid in a slot sees, in its neighbourhood or
// within their salience range, and adds the latter to all.
func (f *flock) heed(s *scratch, slot int, reach ball, all *sums) (led sums) {
	s.heeded = s.heeded[:0]
	for _, l := range s.leaders {
		to := f.to(slot, int(l))
		d2 := to.Dot(to)
		member := reach.holds(d2, f.boids.ID[l])
		if int(l) == slot || !member && d2 >= f.set.salience2 || !f.inView(slot, int(l)) {
			continue
		}
		s.heeded = append(s.heeded, heeded{l, d2, member})
		one := f.kinTo(slot, int(l))
		led.include(&one)
		if !member {
			all.include(&one)
		}
	}
	return led
}

// overhear lists the leaders that boids in slots from from to to, all in one block and
// one row of the grid, may heed.
func (f *flock) overhear(s *scratch, from, to int) {
	if f.heard.all {
		s.leaders = append(s.leaders[:0], f.leaders...)
		return
	}
	s.leaders = s.leaders[:0]
	for k := f.heard.first[from/lanes.Size]; k != none; k = f.heard.spans[k].next {
		if a := &f.heard.spans[k]; int(a.from) < to && from < int(a.to) {
			s.leaders = append(s.leaders, a.leader)
		}
	}
}
