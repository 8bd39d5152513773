package pairs

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Linker links boids that are close to each other, directly or through others. It reuses its memory in later
// calls. Its zero value is ready to use.
//
// In a dense crowd, the number of pairs grows with the square of the number of boids. Therefore the Linker
// then sorts the boids into cubes that are so small that all boids in a cube are linked. It compares the
// boids of two cubes only until it finds a link.
type Linker struct {
	cells  Cells
	linked Forest
	groups []group
	start  []int32
}

type group struct {
	cube     cube
	items    []item
	middle   [3]float64 // middle of the box, m
	halfSize [3]float64 // half of the sides of the box, m
}

// crowded is the smallest number of boids in a bucket for which a Linker uses small cubes. With fewer boids,
// it is faster to compare all pairs.
const crowded = 64

// Link returns a forest in which two boids are in the same tree if closer links them, directly or through
// others. closer reports whether two boids are linked. It must return false for pairs that are size metres
// apart or more, and should return true for all pairs that are clearly closer. side is the length of a world
// that wraps around, which must be at least twice the size, or 0. The forest is valid until the next call.
func (l *Linker) Link(pos []mgl32.Vec3, size, side float64, closer func(i, j int32) bool) Forest {
	l.linked = l.linked.Renew(len(pos))
	l.cells.Renew(pos, size, side)
	if l.cells.Crowded() {
		if l.linkGroups(pos, size, side, closer) {
			return l.linked
		}
		l.cells.Renew(pos, size, side)
	}
	l.cells.VisitPairs(func(i, j int32, _ float64) {
		if closer(i, j) {
			l.linked.Link(i, j)
		}
	})
	return l.linked
}

// linkGroups links boids using small cubes. It returns false if boids in the same cube are far from each
// other, which happens beyond the edge of the lattice.
func (l *Linker) linkGroups(pos []mgl32.Vec3, size, side float64, closer func(i, j int32) bool) bool {
	l.cells.renewSmall(pos, size, side)
	l.group()
	for k := range l.groups {
		all := l.groups[k].items
		for m := range all[1:] {
			if !closer(all[0].id, all[m+1].id) {
				return false
			}
			l.linked.Link(all[0].id, all[m+1].id)
		}
	}
	reach := int32(math.Ceil(size / l.cells.cube))
	for k := range l.groups {
		l.linkAround(&l.groups[k], reach, closer)
	}
	return true
}

func (l *Linker) linkAround(g *group, reach int32, closer func(i, j int32) bool) {
	for x := int32(0); x <= reach; x++ {
		for y := -reach; y <= reach; y++ {
			for z := -reach; z <= reach; z++ {
				if x == 0 && (y < 0 || y == 0 && z <= 0) {
					continue // linkAround of the other group links them
				}
				if other := l.find(l.cells.offset(g.cube, cube{x, y, z})); other != nil {
					l.linkTwo(g, other, closer)
				}
			}
		}
	}
}

func (l *Linker) linkTwo(g, other *group, closer func(i, j int32) bool) {
	if l.linked.Root(g.items[0].id) == l.linked.Root(other.items[0].id) || !l.mayLink(&other.middle, &other.halfSize, g) {
		return
	}
	for i := range g.items {
		a := &g.items[i]
		pos := [3]float64{float64(a.pos[0]), float64(a.pos[1]), float64(a.pos[2])}
		if !l.mayLink(&pos, &[3]float64{}, other) {
			continue
		}
		for j := range other.items {
			if closer(a.id, other.items[j].id) {
				l.linked.Link(a.id, other.items[j].id)
				return
			}
		}
	}
}

// mayLink reports whether a box is closer to a group than the size. halfSize holds half of the box's sides.
func (l *Linker) mayLink(middle, halfSize *[3]float64, g *group) bool {
	c, d2 := &l.cells, 0.0
	for k := range middle {
		d := middle[k] - g.middle[k]
		if c.side > 0 {
			d = math.Remainder(d, c.side)
		}
		d = max(0, math.Abs(d)-halfSize[k]-g.halfSize[k])
		d2 += float64(d * d)
	}
	return d2 < c.size*c.size
}

func (l *Linker) group() {
	c, buckets := &l.cells, len(l.cells.start)-1
	l.groups, l.start = l.groups[:0], slices.Grow(l.start[:0], buckets+1)[:buckets+1]
	for b := range buckets {
		l.start[b] = int32(len(l.groups))
		items := c.items[c.start[b]:c.start[b+1]]
		slices.SortFunc(items, func(a, b item) int {
			return cmp.Or(cmp.Compare(a.cube[0], b.cube[0]), cmp.Compare(a.cube[1], b.cube[1]), cmp.Compare(a.cube[2], b.cube[2]))
		})
		for len(items) > 0 {
			n := slices.IndexFunc(items, func(o item) bool { return o.cube != items[0].cube })
			if n < 0 {
				n = len(items)
			}
			l.groups = append(l.groups, newGroup(items[:n]))
			items = items[n:]
		}
	}
	l.start[buckets] = int32(len(l.groups))
}

func newGroup(items []item) group {
	g := group{cube: items[0].cube, items: items}
	low, high := items[0].pos, items[0].pos
	for k := range items {
		for axis, x := range items[k].pos {
			low[axis], high[axis] = min(low[axis], x), max(high[axis], x)
		}
	}
	for axis := range low {
		a, b := float64(low[axis]), float64(high[axis])
		g.middle[axis], g.halfSize[axis] = (a+b)/2, (b-a)/2
	}
	return g
}

func (l *Linker) find(cell cube) *group {
	b := l.cells.bucket(cell)
	some := l.groups[l.start[b]:l.start[b+1]]
	for k := range some {
		if some[k].cube == cell {
			return &some[k]
		}
	}
	return nil
}
