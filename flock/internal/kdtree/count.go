package kdtree

// PairsWithin returns the number of pairs of points that are closer than radius. It counts all pairs of two
// nodes at once if their distances are all below the radius, or all above it. A dense core therefore takes
// little time.
func (t *Tree) PairsWithin(radius float64) int {
	if len(t.pos) == 0 {
		return 0
	}
	return t.pairsInside(0, radius*radius)
}

func (t *Tree) pairsInside(index int32, radius2 float64) int {
	n := &t.nodes[index]
	if count := int(n.to - n.from); n.box.farthest2(&n.box) < radius2 {
		return count * (count - 1) / 2
	}
	if n.right == 0 {
		return t.comparePairs(n, n, radius2)
	}
	return t.pairsInside(n.left, radius2) + t.pairsInside(n.right, radius2) + t.pairsBetween(n.left, n.right, radius2)
}

func (t *Tree) pairsBetween(first, second int32, radius2 float64) int {
	a, b := &t.nodes[first], &t.nodes[second]
	switch {
	case a.box.nearest2(&b.box) >= radius2:
		return 0
	case a.box.farthest2(&b.box) < radius2:
		return int(a.to-a.from) * int(b.to-b.from)
	case a.right == 0 && b.right == 0:
		return t.comparePairs(a, b, radius2)
	case b.right == 0 || a.right != 0 && a.to-a.from > b.to-b.from:
		return t.pairsBetween(a.left, second, radius2) + t.pairsBetween(a.right, second, radius2)
	}
	return t.pairsBetween(first, b.left, radius2) + t.pairsBetween(first, b.right, radius2)
}

// comparePairs counts the pairs of two leaves one by one. Both may be the same leaf.
func (t *Tree) comparePairs(a, b *node, radius2 float64) (count int) {
	for k, i := range t.ids[a.from:a.to] {
		others := t.ids[b.from:b.to]
		if a == b {
			others = others[k+1:]
		}
		for _, j := range others {
			if t.distance2(&t.pos[i], j) < radius2 {
				count++
			}
		}
	}
	return count
}

// nearest2 and farthest2 are bounds on the squared distances between points in two boxes. They are rounded
// like [Tree.distance2], so that no computed distance exceeds them.
func (b *box) nearest2(o *box) (d2 float64) {
	for k := range b.low {
		d := max(0, o.low[k]-b.high[k], b.low[k]-o.high[k])
		d2 += float64(d * d)
	}
	return d2
}

func (b *box) farthest2(o *box) (d2 float64) {
	for k := range b.low {
		d := max(o.high[k]-b.low[k], b.high[k]-o.low[k])
		d2 += float64(d * d)
	}
	return d2
}
