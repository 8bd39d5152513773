package flock

import (
	"math/bits"

	"skein/flock/internal/near"
	"skein/flock/vec"
)

// addPairs computes a worker's rows of the matrix, and adds each pair in sight to the sums of both boids.
func (f *flock) addPairs(s *scratch, worker int) {
	clear(s.spheres)
	clear(s.separations)
	workers := f.pool.Workers
	pos := &f.boids.Pos
	for i, end := f.pairs.Share(worker, workers), f.pairs.Share(worker+1, workers); i < end; i++ {
		row := f.pairs.Row(i)
		words := near.Words(i)
		if f.set.wraps {
			f.rowNearest(row, i)
			continue
		}
		near.Row(row, s.sightBits[:words], pos.X, pos.Y, pos.Z, point(f.pos(i)), f.set.vision2)
		near.Meet(s.spheres, f.kin, i, s.sightBits[:words], s.protectedBits[:words], row, f.set.protected2)
		f.addSeparations(s.separations, i, row, s.protectedBits[:words])
	}
}

func (f *flock) rowNearest(row []float32, i int) {
	for j := range row {
		d := f.offset(i, j)
		row[j] = d.Dot(d)
	}
}

// addSeparations adds the separation of each close pair to both boids. row holds squared distances from boid
// i, and beside has a bit for each close boid.
func (f *flock) addSeparations(apart []separation, i int, row []float32, beside []uint64) {
	self := f.pos(i)
	for k, word := range beside {
		for ; word != 0; word &= word - 1 {
			j := 64*k + bits.TrailingZeros64(word)
			away := f.set.repulsion(self.Sub(f.pos(j)), row[j])
			apart[i].add(away)
			apart[j].sub(away)
		}
	}
}

func (f *flock) pairSums(i int) (sum near.Kin, apart separation) {
	for k := range f.pool.Workers {
		s := &f.scratch[k]
		sum.Add(&s.spheres[i])
		apart.add(s.separations[i])
	}
	return sum, apart
}

func (f *flock) seeAll(b *block, s *scratch, firstSlot int) {
	for i := range b.N {
		sum, apart := f.pairSums(firstSlot + i)
		if f.isOrdinary(firstSlot+i, sum[3]) {
			f.seeOrdinary(b, i, &sum, &f.kin[firstSlot+i], &apart)
			continue
		}
		all := f.sphere(s, firstSlot+i)
		f.see(b, i, s, firstSlot+i, &all)
	}
}

// isOrdinary reports whether a boid perceives only its vision sphere, with visible boids in it, and heeds no
// leader.
func (f *flock) isOrdinary(slot int, visible uint64) bool {
	if !f.set.simple || f.set.wraps || int(visible) < f.set.LonelyCount || visible > sumLimit {
		return false
	}
	for _, l := range f.leaders {
		if int(l) != slot && f.pairs.SquaredDistance(slot, int(l)) < f.set.leaderRange2 {
			return false
		}
	}
	return true
}

func (f *flock) seeOrdinary(b *block, i int, sum, self *near.Kin, apart *separation) {
	n := sum[3]
	x, y := near.SplitWord(sum[0] - n*self[0])
	z, vx := near.SplitWord(sum[1] - n*self[1])
	vy, vz := near.SplitWord(sum[2] - n*self[2])
	centre := vec.Vec{X: float32(x), Y: float32(y), Z: float32(z)}
	b.Visible[i], b.Weight[i] = float32(n), float32(n)
	b.Edge.Set(i, centre)
	b.Centre.Set(i, centre)
	b.Course.Set(i, vec.Vec{X: float32(vx), Y: float32(vy), Z: float32(vz)})
	if f.set.plainSum {
		b.Away.Set(i, centre.Scale(-vec.Quantum))
	} else {
		b.Away.Set(i, vec.Vec{X: float32(apart[0]), Y: float32(apart[1]), Z: float32(apart[2])})
	}
}
