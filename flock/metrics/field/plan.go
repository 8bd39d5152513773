package field

import (
	"cmp"
	"math"
	"slices"

	"skein/flock/internal/kdtree"
	"skein/flock/metrics"
	"skein/flock/vec"
)

// Plan describes the outline of a flock seen along its thinnest axis.
type Plan struct {
	Area   float64 // area of the outline of the largest part, m²
	Hole   float64 // area of the largest hole in the outline, as a fraction of Area
	Neck   float64 // width of the narrowest place between two lobes, as a fraction of the width of the smaller lobe; 1 if there are no lobes
	Second float64 // fraction of the birds in the second largest part
	Birds  int     // number of birds in the largest part
}

// PlanNearest is the number of nearest neighbours of each bird that [PlanOf] needs.
const PlanNearest = linkNearest

const leastLobe = 0.1

// PlanOf returns the plan of birds at the given positions. near holds the [PlanNearest] nearest neighbours of
// each bird. ok is false if there are fewer than 100 birds, if they are all in one place, or if they are too
// scattered for the raster.
func PlanOf(pos []vec.Vec64, near [][]kdtree.Neighbour) (p Plan, ok bool) {
	if len(pos) < fewestBent {
		return p, false
	}
	ids, second := twoLargest(pos, near)
	c := cloud{}
	for _, i := range ids {
		c.pos, c.near = append(c.pos, pos[i]), append(c.near, near[i][:interactingCount])
	}
	outline := closing(c.positionsAcrossThinnestAxis(), closingMedians*medianOf(c.near, interactingCount), pixelsPerRadius, true)
	if outline == nil {
		return p, false
	}
	p.Area, p.Second, p.Birds = outline.volume(), second, len(ids)
	p.Hole = outline.largestHole() / p.Area
	p.Neck = outline.neck()
	return p, true
}

func twoLargest(pos []vec.Vec64, near [][]neighbour) (ids []int, second float64) {
	labels, sizes := partsAmong(pos, near)
	best := int32(slices.Index(sizes, slices.Max(sizes)))
	next := 0
	for k, size := range sizes {
		if int32(k) != best {
			next = max(next, size)
		}
	}
	for i, l := range labels {
		if l == best {
			ids = append(ids, i)
		}
	}
	return ids, float64(next) / float64(len(pos))
}

func (s *space) largestHole() float64 {
	seen := make([]bool, len(s.far))
	s.flood(0, seen) // marks everything outside the outline
	most := 0
	for k := range s.far {
		if !seen[k] && s.below(float64(s.far[k])) <= 0 {
			most = max(most, s.flood(k, seen))
		}
	}
	return s.cell * s.cell * float64(most)
}

// flood marks the connected cells outside the closing, starting with cell start, and returns their number.
func (s *space) flood(start int, seen []bool) (count int) {
	queue := []int{start}
	seen[start] = true
	for len(queue) > 0 {
		k := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		count++
		for _, n := range s.cellsBeside(k) {
			if n >= 0 && !seen[n] && s.below(float64(s.far[n])) <= 0 {
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
	return count
}

// cellsBeside returns the four neighbours of a cell in a plane. A neighbour outside the raster is -1.
func (s *space) cellsBeside(k int) (all [4]int) {
	x, y := k%s.size[0], k/s.size[0]
	all = [4]int{-1, -1, -1, -1}
	for i, beside := range [4]struct {
		present bool
		step    int
	}{{x > 0, -1}, {x < s.size[0]-1, 1}, {y > 0, -s.size[0]}, {y < s.size[1]-1, s.size[0]}} {
		if beside.present {
			all[i] = k + beside.step
		}
	}
	return all
}

// neck returns the width of the narrowest place between two lobes, as a fraction of the width of the smaller
// lobe. Lobes grow outwards from the deepest places. Where two large lobes meet, the depth is half the width
// of the neck.
func (s *space) neck() float64 {
	order := slices.Clone(s.inside)
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(s.far[b], s.far[a]), cmp.Compare(a, b)) })
	lobes := make(map[int32]*lobe, len(order))
	narrowest, least := 1.0, int(leastLobe*float64(len(order)))
	for _, k := range order {
		depth := s.below(float64(s.far[k]))
		own := &lobe{deepest: depth, cells: 1}
		lobes[k] = own
		for _, n := range s.cellsBeside(int(k)) {
			other := lobes[int32(n)]
			if n < 0 || other == nil {
				continue
			}
			a, b := own.root(), other.root()
			if a == b {
				continue
			}
			if a.cells < b.cells {
				a, b = b, a
			}
			if b.cells >= least && b.cells > 1 {
				narrowest = min(narrowest, depth/min(a.deepest, b.deepest))
			}
			b.parent, a.cells, a.deepest = a, a.cells+b.cells, max(a.deepest, b.deepest)
		}
	}
	return narrowest
}

// lobe is a growing part of an outline. Where two lobes meet, one absorbs the other.
type lobe struct {
	parent  *lobe // lobe that absorbed this lobe, or nil
	deepest float64
	cells   int
}

func (l *lobe) root() *lobe {
	for l.parent != nil {
		if l.parent.parent != nil {
			l.parent = l.parent.parent
		}
		l = l.parent
	}
	return l
}

// positionsAcrossThinnestAxis returns the birds' positions, projected onto the plane of the flock's broad
// side.
func (c *cloud) positionsAcrossThinnestAxis() []vec.Vec64 {
	shape := metrics.ShapeOfPoints(c.pos)
	wide, long := vec.Vec64(shape.Directions[1]), vec.Vec64(shape.Directions[2])
	projected := make([]vec.Vec64, len(c.pos))
	for i, p := range c.pos {
		projected[i] = vec.Vec64{p.Dot(long), p.Dot(wide)}
	}
	return projected
}

// Wave is a wave of agitation that ran through a flock.
type Wave struct {
	Seconds float64 // time at which the most birds were agitated, s
	First   float64 // time by which a tenth of the wave's birds were agitated, s
	Last    float64 // time by which nine tenths were agitated, s
	Speed   float64 // speed of the wave, m/s
	Fit     float64 // R² of the fit of times to positions
	Reached int     // number of birds that the wave reached
}

// Waves finds waves of agitation in a flock, in the same way as the scorecard.
type Waves struct {
	names   idMap
	members map[int32]bool
	film    film
	frames  int
	stirs   int64

	nextFilm, nextSample float64
}

// Frame adds the next frame. ok is true if this frame completes the measurement of a wave.
func (w *Waves) Frame(f *Frame) (wave Wave, ok bool) {
	const tolerance = 1e-6
	w.names.rename(f)
	if w.frames++; w.frames == 1 {
		w.nextFilm, w.nextSample = f.Seconds, f.Seconds
	}
	if f.Seconds < w.nextFilm-tolerance {
		return wave, false
	}
	w.nextFilm = f.Seconds + filmEvery
	instant := w.names.instant(f)
	if f.Seconds >= w.nextSample-tolerance {
		w.nextSample = max(w.nextSample+sampleEvery, f.Seconds)
		w.members = map[int32]bool{}
		ids, _ := largestPart(instant.pos)
		for _, i := range ids {
			w.members[instant.id[i]] = true
		}
	}
	mean, birds := instant.heading(w.members)
	if birds < minBirds {
		return wave, false
	}
	w.film.push(instant, vec.Vec64(mean.Mean()).Unit())
	w.film.stirs(w.members)
	index := len(w.film.frames) - 2 - w.film.frameCount(stirReach)
	if w.film.dt <= 0 || index < 0 || !w.film.stirAt(index) {
		return wave, false
	}
	w.stirs++
	s, ok := w.film.stirOf(index, w.stirs)
	if !ok || s.turn || s.linear < minWaveR2 || s.slowness <= 0 {
		return wave, false
	}
	return Wave{w.film.frames[index].seconds, s.first, s.last, 1 / s.slowness, s.linear, s.birds}, !math.IsNaN(s.linear)
}
