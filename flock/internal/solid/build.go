package solid

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Build computes the distances of the grid. It uses several goroutines.
func (m *Model) Build() {
	field := make([]float32, m.nodes())
	var next atomic.Int64
	var done sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), 16) {
		done.Add(1)
		go func() {
			defer done.Done()
			for {
				z := int(next.Add(1)) - 1
				if z >= m.n[2] {
					return
				}
				m.layer(field, z)
			}
		}()
	}
	done.Wait()
	m.field = field
}

func (m *Model) layer(field []float32, z int) {
	inside := m.insideNodes(z)
	for y := range m.n[1] {
		row := (z*m.n[1] + y) * m.n[0]
		within := float32(endless)
		for x := range m.n[0] {
			_, d2, _ := m.tree.nearest(m.node(x, y, z), within)
			d := sqrt(d2)
			field[row+x] = d
			next := d + float32(1.001*m.cell)
			within = float32(next*next) * 1.001
			if inside != nil && inside[y*m.n[0]+x] {
				field[row+x] = -d
			}
		}
	}
}

type crossing struct {
	x         float64
	direction int32 // side from which the row meets the triangle, 1 or -1
}

func (m *Model) insideNodes(z int) []bool {
	if !m.closed {
		return nil
	}
	level := float64(m.node(0, 0, z).Z)
	rows := make([][]crossing, m.n[1])
	for k := range m.tree.faces {
		f := &m.tree.faces[k]
		if low, high := f.bounds(); float64(low.Z) <= level && level <= float64(high.Z) {
			m.addCrossings(rows, f, level, low.Y, high.Y)
		}
	}
	all := make([]bool, m.n[1]*m.n[0])
	for y, row := range rows {
		slices.SortFunc(row, func(a, b crossing) int {
			switch {
			case a.x < b.x:
				return -1
			case a.x > b.x:
				return 1
			}
			return int(a.direction - b.direction)
		})
		winds, k := int32(0), 0
		for x := range m.n[0] {
			for node := float64(m.node(x, y, z).X); k < len(row) && row[k].x <= node; k++ {
				winds += row[k].direction
			}
			all[y*m.n[0]+x] = winds != 0
		}
	}
	return all
}

func (m *Model) contains(p Vec) bool {
	if !m.closed || p.min(m.low) != m.low || p.max(m.high) != m.high {
		return false
	}
	winds := int32(0)
	var stack [64]int32
	for depth, next := 0, int32(0); ; {
		n := &m.tree.nodes[next]
		switch {
		case p.Y < n.low.Y || p.Y > n.high.Y || p.Z < n.low.Z || p.Z > n.high.Z || p.X < n.low.X:
		case n.many > 0:
			for k := n.first; k < n.first+n.many; k++ {
				if x, way := m.tree.faces[k].meets(float64(p.Y), float64(p.Z)); way != 0 && x <= float64(p.X) {
					winds += way
				}
			}
		default:
			stack[depth] = n.first
			depth, next = depth+1, next+1
			continue
		}
		if depth == 0 {
			return winds != 0
		}
		depth--
		next = stack[depth]
	}
}

func (m *Model) addCrossings(rows [][]crossing, f *face, z float64, low, high float32) {
	first := max(0, int((low-m.origin.Y)/m.cell)-1)
	for y := first; y < len(rows); y++ {
		level := m.node(0, y, 0).Y
		if level > high {
			return
		}
		if level < low {
			continue
		}
		if x, way := f.meets(float64(level), z); way != 0 {
			rows[y] = append(rows[y], crossing{x, way})
		}
	}
}

// meets returns the x coordinate at which a row along the x axis meets the face. way is the side from which
// the row comes, 1 or -1. If the row does not meet the face, way is 0. A row through an edge meets only one
// of the two faces at the edge.
func (f *face) meets(y, z float64) (x float64, way int32) {
	a, b, c := f.a, f.b, f.c
	wa, wb, wc := signedArea(b, c, y, z), signedArea(c, a, y, z), signedArea(a, b, y, z)
	sa, sb, sc := side(wa, b, c), side(wb, c, a), side(wc, a, b)
	if sa != sb || sb != sc {
		return 0, 0
	}
	sum := wa + wb + wc
	if sum == 0 {
		return 0, 0
	}
	return (float64(wa*float64(a.X)) + float64(wb*float64(b.X)) + float64(wc*float64(c.X))) / sum, sa
}

// signedArea returns twice the signed area of the triangle p, q, (y, z), seen along x. If p and q are
// swapped, only the sign changes.
func signedArea(p, q Vec, y, z float64) float64 {
	if precedes(q, p) {
		return -signedArea(q, p, y, z)
	}
	py, pz := float64(p.Y)-y, float64(p.Z)-z
	qy, qz := float64(q.Y)-y, float64(q.Z)-z
	return float64(py*qz) - float64(pz*qy)
}

func precedes(p, q Vec) bool {
	if p.Y != q.Y {
		return p.Y < q.Y
	}
	return p.Z < q.Z
}

// side returns the sign of the signed area w of a point and the edge from p to q. A point on the edge is
// treated as if it were displaced slightly along y and, if it is then still on the edge, along z.
func side(w float64, p, q Vec) int32 {
	switch {
	case w > 0:
		return 1
	case w < 0:
		return -1
	case p.Z != q.Z:
		if q.Z < p.Z {
			return 1
		}
		return -1
	case q.Y > p.Y:
		return 1
	}
	return -1
}
