// Package kdtree finds the nearest neighbours of points in space.
//
// A [Tree] is built in O(n log n) and answers a query for k neighbours in about O(k + log n). This holds even
// if the points form a dense core with a few stragglers, lie in a plane, or are all at the same place.
package kdtree

import "slices"

// leafSize is the largest number of points in a leaf, unless all its points are at the same place. A query
// compares them one by one.
const leafSize = 8

// Tree is a k-d tree of points. Queries count their work in the tree, so only one goroutine may query it at a
// time.
type Tree struct {
	pos       [][3]float64
	ids       []int32
	nodes     []node
	distances int64
}

// node is a range of ids. An inner node is split by a plane perpendicular to an axis.
type node struct {
	from, to    int32
	left, right int32 // indices of the child nodes; 0 in a leaf
	axis        int
	split       float64
	same        bool // whether the node is a leaf whose points are all at the same place
	least       int32
	box         box
}

type box struct{ low, high [3]float64 }

// Neighbour is a result of a query.
type Neighbour struct {
	ID int32   // index of the point
	D2 float64 // squared distance of the point
}

// New builds a tree of points. It does not retain points.
func New[V ~[3]float64](points []V) *Tree {
	t := &Tree{pos: make([][3]float64, len(points)), ids: make([]int32, len(points))}
	for i, p := range points {
		t.pos[i], t.ids[i] = p, int32(i)
	}
	if len(points) > 0 {
		t.nodes = make([]node, 0, 4*len(points)/leafSize+1)
		t.build(0, int32(len(points)))
	}
	return t
}

// Distances returns the number of distances that all queries have computed so far.
func (t *Tree) Distances() int64 { return t.distances }

func (t *Tree) build(from, to int32) int32 {
	index, ids := int32(len(t.nodes)), t.ids[from:to]
	b := t.boxOf(ids)
	t.nodes = append(t.nodes, node{from: from, to: to, least: slices.Min(ids), box: b})
	if len(ids) <= leafSize {
		return index
	}
	if b.low == b.high {
		slices.Sort(ids) // a query uses only the first ids of this leaf
		t.nodes[index].same = true
		return index
	}
	middle, axis := len(ids)/2, b.widest()
	t.partition(ids, middle, axis)
	split := t.pos[ids[middle]][axis]
	left := t.build(from, from+int32(middle))
	right := t.build(from+int32(middle), to)
	n := &t.nodes[index]
	n.left, n.right, n.axis, n.split = left, right, axis, split
	return index
}

func (t *Tree) boxOf(ids []int32) box {
	b := box{t.pos[ids[0]], t.pos[ids[0]]}
	for _, id := range ids {
		for k, x := range t.pos[id] {
			b.low[k], b.high[k] = min(b.low[k], x), max(b.high[k], x)
		}
	}
	return b
}

func (b *box) widest() (axis int) {
	for k := range b.low {
		if b.high[k]-b.low[k] > b.high[axis]-b.low[axis] {
			axis = k
		}
	}
	return axis
}

// partition reorders ids so that ids[k] has the k-th smallest coordinate (quickselect). No id before it has a
// larger coordinate, and no id after it has a smaller one.
func (t *Tree) partition(ids []int32, k, axis int) {
	coordinate := func(i int) float64 { return t.pos[ids[i]][axis] }
	low, high := 0, len(ids)-1
	for low < high {
		pivot, i, j := coordinate((low+high)/2), low, high
		for i <= j {
			for coordinate(i) < pivot {
				i++
			}
			for coordinate(j) > pivot {
				j--
			}
			if i <= j {
				ids[i], ids[j] = ids[j], ids[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case k <= j:
			high = j
		case k >= i:
			low = i
		default:
			return
		}
	}
}

// Nearest returns the k points nearest to point i, without point i itself, in order of distance. It appends
// them to dst[:0]. At equal distances, the point with the lower index comes first.
func (t *Tree) Nearest(i, k int, dst []Neighbour) []Neighbour {
	q := query{tree: t, self: int32(i), pos: t.pos[i], k: k, found: dst[:0]}
	if k > 0 {
		q.search(0)
	}
	return q.found
}

// AllNearest returns the k nearest neighbours of every point; see [Tree.Nearest].
func (t *Tree) AllNearest(k int) [][]Neighbour {
	room, all := make([]Neighbour, k*len(t.pos)), make([][]Neighbour, len(t.pos))
	for i := range all {
		all[i] = t.Nearest(i, k, room[k*i:k*i:k*i+k])
	}
	return all
}

type query struct {
	tree  *Tree
	self  int32
	pos   [3]float64
	k     int
	found []Neighbour // sorted by distance, then by index
}

func (q *query) matters(d2 float64, id int32) bool {
	if len(q.found) < q.k {
		return true
	}
	last := q.found[q.k-1]
	return d2 < last.D2 || d2 == last.D2 && id < last.ID
}

func (q *query) search(index int32) {
	n := &q.tree.nodes[index]
	if n.right == 0 {
		q.scan(n)
		return
	}
	apart := q.pos[n.axis] - n.split
	near, far := n.left, n.right
	if apart > 0 {
		near, far = far, near
	}
	q.search(near)
	if q.matters(apart*apart, q.tree.nodes[far].least) {
		q.search(far)
	}
}

// scan compares the points of a leaf. If all points are at the same place, it compares only k + 1 of them,
// because at most one is the query point itself.
func (q *query) scan(n *node) {
	ids := q.tree.ids[n.from:n.to]
	if n.same {
		ids = ids[:min(len(ids), q.k+1)]
	}
	for _, id := range ids {
		if id != q.self {
			q.compare(id)
		}
	}
}

func (t *Tree) distance2(from *[3]float64, id int32) (d2 float64) {
	t.distances++
	p := &t.pos[id]
	for k, x := range from {
		d := p[k] - x
		d2 += float64(d * d)
	}
	return d2
}

func (q *query) compare(id int32) {
	d2 := q.tree.distance2(&q.pos, id)
	if !q.matters(d2, id) {
		return
	}
	if len(q.found) < q.k {
		q.found = append(q.found, Neighbour{})
	}
	k := len(q.found) - 1
	for ; k > 0 && (q.found[k-1].D2 > d2 || q.found[k-1].D2 == d2 && q.found[k-1].ID > id); k-- {
		q.found[k] = q.found[k-1]
	}
	q.found[k] = Neighbour{id, d2}
}
