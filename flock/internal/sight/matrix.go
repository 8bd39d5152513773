package sight

import (
	"math/bits"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// addPairs computes a worker's rows of the matrix, and adds each pair in sight to the sums of both boids.
func (v *Sight) addPairs(m *Memory, worker int) {
	clear(m.matrixRow.spheres)
	clear(m.matrixRow.separations)
	workers := v.Pool.Workers
	pos := &v.Boids.Pos
	for i, end := v.pairs.Share(worker, workers), v.pairs.Share(worker+1, workers); i < end; i++ {
		row := v.pairs.Row(i)
		words := near.Words(i)
		if v.set.Wraps {
			v.rowNearest(row, i)
			continue
		}
		near.Row(row, m.matrixRow.sightBits[:words], pos.X, pos.Y, pos.Z, point(v.Pos(i)), v.set.Vision2)
		near.Meet(m.matrixRow.spheres, v.kin, i, m.matrixRow.sightBits[:words], m.matrixRow.protectedBits[:words], row, v.set.Protected2)
		v.addSeparations(m.matrixRow.separations, i, row, m.matrixRow.protectedBits[:words])
	}
}

func (v *Sight) rowNearest(row []float32, i int) {
	for j := range row {
		d := v.Offset(i, j)
		row[j] = d.Dot(d)
	}
}

// addSeparations adds the separation of each close pair to both boids. row holds squared distances from boid
// i, and beside has a bit for each close boid.
func (v *Sight) addSeparations(apart []separation, i int, row []float32, beside []uint64) {
	self := v.Pos(i)
	for k, word := range beside {
		for ; word != 0; word &= word - 1 {
			j := 64*k + bits.TrailingZeros64(word)
			away := v.set.repulsion(self.Sub(v.Pos(j)), row[j])
			apart[i].add(away)
			apart[j].sub(away)
		}
	}
}

func (v *Sight) pairSums(i int) (sum near.Kin, apart separation) {
	for k := range v.Pool.Workers {
		s := &v.memory[k]
		sum.Add(&s.matrixRow.spheres[i])
		apart.add(s.matrixRow.separations[i])
	}
	return sum, apart
}

func (v *Sight) seeAll(b *lanes.Block, m *Memory, firstSlot int) {
	for i := range b.N {
		sum, apart := v.pairSums(firstSlot + i)
		if v.isOrdinary(firstSlot+i, sum[3]) {
			v.seeOrdinary(b, i, &sum, &v.kin[firstSlot+i], &apart)
			continue
		}
		all := v.sphere(m, firstSlot+i)
		v.see(b, i, m, firstSlot+i, &all)
	}
}

// isOrdinary reports whether a boid perceives only its vision sphere, with visible boids in it, and heeds no
// leader.
func (v *Sight) isOrdinary(slot int, visible uint64) bool {
	if !v.set.Simple || v.set.Wraps || int(visible) < v.set.LonelyCount || visible > sumLimit {
		return false
	}
	for _, l := range v.Leaders {
		if int(l) != slot && v.pairs.SquaredDistance(slot, int(l)) < v.set.leaderRange2 {
			return false
		}
	}
	return true
}

func (v *Sight) seeOrdinary(b *lanes.Block, i int, sum, self *near.Kin, apart *separation) {
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

// relative converts a sum of words to a sum relative to a boid.
func relative(sum, self *near.Kin) (all Sums) {
	n := sum[3]
	all.n = int(n)
	all.pos[0], all.pos[1] = near.SplitWord(sum[0] - n*self[0])
	all.pos[2], all.vel[0] = near.SplitWord(sum[1] - n*self[1])
	all.vel[1], all.vel[2] = near.SplitWord(sum[2] - n*self[2])
	return all
}
