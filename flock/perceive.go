package flock

import (
	"math/bits"

	"skein/flock/internal/distance"
	"skein/flock/internal/pairs"
)

// kin is what others see of a boid: its position and velocity at the start of
// the tick, and 1, so that a sum holds how many it is over. It is in float64,
// where sums over multiples of the quantum are exact.
type kin = pairs.Lanes

// The lanes of a kin.
const (
	posX, posY, posZ = 0, 1, 2
	velX, velY, velZ = 3, 4, 5
	howMany          = 6
)

func kinOf(p, v vec) kin {
	return kin{
		posX: float64(p.x), posY: float64(p.y), posZ: float64(p.z),
		velX: float64(v.x), velY: float64(v.y), velZ: float64(v.z),
		howMany: 1,
	}
}

func posOf(k *kin) vec { return vec{float32(k[posX]), float32(k[posY]), float32(k[posZ])} }

// means are the mean position less that of the boid itself, and the mean
// velocity, of a sum; zero if it is over nobody.
func means(sum, self *kin) (centre, velocity vec) {
	n := sum[howMany]
	if n == 0 {
		return vec{}, vec{}
	}
	over := 1 / n
	centre = vec{
		float32((sum[posX] - float64(n*self[posX])) * over),
		float32((sum[posY] - float64(n*self[posY])) * over),
		float32((sum[posZ] - float64(n*self[posZ])) * over),
	}
	return centre, vec{float32(sum[velX] * over), float32(sum[velY] * over), float32(sum[velZ] * over)}
}

// away is a sum of the separation: exact, so free of order.
type away struct{ x, y, z float64 }

// add takes the vector from k to self times the falloff, rounded to the quantum.
func (a *away) add(self, k *kin, falloff float32) {
	a.part(&away{}, self, k, falloff)
}

// part adds the same and takes it from b, the sum of k: rounding is symmetric.
func (a *away) part(b *away, self, k *kin, falloff float32) {
	x := exact(float32(self[posX]-k[posX]), falloff)
	y := exact(float32(self[posY]-k[posY]), falloff)
	z := exact(float32(self[posZ]-k[posZ]), falloff)
	a.x, a.y, a.z = a.x+x, a.y+y, a.z+z
	b.x, b.y, b.z = b.x-x, b.y-y, b.z-z
}

// exact is a product rounded to the quantum.
func exact(a, b float32) float64 { return (float64(float32(a*b)) + toQuantum) - toQuantum }

func (a *away) vec() vec { return vec{float32(a.x), float32(a.y), float32(a.z)} }

// company is the sums over those that a boid steers by.
type company struct {
	kin  kin
	away away
}

// scratch is one worker's memory.
type scratch struct {
	perception    perception
	company       company
	inSight, near []uint64 // a bit for each boid
	best          []rank

	// Over those in each boid's vision sphere, the worker's pairs alone.
	spheres []kin
	apart   []away
}

// meet computes a worker's rows of the matrix and adds both sides of each pair
// in sight to its sums.
func (w *World) meet(s *scratch, worker, of int) {
	clear(s.spheres)
	clear(s.apart)
	for i := w.near.share(worker, of); i < w.near.share(worker+1, of); i++ {
		row := w.near.row(i)
		inSight, near := s.inSight[:distance.Words(i)], s.near[:distance.Words(i)]
		here := distance.Point{X: w.x[i], Y: w.y[i], Z: w.z[i]}
		distance.Squares(row, inSight, w.x, w.y, w.z, here, w.set.vision2)
		pairs.Meet(s.spheres, w.kin, i, inSight, near, row, w.set.separation2)
		w.part(s.apart, row, near)
	}
}

// part adds the separation of the boid that follows the row's from those of the
// row that are near, and theirs from it.
func (w *World) part(apart []away, row []float32, near []uint64) {
	i := len(row)
	for k, word := range near {
		for ; word != 0; word &= word - 1 {
			j := 64*k + bits.TrailingZeros64(word)
			apart[i].part(&apart[j], &w.kin[i], &w.kin[j], w.set.falloff(row[j]))
		}
	}
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
	self, all := &w.kin[i], &s.company
	*p = perception{pos: w.pos(i), vel: w.vel[i], gust: w.gust[i]}
	p.speed = p.vel.length()
	if p.speed > 0 {
		p.heading = p.vel.scale(1 / p.speed)
	}
	w.sphere(i, all)
	p.centre, p.meanVelocity = means(&all.kin, self)
	p.edge = p.centre
	p.count = int(all.kin[howMany])

	reach := ball{w.set.vision2, -1}
	plain := w.set.simple && p.count >= w.set.LonelyCount
	if !plain {
		reach = w.gather(i, s, p, all)
	}
	if len(w.leaders) > 0 {
		w.heed(i, p, reach, all)
	}
	p.separation = all.away.vec()
	if !plain || len(w.leaders) > 0 {
		p.centre, p.meanVelocity = means(&all.kin, self)
	}
}

// sphere sums over boid i's vision sphere.
func (w *World) sphere(i int, all *company) {
	all.kin, all.away = w.scratch[0].spheres[i], w.scratch[0].apart[i]
	for k := 1; k < w.crew.of; k++ {
		s := &w.scratch[k]
		all.kin.Add(&s.spheres[i])
		all.away.x += s.apart[i].x
		all.away.y += s.apart[i].y
		all.away.z += s.apart[i].z
	}
}

// gather sums over the boids in view within boid i's neighbourhood, or if these
// are too few over those in the lonely range.
func (w *World) gather(i int, s *scratch, p *perception, all *company) ball {
	reach := w.outline(i, s, p)
	p.count = w.within(i, p, reach, all)
	if p.count < w.set.LonelyCount && w.set.lonely2 > reach.d2 {
		p.lonely = true
		reach = ball{w.set.lonely2, -1}
		p.count = w.within(i, p, reach, all)
	}
	return reach
}

// heed adds to the sum the leaders that boid i sees beyond its neighbourhood,
// and gives to all that it sees their salience.
func (w *World) heed(i int, p *perception, reach ball, all *company) {
	var led kin
	for _, l := range w.leaders {
		if l == i {
			continue
		}
		d2 := w.near.at(i, l)
		member := reach.holds(d2, l)
		if !member && d2 >= w.set.salience2 || !w.inView(i, l, p) {
			continue
		}
		led.Add(&w.kin[l])
		if !member {
			all.kin.Add(&w.kin[l])
			p.count++
		}
	}
	extra := float64(w.set.Salience) - 1
	for k := range led {
		all.kin[k] += float64(led[k] * extra)
	}
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
