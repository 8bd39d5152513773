package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/stages"
	"skein/flock/vec"
)

func (f *flock) advance(s *scratch, from, to int) {
	for a := from; a < to; a += lanes.Size {
		b := f.openBlock(s, a, min(a+lanes.Size, to))
		s.firstSlot = a
		switch {
		case !f.usesSeen:
			clearPerception(b)
		case f.set.whole:
			f.seeWhole(b, a)
		case f.fewPerceive():
			f.perceiveFew(b, s, a)
		default:
			if f.set.searchesTogether && !f.records.Use {
				f.aimCrowd(s, b)
			}
			f.perceive(b, s, a)
		}
		f.steer(s, b, f.rules)
		f.lead(b, s, a)
		f.moveBlock(b)
		f.divert(s, b)
		if f.world.air != nil {
			stages.Drift(b, f.world.air, f.set.plane, f.set.floor)
		}
		f.obstacles.KeepOut(&s.encounter, b, f.speedLimit)
		f.stages.Fly(b, &f.present.terms)
		f.stand(s, b)
		switch {
		case f.set.wraps:
			stages.Wrap(b, f.set.torus)
		case f.kind == Grid:
			s.noteStray(b, f.grid.Step)
		}
		if f.records.Use {
			f.record(s, b, a)
		}
	}
}

func clearPerception(b *block) {
	clear(b.Visible[:b.N])
	clear(b.Weight[:b.N])
	clear(b.Edge.X[:b.N])
	clear(b.Edge.Y[:b.N])
	clear(b.Edge.Z[:b.N])
}

func (f *flock) openBlock(s *scratch, from, to int) *block {
	b := &s.block
	b.N = to - from
	for _, w := range s.windows {
		w.Slide(from, to)
	}
	if s.lonely {
		for _, v := range [...]*lanes.Vec{&b.Company, &b.CompanyCourse} {
			clear(v.X)
			clear(v.Y)
			clear(v.Z)
		}
		s.lonely = false
	}
	b.Next, b.NextVel = f.next.Slice(from, to), f.nextVel.Slice(from, to)
	return b
}

// see fills in the perception of boid i, in the given slot, from the sums over its vision sphere.
func (f *flock) see(b *block, i int, s *scratch, slot int, all *sums) {
	b.Visible[i] = float32(all.n)
	b.Edge.Set(i, vecOfInts(all.pos))
	reach, inSight := near.Ball{D2: f.vision2Of(slot), ID: -1}, all.n
	if !f.set.simple {
		reach, inSight = f.choose(s, slot, all)
	}
	f.addCompanyAndLeaders(b, i, s, slot, all, reach, inSight)
}

// addCompanyAndLeaders is the second part of see. all, reach and inSight describe the neighbourhood.
func (f *flock) addCompanyAndLeaders(b *block, i int, s *scratch, slot int, all *sums, reach near.Ball, inSight int) {
	var lonely company
	if inSight < f.set.LonelyCount {
		lonely = f.company(s, slot)
		lonely.fill(b, i)
		s.lonely = true
	}
	if len(s.leaders) == 0 {
		f.weigh(b, i, all, &sums{})
		return
	}
	led := f.heed(s, slot, reach, all)
	f.weigh(b, i, all, &led)
	if len(s.heededLeaders) > 0 && b.Age[i] < 0 && f.isDeciding() {
		f.recordPulls(s, slot, all, &led, &lonely)
	}
}

// company holds the mean position, m, and velocity, m/s, of all boids in view in the lonely range, relative
// to a lonely boid.
type company struct{ centre, course vec.Vec }

func (v *sight) company(s *scratch, slot int) company {
	v.find(s, &s.hits, slot, v.set.lonely2)
	v.filterView(s, slot)
	all := v.sumMotion(&s.neighbourHits, slot)
	mean := stages.MeanFactor(float32(all.n))
	return company{vecOfInts(all.pos).Scale(mean), vecOfInts(all.vel).Scale(mean)}
}

func (c *company) fill(b *block, i int) {
	b.Company.Set(i, c.centre)
	b.CompanyCourse.Set(i, c.course)
}

// weigh stores the sums over a boid's neighbours. The leaders among them, with the sums led, have a larger
// weight.
func (v *sight) weigh(b *block, i int, all, led *sums) {
	extra := float64(v.set.Salience) - 1
	weigh := func(all, led [3]int64) vec.Vec {
		return vec.Vec{
			X: float32(float64(all[0]) + float64(extra*float64(led[0]))),
			Y: float32(float64(all[1]) + float64(extra*float64(led[1]))),
			Z: float32(float64(all[2]) + float64(extra*float64(led[2]))),
		}
	}
	weight := float32(float64(all.n) + float64(extra*float64(led.n)))
	centre := weigh(all.pos, led.pos)
	b.Weight[i] = weight
	b.Centre.Set(i, centre)
	b.Course.Set(i, weigh(all.vel, led.vel))
	b.Away.Set(i, vec.Vec{X: float32(all.separation[0]), Y: float32(all.separation[1]), Z: float32(all.separation[2])})
}

func (f *flock) steer(s *scratch, b *block, rules []steer) {
	f.stages.Derive(b, &f.present.terms)
	clear(b.Steer.X[:b.N])
	clear(b.Steer.Y[:b.N])
	clear(b.Steer.Z[:b.N])
	for _, r := range rules {
		r(s, b)
	}
}

type present struct {
	Tick
	deciding bool
	terms    lanes.Terms
}
