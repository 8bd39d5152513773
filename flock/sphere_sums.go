package flock

import (
	"skein/flock/around"
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/stages"
	"skein/flock/vec"
	"skein/flock/view"
)

// sums holds sums of positions and velocities relative to one boid. All terms are whole quanta, so the sums
// are exact and independent of the order.
type sums struct {
	n          int
	pos, vel   [3]int64
	separation separation
}

// separation is a sum of separation vectors, in m. All terms are whole quanta, so the sum is exact.
type separation [3]float64

func (a *separation) add(b separation) { a[0], a[1], a[2] = a[0]+b[0], a[1]+b[1], a[2]+b[2] }

func (a *separation) sub(b separation) { a[0], a[1], a[2] = a[0]-b[0], a[1]-b[1], a[2]-b[2] }

// sphere returns the sums over the vision sphere. It stores its boids, with the boid itself, in s.hits,
// unless the index Matrix has the sums.
func (v *sight) sphere(s *scratch, slot int) (all sums) {
	h := &s.hits
	switch {
	case v.kind == Matrix && !v.set.wraps:
		sum, apart := v.pairSums(slot)
		if sum[3] <= sumLimit {
			all = relative(&sum, &v.kin[slot])
			all.separation = apart
			if v.set.plainSum {
				all.separation = all.plainSeparation()
			}
			return all
		}
		v.find(s, h, slot, v.set.vision2)
	case v.kind == Grid || !v.set.wraps:
		if pos := &v.boids.Pos; s.direct {
			h.n = near.ScanSpans(h.at, h.d2, pos.X, pos.Y, pos.Z, s.runs, point(v.pos(slot)), v.set.vision2)
		} else {
			h.n = near.Scan(h.at, h.d2, &s.list, point(v.pos(slot)), v.set.vision2)
		}
	default:
		v.find(s, h, slot, v.set.vision2)
	}
	all = v.sumHits(s, h, slot)
	all.n--
	return all
}

// sumLimit is the smallest number of boids for which the sum of velocity differences, each up to
// 2·stages.TopSpeed, may overflow a word of kin. sumLimitOf lowers it for large differences of positions.
const sumLimit = 1700

// does not compile if stages.TopSpeed is so high that sums exceed the 2³¹ quanta of a word of kin
const _ = uint((1<<31)*vec.Quantum - sumLimit*2*stages.TopSpeed)

func (s *settings) sumLimitOf() int {
	widest := 0.0
	switch {
	case s.wraps:
		widest = s.torus.Side
	case s.Neighbourhood == view.Everyone:
		widest = 2 * around.Wall
	default:
		return sumLimit
	}
	return int(min(sumLimit, 0.99*(1<<31)*vec.Quantum/widest))
}

func (v *sight) sumHits(s *scratch, h *hits, slot int) sums {
	all := v.sumMotion(h, slot)
	if v.set.plainSum {
		all.separation = all.plainSeparation()
	} else {
		all.separation = v.separationFrom(s, h, slot)
	}
	return all
}

// sumMotion is like sumHits, but without the separation.
func (v *sight) sumMotion(h *hits, slot int) (all sums) {
	all = v.sumInPlace(h, slot, v.set.sumLimit)
	if v.set.wraps && v.set.nearFace(v.pos(slot)) {
		for k, shift := range v.imageShift(h, slot) {
			all.pos[k] += shift
		}
	}
	return all
}

// sumInPlace is like sumMotion, but without images across the edge of the world. limit is the number of boids
// that can be summed at once.
func (v *sight) sumInPlace(h *hits, slot, limit int) (all sums) {
	if h.n <= limit && !v.records.Use {
		sum := near.Sum(v.kin, h.slots())
		return relative(&sum, &v.kin[slot])
	}
	return sums{n: h.n, pos: sumAbout(&v.boids.Pos, h.slots(), slot), vel: sumAbout(&v.boids.Vel, h.slots(), slot)}
}

// sumAbout returns the sum of some vectors relative to one of them, in quanta. float64 holds all multiples of
// the quantum up to 2⁴⁰ exactly.
func sumAbout(v *lanes.Vec, at []int32, self int) [3]int64 {
	var x, y, z float64
	for _, j := range at {
		x, y, z = x+float64(v.X[j]), y+float64(v.Y[j]), z+float64(v.Z[j])
	}
	n := float64(len(at))
	quanta := func(sum float64, own float32) int64 {
		return int64((sum - float64(n*float64(own))) * (1 / vec.Quantum))
	}
	return [3]int64{quanta(x, v.X[self]), quanta(y, v.Y[self]), quanta(z, v.Z[self])}
}

// difference returns the boid in slot j relative to the boid in slot i, without images across the edge of the
// world.
func (v *sight) difference(i, j int) sums {
	return sums{n: 1, pos: quantaOf(v.pos(j).Sub(v.pos(i))), vel: quantaOf(v.vel(j).Sub(v.vel(i)))}
}

// plainSeparation returns the sum of S3 eq. 1.
func (a *sums) plainSeparation() separation {
	return separation{-float64(a.pos[0]) * vec.Quantum, -float64(a.pos[1]) * vec.Quantum, -float64(a.pos[2]) * vec.Quantum}
}

func (a *sums) include(b *sums) {
	a.n += b.n
	for k := range a.pos {
		a.pos[k] += b.pos[k]
		a.vel[k] += b.vel[k]
	}
}

// separationFrom returns the separation from the close boids in h. The boid itself may be in h, and
// contributes nothing.
func (v *sight) separationFrom(s *scratch, h *hits, slot int) (all separation) {
	if !v.set.separates {
		return all
	}
	c := &s.closeHits
	c.makeRoom(h.n)
	c.n = near.Filter(c.at, c.d2, h.at, h.d2, h.n, v.set.protected2)
	for k, j := range c.slots() {
		all.add(v.set.repulsion(v.offset(int(j), slot), c.d2[k]))
	}
	return all
}

// repulsion returns the vector away from a neighbour times the falloff, rounded to quanta. d2 is the squared
// distance.
func (s *settings) repulsion(offset vec.Vec, d2 float32) separation {
	w := s.falloff(d2)
	return separation{exact(offset.X, w), exact(offset.Y, w), exact(offset.Z, w)}
}

func exact(a, b float32) float64 { return vec.Round(float64(float32(a * b))) }

// falloff returns the weight of the vector away from a neighbour at the squared distance d2.
func (s *settings) falloff(d2 float32) float32 {
	if s.protection.Falloff == Sum {
		return 1
	}
	d := vec.Sqrt(d2)
	if d == 0 {
		return 0
	}
	switch s.protection.Falloff {
	case Linear:
		return max(0, 1-float32(d*s.overSeparation)) / d
	case Inverse:
		return 1 / (d * max(d, near.Closest))
	default:
		floored := max(d, near.Closest)
		return 1 / (d * floored * floored)
	}
}

func vecOfInts(v [3]int64) vec.Vec {
	return vec.Vec{X: float32(v[0]), Y: float32(v[1]), Z: float32(v[2])}
}

// If boids perceive all others, each boid's sum is the sum over the flock minus the boid itself.

func (v *sight) sumPart(worker int) {
	from, to := v.pool.Part(worker, v.n)
	s := &v.scratch[worker]
	if from < to {
		s.partBox = v.box(from, to)
	}
	s.part = sums{n: to - from, pos: quantaIn(&v.boids.Pos, from, to), vel: quantaIn(&v.boids.Vel, from, to)}
}

// sumOfParts adds up the workers' parts. All workers must have called sumPart.
func (v *sight) sumOfParts() (all sums) {
	for k := range v.pool.Workers {
		all.include(&v.scratch[k].part)
	}
	return all
}

// boxOfParts returns the box around the boids. All workers must have called sumPart.
func (v *sight) boxOfParts() (low, high vec.Vec) {
	none := true
	for k := range v.pool.Workers {
		s := &v.scratch[k]
		if s.part.n == 0 {
			continue
		}
		l, h := vec.FromArray(s.partBox.Low), vec.FromArray(s.partBox.High)
		if none {
			low, high, none = l, h, false
		}
		low = vec.Vec{X: min(low.X, l.X), Y: min(low.Y, l.Y), Z: min(low.Z, l.Z)}
		high = vec.Vec{X: max(high.X, h.X), Y: max(high.Y, h.Y), Z: max(high.Z, h.Z)}
	}
	zero := vec.Vec{} // makes a zero positive, because min and max may return either
	return low.Add(zero), high.Add(zero)
}

// quantaIn returns the sum of v in slots [from, to), in quanta.
func quantaIn(v *lanes.Vec, from, to int) (sum [3]int64) {
	for k, x := range [...][]float32{v.X, v.Y, v.Z} {
		for _, x := range x[from:to] {
			sum[k] += int64(x * (1 / vec.Quantum))
		}
	}
	return sum
}

func quantaOf(v vec.Vec) [3]int64 {
	return [3]int64{int64(v.X * (1 / vec.Quantum)), int64(v.Y * (1 / vec.Quantum)), int64(v.Z * (1 / vec.Quantum))}
}

func (v *sight) seeWhole(b *block, firstSlot int) {
	all := v.sumOfParts()
	clearPerception(b)
	pos, vel := v.boids.Pos.Slice(firstSlot, firstSlot+b.N), v.boids.Vel.Slice(firstSlot, firstSlot+b.N)
	for k, to := range [...][]float32{b.Centre.X, b.Centre.Y, b.Centre.Z} {
		all.lessOwn(to, all.pos[k], [...][]float32{pos.X, pos.Y, pos.Z}[k])
	}
	for k, to := range [...][]float32{b.Course.X, b.Course.Y, b.Course.Z} {
		all.lessOwn(to, all.vel[k], [...][]float32{vel.X, vel.Y, vel.Z}[k])
	}
	for i := range b.N {
		b.Weight[i] = float32(all.n - 1)
	}
	for k, away := range [...][]float32{b.Away.X, b.Away.Y, b.Away.Z} {
		if !v.set.plainSum {
			clear(away[:b.N])
			continue
		}
		for i, x := range [...][]float32{pos.X, pos.Y, pos.Z}[k] {
			away[i] = float32(-all.about(all.pos[k], x) * vec.Quantum)
		}
	}
}

// lessOwn stores the sum relative to each boid of a block, along one axis, in quanta. sum is relative to the
// origin. own holds the boids' coordinates, m, or velocities.
func (a *sums) lessOwn(to []float32, sum int64, own []float32) {
	for i, x := range own {
		to[i] = float32(a.about(sum, x))
	}
}

// about returns a sum relative to a coordinate. All numbers are whole and below 2⁵³, so it is exact.
func (a *sums) about(sum int64, own float32) float64 {
	return float64(sum) - float64(float64(a.n)*float64(own*(1/vec.Quantum)))
}
