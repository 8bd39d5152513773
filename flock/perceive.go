package flock

// kin is what others see of a boid: its position and velocity at the start of
// the tick, in float64, where sums over multiples of the quantum are exact.
type kin struct{ px, py, pz, vx, vy, vz float64 }

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

// centre is the mean position less that of the boid itself.
func (k *kin) centre(self *kin, weight float64) vec {
	return vec{
		float32((k.px - float64(weight*self.px)) / weight),
		float32((k.py - float64(weight*self.py)) / weight),
		float32((k.pz - float64(weight*self.pz)) / weight),
	}
}

func (k *kin) velocity(weight float64) vec {
	return vec{float32(k.vx / weight), float32(k.vy / weight), float32(k.vz / weight)}
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

// scratch is one worker's memory.
type scratch struct {
	members []uint16
	best    []rank
}

// perceive fills p from the state at the start of the tick.
func (w *World) perceive(i int, s *scratch, p *perception) {
	self := &w.kin[i]
	*p = perception{pos: w.pos(i), vel: w.vel[i], gust: w.gust[i]}
	p.speed = p.vel.length()
	p.heading = p.vel.unit()

	near := w.near.near(i)
	all := w.total(near)
	if len(near) > 0 {
		p.edge = all.centre(self, float64(len(near)))
	}
	members, reach := near, ball{w.set.vision2, -1}
	if !w.set.simple || len(near) < w.set.LonelyCount {
		members, reach = w.members(i, s, p)
		all = w.total(members)
	}
	p.count = len(members)
	weight := float64(p.count)
	if len(w.leaders) > 0 {
		weight += w.heed(i, p, reach, &all)
	}
	if p.count > 0 {
		p.centre = all.centre(self, weight)
		p.meanVelocity = all.velocity(weight)
	}
	p.separation = w.separation(i, members)
}

func (w *World) total(ids []uint16) (sum kin) {
	for _, j := range ids {
		sum.add(&w.kin[j])
	}
	return sum
}

// heed adds to the sum the leaders that boid i sees beyond its neighbourhood,
// and to all that it sees their salience. It returns the weight it added.
func (w *World) heed(i int, p *perception, reach ball, all *kin) float64 {
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
			p.count++
			weight++
		}
	}
	extra := float64(w.set.Salience) - 1
	all.addTimes(&led, extra)
	return weight + float64(extra*float64(seen))
}

// closest is the distance below which a falloff rises no further, m.
const closest = 0.05

// separation is the sum of the vectors away from the protected members, each
// weighed by the falloff and rounded to the quantum, so that the sum is exact.
func (w *World) separation(i int, members []uint16) vec {
	var x, y, z float64
	self := &w.kin[i]
	for _, j := range members {
		d2 := w.near.at(i, int(j))
		if d2 >= w.set.separation2 {
			continue
		}
		other := &w.kin[j]
		f := w.set.falloff(d2)
		x += round(float32(float32(self.px-other.px) * f))
		y += round(float32(float32(self.py-other.py) * f))
		z += round(float32(float32(self.pz-other.pz) * f))
	}
	return vec{float32(x), float32(y), float32(z)}
}

func round(x float32) float64 { return (float64(x) + toQuantum) - toQuantum }

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
