package flock

import (
	"skein/flock/around"
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/seek"
	"skein/flock/internal/solid"
	"skein/flock/vec"
)

// scratch is the working memory of one worker.
type scratch struct {
	block       block
	windows     []window // show the block's part of the boids
	lonely      bool     // some boid of the block is lonely
	me          Self
	seen        Seen
	other       Neighbour
	others      Others
	found       []Neighbour // boids that others found
	state       []float32   // of a boid that is not in the block
	motion      Motion
	stances     []stance // of the standing boids of the block
	ahead       Ahead
	nearSolids  []*solid.Body // obstacles near some boids of the block
	aheadSolids []*solid.Body // obstacles ahead of any of these boids
	touch       []*solid.Body // obstacles near one boid
	sums        []Sums        // for each active rule that perceives each neighbour and each boid of a block
	balls       []sums        // over the spheres around one boid that bound the rules' rings
	eights      []near.Eight  // the same for eight boids
	told        bool          // some rule perceived some boid, for the block
	from        int           // slot of the first boid of the block
	drawn       []heeded      // the leaders without which one boid is steered again, or nil
	one         block         // a single boid, steered again without a leader

	crowd   near.Crowd // of the block
	eyes    near.Eyes  // of the block
	chooser near.Chooser
	reaches [lanes.Size]float32
	entries []int16 // lists of the block, if they are not stored
	pairs   []int16 // pairs of boids that may be close to each other
	paired  int     // count of numbers in pairs
	parts   [lanes.Size + lanes.Pad][4]int32
	heads   [seek.HeadsSize]uint32
	wild    int // boids too fast for records, in the last tick

	unsure, lonelyOnes, heeding [lanes.Size / 8]uint8 // a bit for each boid of the block

	list    near.List   // candidates of a group
	leaders []int32     // slots of the leaders that the group may heed
	runs    []near.Span // slots of the boids near a group
	spans   []near.Span
	direct  bool      // the boids scan the spans themselves
	far     near.List // candidates of one boid, further out
	image   near.List // candidates across the edge of a world that wraps around

	stray float32 // largest squared distance that a boid moved in the tick relative to the grid's cells

	hits, kept, close hits
	best              []rank
	heeded            []heeded

	mates     []Mate // the nearest of a boid
	matesShow []float32
	farthest  float32 // distance of the farthest mate, m
	mateBlock mateBlock
	rows      eachRows

	began []beginning
	ended []int32 // slots
	leads []int32 // slots of the boids that lead after the tick
	part  sums    // the worker's part of the sum over the flock, if it is seen as a whole
	pulls []pull

	// For the index Matrix: a bit for each boid of a row, and for each boid the sums over its
	// vision sphere from the worker's pairs.
	inSight, beside []uint64
	spheres         []near.Kin
	separations     []separation
}

// hits are boids that a search found, by slot, with their squared distances.
type hits struct {
	n  int
	at []int32
	d2 []float32
}

// makeRoom makes room for at least n hits, and for what the kernels write past them.
func (h *hits) makeRoom(n int) {
	if n += lanes.Pad; n > len(h.at) {
		h.at, h.d2 = lanes.Grown(h.at, n), lanes.Grown(h.d2, n)
	}
}

func (h *hits) slots() []int32 { return h.at[:h.n] }

// sums is the sum of a number of boids relative to one boid: in whole quanta, so exact and
// independent of the order.
type sums struct {
	n          int
	pos, vel   [3]int64
	separation separation
}

// separation is a sum of separation vectors in metres: whole multiples of the quantum, so exact.
type separation [3]float64

func (a *separation) add(b separation) { a[0], a[1], a[2] = a[0]+b[0], a[1]+b[1], a[2]+b[2] }
func (a *separation) sub(b separation) { a[0], a[1], a[2] = a[0]-b[0], a[1]-b[1], a[2]-b[2] }

// advance moves the boids in slots [from, to) by a tick, from the old state of all boids.
func (f *flock) advance(s *scratch, from, to int) {
	for a := from; a < to; a += lanes.Size {
		b := f.openBlock(s, a, min(a+lanes.Size, to))
		switch {
		case !f.looks:
			unseen(b)
		case f.set.whole:
			f.seeWhole(b, a)
		default:
			if f.set.searchesTogether && !f.records.Use {
				f.aimCrowd(s, b)
			}
			f.perceive(b, s, a)
		}
		s.from = a
		f.steer(s, b, f.rules)
		f.lead(b, s, a)
		f.move(&f.set, &f.present, b)
		f.divert(s, b)
		if f.world.air != nil {
			f.moveWithWind(b)
		}
		f.keepOut(s, b)
		f.fly(&f.set, &f.present, b)
		f.stand(s, b)
		switch {
		case f.set.wraps:
			wrapAround(&f.set, b)
		case f.kind == Grid:
			s.noteStray(b, f.grid.Step)
		}
		if f.records.Use {
			f.record(s, b, a)
		}
	}
}

// unseen clears what the boids of a block see.
func unseen(b *block) {
	clear(b.Visible[:b.N])
	clear(b.Weight[:b.N])
	clear(b.Edge.X[:b.N])
	clear(b.Edge.Y[:b.N])
	clear(b.Edge.Z[:b.N])
}

// openBlock makes a worker's block show the boids in slots [from, to).
func (f *flock) openBlock(s *scratch, from, to int) *block {
	b := &s.block
	b.N = to - from
	for _, w := range s.windows {
		w.slide(from, to)
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

// sphere sums over the vision sphere of the boid in a slot. Without the matrix, it also stores
// these boids and the boid itself in s.hits.
func (f *flock) sphere(s *scratch, slot int) (all sums) {
	h := &s.hits
	switch {
	case f.kind == Matrix && !f.set.wraps:
		sum, apart := f.pairSums(slot)
		if sum[3] <= sumLimit {
			all = relative(&sum, &f.kin[slot])
			all.separation = apart
			if f.set.plainSum {
				all.separation = all.plainSeparation()
			}
			return all
		}
		f.find(s, h, slot, f.set.vision2)
	case f.kind == Grid || !f.set.wraps:
		if pos := &f.boids.Pos; s.direct {
			h.n = near.ScanSpans(h.at, h.d2, pos.X, pos.Y, pos.Z, s.runs, point(f.pos(slot)), f.set.vision2)
		} else {
			h.n = near.Scan(h.at, h.d2, &s.list, point(f.pos(slot)), f.set.vision2)
		}
	default:
		f.find(s, h, slot, f.set.vision2)
	}
	all = f.sumHits(s, h, slot)
	all.n--
	return all
}

// sumLimit is the number of boids from which sums of their velocities' differences, each up to
// 2·topSpeed, need more room than a word of kin has. sumLimitOf returns less if differences of
// positions can be larger.
const sumLimit = 1700

// A word of kin holds 2³¹ quanta: this does not compile if topSpeed becomes too high.
const _ = uint((1<<31)*vec.Quantum - sumLimit*2*topSpeed)

func (s *settings) sumLimitOf() int {
	widest := 0.0
	switch {
	case s.wraps:
		widest = s.torus.side
	case s.Neighbourhood == Everyone:
		widest = 2 * around.Wall
	default:
		return sumLimit
	}
	return int(min(sumLimit, 0.99*(1<<31)*vec.Quantum/widest))
}

// sumHits sums over hits, relative to the boid in a slot.
func (f *flock) sumHits(s *scratch, h *hits, slot int) sums {
	all := f.sumMotion(h, slot)
	if f.set.plainSum {
		all.separation = all.plainSeparation()
	} else {
		all.separation = f.separationFrom(s, h, slot)
	}
	return all
}

// sumMotion is sumHits without the separation.
func (f *flock) sumMotion(h *hits, slot int) (all sums) {
	all = f.sumInPlace(h, slot, f.set.sumLimit)
	if f.set.wraps && f.set.nearFace(f.pos(slot)) {
		for k, shift := range f.imageShift(h, slot) {
			all.pos[k] += shift
		}
	}
	return all
}

// sumInPlace is sumMotion without images across the edge of the world. limit is the number of
// boids that can be summed at once.
func (f *flock) sumInPlace(h *hits, slot, limit int) (all sums) {
	if h.n <= limit && !f.records.Use {
		sum := near.Sum(f.kin, h.slots())
		return relative(&sum, &f.kin[slot])
	}
	return sums{n: h.n, pos: sumAbout(&f.boids.Pos, h.slots(), slot), vel: sumAbout(&f.boids.Vel, h.slots(), slot)}
}

// sumAbout returns the sum of some vectors relative to one of them, in quanta. A float64 holds
// whole multiples of the quantum exactly up to 2⁴⁰.
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

// difference returns the boid in slot j relative to the boid in slot i, without images.
func (f *flock) difference(i, j int) sums {
	return sums{n: 1, pos: quantaOf(f.pos(j).Sub(f.pos(i))), vel: quantaOf(f.vel(j).Sub(f.vel(i)))}
}

// plainSeparation returns the sum of S3 eq. 1: the vectors from all boids.
func (a *sums) plainSeparation() separation {
	return separation{-float64(a.pos[0]) * vec.Quantum, -float64(a.pos[1]) * vec.Quantum, -float64(a.pos[2]) * vec.Quantum}
}

// include adds other sums, except for their separation.
func (a *sums) include(b *sums) {
	a.n += b.n
	for k := range a.pos {
		a.pos[k] += b.pos[k]
		a.vel[k] += b.vel[k]
	}
}

// separationFrom returns the separation from the hits that are close. The boid itself contributes
// nothing.
func (f *flock) separationFrom(s *scratch, h *hits, slot int) (all separation) {
	if !f.set.separates {
		return all
	}
	c := &s.close
	c.makeRoom(h.n)
	c.n = near.Filter(c.at, c.d2, h.at, h.d2, h.n, f.set.protected2)
	for k, j := range c.slots() {
		all.add(f.set.repulsion(f.offset(int(j), slot), c.d2[k]))
	}
	return all
}

// repulsion returns the vector from a neighbour times the falloff, with each number rounded to
// the quantum. d2 is the square of its length.
func (s *settings) repulsion(from vec.Vec, d2 float32) separation {
	w := s.falloff(d2)
	return separation{exact(from.X, w), exact(from.Y, w), exact(from.Z, w)}
}

// exact returns a product rounded to the quantum.
func exact(a, b float32) float64 { return vec.Round(float64(float32(a * b))) }

// falloff returns the weight of the vector away from a neighbour; d2 is the square of its length.
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

// see fills in what the boid in a slot, boid i of its block, perceives, given the sums over its
// vision sphere.
func (f *flock) see(b *block, i int, s *scratch, slot int, all *sums) {
	b.Visible[i] = float32(all.n)
	set(&b.Edge, i, vecOfInts(all.pos))
	reach, inSight := ball{f.set.vision2, -1}, all.n
	if !f.set.simple {
		reach, inSight = f.choose(s, slot, all)
	}
	f.attend(b, i, s, slot, all, reach, inSight)
}

// attend does the rest of see, given the neighbourhood, its ball and the number of boids in
// sight.
func (f *flock) attend(b *block, i int, s *scratch, slot int, all *sums, reach ball, inSight int) {
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
	if len(s.heeded) > 0 && b.Age[i] < 0 && f.isDeciding() {
		f.draw(s, slot, all, &led, &lonely)
	}
}

// company is what a lonely boid seeks beside its neighbourhood: the mean position, m, and the mean
// velocity, m/s, of all boids in view in the lonely range, relative to its own.
type company struct{ centre, course vec.Vec }

// company returns the company of the boid in a slot.
func (f *flock) company(s *scratch, slot int) company {
	f.find(s, &s.hits, slot, f.set.lonely2)
	f.filterView(s, slot)
	all := f.sumMotion(&s.kept, slot)
	mean := meanFactor(float32(all.n))
	return company{vecOfInts(all.pos).Scale(mean), vecOfInts(all.vel).Scale(mean)}
}

// fill stores the company of boid i of a block.
func (c *company) fill(b *block, i int) {
	set(&b.Company, i, c.centre)
	set(&b.CompanyCourse, i, c.course)
}

// weigh stores the sums over the neighbours of boid i of a block. led are the sums over the
// leaders among them, which count more.
func (f *flock) weigh(b *block, i int, all, led *sums) {
	extra := float64(f.set.Salience) - 1
	weigh := func(all, led [3]int64) (v vec.Vec) {
		return vec.Vec{
			X: float32(float64(all[0]) + float64(extra*float64(led[0]))),
			Y: float32(float64(all[1]) + float64(extra*float64(led[1]))),
			Z: float32(float64(all[2]) + float64(extra*float64(led[2]))),
		}
	}
	weight := float32(float64(all.n) + float64(extra*float64(led.n)))
	centre := weigh(all.pos, led.pos)
	b.Weight[i] = weight
	set(&b.Centre, i, centre)
	set(&b.Course, i, weigh(all.vel, led.vel))
	set(&b.Away, i, vec.Vec{X: float32(all.separation[0]), Y: float32(all.separation[1]), Z: float32(all.separation[2])})
}

func vecOfInts(v [3]int64) vec.Vec {
	return vec.Vec{X: float32(v[0]), Y: float32(v[1]), Z: float32(v[2])}
}
