package sight

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// Sums are sums of positions and velocities relative to one boid. All terms are whole quanta, so the sums
// are exact and independent of the order.
type Sums struct {
	n          int
	pos, vel   [3]int64
	separation separation
}

// separation is a sum of separation vectors, in m. All terms are whole quanta, so the sum is exact.
type separation [3]float64

func (a *separation) add(b separation) { a[0], a[1], a[2] = a[0]+b[0], a[1]+b[1], a[2]+b[2] }

func (a *separation) sub(b separation) { a[0], a[1], a[2] = a[0]-b[0], a[1]-b[1], a[2]-b[2] }

// sphere returns the sums over the vision sphere. With the index Matrix, it may read the sums from there.
// Otherwise, it also stores the boids in the sphere in m.hits, including the boid itself.
func (v *Sight) sphere(m *Memory, slot int) (all Sums) {
	h := &m.hits
	switch {
	case v.Kind == Matrix && !v.set.Wraps:
		sum, apart := v.pairSums(slot)
		if sum[3] <= sumLimit {
			all = relative(&sum, &v.kin[slot])
			all.separation = apart
			if v.set.plainSum {
				all.separation = all.plainSeparation()
			}
			return all
		}
		v.Find(m, slot, v.set.Vision2)
	case v.Kind == Grid || !v.set.Wraps:
		if pos := &v.Boids.Pos; m.direct {
			h.N = near.ScanSpans(h.at, h.d2, pos.X, pos.Y, pos.Z, m.runs, point(v.Pos(slot)), v.set.Vision2)
		} else {
			h.N = near.Scan(h.at, h.d2, &m.list, point(v.Pos(slot)), v.set.Vision2)
		}
	default:
		v.Find(m, slot, v.set.Vision2)
	}
	all = v.sumHits(m, h, slot)
	all.n--
	return all
}

func (v *Sight) sumHits(m *Memory, h *Hits, slot int) Sums {
	all := v.sumMotion(h, slot)
	if v.set.plainSum {
		all.separation = all.plainSeparation()
	} else {
		all.separation = v.separationFrom(m, h, slot)
	}
	return all
}

// sumMotion is like sumHits, but without the separation.
func (v *Sight) sumMotion(h *Hits, slot int) (all Sums) {
	all = v.sumInPlace(h, slot, v.set.SumLimit)
	if v.set.Wraps && v.set.nearFace(v.Pos(slot)) {
		for k, shift := range v.imageShift(h, slot) {
			all.pos[k] += shift
		}
	}
	return all
}

// sumInPlace is like sumMotion, but without images across the edge of the world. limit is the number of boids
// that can be summed at once.
func (v *Sight) sumInPlace(h *Hits, slot, limit int) (all Sums) {
	if h.N <= limit && !v.records.Use {
		sum := near.Sum(v.kin, h.Slots())
		return relative(&sum, &v.kin[slot])
	}
	return Sums{n: h.N, pos: sumAbout(&v.Boids.Pos, h.Slots(), slot), vel: sumAbout(&v.Boids.Vel, h.Slots(), slot)}
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
func (v *Sight) difference(i, j int) Sums {
	return Sums{n: 1, pos: quantaOf(v.Pos(j).Sub(v.Pos(i))), vel: quantaOf(v.Vel(j).Sub(v.Vel(i)))}
}

// plainSeparation returns the sum of S3 eq. 1.
func (a *Sums) plainSeparation() separation {
	return separation{-float64(a.pos[0]) * vec.Quantum, -float64(a.pos[1]) * vec.Quantum, -float64(a.pos[2]) * vec.Quantum}
}

// include adds sums that are relative to the same boid. It leaves out the separation.
func (a *Sums) include(b *Sums) {
	a.n += b.n
	for k := range a.pos {
		a.pos[k] += b.pos[k]
		a.vel[k] += b.vel[k]
	}
}

// subtract is the reverse of include.
func (a *Sums) subtract(b *Sums) {
	a.n -= b.n
	for k := range a.pos {
		a.pos[k] -= b.pos[k]
		a.vel[k] -= b.vel[k]
	}
}

// separationFrom returns the separation from the close boids in h. The boid itself may be in h, and
// contributes nothing.
func (v *Sight) separationFrom(m *Memory, h *Hits, slot int) (all separation) {
	if !v.set.Separates {
		return all
	}
	c := &m.closeHits
	c.makeRoom(h.N)
	c.N = near.Filter(c.at, c.d2, h.at, h.d2, h.N, v.set.Protected2)
	for k, j := range c.Slots() {
		all.add(v.set.repulsion(v.Offset(int(j), slot), c.d2[k]))
	}
	return all
}

func vecOfInts(v [3]int64) vec.Vec {
	return vec.Vec{X: float32(v[0]), Y: float32(v[1]), Z: float32(v[2])}
}

// SumPart adds up the worker's part of the boids, for MeanOfAll and BoxOfAll.
func (v *Sight) SumPart(worker int) {
	from, to := v.Pool.Part(worker, v.N)
	m := &v.memory[worker]
	if from < to {
		m.partBox = v.Box(from, to)
	}
	m.part = Sums{n: to - from, pos: quantaIn(&v.Boids.Pos, from, to), vel: quantaIn(&v.Boids.Vel, from, to)}
}

// MeanOfAll returns the mean position, m, and velocity of the flock, which must not be empty. All workers
// must have called SumPart.
func (v *Sight) MeanOfAll() (pos, vel vec.Vec) {
	all := v.sumOfParts()
	mean := func(sum [3]int64) vec.Vec {
		n := float64(all.n)
		return vec.Vec{X: float32(float64(sum[0]) * vec.Quantum / n), Y: float32(float64(sum[1]) * vec.Quantum / n), Z: float32(float64(sum[2]) * vec.Quantum / n)}
	}
	return mean(all.pos), mean(all.vel)
}

func (v *Sight) sumOfParts() (all Sums) {
	for k := range v.Pool.Workers {
		all.include(&v.memory[k].part)
	}
	return all
}

// BoxOfAll returns the lowest and the highest corner of the box around the flock. All workers must have
// called SumPart.
func (v *Sight) BoxOfAll() (low, high vec.Vec) {
	none := true
	for k := range v.Pool.Workers {
		m := &v.memory[k]
		if m.part.n == 0 {
			continue
		}
		l, h := vec.FromArray(m.partBox.Low), vec.FromArray(m.partBox.High)
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

// perceiveWhole is Perceive for a neighbourhood of all other boids. Each boid's sum is the sum over the flock
// minus the boid itself.
func (v *Sight) perceiveWhole(b *lanes.Block, firstSlot int) {
	all := v.sumOfParts()
	Clear(b)
	pos, vel := v.Boids.Pos.Slice(firstSlot, firstSlot+b.N), v.Boids.Vel.Slice(firstSlot, firstSlot+b.N)
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
func (a *Sums) lessOwn(to []float32, sum int64, own []float32) {
	for i, x := range own {
		to[i] = float32(a.about(sum, x))
	}
}

// about returns a sum relative to a coordinate. All numbers are whole and below 2⁵³, so it is exact.
func (a *Sums) about(sum int64, own float32) float64 {
	return float64(sum) - float64(float64(a.n)*float64(own*(1/vec.Quantum)))
}
