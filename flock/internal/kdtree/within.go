package kdtree

// Range is a range [From, To) of [Tree.Order].
type Range struct{ From, To int32 }

// Order returns the indices of the points in the order of the tree. A [Range] refers to a part of this list.
func (t *Tree) Order() []int32 { return t.ids }

// VisitPairs visits each pair of points once, and each point together with itself. It calls visitRanges with
// two ranges of points if all distances between them are below radius. The ranges are equal or disjoint. For
// every other pair that may be closer than greater, it calls visitPair. greater must not be less than radius.
func (t *Tree) VisitPairs(radius, greater float64, visitRanges func(a, b Range), visitPair func(i, j int32)) {
	if len(t.pos) > 0 {
		w := pairVisit{t, radius * radius, greater * greater, visitRanges, visitPair}
		w.inside(0)
	}
}

type pairVisit struct {
	t                 *Tree
	radius2, greater2 float64
	whole             func(a, b Range)
	one               func(i, j int32)
}

func (w *pairVisit) inside(index int32) {
	n := &w.t.nodes[index]
	switch {
	case n.box.farthest2(&n.box) < w.radius2:
		w.whole(Range{n.from, n.to}, Range{n.from, n.to})
	case n.right == 0:
		ids := w.t.ids[n.from:n.to]
		for k, i := range ids {
			for _, j := range ids[k:] {
				w.one(i, j)
			}
		}
	default:
		w.inside(n.left)
		w.inside(n.right)
		w.between(n.left, n.right)
	}
}

func (w *pairVisit) between(first, second int32) {
	a, b := &w.t.nodes[first], &w.t.nodes[second]
	switch {
	case a.box.nearest2(&b.box) >= w.greater2:
	case a.box.farthest2(&b.box) < w.radius2:
		w.whole(Range{a.from, a.to}, Range{b.from, b.to})
	case a.right == 0 && b.right == 0:
		for _, i := range w.t.ids[a.from:a.to] {
			for _, j := range w.t.ids[b.from:b.to] {
				w.one(i, j)
			}
		}
	case b.right == 0 || a.right != 0 && a.to-a.from > b.to-b.from:
		w.between(a.left, second)
		w.between(a.right, second)
	default:
		w.between(first, b.left)
		w.between(first, b.right)
	}
}
