package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
)

// perceive fills what the boids of a block see, the first of them in slot from.
func (w *World) perceive(b *block, s *scratch, from int) {
	for a := 0; a < b.N; {
		end, odd := w.look(s, from+a, from+b.N)-from, -1
		if w.set.together && len(s.list.X) > 0 {
			odd = s.crowd.Look(&s.list, w.kin, a)
			if len(s.leaders.At) > 0 {
				odd = -1
			}
		}
		for ; a < end; a++ {
			if odd&1 != 0 {
				all := w.sphere(s, from+a)
				w.see(b, a, s, from+a, &all)
			}
			odd >>= 1
		}
	}
}

// look readies a worker's lists for a group of boids that begins in slot from
// and ends before slot to, and returns its end.
func (w *World) look(s *scratch, from, to int) int {
	switch w.kind {
	case Matrix:
		return from + 1
	case Brute:
		return min(from+groupSize, to)
	}
	to = w.grid.group(from, to)
	box := w.box(from, to)
	if w.set.wraps && w.tight(&box, w.set.Vision) {
		w.listNearest(&s.list, w.pos(from))
		s.hits.room(w.n)
		s.leaders = w.heard
		return from + 1
	}
	w.list(&s.list, s, &box, w.set.Vision, w.set.vision2)
	s.hits.room(len(s.list.X))
	w.overhear(s, &box)
	return to
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
	c.Limit, c.Protected, c.Over = set.vision2, min(set.vision2, set.protected2), set.overSeparation
	c.Scale, c.Unit = 1/Quantum, Quantum
	c.Few, c.Many = int32(set.LonelyCount)+1, set.many()
	c.Falloff = near.Falloff(set.Falloff)
}

// many is the number of boids whose sums a crowd may not be able to hold: of
// positions, in float32, as long as they are below 4,096 m; of separations, of 20
// or 400 quanta's thousands at most, in 32 bits.
func (s *settings) many() int32 { return int32(min(1300, 4096/s.Vision)) }
