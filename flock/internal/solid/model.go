package solid

import "slices"

// Model is a solid of triangles. Far from the model, distances are interpolated on a grid of signed
// distances. Near it, they are computed from the triangles, so that they are exact and boids cannot cross
// even a thin sheet.
//
// The grid divides the longest side of the model into 48 cells, and extends two cells beyond the model on
// each side. It has at most 53³ distances, which take 0.6 MB. A triangle takes 36 bytes, and a box around
// some triangles about 32. A model of 50,000 triangles takes 3 MB, and the largest model, with 1,048,576
// triangles, takes 70 MB. One goroutine per processor computes the grid. Each distance is computed
// independently, so the number of goroutines does not change the bits.
//
// If the triangles enclose a volume, a point is inside if their winding number around it is not 0. Otherwise
// nothing is inside.
type Model struct {
	tree   *tree
	closed bool
	low    Vec
	high   Vec
	origin Vec
	far    Vec
	cell   float32
	n      [3]int
	field  []float32 // distances at the nodes of the grid; nil before Build
}

const (
	cellsAcross = 48 // number of cells along the longest side
	marginCells = 2  // number of cells beyond the model on each side
)

// NewModel returns a model of triangles, without its grid. ok is false if no triangle has an area.
func NewModel(vertices []Vec, triangles [][3]uint32) (m *Model, ok bool) {
	faces := make([]face, 0, len(triangles))
	for _, t := range triangles {
		f := face{vertices[t[0]], vertices[t[1]], vertices[t[2]]}
		if f.b.sub(f.a).cross(f.c.sub(f.a)) != (Vec{}) {
			faces = append(faces, f)
		}
	}
	if len(faces) == 0 {
		return nil, false
	}
	m = &Model{tree: newTree(faces), closed: closed(vertices, triangles)}
	m.low, m.high = m.tree.nodes[0].low, m.tree.nodes[0].high
	size := m.high.sub(m.low)
	m.cell = max(size.X, size.Y, size.Z) / cellsAcross
	m.origin = m.low.sub(Vec{m.cell, m.cell, m.cell}.times(marginCells))
	for k, l := range size.floats() {
		m.n[k] = int(l/m.cell) + 2 + 2*marginCells
	}
	m.far = m.node(m.n[0]-1, m.n[1]-1, m.n[2]-1)
	return m, true
}

// Closed reports whether the triangles enclose a volume. They do if each edge occurs equally often in both
// directions.
func (m *Model) Closed() bool { return m.closed }

// Solid returns the model as a body. Call Build or SetField first.
func (m *Model) Solid() Body { return Body{shape: m} }

// Field returns the distances of the grid, or nil before Build.
func (m *Model) Field() []float32 { return m.field }

// SetField sets the grid to distances that Field returned for the same triangles. It returns false if the
// number of distances is wrong or a distance is not finite.
func (m *Model) SetField(field []float32) bool {
	if len(field) != m.nodes() {
		return false
	}
	for _, d := range field {
		if d-d != 0 {
			return false
		}
	}
	m.field = field
	return true
}

func (m *Model) nodes() int { return m.n[0] * m.n[1] * m.n[2] }

func (m *Model) node(x, y, z int) Vec {
	return m.origin.add(Vec{float32(x), float32(y), float32(z)}.times(m.cell))
}

// closed reports whether each edge occurs equally often in both directions. Edges are compared by the
// positions of their ends.
func closed(vertices []Vec, triangles [][3]uint32) bool {
	indices := welded(vertices)
	type edge struct{ low, high, way int32 }
	edges := make([]edge, 0, 3*len(triangles))
	for _, t := range triangles {
		a, b, c := indices[t[0]], indices[t[1]], indices[t[2]]
		for _, e := range [3][2]int32{{a, b}, {b, c}, {c, a}} {
			switch {
			case e[0] < e[1]:
				edges = append(edges, edge{e[0], e[1], 1})
			case e[0] > e[1]:
				edges = append(edges, edge{e[1], e[0], -1})
			}
		}
	}
	slices.SortFunc(edges, func(a, b edge) int {
		if a.low != b.low {
			return int(a.low) - int(b.low)
		}
		return int(a.high) - int(b.high)
	})
	sum := int32(0)
	for k, e := range edges {
		if k > 0 && (e.low != edges[k-1].low || e.high != edges[k-1].high) {
			if sum != 0 {
				return false
			}
		}
		sum += e.way
	}
	return sum == 0
}

func welded(vertices []Vec) []int32 {
	indices, known := make([]int32, len(vertices)), make(map[Vec]int32, len(vertices))
	for k, v := range vertices {
		v = v.add(Vec{}) // turns -0 into 0
		n, ok := known[v]
		if !ok {
			n = int32(k)
			known[v] = n
		}
		indices[k] = n
	}
	return indices
}

func (m *Model) convex() bool            { return false }
func (m *Model) bounds() (low, high Vec) { return m.low, m.high }

// gridError is the largest error of an interpolated distance in cells, which is half of a cell's diagonal.
const gridError = 0.8661

func (m *Model) guess(p Vec) float32 {
	if p.X >= m.origin.X && p.Y >= m.origin.Y && p.Z >= m.origin.Z && p.X <= m.far.X && p.Y <= m.far.Y && p.Z <= m.far.Z {
		return m.depth(p)
	}
	q := m.far.min(p.max(m.origin))
	return m.outsideDistance(p, greatest(m.depth(q), 0), p.sub(q).length())
}

func (m *Model) distance(p Vec) float32 {
	d := m.guess(p)
	offset := float32(gridError * m.cell)
	switch {
	case d > 2*offset:
		return d - offset
	case d < -offset:
		return d + offset
	}
	_, d2, _ := m.tree.nearest(p, m.maxDistance2(d))
	return sqrt(d2)
}

// maxDistance2 returns the square of the largest possible distance from the triangles at a point where the
// grid gives d.
func (m *Model) maxDistance2(d float32) float32 {
	most := abs(d) + float32(1.01*gridError*m.cell)
	return float32(most*most) * 1.001
}

func (m *Model) nearest(p Vec) (float32, Vec) {
	d, n := m.sample(p)
	offset := float32(gridError * m.cell)
	switch {
	case d > 2*offset:
		return d - offset, n.unit(up)
	case d < -offset:
		return d + offset, n.unit(up)
	}
	pos, d2, found := m.tree.nearest(p, m.maxDistance2(d))
	if !found { // p is outside the grid
		return sqrt(d2), n.unit(up)
	}
	return sqrt(d2), p.sub(pos).unit(n.unit(up))
}

// sample returns the distance on the grid and a gradient. Outside the grid, it combines the distance at the
// nearest point of the grid with the distance to this point.
func (m *Model) sample(p Vec) (float32, Vec) {
	q := m.far.min(p.max(m.origin))
	d, n := m.inGrid(q)
	out := p.sub(q)
	far := out.length()
	if far == 0 {
		return d, n
	}
	d = max(d, 0)
	return m.outsideDistance(p, d, far), n.unit(Vec{}).times(d).add(out)
}

// outsideDistance combines two distances. far is the distance of a point from the grid, and d is the distance
// of the model from the nearest point of the grid.
func (m *Model) outsideDistance(p Vec, d, far float32) float32 {
	box := m.low.sub(p).max(p.sub(m.high)).max(Vec{})
	return greatest(hypot(d, far), box.length())
}

func (m *Model) depth(p Vec) float32 {
	pos := p.sub(m.origin)
	x, u := m.cellOf(pos.X, 0)
	y, v := m.cellOf(pos.Y, 1)
	z, w := m.cellOf(pos.Z, 2)
	up, back := m.n[0], m.n[0]*m.n[1]
	f := m.field[z*back+y*up+x:]
	f = f[:back+up+2]
	ab := mix(mix(f[0], f[1], u), mix(f[up], f[up+1], u), v)
	cd := mix(mix(f[back], f[back+1], u), mix(f[back+up], f[back+up+1], u), v)
	return mix(ab, cd, w)
}

func (m *Model) inGrid(p Vec) (float32, Vec) {
	pos := p.sub(m.origin)
	x, u := m.cellOf(pos.X, 0)
	y, v := m.cellOf(pos.Y, 1)
	z, w := m.cellOf(pos.Z, 2)
	up, back := m.n[0], m.n[0]*m.n[1]
	f := m.field[z*back+y*up+x:]
	f = f[:back+up+2]
	a, b := mix(f[0], f[1], u), mix(f[up], f[up+1], u)
	c, d := mix(f[back], f[back+1], u), mix(f[back+up], f[back+up+1], u)
	ab, cd := mix(a, b, v), mix(c, d, v)
	slope := mix(mix(f[1]-f[0], f[up+1]-f[up], v), mix(f[back+1]-f[back], f[back+up+1]-f[back+up], v), w)
	return mix(ab, cd, w), Vec{slope, mix(b-a, d-c, w), cd - ab}
}

func (m *Model) cellOf(x float32, axis int) (int, float32) {
	x = greatest(0, x/m.cell)
	k := min(int(x), m.n[axis]-2)
	return k, least(x-float32(k), 1)
}
