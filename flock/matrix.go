package flock

import (
	"math/bits"

	"skein/flock/internal/near"
	"skein/flock/vec"
)

// addPairs computes a worker's rows of the matrix, and adds each pair in sight to the sums of both boids.
func (v *sight) addPairs(s *scratch, worker int) {
	clear(s.spheres)
	clear(s.separations)
	workers := v.pool.Workers
	pos := &v.boids.Pos
	for i, end := v.pairs.Share(worker, workers), v.pairs.Share(worker+1, workers); i < end; i++ {
		row := v.pairs.Row(i)
		words := near.Words(i)
		if v.set.wraps {
			v.rowNearest(row, i)
			continue
		}
		near.Row(row, s.sightBits[:words], pos.X, pos.Y, pos.Z, point(v.pos(i)), v.set.vision2)
		near.Meet(s.spheres, v.kin, i, s.sightBits[:words], s.protectedBits[:words], row, v.set.protected2)
		v.addSeparations(s.separations, i, row, s.protectedBits[:words])
	}
}

func (v *sight) rowNearest(row []float32, i int) {
	for j := range row {
		d := v.offset(i, j)
		row[j] = d.Dot(d)
	}
}

// addSeparations adds the separation of each close pair to both boids. row holds squared distances from boid
// i, and beside has a bit for each close boid.
func (v *sight) addSeparations(apart []separation, i int, row []float32, beside []uint64) {
	self := v.pos(i)
	for k, word := range beside {
		for ; word != 0; word &= word - 1 {
			j := 64*k + bits.TrailingZeros64(word)
			away := v.set.repulsion(self.Sub(v.pos(j)), row[j])
			apart[i].add(away)
			apart[j].sub(away)
		}
	}
}

func (v *sight) pairSums(i int) (sum near.Kin, apart separation) {
	for k := range v.pool.Workers {
		s := &v.scratch[k]
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
func (v *sight) isOrdinary(slot int, visible uint64) bool {
	if !v.set.simple || v.set.wraps || int(visible) < v.set.LonelyCount || visible > sumLimit {
		return false
	}
	for _, l := range v.leaders {
		if int(l) != slot && v.pairs.SquaredDistance(slot, int(l)) < v.set.leaderRange2 {
			return false
		}
	}
	return true
}

func (v *sight) seeOrdinary(b *block, i int, sum, self *near.Kin, apart *separation) {
	n := sum[3]
	x, y := near.SplitWord(sum[0] - n*self[0])
	z, vx := near.SplitWord(sum[1] - n*self[1])
	vy, vz := near.SplitWord(sum[2] - n*self[2])
	centre := vec.Vec{X: float32(x), Y: float32(y), Z: float32(z)}
	b.Visible[i], b.Weight[i] = float32(n), float32(n)
	b.Edge.Set(i, centre)
	b.Centre.Set(i, centre)
	b.Course.Set(i, vec.Vec{X: float32(vx), Y: float32(vy), Z: float32(vz)})
	if v.set.plainSum {
		b.Away.Set(i, centre.Scale(-vec.Quantum))
	} else {
		b.Away.Set(i, vec.Vec{X: float32(apart[0]), Y: float32(apart[1]), Z: float32(apart[2])})
	}
}
