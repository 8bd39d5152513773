package sight

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/stages"
	"skein/flock/vec"
)

// Perceive stores what each boid of a block perceives: the sums over its neighbourhood and over all boids in
// sight, and the company that a lonely boid seeks. The block's first boid is in slot firstSlot.
func (v *Sight) Perceive(b *lanes.Block, m *Memory, firstSlot int) {
	switch {
	case v.set.Whole:
		v.perceiveWhole(b, firstSlot)
		return
	case v.OwnVision != nil:
		v.perceiveOwn(b, m, firstSlot)
		return
	case v.Kind == Matrix:
		v.seeAll(b, m, firstSlot)
		return
	case v.records.Use:
		v.readRecords(b, m, firstSlot)
		return
	case v.set.searchesTogether:
		v.aimCrowd(m, b)
	}
	for a := 0; a < b.N; {
		end, unfinished := v.look(m, a, firstSlot, firstSlot+b.N)
		for ; a < end; a++ {
			if unfinished&1 != 0 {
				all := v.sphere(m, firstSlot+a)
				v.see(b, a, m, firstSlot+a, &all)
			}
			unfinished >>= 1
		}
	}
}

// perceiveOwn is like Perceive, for boids that differ in their vision radius.
func (v *Sight) perceiveOwn(b *lanes.Block, m *Memory, firstSlot int) {
	for i := range b.N {
		slot := firstSlot + i
		m.leaders = append(m.leaders[:0], v.Leaders...)
		all := v.sumHits(m, v.Find(m, slot, v.Vision2Of(slot)), slot)
		all.n--
		v.see(b, i, m, slot, &all)
	}
}

// PerceiveVisible stores only the sums over all boids in sight, for boid i of a block.
func (v *Sight) PerceiveVisible(b *lanes.Block, m *Memory, firstSlot, i int) {
	slot := firstSlot + i
	all := v.sumMotion(v.findVisible(m, slot), slot)
	b.Visible[i] = float32(all.n - 1)
	b.Edge.Set(i, vecOfInts(all.pos))
}

// Clear makes the boids of a block perceive nobody.
func Clear(b *lanes.Block) {
	clear(b.Visible[:b.N])
	clear(b.Weight[:b.N])
	clear(b.Edge.X[:b.N])
	clear(b.Edge.Y[:b.N])
	clear(b.Edge.Z[:b.N])
}

// Open prepares the worker's block for the next boids.
func (m *Memory) Open(b *lanes.Block) {
	if !m.lonely {
		return
	}
	for _, v := range [...]*lanes.Vec{&b.Company, &b.CompanyCourse} {
		clear(v.X)
		clear(v.Y)
		clear(v.Z)
	}
	m.lonely = false
}

// see fills in the perception of boid i, in the given slot, from the sums over its vision sphere.
func (v *Sight) see(b *lanes.Block, i int, m *Memory, slot int, all *Sums) {
	b.Visible[i] = float32(all.n)
	b.Edge.Set(i, vecOfInts(all.pos))
	reach, inSight := near.Ball{D2: v.Vision2Of(slot), ID: -1}, all.n
	if !v.set.Simple {
		reach, inSight = v.choose(m, slot, all)
	}
	v.addCompanyAndLeaders(b, i, m, slot, all, reach, inSight)
}

// addCompanyAndLeaders is the second part of see. all, reach and inSight describe the neighbourhood.
func (v *Sight) addCompanyAndLeaders(b *lanes.Block, i int, m *Memory, slot int, all *Sums, reach near.Ball, inSight int) {
	var lonely Company
	if inSight < v.set.LonelyCount {
		lonely = v.company(m, slot)
		lonely.Fill(b, i)
		m.lonely = true
	}
	if len(m.leaders) == 0 {
		v.Weigh(b, i, all, &Sums{})
		return
	}
	led := v.heed(m, slot, reach, all)
	v.Weigh(b, i, all, &led)
	if b.Age[i] < 0 && v.Deciding {
		v.pull(m, slot, all, &led, &lonely)
	}
}

// Company holds the mean position, m, and velocity, m/s, of all boids in view in the lonely range, relative
// to a lonely boid.
type Company struct{ centre, course vec.Vec }

func (v *Sight) company(m *Memory, slot int) Company {
	v.Find(m, slot, v.set.lonely2)
	v.filterView(m, slot)
	all := v.sumMotion(&m.neighbourHits, slot)
	mean := stages.MeanFactor(float32(all.n))
	return Company{vecOfInts(all.pos).Scale(mean), vecOfInts(all.vel).Scale(mean)}
}

// Fill stores the company of boid i of a block.
func (c *Company) Fill(b *lanes.Block, i int) {
	b.Company.Set(i, c.centre)
	b.CompanyCourse.Set(i, c.course)
}

// Weigh stores the sums over the neighbours of boid i of a block. The leaders among them, with the sums led,
// have a larger weight.
func (v *Sight) Weigh(b *lanes.Block, i int, all, led *Sums) {
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
