package draco

import (
	"errors"
	"slices"
)

// group is a set of attributes that are decoded together. The Draco specification calls it an attributes
// decoder.
type group struct {
	attributes []*packed
	surface    *surface // nil for sequential connectivity
	byDegree   bool
	values     int
	order      []int32
	valueOf    []int32
	valueAt    []int32 // index of the value of each point; nil means that values are points
}

// orderValues finds the stored order of each group's values (Draco specification: Attributes Decoder,
// GenerateSequence and UpdatePointToAttributeIndexMapping).
func (d *decoder) orderValues() {
	if d.surface == nil {
		for _, g := range d.groups {
			g.values = d.mesh.Points
		}
		return
	}
	const perTriangle = 1 + 3*4 // memory in bytes, including the lists of corners to visit
	if !d.spend(len(d.surface.vertex)/3, perTriangle) {
		return
	}
	t := traverser{done: make([]bool, len(d.surface.vertex)/3)}
	for i, g := range d.groups {
		k := slices.IndexFunc(d.groups[:i], func(other *group) bool { return other.surface == g.surface && other.byDegree == g.byDegree })
		if k >= 0 {
			same := d.groups[k]
			g.values, g.order, g.valueOf, g.valueAt = same.values, same.order, same.valueOf, same.valueAt
		} else if d.orderGroup(g, &t); d.err != nil {
			return
		}
	}
}

func (d *decoder) orderGroup(g *group, t *traverser) {
	const perVertex = 4 + 4 + 4 // memory in bytes, including degrees
	if !d.spend(len(g.surface.first), perVertex) || !d.spend(d.mesh.Points, 4) {
		return
	}
	t.surface, t.order, t.valueOf = g.surface, make([]int32, 0, len(g.surface.first)), slices.Repeat([]int32{none}, len(g.surface.first))
	clear(t.done)
	if err := t.run(g.byDegree); err != nil {
		d.fail(err)
		return
	}
	g.order, g.valueOf, g.values = t.order, t.valueOf, len(t.order)
	g.valueAt = make([]int32, d.mesh.Points)
	for c, point := range d.mesh.Triangles {
		value := g.valueOf[g.surface.vertex[c]]
		if value == none {
			d.failf("a triangle has a vertex without a value")
			return
		}
		g.valueAt[point] = value
	}
	if g.values > d.mesh.Points {
		d.failf("an attribute has %d values, but the mesh has only %d points", g.values, d.mesh.Points)
	}
}

type traverser struct {
	*surface
	todo    []int32
	done    []bool
	order   []int32
	valueOf []int32 // index of each vertex in the order, or none
}

func (t *traverser) run(byDegree bool) error {
	degrees := degreeTraverser{traverser: t}
	if byDegree {
		degrees.degree = make([]int32, len(t.valueOf))
	}
	for c := int32(0); c < int32(len(t.vertex)); c += 3 {
		if byDegree {
			degrees.visitFrom(c)
		} else if err := t.depthFirst(c); err != nil {
			return err
		}
	}
	return nil
}

// visit visits the vertex at a corner. It returns false if it was visited before.
func (t *traverser) visit(c int32) bool {
	v := t.vertex[c]
	if t.valueOf[v] != none {
		return false
	}
	t.valueOf[v] = int32(len(t.order))
	t.order = append(t.order, c)
	return true
}

func (t *traverser) isDone(c int32) bool { return c == none || t.done[c/3] }

// depthFirst visits the triangles connected with the triangle of corner c (Draco specification: EdgeBreaker
// Traversal, EdgeBreakerTraverser_ProcessCorner and EdgeBreakerAttributeTraverser_ProcessCorner).
func (t *traverser) depthFirst(c int32) error {
	if t.isDone(c) {
		return nil
	}
	t.visit(next(c))
	t.visit(previous(c))
	for t.todo = append(t.todo, c); len(t.todo) > 0; {
		c = t.todo[len(t.todo)-1]
		t.todo = t.todo[:len(t.todo)-1]
		for !t.isDone(c) {
			t.done[c/3] = true
			for t.visit(c) && !t.isOnBoundary(t.vertex[c]) {
				if c = t.right(c); c == none {
					return errors.New("a vertex has a boundary in one attribute only")
				}
				t.done[c/3] = true
			}
			left, right := t.left(c), t.right(c)
			if c = right; t.isDone(right) {
				c = left
			} else if !t.isDone(left) {
				t.todo = append(t.todo, left)
			}
		}
	}
	return nil
}

// degreeTraverser first visits triangles whose third vertex has many visited neighbours (Draco specification:
// EdgeBreaker Traversal Prediction Degree).
type degreeTraverser struct {
	*traverser
	lists  [3][]int32 // corners to visit, with the highest priority first
	best   int
	degree []int32 // number of times that each vertex was encountered before its visit
}

func (t *degreeTraverser) visitFrom(c int32) {
	t.best, t.lists[0] = 0, append(t.lists[0], c)
	t.visit(next(c))
	t.visit(previous(c))
	t.visit(c)
	for c = t.pop(); c != none; c = t.pop() {
		for !t.isDone(c) {
			t.done[c/3] = true
			t.visit(c)
			c = t.choose(t.left(c), t.right(c))
		}
	}
}

// choose returns which of two corners is next, and adds the other one to a list. It returns none if the lists
// determine the next one.
func (t *degreeTraverser) choose(left, right int32) int32 {
	rightDone := t.isDone(right)
	if !t.isDone(left) {
		priority := t.priority(left)
		if rightDone && priority <= t.best {
			return left
		}
		t.push(left, priority)
	}
	if !rightDone {
		priority := t.priority(right)
		if priority <= t.best {
			return right
		}
		t.push(right, priority)
	}
	return none
}

func (t *degreeTraverser) push(c int32, priority int) {
	t.lists[priority] = append(t.lists[priority], c)
	t.best = min(t.best, priority)
}

func (t *degreeTraverser) pop() int32 {
	for p := t.best; p < len(t.lists); p++ {
		if n := len(t.lists[p]) - 1; n >= 0 {
			c := t.lists[p][n]
			t.lists[p], t.best = t.lists[p][:n], p
			return c
		}
	}
	return none
}

func (t *degreeTraverser) priority(c int32) int {
	v := t.vertex[c]
	if t.valueOf[v] != none {
		return 0
	}
	if t.degree[v]++; t.degree[v] > 1 {
		return 1
	}
	return 2
}
