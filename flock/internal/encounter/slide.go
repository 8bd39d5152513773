package encounter

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/solid"
	"skein/flock/internal/stages"
	"skein/flock/vec"
)

// Steering alone cannot avoid every obstacle. A boid that would fly into a surface slides along it instead,
// at no less than half of its speed.

// slack is the tolerance of the distance at which a boid stops in front of an obstacle, m.
const slack = 0.02

// KeepOut changes the next positions and velocities of boids that would fly into obstacles. speedLimit
// returns the highest speed of a boid in the block, in m/s or m per step.
func (o *Obstacles) KeepOut(m *Memory, b *lanes.Block, speedLimit func(b *lanes.Block, i int) float32) {
	if len(o.Bodies) == 0 {
		return
	}
	keep := o.Clearance
	for from := 0; from < b.N; from += SearchSize {
		to := min(from+SearchSize, b.N)
		low, high := boxAround(&b.Pos, from, to)
		l, h := boxAround(&b.Next, from, to)
		low = solid.Vec{X: min(low.X, l.X), Y: min(low.Y, l.Y), Z: min(low.Z, l.Z)}
		high = solid.Vec{X: max(high.X, h.X), Y: max(high.Y, h.Y), Z: max(high.Z, h.Z)}
		if o.listNear(m, low, high, keep+slack); len(m.near) == 0 {
			continue
		}
		for i := from; i < to; i++ {
			o.keepOutOne(m, b, i, keep, speedLimit)
		}
	}
}

func (o *Obstacles) keepOutOne(m *Memory, b *lanes.Block, i int, keep float32, speedLimit func(b *lanes.Block, i int) float32) {
	from, to := b.Pos.At(i), b.Next.At(i)
	way := to.Sub(from)
	length := way.Length()
	if length == 0 {
		return
	}
	low, high := swept(from, vec.Vec{}, length+keep+slack)
	m.touch = m.touch[:0]
	for _, body := range m.near {
		if body.Overlaps(low, high) {
			m.touch = append(m.touch, body)
		}
	}
	if len(m.touch) == 0 {
		return
	}
	w := slide{o: o, bodies: m.touch, keep: keep, pos: from, vel: b.NextVel.At(i)}
	if w.advance(way); w.n == 0 {
		return
	}
	b.Next.Set(i, w.end(from))
	b.NextVel.Set(i, w.velocity(speedLimit(b, i)))
}

type slide struct {
	o      *Obstacles
	bodies []*solid.Body
	keep   float32

	pos     vec.Vec
	vel     vec.Vec
	first   vec.Vec
	planes  [3]vec.Vec // unit normals of the surfaces that the boid met in this tick
	n       int
	stopped bool
}

func (w *slide) advance(remaining vec.Vec) {
	for range 6 {
		length := remaining.Length()
		if length < 1e-5 {
			return
		}
		u := remaining.Scale(1 / length)
		s, n, met := w.nextContact(u, length, w.keep)
		w.pos = w.pos.Add(u.Scale(s))
		if !met {
			return
		}
		if w.n == 0 {
			w.first = w.pos
		}
		if w.o.Plane {
			n = n.Flat().Unit()
		}
		if w.n == len(w.planes) || n == (vec.Vec{}) {
			w.stopped = true
			return
		}
		w.planes[w.n] = n
		w.n++
		remaining = w.deflect(remaining.Scale(1 - s/length))
	}
}

// nextContact returns the distance that the boid can fly in the direction u before it is keep metres from an
// obstacle, m. n is the normal of the surface there. If the boid meets no obstacle within length, met is
// false and s is length.
func (w *slide) nextContact(u vec.Vec, length, keep float32) (s float32, n vec.Vec, met bool) {
	var first *solid.Body
	s = length
	for _, b := range w.bodies {
		if t, hit := b.Meet(solid.Vec(w.pos), solid.Vec(u), s, keep, slack); hit {
			first, s = b, t
		}
	}
	if first == nil {
		return length, n, false
	}
	_, offset := first.Nearest(solid.Vec(w.pos.Add(u.Scale(s))))
	return s, vec.Vec(offset), true
}

// deflect returns the component of v that does not lead into any of the surfaces met. It is zero if there is
// no free direction.
func (w *slide) deflect(v vec.Vec) vec.Vec {
	planes := w.planes[:w.n]
	free := func(v vec.Vec) bool {
		for _, n := range planes {
			if v.Dot(n) < -1e-4*v.Length() {
				return false
			}
		}
		return true
	}
	if free(v) {
		return v
	}
	for k := len(planes) - 1; k >= 0; k-- {
		if to := v.Across(planes[k]); free(to) {
			return to
		}
	}
	for k := range planes {
		for j := range k {
			edge := planes[j].Cross(planes[k]).Unit()
			if to := edge.Scale(v.Dot(edge)); edge != (vec.Vec{}) && free(to) {
				return to
			}
		}
	}
	return vec.Vec{}
}

// end returns the end of the motion from start. If the straight line to it passes through an obstacle, end
// returns the first contact.
func (w *slide) end(start vec.Vec) vec.Vec {
	to := w.o.inWorld(w.pos)
	w.pos = start
	way := to.Sub(start)
	if length := way.Length(); length > 0 {
		if _, _, met := w.nextContact(way.Scale(1/length), length, w.keep/2); met {
			to = w.o.inWorld(w.first)
		}
	}
	return to
}

// velocity returns the velocity after the slide. Its length is at least half of the previous speed, and
// within the limits of speed.
func (w *slide) velocity(fastest float32) vec.Vec {
	planes := w.planes[:w.n]
	fast := w.vel.Length()
	vel := w.deflect(w.vel)
	if w.stopped {
		vel = vec.Vec{}
	}
	if least := fast / 2; vel.Length() < least {
		way := vel.Unit()
		if vel.Length() < fast/1000 {
			way = w.sideways(planes)
		}
		vel = way.Scale(least)
	}
	if w.o.Plane {
		vel.Y = 0
	}
	return stages.LimitSpeed(vel, w.o.MinSpeed, fastest).Quantized()
}

// sideways returns a direction for a boid that flies straight into a surface. It leads up along the surface
// or along an edge, or out of a corner.
func (w *slide) sideways(planes []vec.Vec) vec.Vec {
	if len(planes) == 0 {
		return vec.Vec{}
	}
	if len(planes) == 2 {
		if edge := planes[0].Cross(planes[1]).Unit(); edge.Y < 0 && edge != (vec.Vec{}) {
			return edge.Neg()
		} else if edge != (vec.Vec{}) {
			return edge
		}
	}
	if len(planes) < 3 {
		if w.o.Plane {
			return vec.Vec{X: planes[0].Z, Y: 0, Z: -planes[0].X}
		}
		return vec.Upright(vec.Vec{X: 0, Y: 1, Z: 0}, planes[0])
	}
	return planes[0].Add(planes[1]).Add(planes[2]).Unit()
}
