package flock

import (
	"math/bits"

	"skein/flock/internal/distance"
)

// kin is what others see of a boid: its position and velocity at the start of
// the tick, in float64, where sums over multiples of the quantum are exact.
type kin struct{ px, py, pz, vx, vy, vz float64 }

func kinOf(p, v vec) kin {
	return kin{float64(p.x), float64(p.y), float64(p.z), float64(v.x), float64(v.y), float64(v.z)}
}

func (k *kin) pos() vec { return vec{float32(k.px), float32(k.py), float32(k.pz)} }

func (k *kin) add(o *kin) {
	k.px += o.px
	k.py += o.py
	k.pz += o.pz
	k.vx += o.vx
	k.vy += o.vy
	k.vz += o.vz
}

// addTimes multiplies before it rounds, and rounds before it adds.
func (k *kin) addTimes(o *kin, w float64) {
	k.px += float64(o.px * w)
	k.py += float64(o.py * w)
	k.pz += float64(o.pz * w)
	k.vx += float64(o.vx * w)
	k.vy += float64(o.vy * w)
	k.vz += float64(o.vz * w)
}

// crowdSum is an exact sum over some boids, seen from one of them.
type crowdSum struct {
	kin
	x, y, z float64 // separation
	count   int
}

// apart adds the term of the separation for a neighbour at k, seen from self:
// the vector away from it times the falloff, rounded to the quantum.
func (c *crowdSum) apart(self, k *kin, falloff float32) {
	c.x += exact(float32(self.px-k.px), falloff)
	c.y += exact(float32(self.py-k.py), falloff)
	c.z += exact(float32(self.pz-k.pz), falloff)
}

// exact is a product rounded to the quantum.
func exact(a, b float32) float64 { return (float64(float32(a*b)) + toQuantum) - toQuantum }

func (c *crowdSum) merge(o *crowdSum) {
	c.add(&o.kin)
	c.x += o.x
	c.y += o.y
	c.z += o.z
	c.count += o.count
}

// means are the mean position less that of the boid itself, and the mean
// velocity, of a crowd of the given weight; zero if that is nothing.
func (c *crowdSum) means(self *kin, weight float64) (centre, velocity vec) {
	if weight == 0 {
		return vec{}, vec{}
	}
	over := 1 / weight
	centre = vec{
		float32((c.px - float64(weight*self.px)) * over),
		float32((c.py - float64(weight*self.py)) * over),
		float32((c.pz - float64(weight*self.pz)) * over),
	}
	return centre, vec{float32(c.vx * over), float32(c.vy * over), float32(c.vz * over)}
}

func (c *crowdSum) separation() vec { return vec{float32(c.x), float32(c.y), float32(c.z)} }

// scratch is one worker's memory.
type scratch struct {
	perception perception
	sum        crowdSum
	inSight    []uint64   // a bit for each boid
	spheres    []crowdSum // over those in each boid's vision sphere, the worker's pairs alone
	best       []rank
}

// meet computes a worker's rows of the matrix and adds both sides of each pair
// in sight to its sums.
func (w *World) meet(s *scratch, worker, of int) {
	clear(s.spheres)
	for i := w.near.share(worker, of); i < w.near.share(worker+1, of); i++ {
		row := w.near.row(i)
		here := distance.Point{X: w.x[i], Y: w.y[i], Z: w.z[i]}
		distance.Squares(row, s.inSight, w.x, w.y, w.z, here, w.set.vision2)
		w.meetRow(s.spheres, s.inSight[:distance.Words(i)], row)
	}
}

// meetRow adds to each other's sums the boid that follows the row's and those
// of the row that are in sight. Its own sum is kept in variables, because adding
// in memory would wait for the last sum to be stored.
func (w *World) meetRow(sums []crowdSum, inSight []uint64, row []float32) {
	i := len(row)
	all, self, protected := w.kin, w.kin[i], w.set.separation2
	var px, py, pz, vx, vy, vz float64
	count := 0
	for k, word := range inSight {
		count += bits.OnesCount64(word)
		for ; word != 0; word &= word - 1 {
			j := 64*k + bits.TrailingZeros64(word)
			other, theirs := &all[j], &sums[j]
			theirs.add(&self)
			theirs.count++
			px, py, pz = px+other.px, py+other.py, pz+other.pz
			vx, vy, vz = vx+other.vx, vy+other.vy, vz+other.vz
			if d2 := row[j]; d2 < protected {
				f := w.set.falloff(d2)
				sums[i].apart(&self, other, f)
				theirs.apart(other, &self, f)
			}
		}
	}
	sums[i].add(&kin{px, py, pz, vx, vy, vz})
	sums[i].count += count
}

// perception is what one boid knows when it steers.
type perception struct {
	pos, vel vec
	speed    float32
	heading  vec // unit, zero at rest
	gust     vec

	count        int // members of its neighbourhood, leaders from afar included
	lonely       bool
	centre       vec // of the members, relative to the boid
	meanVelocity vec
	separation   vec // sum over the protected members, away from them

	edge vec // k of S3 eq. 3 over the whole vision sphere (H8)
}

// perceive fills p from the state at the start of the tick.
func (w *World) perceive(i int, s *scratch, p *perception) {
	self, all := &w.kin[i], &s.sum
	*p = perception{pos: w.pos(i), vel: w.vel[i], gust: w.gust[i]}
	p.speed = p.vel.length()
	if p.speed > 0 {
		p.heading = p.vel.scale(1 / p.speed)
	}

	w.sphere(i, all)
	p.centre, p.meanVelocity = all.means(self, float64(all.count))
	p.edge = p.centre
	reach := ball{w.set.vision2, -1}
	plain := w.set.simple && all.count >= w.set.LonelyCount
	if !plain {
		reach = w.company(i, s, p, all)
	}
	weight := float64(all.count)
	if len(w.leaders) > 0 {
		weight += w.heed(i, p, reach, all)
	}
	p.count = all.count
	p.separation = all.separation()
	if !plain || len(w.leaders) > 0 {
		p.centre, p.meanVelocity = all.means(self, weight)
	}
}

// company sums over the boids in view within boid i's neighbourhood, or if
// these are too few over those in the lonely range.
func (w *World) company(i int, s *scratch, p *perception, all *crowdSum) ball {
	reach := w.outline(i, s, p)
	w.within(i, p, reach, all)
	if all.count < w.set.LonelyCount && w.set.lonely2 > reach.d2 {
		p.lonely = true
		reach = ball{w.set.lonely2, -1}
		w.within(i, p, reach, all)
	}
	return reach
}

// sphere sums over boid i's vision sphere.
func (w *World) sphere(i int, all *crowdSum) {
	*all = w.scratch[0].spheres[i]
	for k := 1; k < w.crew.of; k++ {
		all.merge(&w.scratch[k].spheres[i])
	}
}

// heed adds to the sum the leaders that boid i sees beyond its neighbourhood,
// and to all that it sees their salience. It returns the weight it added.
func (w *World) heed(i int, p *perception, reach ball, all *crowdSum) float64 {
	var led kin
	seen, weight := 0, 0.0
	for _, l := range w.leaders {
		if l == i {
			continue
		}
		d2 := w.near.at(i, l)
		member := reach.holds(d2, l)
		if !member && d2 >= w.set.salience2 || !w.inView(i, l, p) {
			continue
		}
		led.add(&w.kin[l])
		seen++
		if !member {
			all.add(&w.kin[l])
			all.count++
			weight++
		}
	}
	extra := float64(w.set.Salience) - 1
	all.addTimes(&led, extra)
	return weight + float64(extra*float64(seen))
}

// closest is the distance below which a falloff rises no further, m.
const closest = 0.05

// falloff is the weight of the vector away from a neighbour, d2 its square.
func (s *settings) falloff(d2 float32) float32 {
	if s.Falloff == Sum {
		return 1
	}
	d := sqrt(d2)
	if d == 0 {
		return 0
	}
	switch s.Falloff {
	case Linear:
		return max(0, 1-float32(d*s.overSeparation)) / d
	case Inverse:
		return 1 / (d * max(d, closest))
	default:
		floored := max(d, closest)
		return 1 / (d * floored * floored)
	}
}
