package near

import "math"

// GroupMost is the largest number of boids in a group, for Group.Order.
const GroupMost = 8

// RankScale is the largest rounded square. Group.Order compares squares that are rounded to 16 bits.
const RankScale = 1<<16 - 1

// Group is a group of up to GroupMost boids that search together: their positions, and for each boid a limit
// of the squared distance.
type Group struct{ X, Y, Z, Limits []float32 }

// GroupMemory is the scratch memory of Group.Order.
type GroupMemory struct {
	at []int32
	d2 []float32
}

// Order sorts, for each boid i of the group, the candidates whose squared distances from the boid are less
// than its limit. It writes the index of the k-th nearest to dst[k·stride+i], for k from 0 to most-1, and
// replaces the boid's limit by the squared distance of the last of them. dst[most·stride+i] is undefined
// afterwards.
//
// The result has a bit for each boid for which this was possible. For other boids, the limit is unchanged,
// and dst is undefined. These are boids with fewer than most or more than OrderPad candidates, and boids with
// two candidates at almost the same distance: their squares differ by at most the limit over RankScale.
func (g *Group) Order(dst []int32, stride int, l *List, most int, m *GroupMemory) (done int) {
	n := len(g.X)
	room := len(l.X) + pad + OrderPad
	if len(l.X) == 0 || n > GroupMost || most > OrderPad || 4*stride*most >= 1<<16 {
		return 0
	}
	if GroupMost*room > len(m.at) {
		m.at, m.d2 = make([]int32, 2*GroupMost*room), make([]float32, 2*GroupMost*room)
	}
	_ = dst[most*stride+n-1]
	return g.order(dst, stride, l, most, m, room)
}

func (g *Group) orderGo(dst []int32, stride int, l *List, most int, m *GroupMemory) (done int) {
	for i := range g.X {
		n := scanGo(m.at[:len(l.X)+pad], m.d2, l, Point{g.X[i], g.Y[i], g.Z[i]}, g.Limits[i])
		if n < most || n > OrderPad {
			continue
		}
		scale := RankScale / g.Limits[i]
		ranks, tied := roughRanks(m.d2[:n], scale)
		if tied {
			continue
		}
		for k, rank := range ranks[:n] {
			dst[min(rank, most)*stride+i] = m.at[k]
			if rank == most-1 {
				g.Limits[i] = m.d2[k]
			}
		}
		done |= 1 << i
	}
	return done
}

// roughRanks scales and rounds the squares, so that their limit becomes RankScale, and returns their ranks.
// tied reports whether two squares are rounded to the same number. If there are fewer than OrderPad squares,
// the kernel fills the free places with the limit, whose rounded value is RankScale. So in this case, a
// square that is rounded to RankScale also counts as tied.
func roughRanks(d2 []float32, scale float32) (ranks [OrderPad]int, tied bool) {
	var rough [OrderPad]int
	for k, d := range d2 {
		rough[k] = int(math.RoundToEven(float64(float32(d * scale))))
		tied = tied || rough[k] >= RankScale && len(d2) < OrderPad
	}
	for k := range d2 {
		for other := range d2 {
			if rough[other] < rough[k] {
				ranks[k]++
			}
			tied = tied || other != k && rough[other] == rough[k]
		}
	}
	return ranks, tied
}
