package picture

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock"
	"skein/flock/geometry"
	"skein/flock/vec"
)

var (
	linkColour   = mgl32.Vec4{0.35, 0.6, 0.85, 0.35}
	hullColour   = mgl32.Vec4{0.85, 0.85, 0.9, 0.35}
	centreColour = mgl32.Vec4{1.0, 0.9, 0.35, 0.9}
)

const linkNeighbours = 7

// sketch holds the links between boids and the edges of hulls. In a window, they may be a few ticks old.
type sketch struct {
	links, hulls pairCache
	neighbours   []int
	d2           []float32
}

type pairCache struct {
	tick  int64
	boids int
	pairs [][2]int
	done  bool
}

// due reports whether the cache is more than lag ticks old or the number of boids has changed. If so, it
// clears the cache.
func (w *pairCache) due(s *flock.Snapshot, lag int64) bool {
	if age := s.Tick - w.tick; w.done && w.boids == s.Len() && age >= 0 && age <= lag {
		return false
	}
	w.tick, w.boids, w.done, w.pairs = s.Tick, s.Len(), true, w.pairs[:0]
	return true
}

// drawLinks appends a line between two boids if each of them is among the seven nearest boids that the other
// sees. Links across a wrapping edge are omitted.
func (k *sketch) drawLinks(dst []frame.RibbonPoint, s *Scene) []frame.RibbonPoint {
	if k.links.due(s.Snapshot, s.studyLag()) {
		k.link(s)
	}
	p := pen{dst: dst, colour: linkColour, width: 0.02}
	for _, l := range k.links.pairs {
		params := &s.Params[s.Snapshot.FlockOf(l[0])]
		p.width = 0.03 * params.Float("wingspan")
		if a, b := s.Boids[l[0]].Pos, s.Boids[l[1]].Pos; a.Sub(b).Len() < farthestLink(params) {
			p.line([]mgl32.Vec3{a, b})
		}
	}
	return p.dst
}

func (s *Scene) studyLag() int64 {
	if s.memory == nil {
		return 0
	}
	return s.memory.StudyLag
}

func (k *sketch) link(s *Scene) {
	for f := range s.Snapshot.FlockCount() {
		first, _ := s.Snapshot.Range(f)
		own := s.Snapshot.OneFlock(f)
		near := make([][]int, own.Len())
		for i := range near {
			k.neighbours, _ = s.Params[f].View().Visible(k.neighbours, &own, i)
			near[i] = k.nearest(&own, i)
		}
		for i := range near {
			for _, j := range near[i] {
				if j > i && slices.Contains(near[j], i) {
					k.links.pairs = append(k.links.pairs, [2]int{first + i, first + j})
				}
			}
		}
	}
}

func (k *sketch) nearest(s *flock.Snapshot, i int) []int {
	best := make([]int, 0, linkNeighbours)
	k.d2 = k.d2[:0]
	for _, j := range k.neighbours {
		d2 := s.Pos[j].Sub(s.Pos[i]).LenSqr()
		index, _ := slices.BinarySearch(k.d2, d2)
		if index >= linkNeighbours {
			continue
		}
		if len(best) == linkNeighbours {
			best, k.d2 = best[:linkNeighbours-1], k.d2[:linkNeighbours-1]
		}
		best, k.d2 = slices.Insert(best, index, j), slices.Insert(k.d2, index, d2)
	}
	return best
}

// farthestLink returns the maximum length of a link. In a world that wraps around, a longer link would cross
// the picture.
func farthestLink(p *flock.Params) float32 {
	if flock.Bounds(p.Choice("bounds")) == flock.Wrap {
		return p.Float("bounds_size") / 2
	}
	return float32(math.Inf(1))
}

type Bones struct {
	Centre mgl32.Vec3
	Axes   [3]mgl32.Vec3 // semi-axes of an ellipsoid with the flock's variances, m, longest first
}

// BonesOf computes the centre and principal axes of positions. ok is false if there are none.
func BonesOf(pos []mgl32.Vec3) (b Bones, ok bool) {
	axes, ok := geometry.PrincipalAxes(wide(pos))
	if !ok {
		return Bones{}, false
	}
	b.Centre = narrow(axes.Centre)
	for k := range b.Axes {
		halfLength := math.Sqrt(5 * max(axes.Variances[2-k], 0))
		b.Axes[k] = narrow(pointUp(axes.Directions[2-k]).Scale(halfLength))
	}
	return b, true
}

// AxisColour returns the sRGB colour of a principal axis; axis 0 is the longest.
func AxisColour(axis int) mgl32.Vec3 { return KindColour([3]int{5, 4, 2}[axis]) }

// pointUp returns d or -d, with the largest component positive, so that an axis does not flip between
// pictures.
func pointUp(d vec.Vec64) vec.Vec64 {
	if min(d[0], d[1], d[2]) < -max(d[0], d[1], d[2]) {
		return d.Scale(-1)
	}
	return d
}

func narrow(v vec.Vec64) mgl32.Vec3 { return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])} }

func wide(all []mgl32.Vec3) []vec.Vec64 {
	out := make([]vec.Vec64, len(all))
	for i, v := range all {
		out[i] = vec.Vec64Of(v)
	}
	return out
}

// hullEdges returns the edges of the convex hull, as pairs of indices. It is empty if all positions lie in a
// plane.
func hullEdges(pos []mgl32.Vec3) [][2]int {
	h, _ := geometry.NewHull(wide(pos))
	return h.Edges()
}

func (h *sketch) drawBones(dst []frame.RibbonPoint, s *Scene, v frame.View) []frame.RibbonPoint {
	if h.hulls.due(s.Snapshot, s.studyLag()) {
		for k := range s.Snapshot.FlockCount() {
			first, end := s.Snapshot.Range(k)
			for _, e := range hullEdges(s.Snapshot.Pos[first:end]) {
				h.hulls.pairs = append(h.hulls.pairs, [2]int{first + e[0], first + e[1]})
			}
		}
	}
	p := pen{dst: dst, eye: v.Eye, colour: hullColour}
	for _, e := range h.hulls.pairs {
		p.width = 0.03 * s.Params[s.Snapshot.FlockOf(e[0])].Float("wingspan")
		p.line([]mgl32.Vec3{s.Boids[e[0]].Pos, s.Boids[e[1]].Pos})
	}
	for k := range s.Snapshot.FlockCount() {
		from, to := s.Snapshot.Range(k)
		var pos []mgl32.Vec3
		for i := from; i < to; i++ {
			pos = append(pos, s.Boids[i].Pos)
		}
		b, ok := BonesOf(pos)
		if !ok {
			continue
		}
		p.width = 0.06 * s.Params[k].Float("wingspan")
		for axis, halfAxis := range b.Axes {
			p.colour = linear(AxisColour(axis), 0.9)
			p.line([]mgl32.Vec3{b.Centre.Sub(halfAxis), b.Centre.Add(halfAxis)})
		}
		p.colour = centreColour
		p.mark(b.Centre)
		p.line(append(s.Traces.Middles(from, to), b.Centre))
	}
	return p.dst
}

// Middles returns the past centres of the boids with ids in [from, to).
func (t *Traces) Middles(from, to int) (line []mgl32.Vec3) {
	for k := range t.rows {
		pos := t.rows[k].pos
		if to > len(pos) || from >= to || len(t.rows[k].ids) > 0 {
			continue
		}
		var sum mgl32.Vec3
		for _, p := range pos[from:to] {
			sum = sum.Add(p)
		}
		line = append(line, sum.Mul(1/float32(to-from)))
	}
	return line
}
