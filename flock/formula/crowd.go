package formula

import (
	"cmp"
	"math"
	"slices"

	"skein/flock/vec"
)

type met struct {
	id       int32
	offset   vec.Vec
	square   float64 // squared distance, m²
	vel      vec.Vec // velocity relative to the boid, m/s
	adjacent bool    // whether its Voronoi cell touches the boid's
}

type crowd []met

func (e *Evaluator) addCrowds() {
	for i := range min(len(e.crowd), e.boids) {
		c := e.crowd[i]
		c.sort()
		if e.p.cells {
			c.findAdjacent(&e.cell)
		}
		for k := range c {
			e.setRank(e.waiting, k+1, &c[k])
			e.add(i, c[k].id, c[k].offset, c[k].square, c[k].vel)
		}
	}
}

func (c crowd) sort() {
	slices.SortFunc(c, func(a, b met) int { return cmp.Or(cmp.Compare(a.square, b.square), cmp.Compare(a.id, b.id)) })
}

func (e *Evaluator) setRank(index, rank int, m *met) {
	e.pair[neighbourRank][index], e.pair[isAdjacent][index] = float32(rank), truth(m.adjacent)
}

type cell struct {
	corners, spare []corner
}

// corner is a corner of a cell, together with the neighbour behind the next edge, if any.
type corner struct {
	x, z   float64
	behind int32
}

// worldEdge bounds the Voronoi cells at the border of a flock, m.
const worldEdge = 1e5

func (c crowd) findAdjacent(p *cell) {
	p.corners = append(p.corners[:0], corner{-worldEdge, -worldEdge, none}, corner{worldEdge, -worldEdge, none},
		corner{worldEdge, worldEdge, none}, corner{-worldEdge, worldEdge, none})
	for k := range c {
		p.cut(float64(c[k].offset.X), float64(c[k].offset.Z), int32(k))
	}
	for k, from := range p.corners {
		to := p.corners[(k+1)%len(p.corners)]
		if from.behind != none && (from.x != to.x || from.z != to.z) {
			c[from.behind].adjacent = true
		}
	}
}

// cut removes the part of the cell that is nearer to a neighbour at (x, z) than to the boid.
func (p *cell) cut(x, z float64, neighbour int32) {
	half := (float64(x*x) + float64(z*z)) / 2
	if half == 0 {
		return // a neighbour at the same place has no border with the boid
	}
	beyond := func(c corner) float64 { return float64(c.x*x) + float64(c.z*z) - half }
	out := p.spare[:0]
	for k, from := range p.corners {
		to := p.corners[(k+1)%len(p.corners)]
		a, b := beyond(from), beyond(to)
		if a <= 0 {
			out = append(out, from)
		}
		if a <= 0 && b > 0 || a > 0 && b <= 0 {
			t := a / (a - b)
			meet := corner{from.x + float64(t*(to.x-from.x)), from.z + float64(t*(to.z-from.z)), from.behind}
			if a <= 0 {
				meet.behind = neighbour
			}
			out = append(out, meet)
		}
	}
	p.corners, p.spare = out, p.corners
}

// disc is the view of a neighbour from above. It holds the unit vectors to the disc's two edges. from and to
// are the positions of these edges on a circle of length 4, counter-clockwise from the z-axis towards the
// x-axis.
type disc struct {
	from, to               float64
	fromX, fromZ, toX, toZ float64
}

// keepDiscs appends a disc for each of n pairs to the boid's list.
func (e *Evaluator) keepDiscs(r *reduction, to *totals, where []float32, n int) {
	radius, x, z := e.registers[r.values[0]], e.registers[r.values[1]], e.registers[r.values[2]]
	for k, i := range e.boid[:n] {
		if where != nil && where[k] == 0 || !(radius[k] > 0) {
			continue
		}
		if d, ok := discAt(float64(x[k]), float64(z[k]), float64(radius[k])); ok {
			to.discs[i] = append(to.discs[i], d)
		}
	}
}

// discAt returns the disc of a neighbour at (x, z). A disc that contains the boid covers half of the view.
func discAt(x, z, radius float64) (d disc, ok bool) {
	square := float64(x*x) + float64(z*z)
	if square == 0 {
		return d, false
	}
	inverse := 1 / math.Sqrt(square)
	sine := min(1, float64(radius*inverse))
	cosine := math.Sqrt(max(0, 1-float64(sine*sine)))
	x, z = float64(x*inverse), float64(z*inverse)
	d.fromX, d.fromZ = float64(x*cosine)-float64(z*sine), float64(z*cosine)+float64(x*sine)
	d.toX, d.toZ = float64(x*cosine)+float64(z*sine), float64(z*cosine)-float64(x*sine)
	d.from, d.to = along(d.fromX, d.fromZ), along(d.toX, d.toZ)
	if d.to < d.from {
		d.to += 4
	}
	return d, true
}

// along returns the position of the direction (x, z) on a circle of length 4. It grows with the angle from
// the z-axis towards the x-axis, and needs no trigonometry.
func along(x, z float64) float64 {
	share := x / (max(x, -x) + max(z, -z))
	switch {
	case z < 0:
		return 2 - share
	case x < 0:
		return 4 + share
	}
	return share
}

func (t *totals) findOutlines(n int) {
	for i := range min(n, len(t.discs)) {
		x, z := outline(t.discs[i])
		t.value[0][i], t.value[1][i], t.value[2][i] = x, 0, z
	}
}

// outline returns the mean unit vector to the edges of the discs' union. It sorts the list.
func outline(all []disc) (x, z float32) {
	slices.SortFunc(all, func(a, b disc) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	parts := all[:0] // the union, in separate parts
	for _, d := range all {
		if last := len(parts) - 1; last >= 0 && d.from <= parts[last].to {
			parts[last].extend(d, 0)
			continue
		}
		parts = append(parts, d)
	}
	for len(parts) > 1 && parts[0].from+4 <= parts[len(parts)-1].to { // the last part overlaps the first
		parts[len(parts)-1].extend(parts[0], 4)
		parts = parts[1:]
	}
	if len(parts) == 0 || len(parts) == 1 && parts[0].to >= parts[0].from+4 {
		return 0, 0
	}
	sumX, sumZ := 0.0, 0.0
	for k := range parts {
		p := &parts[k]
		sumX, sumZ = sumX+p.fromX+p.toX, sumZ+p.fromZ+p.toZ
	}
	edges := float64(2 * len(parts))
	return float32(sumX / edges), float32(sumZ / edges)
}

// extend moves the end of d to the end of other if that lies further along the circle. shift is added to
// other.
func (d *disc) extend(other disc, shift float64) {
	if other.to+shift > d.to {
		d.to, d.toX, d.toZ = other.to+shift, other.toX, other.toZ
	}
}
