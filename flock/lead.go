package flock

import (
	"math/bits"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
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
	f.mark(&f.set, &f.place, b)
	for k, word := range b.Marked {
		for ; word != 0; word &= word - 1 {
			i := 64*k + bits.TrailingZeros64(word)
			f.leadOne(b, i, s, int32(from+i))
		}
	}
}

// mark notes which boids lead or may come to.
func mark(s *settings, now *place, b *block) {
	clear(b.Marked)
	limit := s.edgeLimit(now)
	for i := range b.N {
		if edge := at(&b.Edge, i); b.Age[i] >= 0 || edge.Dot(edge) >= limit {
			b.Marked[i/64] |= 1 << (i % 64)
		}
	}
}

// edgeLimit is the square of S3's k from which on boids may become leaders now.
func (s *settings) edgeLimit(now *place) float32 {
	if now.deciding {
		return s.edge2
	}
	return everywhere
}

// leadOne is lead for a boid that leads or may come to.
func (f *flock) leadOne(b *block, i int, s *scratch, slot int32) {
	switch {
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

// deciding is true 30 times a second, whatever the tick rate.
func (f *flock) deciding() bool { return f.world.age%int64(f.tickRate/30) == 0 }

// trigger is steps 2 to 4 of S3's algorithm (H8 to H11).
func (f *flock) trigger(b *block, i int) (cause, bool) {
	s := &f.set
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
	c.draw = f.gauss.at(random(s.seed, int(b.ID[i]), forDecision, f.world.age/int64(f.tickRate/30)))
	if s.Trigger == Printed {
		return c, c.x >= float32(s.Influence*c.draw)
	}
	return c, float32(s.Influence*c.x) > c.draw
}

// unmoved is how far the mean of those a boid sees must at least be, squared,
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

// escape is the steer of the escape (H13), per 1/30 s: in its tick k = 0, 1, 2, …
//
//	EscapeStrength · curve((k + 1/2)·dt/EscapeSeconds) · max(v, CruiseSpeed)
//
// along the heading, or away from the others for a boid at rest: the curve is taken
// at the middle of the tick. v is the speed on leaving, or with the scaling Current
// that at the start of the tick. The last tick is the one before k·dt reaches
// EscapeSeconds.
func (f *flock) escape(b *block, i int) Vec {
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

// hear lists the leaders for those that look for them.
func (f *flock) hear() {
	l, n := &f.heard, len(f.leaders)
	l.X, l.Y, l.Z, l.At = lanes.Grown(l.X, n), lanes.Grown(l.Y, n), lanes.Grown(l.Z, n), lanes.Grown(l.At, n)
	for k, slot := range f.leaders {
		p := f.pos(int(slot))
		l.X[k], l.Y[k], l.Z[k], l.At[k] = p.X, p.Y, p.Z, slot
	}
	if n > 0 {
		f.heardIn = near.Bounds(l.X, l.Y, l.Z)
	}
}

// farApart says whether boxes are further from each other than the limit, squared.
func farApart(a, b *near.Box, limit float32) bool {
	d2 := float32(0)
	for k := range a.Low {
		d := max(a.Low[k]-b.High[k], b.Low[k]-a.High[k], 0)
		d2 += float32(d * d)
	}
	return d2 > 1.001*limit // rounding is none of our business
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

// overhear lists the leaders that boids in a box may heed.
func (f *flock) overhear(s *scratch, box *near.Box) {
	s.leaders = s.leaders[:0]
	if len(f.heard.X) == 0 || farApart(box, &f.heardIn, f.set.hear2) {
		return
	}
	l := &f.heard
	s.spans = append(s.spans[:0], near.Span{To: int32(len(l.X))})
	near.Gather(&s.led, l.X, l.Y, l.Z, s.spans, *box, f.set.hear2)
	for _, i := range s.led.At {
		s.leaders = append(s.leaders, l.At[i])
	}
}
