package flock

import (
	"skein/flock/around"
	"skein/flock/internal/lanes"
	"skein/flock/internal/solid"
	"skein/flock/internal/stages"
	"skein/flock/vec"
)

// Steering alone cannot avoid every obstacle. So a boid stops at a surface and slides along it, with at least
// half of its speed.

// slack is the tolerance of the distance at which a boid stops before an obstacle, m.
const slack = 0.02

func (s *settings) clearance() float32 { return Clearance(s.Wingspan) }

// Clearance returns the least distance between an obstacle and the middle of a bird with the given wingspan,
// both in m. It is also the height of a bird's middle when it stands on the obstacle.
func Clearance(wingspan float32) float32 { return max(0.05, min(float32(0.15*wingspan), 0.5)) }

func (f *flock) keepOut(s *scratch, b *block) {
	if len(f.solids) == 0 {
		return
	}
	keep := f.set.clearance()
	for from := 0; from < b.N; from += searchSize {
		to := min(from+searchSize, b.N)
		low, high := boxAround(&b.Pos, from, to)
		l, h := boxAround(&b.Next, from, to)
		low = solid.Vec{X: min(low.X, l.X), Y: min(low.Y, l.Y), Z: min(low.Z, l.Z)}
		high = solid.Vec{X: max(high.X, h.X), Y: max(high.Y, h.Y), Z: max(high.Z, h.Z)}
		if f.listObstaclesNear(s, low, high, keep+slack); len(s.nearSolids) == 0 {
			continue
		}
		for i := from; i < to; i++ {
			f.keepOutOne(s, b, i, keep)
		}
	}
}

func (f *flock) keepOutOne(s *scratch, b *block, i int, keep float32) {
	from, to := b.Pos.At(i), b.Next.At(i)
	way := to.Sub(from)
	length := way.Length()
	if length == 0 {
		return
	}
	low, high := swept(from, vec.Vec{}, length+keep+slack)
	s.touch = s.touch[:0]
	for _, body := range s.nearSolids {
		if body.Overlaps(low, high) {
			s.touch = append(s.touch, body)
		}
	}
	if len(s.touch) == 0 {
		return
	}
	w := slide{f: f, bodies: s.touch, keep: keep, at: from, vel: b.NextVel.At(i)}
	if w.advance(way); w.n == 0 {
		return
	}
	b.Next.Set(i, w.end(from))
	b.NextVel.Set(i, w.velocity(f.speedLimit(b, i)))
}

type slide struct {
	f      *flock
	bodies []*solid.Body
	keep   float32

	at      vec.Vec
	vel     vec.Vec
	first   vec.Vec
	planes  [3]vec.Vec // unit normals of the surfaces met in this tick
	n       int
	stopped bool
}

func (w *slide) advance(left vec.Vec) {
	for range 6 {
		length := left.Length()
		if length < 1e-5 {
			return
		}
		u := left.Scale(1 / length)
		s, n, met := w.nextContact(u, length, w.keep)
		w.at = w.at.Add(u.Scale(s))
		if !met {
			return
		}
		if w.n == 0 {
			w.first = w.at
		}
		if w.f.set.plane {
			n = n.Flat().Unit()
		}
		if w.n == len(w.planes) || n == (vec.Vec{}) {
			w.stopped = true
			return
		}
		w.planes[w.n] = n
		w.n++
		left = w.deflect(left.Scale(1 - s/length))
	}
}

// nextContact returns the distance that the boid can fly in direction u before it is keep metres from an
// obstacle, m. If it meets none within length, s is length. Otherwise, n is the normal of the surface.
func (w *slide) nextContact(u vec.Vec, length, keep float32) (s float32, n vec.Vec, met bool) {
	var first *solid.Body
	s = length
	for _, b := range w.bodies {
		if t, hit := b.Meet(solid.Vec(w.at), solid.Vec(u), s, keep, slack); hit {
			first, s = b, t
		}
	}
	if first == nil {
		return length, n, false
	}
	_, off := first.Nearest(solid.Vec(w.at.Add(u.Scale(s))))
	return s, vec.Vec(off), true
}

// deflect returns the part of v that leads into none of the surfaces met. It is zero if no direction is free.
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

// end returns the end of the motion from start. If the straight line to it leads through an obstacle, this is
// the first contact.
func (w *slide) end(start vec.Vec) vec.Vec {
	to := w.f.inWorld(w.at)
	w.at = start
	way := to.Sub(start)
	if length := way.Length(); length > 0 {
		if _, _, met := w.nextContact(way.Scale(1/length), length, w.keep/2); met {
			to = w.f.inWorld(w.first)
		}
	}
	return to
}

func (f *flock) inWorld(p vec.Vec) vec.Vec {
	p = p.Quantized()
	p, _ = stages.Stop(p, vec.Vec{}, f.set.floor)
	return p
}

// velocity returns the velocity after the slide: at least half the earlier speed, within the limits of speed.
func (w *slide) velocity(fastest float32) vec.Vec {
	set, planes := &w.f.set, w.planes[:w.n]
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
	if set.plane {
		vel.Y = 0
	}
	return stages.LimitSpeed(vel, set.MinSpeed, fastest).Quantized()
}

// sideways returns a direction for a boid that flies straight into a surface: up along it or an edge, or out
// of a corner.
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
		if w.f.set.plane {
			return vec.Vec{X: planes[0].Z, Y: 0, Z: -planes[0].X}
		}
		return vec.Upright(vec.Vec{X: 0, Y: 1, Z: 0}, planes[0])
	}
	return planes[0].Add(planes[1]).Add(planes[2]).Unit()
}

// moveOutOfObstacles moves boids, from the id firstID on, that are inside an obstacle or nearer than half the
// clearance. It flags boids that it moves far as placed. If moved is true, the index must be rebuilt, see
// prepare.
func (f *flock) moveOutOfObstacles(firstID int) (moved bool) {
	if len(f.solids) == 0 || f.n == 0 {
		return false
	}
	keep := f.set.clearance()
	for slot, id := range f.boids.ID[:f.n] {
		if int(id) < firstID {
			continue
		}
		p := f.pos(slot)
		if f.isFree(p, keep/2) {
			continue
		}
		to, ok := f.freePlace(p, keep)
		if !ok {
			continue
		}
		if f.set.wraps {
			to, _ = f.set.torus.Wrap(to)
		}
		f.boids.Pos.Set(slot, to)
		moved = true
		if to.Sub(p).Length() > farMoved {
			f.boids.Wing[slot] |= lanes.Placed
			f.placedSinceTick = true
		}
	}
	return moved
}

// farMoved is the distance above which a boid that is moved out of an obstacle counts as placed, m.
const farMoved = 1

func (f *flock) isFree(p vec.Vec, keep float32) bool {
	at := solid.Vec(p)
	for k := range f.solids {
		if b := &f.solids[k]; b.BoxDistance(at, at) < keep && b.Contains(at, keep) {
			return false
		}
	}
	return true
}

// freePlace returns a free place near p. Beside a single obstacle, this is the nearest one.
func (f *flock) freePlace(p vec.Vec, keep float32) (to vec.Vec, ok bool) {
	keep += slack
	to = p
	for range 32 {
		deepest, way := float32(0), vec.Vec{}
		for k := range f.solids {
			b, at := &f.solids[k], solid.Vec(to)
			if b.BoxDistance(at, at) >= keep || !b.Contains(at, keep-slack/2) {
				continue
			}
			if far, n := b.Exit(at, keep); far > deepest || way == (vec.Vec{}) {
				deepest, way = max(far, slack), vec.Vec(n)
			}
		}
		if way == (vec.Vec{}) {
			to = f.inWorld(to)
			return to, f.isFree(to, keep/2)
		}
		if f.set.plane {
			way = way.Flat().Unit()
		}
		to = f.inWorld(to.Add(way.Scale(deepest)))
	}
	for far := float32(0.5); far < around.Wall; far *= 1.5 { // frees a boid between overlapping obstacles
		for n := range 26 {
			n += n / 13
			way := vec.Vec{X: float32(n%3 - 1), Y: float32(n/3%3 - 1), Z: float32(n/9 - 1)}
			if f.set.plane && way.Y != 0 {
				continue
			}
			if to := f.inWorld(p.Add(way.Unit().Scale(far))); f.isFree(to, keep) {
				return to, true
			}
		}
	}
	return p, false
}
