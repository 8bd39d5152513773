package solid

type tree struct {
	faces []face
	nodes []node
}

type face struct{ a, b, c Vec }

// node is a box around faces or around two child nodes. The first child follows in the list.
type node struct {
	low, high   Vec
	first, many int32 // first face and number of faces; if many is 0, first is the index of the second child
}

const leafSize = 4

func newTree(faces []face) *tree {
	t := &tree{faces: faces, nodes: make([]node, 0, len(faces))}
	middles := make([]Vec, len(faces))
	for k, f := range faces {
		middles[k] = f.a.add(f.b).add(f.c).times(1.0 / 3)
	}
	t.build(middles, 0, len(faces))
	return t
}

func (t *tree) build(middles []Vec, from, to int) {
	index := len(t.nodes)
	n := node{first: int32(from), many: int32(to - from)}
	n.low, n.high = t.faces[from].bounds()
	low, high := middles[from], middles[from]
	for k := from + 1; k < to; k++ {
		l, h := t.faces[k].bounds()
		n.low, n.high = n.low.min(l), n.high.max(h)
		low, high = low.min(middles[k]), high.max(middles[k])
	}
	t.nodes = append(t.nodes, n)
	if to-from <= leafSize {
		return
	}
	axis, size := 0, high.sub(low).floats()
	for k := range size {
		if size[k] > size[axis] {
			axis = k
		}
	}
	middle := (from + to) / 2
	t.divide(middles, axis, from, to, middle)
	t.build(middles, from, middle)
	t.nodes[index].first, t.nodes[index].many = int32(len(t.nodes)), 0
	t.build(middles, middle, to)
}

// divide reorders the faces [from, to) along an axis (quickselect). No middle before the index middle has a
// larger coordinate than one at or after it.
func (t *tree) divide(middles []Vec, axis, from, to, middle int) {
	for to-from > 1 {
		pivot := middles[(from+to)/2].floats()[axis]
		i, j := from, to-1
		for i <= j {
			for middles[i].floats()[axis] < pivot {
				i++
			}
			for middles[j].floats()[axis] > pivot {
				j--
			}
			if i <= j {
				middles[i], middles[j] = middles[j], middles[i]
				t.faces[i], t.faces[j] = t.faces[j], t.faces[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case middle <= j:
			to = j + 1
		case middle >= i:
			from = i
		default:
			return
		}
	}
}

func (f *face) bounds() (low, high Vec) {
	return f.a.min(f.b).min(f.c), f.a.max(f.b).max(f.c)
}

// nearest returns the point on the faces that is nearest to p. found is false if there is none within the
// square root of within2.
func (t *tree) nearest(p Vec, within2 float32) (pos Vec, d2 float32, found bool) {
	var stack [64]int32
	depth, next := 0, int32(0)
	d2 = within2
	for {
		n := &t.nodes[next]
		if n.many > 0 {
			for k := n.first; k < n.first+n.many; k++ {
				q := t.faces[k].closest(p)
				if offset := p.sub(q); offset.dot(offset) < d2 {
					pos, d2, found = q, offset.dot(offset), true
				}
			}
		} else {
			near, far := next+1, n.first
			dn, df := t.nodes[near].apart2(p), t.nodes[far].apart2(p)
			if df < dn {
				near, far, dn, df = far, near, df, dn
			}
			if df < d2 {
				stack[depth] = far
				depth++
			}
			if dn < d2 {
				next = near
				continue
			}
		}
		for {
			if depth == 0 {
				return pos, d2, found
			}
			depth--
			if next = stack[depth]; t.nodes[next].apart2(p) < d2 {
				break
			}
		}
	}
}

// apart2 returns the squared distance from the box of the node, reduced slightly to allow for rounding
// errors.
func (n *node) apart2(p Vec) float32 {
	x, y, z := maxWithZero(n.low.X-p.X, p.X-n.high.X), maxWithZero(n.low.Y-p.Y, p.Y-n.high.Y), maxWithZero(n.low.Z-p.Z, p.Z-n.high.Z)
	return float32((float32(x*x) + float32(y*y) + float32(z*z)) * 0.99999)
}

// closest returns the point on the face nearest to p (C. Ericson, Real-Time Collision Detection, 2005,
// 5.1.5).
func (f *face) closest(p Vec) Vec {
	ab, ac, ap := f.b.sub(f.a), f.c.sub(f.a), p.sub(f.a)
	d1, d2 := ab.dot(ap), ac.dot(ap)
	if d1 <= 0 && d2 <= 0 {
		return f.a
	}
	bp := p.sub(f.b)
	d3, d4 := ab.dot(bp), ac.dot(bp)
	if d3 >= 0 && d4 <= d3 {
		return f.b
	}
	if vc := float32(d1*d4) - float32(d3*d2); vc <= 0 && d1 >= 0 && d3 <= 0 {
		return f.a.addScaled(ab, share(d1, d1-d3))
	}
	cp := p.sub(f.c)
	d5, d6 := ab.dot(cp), ac.dot(cp)
	if d6 >= 0 && d5 <= d6 {
		return f.c
	}
	vb := float32(d5*d2) - float32(d1*d6)
	if vb <= 0 && d2 >= 0 && d6 <= 0 {
		return f.a.addScaled(ac, share(d2, d2-d6))
	}
	va := float32(d3*d6) - float32(d5*d4)
	if va <= 0 && d4 >= d3 && d5 >= d6 {
		return f.b.addScaled(f.c.sub(f.b), share(d4-d3, (d4-d3)+(d5-d6)))
	}
	vc := float32(d1*d4) - float32(d3*d2)
	all := va + vb + vc
	return f.a.addScaled(ab, share(vb, all)).addScaled(ac, share(vc, all))
}

// share returns part/whole limited to [0,1], or 0 if whole is not positive.
func share(part, whole float32) float32 {
	if !(whole > 0) {
		return 0
	}
	return max(0, min(part/whole, 1))
}
