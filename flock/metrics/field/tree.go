package field

import (
	"math"
	"slices"

	"skein/flock/internal/pairs"
)

// tree is a k-d tree over places: each node is the middle one of a stretch of ids, by
// the coordinate that its level splits.
type tree struct {
	pos []vec
	ids []int32
}

// leaf is the stretch that is looked at one by one.
const leaf = 8

func newTree(pos []vec) *tree {
	t := &tree{pos: pos, ids: make([]int32, len(pos))}
	for i := range t.ids {
		t.ids[i] = int32(i)
	}
	t.split(t.ids, 0)
	return t
}

func (t *tree) split(ids []int32, axis int) {
	if len(ids) <= leaf {
		return
	}
	middle := len(ids) / 2
	t.part(ids, middle, axis)
	t.split(ids[:middle], (axis+1)%3)
	t.split(ids[middle+1:], (axis+1)%3)
}

// part has the k-th id by a coordinate at its place, lower ones before it (quickselect).
func (t *tree) part(ids []int32, k, axis int) {
	at := func(i int) float64 { return t.pos[ids[i]][axis] }
	low, high := 0, len(ids)-1
	for low < high {
		pivot, i, j := at((low+high)/2), low, high
		for i <= j {
			for at(i) < pivot {
				i++
			}
			for at(j) > pivot {
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

// neighbour is another bird.
type neighbour struct {
	id int32
	d2 float64 // square of the distance
}

// nearest lists the k nearest others of a bird, nearest first, into the memory of into;
// of two as far the one of the lower id.
func (t *tree) nearest(i, k int, into []neighbour) []neighbour {
	q := query{tree: t, self: int32(i), at: t.pos[i], k: k, found: into[:0]}
	q.search(t.ids, 0)
	return q.found
}

type query struct {
	*tree
	self  int32
	at    vec
	k     int
	found []neighbour
}

func (q *query) reach() float64 {
	if len(q.found) < q.k {
		return math.Inf(1)
	}
	return q.found[len(q.found)-1].d2
}

func (q *query) try(id int32) {
	d := q.pos[id].sub(q.at)
	n := neighbour{id, d.dot(d)}
	if id == q.self || n.d2 > q.reach() || n.d2 == q.reach() && id > q.found[len(q.found)-1].id {
		return
	}
	if len(q.found) < q.k {
		q.found = append(q.found, n)
	}
	k := len(q.found) - 1
	for ; k > 0 && (q.found[k-1].d2 > n.d2 || q.found[k-1].d2 == n.d2 && q.found[k-1].id > id); k-- {
		q.found[k] = q.found[k-1]
	}
	q.found[k] = n
}

func (q *query) search(ids []int32, axis int) {
	if len(ids) <= leaf {
		for _, id := range ids {
			q.try(id)
		}
		return
	}
	middle := len(ids) / 2
	apart := q.at[axis] - q.pos[ids[middle]][axis]
	near, far := ids[:middle], ids[middle+1:]
	if apart > 0 {
		near, far = far, near
	}
	q.search(near, (axis+1)%3)
	q.try(ids[middle])
	if apart*apart <= q.reach() {
		q.search(far, (axis+1)%3)
	}
}

// neighbours lists the k nearest of every bird.
func neighbours(pos []vec, k int) [][]neighbour {
	t, room := newTree(pos), make([]neighbour, k*len(pos))
	all := make([][]neighbour, len(pos))
	for i := range pos {
		all[i] = t.nearest(i, k, room[k*i:k*i:k*i+k])
	}
	return all
}

// What a flock is: those that hang together by links to one of so many nearest that is
// closer than so many times the median distance of seventh neighbours; not of the first,
// which in birds that fly in pairs says nothing of the flock.
const (
	linkNearest = 15
	linkMedians = 2.5
)

// largest lists the birds of the largest part of a flock, in order.
func largest(pos []vec) []int {
	if len(pos) == 0 {
		return nil
	}
	near := neighbours(pos, linkNearest)
	var seventh []float64
	for _, n := range near {
		if len(n) > 0 {
			seventh = append(seventh, n[min(interacting, len(n))-1].d2)
		}
	}
	slices.Sort(seventh)
	reach2 := 0.0
	if len(seventh) > 0 {
		reach2 = linkMedians * linkMedians * seventh[len(seventh)/2]
	}
	linked := pairs.NewForest(len(pos))
	for i, n := range near {
		for _, other := range n {
			if other.d2 <= reach2 {
				linked.Link(int32(i), other.id)
			}
		}
	}
	labels, count := linked.Labels()
	sizes := make([]int, count)
	for _, l := range labels {
		sizes[l]++
	}
	best := int32(slices.Index(sizes, slices.Max(sizes)))
	var ids []int
	for i, l := range labels {
		if l == best {
			ids = append(ids, i)
		}
	}
	return ids
}
