package field

import (
	"math"

	"skein/flock/geometry"
	"skein/flock/vec"
)

// The space of a flock is the closing of its birds: it consists of all places that cannot be reached by a
// ball that contains no bird. The radius of the ball is closingMedians times the median distance of seventh
// neighbours. The raster has cellsPerRadius cells per radius. For fewer than fewestBent birds, a hollow may
// be a random gap, so the space is the convex hull.
const (
	closingMedians  = 1.5
	cellsPerRadius  = 4
	pixelsPerRadius = 8 // pixels of an outline per radius
	cellsPerHull    = 64
	mostCells       = 1 << 25
	fewestBent      = 100
)

// space is the closing of points, in three dimensions or in a plane, or their convex hull.
type space struct {
	radius float64 // radius of the empty balls, m; 0 for a convex hull
	cell   float64
	size   [3]int // cells along each axis; size[2] is 1 in a plane
	origin vec.Vec64
	far    []float32
	inside []int32
}

// closing returns the closing of points by balls of the given radius, on a raster with perRadius cells per
// radius. If flat is true, all points have the same third coordinate, and the balls are discs. It returns nil
// if the space has no volume or the raster would be too large.
func closing(pos []vec.Vec64, radius float64, perRadius int, flat bool) *space {
	if len(pos) == 0 || !(radius > 0) {
		return nil
	}
	s := &space{radius: radius, cell: radius / float64(perRadius)}
	if !s.spread(pos, flat) {
		return nil
	}
	s.cover(pos)
	return s.computeDepths()
}

// hullSpace returns the space inside a convex hull. size is the largest distance between two points, m.
func hullSpace(pos []vec.Vec64, h *geometry.Hull, size float64) *space {
	s := &space{cell: size / cellsPerHull}
	if !s.spread(pos, false) {
		return nil
	}
	xs := make([]float64, s.size[0])
	for n := range xs {
		xs[n] = s.middle(n)[0]
	}
	for row := 0; row < len(s.far); row += s.size[0] {
		position := s.middle(row)
		from, to := h.Row(xs, position[1], position[2])
		for k := from; k < to; k++ {
			s.far[row+k] = unknownDistance
		}
	}
	return s.computeDepths()
}

func (s *space) spread(pos []vec.Vec64, flat bool) bool {
	low, high := bounds(pos)
	cells := 1.0
	for k := range s.size {
		if flat && k == 2 {
			s.size[k], s.origin[k] = 1, low[k]
			continue
		}
		s.origin[k] = low[k] - s.radius - 2*s.cell
		n := math.Ceil((high[k]-low[k]+2*s.radius)/s.cell) + 5
		if cells *= n; cells > mostCells {
			return false
		}
		s.size[k] = int(n)
	}
	s.far = make([]float32, int(cells))
	return true
}

// computeDepths computes the depths from the marks of the cells. It returns nil if no cell is inside.
func (s *space) computeDepths() *space {
	s.transform()
	for k, d := range s.far {
		if s.below(float64(d)) > 0 {
			s.inside = append(s.inside, int32(k))
		}
	}
	if len(s.inside) == 0 {
		return nil
	}
	return s
}

func (s *space) middle(cell int) (pos vec.Vec64) {
	for k, n := range [3]int{cell % s.size[0], cell / s.size[0] % s.size[1], cell / (s.size[0] * s.size[1])} {
		pos[k] = s.origin[k] + s.cell*float64(n)
	}
	return pos
}

func bounds(pos []vec.Vec64) (low, high vec.Vec64) {
	low, high = pos[0], pos[0]
	for _, p := range pos {
		for k, x := range p {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	return low, high
}

func (s *space) cover(pos []vec.Vec64) {
	for _, p := range pos {
		position := p.Sub(s.origin).Scale(1 / s.cell)
		reach := s.radius / s.cell
		for z := span(position[2], reach, s.size[2]); z.from <= z.to; z.from++ {
			dz := float64(z.from) - position[2]
			if s.size[2] == 1 {
				dz = 0
			}
			wide := math.Sqrt(max(0, reach*reach-dz*dz))
			for y := span(position[1], wide, s.size[1]); y.from <= y.to; y.from++ {
				dy := float64(y.from) - position[1]
				row := (z.from*s.size[1] + y.from) * s.size[0]
				x := span(position[0], math.Sqrt(max(0, wide*wide-dy*dy)), s.size[0])
				for k := row + x.from; k <= row+x.to; k++ {
					s.far[k] = unknownDistance
				}
			}
		}
	}
}

// cells is a range of cells along an axis, including both ends.
type cells struct{ from, to int }

// span returns the range of cells, out of n, whose middles are at most reach away from x. Lengths are in
// cells.
func span(x, reach float64, n int) cells {
	if n == 1 {
		return cells{0, 0}
	}
	return cells{max(0, int(math.Ceil(x-reach))), min(n-1, int(math.Floor(x+reach)))}
}

const unknownDistance = 1 << 40

// transform computes the squared distance of each cell from the nearest cell with the value 0. It uses lower
// envelopes of parabolas along one axis after another (Felzenszwalb and Huttenlocher 2012).
func (s *space) transform() {
	steps := [3]int{1, s.size[0], s.size[0] * s.size[1]}
	most := max(s.size[0], s.size[1], s.size[2])
	e := envelope{in: make([]float64, most), indices: make([]int, most), from: make([]float64, most+1)}
	for axis, n := range s.size {
		if n == 1 {
			continue
		}
		a, b := (axis+1)%3, (axis+2)%3
		for i := range s.size[a] {
			for j := range s.size[b] {
				e.along(s.far[i*steps[a]+j*steps[b]:], n, steps[axis])
			}
		}
	}
	for k, d2 := range s.far {
		s.far[k] = float32(math.Sqrt(float64(d2)) * s.cell)
	}
}

type envelope struct {
	in      []float64
	indices []int
	from    []float64 // start of the section of each parabola
}

// along transforms a line of n cells that are step elements apart. The new value of cell c is the minimum
// over all cells d of the old value of d plus (c-d)². Cells with the value 0 do not change.
func (e *envelope) along(line []float32, n, step int) {
	first, last := 0, n-1
	for first < n && line[first*step] == 0 {
		first++
	}
	if first == n {
		return
	}
	for line[last*step] == 0 {
		last--
	}
	first, last = max(0, first-1), min(n-1, last+1)
	k := -1
	for i := first; i <= last; i++ {
		x := float64(line[i*step])
		e.in[i] = x
		if x >= unknownDistance {
			continue
		}
		cross := math.Inf(-1)
		for ; k >= 0; k-- {
			j := e.indices[k]
			cross = (x + float64(i*i) - e.in[j] - float64(j*j)) / float64(2*(i-j))
			if cross > e.from[k] {
				break
			}
			cross = math.Inf(-1)
		}
		k++
		e.indices[k], e.from[k] = i, cross
	}
	if k < 0 {
		return
	}
	e.from[k+1] = math.Inf(1)
	k = 0
	for i := first; i <= last; i++ {
		for e.from[k+1] < float64(i) {
			k++
		}
		j := e.indices[k]
		line[i*step] = float32(e.in[j] + float64((i-j)*(i-j)))
	}
}

// below returns the depth below the surface of a place at the distance far from the middle of the nearest
// empty cell. The surface is radius away from the empty space, which begins half a cell before that middle on
// average.
func (s *space) below(far float64) float64 { return far - s.radius - s.cell/2 }

func (s *space) volumeBelow(depth float64) float64 {
	n := 0
	for _, k := range s.inside {
		if s.below(float64(s.far[k])) >= depth {
			n++
		}
	}
	return s.cell * s.cell * s.cell * float64(n)
}

// volume returns the volume in m³, or the area in m² in a plane.
func (s *space) volume() float64 {
	one := s.cell * s.cell
	if s.size[2] > 1 {
		one *= s.cell
	}
	return one * float64(len(s.inside))
}

// depth returns the depth of a place below the surface in m, interpolated between cells. It is at least 0.
func (s *space) depth(p vec.Vec64) float64 {
	pos := p.Sub(s.origin).Scale(1 / s.cell)
	var first [3]int
	var share [3]float64
	for k, n := range s.size {
		if n > 1 {
			first[k] = min(max(int(pos[k]), 0), n-2)
			share[k] = min(max(pos[k]-float64(first[k]), 0), 1)
		}
	}
	far := 0.0
	for corner := range 8 {
		weight, k := 1.0, 0
		for axis, stride := range [3]int{1, s.size[0], s.size[0] * s.size[1]} {
			if corner>>axis&1 == 0 {
				weight *= 1 - share[axis]
				k += first[axis] * stride
			} else if weight *= share[axis]; weight > 0 {
				k += (first[axis] + 1) * stride
			}
		}
		if weight > 0 {
			far += weight * float64(s.far[k])
		}
	}
	return max(0, s.below(far))
}

// uniform returns n uniformly distributed points in the closing. The result depends only on s, n and number.
func (s *space) uniform(n int, number int64) []vec.Vec64 {
	die, out := vec.Dice(1, purposePlace), make([]vec.Vec64, n)
	for i := range out {
		x := [4]float64{}
		for k := range x {
			x[k] = fraction(die.Roll(int32(i), 4*number+int64(k)))
		}
		pos := s.middle(int(s.inside[int(x[3]*float64(len(s.inside)))]))
		for k := range pos {
			out[i][k] = pos[k] + s.cell*(x[k]-0.5)
		}
	}
	return out
}
