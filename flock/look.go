package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
)

// perceive fills what the boids of a block see, the first of them in slot from.
func (w *World) perceive(b *block, s *scratch, from int) {
	if w.kind == Matrix {
		w.seeAll(b, s, from)
		return
	}
	for a := 0; a < b.N; {
		end, odd := w.look(s, a, from, from+b.N)
		for ; a < end; a++ {
			if odd&1 != 0 {
				all := w.sphere(s, from+a)
				w.see(b, a, s, from+a, &all)
			}
			odd >>= 1
		}
	}
}

// everyone is a bit for each boid of a group.
const everyone = -1

// look has a group of boids look about: it begins with number a of a block, whose
// first is in slot from and whose last before slot to. It returns the number
// after its last, and a bit for each boid that has not seen all; those find the
// candidates in the worker's lists.
func (w *World) look(s *scratch, a, from, to int) (end, odd int) {
	begin := from + a
	s.direct = false
	if w.kind == Brute {
		end = min(a+groupSize, to-from)
		if w.set.together {
			return end, s.crowd.Look(&s.list, w.kin, a) | w.hearing(s, begin, from+end)
		}
		return end, everyone
	}
	to = w.grid.group(begin, to, near.CanLook())
	box := w.box(begin, to)
	if w.set.wraps && !w.inside(&box) {
		return w.lookImages(s, &box, a, begin, to)
	}
	w.overhear(s, &box)
	pos, reach := &w.boids.Pos, w.set.vision2
	s.runs = w.grid.around(s.runs[:0], &box, w.set.Vision)
	if w.set.together {
		odd = s.crowd.LookAround(&s.list, pos.X, pos.Y, pos.Z, s.runs, box, w.kin, a)
		odd = (odd | w.hearing(s, begin, to)) & (1<<(to-begin) - 1)
		if odd == 0 {
			return to - from, 0
		}
	} else {
		odd = everyone
	}
	if s.direct = !near.CanLook(); s.direct {
		s.hits.makeRoom(near.Total(s.runs))
		return to - from, odd
	}
	near.Gather(&s.list, pos.X, pos.Y, pos.Z, s.runs, box, reach)
	s.hits.makeRoom(len(s.list.X))
	return to - from, odd
}

// hearing has a bit for each boid in slots from from to to that may heed a leader.
func (w *World) hearing(s *scratch, from, to int) (bits int) {
	for _, l := range s.leaders {
		for slot := from; slot < to; slot++ {
			if d := w.to(slot, int(l)); d.Dot(d) < w.set.hear2 {
				bits |= 1 << (slot - from)
			}
		}
	}
	return bits
}

// lookImages is look for a group in slots from begin to to of a world that wraps
// around, in a box.
func (w *World) lookImages(s *scratch, box *near.Box, a, begin, to int) (end, odd int) {
	s.leaders = append(s.leaders[:0], w.leaders...)
	if w.tight(box, w.set.Vision) {
		w.listNearest(&s.list, w.pos(begin))
		to = begin + 1
	} else {
		w.listImages(&s.list, s, box, w.set.Vision, w.set.vision2)
	}
	s.hits.makeRoom(len(s.list.X))
	if w.set.together {
		return a + to - begin, s.crowd.Look(&s.list, w.kin, a) | w.hearing(s, begin, to)
	}
	return a + to - begin, everyone
}

// box is around the boids in slots from to to.
func (w *World) box(from, to int) near.Box {
	pos := &w.boids.Pos
	return near.Bounds(pos.X[from:to], pos.Y[from:to], pos.Z[from:to])
}

// list gathers all boids within reach of a box.
func (w *World) list(l *near.List, s *scratch, box *near.Box, reach, reach2 float32) {
	if w.set.wraps {
		w.listImages(l, s, box, reach, reach2)
		return
	}
	w.listInside(l, s, box, reach, reach2)
}

// listInside is list of the boids where they are.
func (w *World) listInside(l *near.List, s *scratch, box *near.Box, reach, reach2 float32) {
	s.spans = w.grid.around(s.spans[:0], box, reach)
	pos := &w.boids.Pos
	near.Gather(l, pos.X, pos.Y, pos.Z, s.spans, *box, reach2)
}

// together says whether the boids of a group can look at their list together:
// what they steer by is their vision sphere.
func (s *settings) looksTogether(kind Index, kernel bool) bool {
	return kernel && s.simple && (kind == Grid || kind == Brute && !s.wraps)
}

// gaze has a worker's crowd look with a block's eyes.
func (w *World) gaze(s *scratch, b *block) {
	c, set := &s.crowd, &w.set
	eyes := func(x, y, z **float32, v *lanes.Vec) { *x, *y, *z = &v.X[0], &v.Y[0], &v.Z[0] }
	eyes(&c.X, &c.Y, &c.Z, &b.Pos)
	eyes(&c.VX, &c.VY, &c.VZ, &b.Vel)
	eyes(&c.EdgeX, &c.EdgeY, &c.EdgeZ, &b.Edge)
	eyes(&c.CentreX, &c.CentreY, &c.CentreZ, &b.Centre)
	eyes(&c.CourseX, &c.CourseY, &c.CourseZ, &b.Course)
	eyes(&c.AwayX, &c.AwayY, &c.AwayZ, &b.Away)
	c.Visible, c.Weight = &b.Visible[0], &b.Weight[0]
	c.Limit, c.Apart, c.Protected, c.Over = set.vision2, set.apart, min(set.vision2, set.protected2), set.overSeparation
	c.Scale, c.Unit = 1/Quantum, Quantum
	c.Few, c.Many = int32(set.LonelyCount)+1, set.many()
	c.Falloff = near.Falloff(set.protection.Falloff)
}

// many is the number of boids whose sums a crowd may not be able to hold: of
// positions, in float32, as long as they are below 4,096 m; of separations, of 20
// or 400 quanta's thousands at most, in 32 bits.
func (s *settings) many() int32 { return int32(min(1300, 4096/s.Vision)) }
