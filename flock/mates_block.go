package flock

import (
	"math"
	"math/bits"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/sight"
	"skein/flock/vec"
)

// Kernels for rules that perceive the nearest flockmates. The results have the same bits as with
// mateRules.steerGroup.

// mateKernelRule is a mateRule whose kernels compute the same bits as Steer. It has at most four columns. The
// kernels perceive only whether the first visible column of a mate is 0.
type mateKernelRule interface {
	mateRule
	termSetter
	MateKernels(k *lanes.Kernels) lanes.MateKernels
}

// peerShow is a copied column, and the property that a boid shows while it is not 0.
type peerShow struct {
	column int
	shows  lanes.Shows
}

// kernelsOf returns no kernels if the rule has none or the machine cannot run them. shown holds the indices
// of the copied columns that mates see (see [shownColumns]).
func (m *mateRules) kernelsOf(f *flock, r mateRule, shown []int) (all lanes.MateKernels) {
	k, ok := r.(mateKernelRule)
	if !ok || f.kernels.Meet == nil || f.variedOf(r) != nil {
		return all
	}
	all = k.MateKernels(&f.kernels)
	if all.Shows != 0 {
		f.peerShows = append(f.peerShows, peerShow{shown[0], all.Shows})
	}
	m.kernels++
	return all
}

type mateBlock struct {
	slots []int32 // slot of mate k of boid i at (k+1)·rowSize + i; the first and the last row are unused
	reach float32 // squared distance of the last boid's farthest mate, m²

	foundFor *mateRules // rules for which findBlock has run, but steerBlock has not
	sums     []lanes.MateSums
	to       [near.Columns][]float32
}

// rowSize is the length of a row in elements. It is not a multiple of a large power of two, so that rows do
// not compete for the same cache lines.
const rowSize = lanes.Size + lanes.Pad

func (m *mateBlock) makeRoom(mates, rules int, to *lanes.Mates) {
	if rows := mates + 2; len(m.slots) < rows*rowSize {
		m.slots = make([]int32, rows*rowSize)
	}
	for len(m.sums) < rules {
		m.sums = append(m.sums, lanes.MakeMateSums())
	}
	if to.Apart == nil {
		*to = lanes.MakeMates()
	}
	if m.to[0] == nil {
		m.to = [...][]float32{to.Pos.X, to.Pos.Y, to.Pos.Z, to.Weight, to.Heading.X, to.Heading.Y, to.Heading.Z, to.Shown}
	}
}

func (m *mateBlock) row(k int) []int32 { return m.slots[(k+1)*rowSize:][:lanes.Size] }

func (m *mateRules) steerBlock(s *scratch, b *block) {
	all := &s.mateBlock
	if all.foundFor != m {
		m.findBlock(s, b, 0)
	}
	all.foundFor = nil
	m.steerFound(s, b, all)
}

// steerFound is steerBlock for mates that are already found.
func (m *mateRules) steerFound(s *scratch, b *block, all *mateBlock) {
	count := min(m.most, m.f.N-1)
	if m.kernels > 0 {
		m.sumMates(all, b, count)
	}
	sums := 0
	for k := range m.all {
		if r := &m.all[k]; r.kernels.Steer == nil {
			m.steerPlain(s, b, r, all, count)
		} else {
			b.Mate.Sums = all.sums[sums]
			m.steerFast(s, b, r, all, count)
			sums++
		}
	}
}

// findBlock stores the slots of the nearest flockmates of each boid of the block: as many as the rules need,
// and some spare ones.
func (m *mateRules) findBlock(s *scratch, b *block, spare int) {
	all, count := &s.mateBlock, min(m.most+spare, m.f.N-1)
	all.makeRoom(count, m.kernels, &b.Mate)
	for i := 0; i < b.N; {
		i = m.findGroup(s, b, i, count)
	}
	for k := range count { // the kernels read eight boids at a time
		clear(all.row(k)[b.N : (b.N+7)/8*8])
	}
	all.foundFor = m
}

func (m *mateRules) steerFast(s *scratch, b *block, r *activeMates, all *mateBlock, count int) {
	aimState(b, r.state)
	r.kernels.Steer(b, &m.f.present.terms)
	if !r.kernels.Leaves {
		return
	}
	for k, word := range b.Marked {
		for ; word != 0; word &= word - 1 {
			if i := 64*k + bits.TrailingZeros64(word); i < b.N {
				m.steerOne(s, b, i, r, all, count)
			}
		}
	}
}

func aimState(b *block, state []stateArray) {
	for k, to := range [...]*[]float32{&b.State.X, &b.State.Y, &b.State.Z, &b.Fourth} {
		if k < len(state) {
			*to = b.Own[state[k].array]
		}
	}
}

func (m *mateRules) sumMates(all *mateBlock, b *block, count int) {
	terms := &m.f.present.terms
	clear(b.Mate.InView[:b.N])
	for k := range m.kernels {
		all.sums[k].Clear(b.N)
	}
	for mate := range count {
		near.Fetch(&all.to, m.f.peers, all.row(mate)[:b.N])
		m.f.kernels.Meet(b, terms)
		sums := 0
		for k := range m.all {
			r := &m.all[k]
			if r.kernels.Steer == nil {
				continue
			}
			if b.Mate.Sums = all.sums[sums]; mate < min(r.kernels.FirstFew, r.most) {
				r.kernels.First(b, terms)
			} else if mate < r.most {
				r.kernels.Next(b, terms)
			}
			sums++
		}
	}
}

func (m *mateRules) steerPlain(s *scratch, b *block, r *activeMates, all *mateBlock, count int) {
	for i := range b.N {
		m.steerOne(s, b, i, r, all, count)
	}
}

func (m *mateRules) steerOne(s *scratch, b *block, i int, r *activeMates, all *mateBlock, count int) {
	m.fillMates(s, s.slot(i), all.slots[rowSize+i:], min(count, r.most), r.kernels.InView)
	m.addSteer(s, b, i, r)
}

// findGroup stores the slots of the count nearest flockmates for a group that searches together, starting at
// boid a. end is the index after the group.
func (m *mateRules) findGroup(s *scratch, b *block, a, count int) (end int) {
	f, begin := m.f, s.firstSlot+a
	to, box := f.Group(begin, s.firstSlot+b.N, true)
	farthest := float32(0)
	for slot := begin; slot < to; slot++ {
		f.reaches[slot] = m.guessReach(s, f.reaches[slot])
		farthest = max(farthest, f.reaches[slot])
	}
	f.ListGroup(s.Memory, &box, vec.Sqrt(farthest), farthest, nil)
	done := f.OrderGroup(s.Memory, s.mateBlock.slots[a:], rowSize, begin, to, count, f.reaches)
	for slot := begin; slot < to; slot++ {
		if done>>(slot-begin)&1 == 0 {
			f.reaches[slot] = m.findBoid(s, slot, farthest, count)
		}
	}
	s.mateBlock.reach = f.reaches[to-1]
	return to - s.firstSlot
}

// guessReach estimates the squared distance of a boid's farthest mate from last, its value in the last tick.
// A wrong guess costs time, but does not change the result.
func (m *mateRules) guessReach(s *scratch, last float32) float32 {
	const margin = 1.05
	switch {
	case last > 0:
	case s.mateBlock.reach > 0:
		last = s.mateBlock.reach
	default:
		last = m.f.Settings().Vision2
	}
	return max(margin*last, 64*vec.Quantum*vec.Quantum)
}

// findBoid stores the slots of a boid's count nearest flockmates, and returns the squared distance to the
// farthest. All boids with squared distances below most must be listed.
func (m *mateRules) findBoid(s *scratch, slot int, most float32, count int) float32 {
	f, all, i := m.f, &s.mateBlock, slot-s.firstSlot
	if !f.InOrder(s.Memory, all.slots[i:], rowSize, slot, count, f.reaches[slot], most) {
		m.find(s, i, 0, count)
		for k := range s.mates {
			all.row(k)[i] = s.mates[k].slot
		}
	}
	to := f.Offset(slot, int(all.slots[count*rowSize+i]))
	return to.Dot(to)
}

func (f *flock) usesPeers() bool {
	return f.usesMates && f.kernels.Meet != nil && f.Kind == sight.Grid && !f.set.wraps
}

// cellReach returns the reach for which the grid's cells are made, m. This is the vision, or less if most
// boids only look for their nearest flockmates. It does not affect what boids find.
func (f *flock) cellReach() float32 {
	if !f.usesPeers() || !f.fewPerceive() || len(f.reaches) < f.N {
		return f.Settings().Vision
	}
	const sample = 4096
	const share = 0.7 // the fastest of several
	n, sum := 0, float32(0)
	for slot := 0; slot < f.N; slot += 1 + f.N/sample {
		if reach2 := f.reaches[slot]; reach2 > 0 {
			n, sum = n+1, sum+vec.Sqrt(reach2)
		}
	}
	if n == 0 {
		return f.Settings().Vision
	}
	return max(f.Settings().Vision/8, min(share*sum/float32(n), f.Settings().Vision))
}

// fillMates stores in s.mates the flockmates whose slots are every rowSize-th element of row. If most is not
// 0, it stores no more after that many in view.
func (m *mateRules) fillMates(s *scratch, slot int, row []int32, count, most int) {
	s.mates = s.mates[:0]
	for k := range count {
		one := m.f.mate(slot, row[k*rowSize])
		if s.mates = append(s.mates, one); one.InView {
			if most--; most == 0 {
				return
			}
		}
	}
}

func (f *flock) resizePeers() {
	if f.usesMates {
		f.weights = lanes.Grown(f.weights, f.N)
		f.reaches, f.spareReaches = lanes.Grown(f.reaches, f.N), lanes.Grown(f.spareReaches, f.N)
	}
	if f.usesPeers() {
		f.peers = lanes.Grown(f.peers, f.N)
	}
}

// weighMates stores the weights as mates. The weight of a boid that led at the start of the tick is its
// salience.
func (f *flock) weighMates(from, to int) {
	for slot := from; slot < to; slot++ {
		f.weights[slot] = 1
		if f.Boids.Age[slot] >= 0 {
			f.weights[slot] = f.set.Salience
		}
	}
}

func (f *flock) packPeers(from, to int) {
	pos, vel := f.Boids.Pos.Slice(from, to), f.Boids.Vel.Slice(from, to)
	near.PackPeers(f.peers[from:to], pos.X, pos.Y, pos.Z, vel.X, vel.Y, vel.Z, f.weights[from:to])
	for _, show := range f.peerShows {
		for slot, x := range f.shown.arrays[show.column][from:to] {
			if x != 0 {
				bits := &f.peers[from+slot][near.Columns-1]
				*bits = math.Float32frombits(math.Float32bits(*bits) | uint32(show.shows))
			}
		}
	}
}
