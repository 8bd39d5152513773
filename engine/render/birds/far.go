//go:build cgo

package birds

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/view"
)

// FarScan divides the birds of a swarm into near and far ones. Far birds are so small that every view draws
// them at the coarsest level. The GPU draws them without further work of the processor.
type FarScan struct {
	Near          []int    // indices of the birds that are not far, in ascending order
	Mask          []uint32 // one bit per bird of the swarm: 1 if the bird is in Near
	Along, Across Extent   // extents of all birds' shadows on the ground, m

	views   []farView
	workers []farWorker
}

// Extent is a range of coordinates. It is empty if High is less than Low.
type Extent struct{ Low, High float32 }

func emptyExtent() Extent { return Extent{math.MaxFloat32, -math.MaxFloat32} }

func (e *Extent) add(position, radius float32) {
	e.Low, e.High = min(e.Low, position-radius), max(e.High, position+radius)
}

func (e *Extent) join(other Extent) {
	e.Low, e.High = min(e.Low, other.Low), max(e.High, other.High)
}

// FarView is a view in which birds of a swarm are drawn.
type FarView struct {
	*view.View
	Mirrored bool // whether the birds are reflected in level water
}

// Ground contains the direction of the sun and the axes for the extents of shadows.
type Ground struct {
	Sun           mgl32.Vec3
	Along, Across mgl32.Vec2
}

type farView struct {
	FarView
	projector
	eye  mgl32.Vec3
	near []float32 // for each kind, the smallest (wingspan / distance)² of a bird that is not far
}

type farWorker struct {
	near          []int
	mirrored      [][]int
	tiles         []view.Tiles
	along, across Extent
}

// FarSize returns the wingspan in pixels below which birds have the coarsest level and are lit per vertex.
func (m *Mesh) FarSize() float32 {
	last := &m.Levels[len(m.Levels)-1]
	if last.VertexLit {
		return last.MaxSize
	}
	return min(last.MaxSize, LitPerPixel)
}

// Scan checks all birds of a swarm. shapes contains the mesh of each kind. Birds whose indices are in chosen
// are never far. ground is nil if birds cast no shadows.
func (c *FarScan) Scan(s *frame.Swarm, shapes []*Mesh, views []FarView, chosen []int, ground *Ground) {
	c.views = c.views[:0]
	for _, v := range views {
		far := farView{FarView: v, projector: newProjector(v.View), eye: v.Eye.Vec3()}
		for _, m := range shapes {
			limit := m.FarSize() * v.Eye[3]
			far.near = append(far.near, limit*limit)
		}
		c.views = append(c.views, far)
	}
	const worth = 2000 // smallest number of birds for which another goroutine saves time
	n := s.Len()
	workers := max(1, min(runtime.GOMAXPROCS(0), n/worth))
	for len(c.workers) < workers {
		c.workers = append(c.workers, farWorker{})
	}
	c.workers = c.workers[:workers]
	var all sync.WaitGroup
	for k := range c.workers {
		w := &c.workers[k]
		w.reset(c.views)
		from, to := n*k/workers, n*(k+1)/workers
		if k == workers-1 {
			w.scan(s, shapes, c.views, from, to, ground)
			break
		}
		all.Go(func() { w.scan(s, shapes, c.views, from, to, ground) })
	}
	all.Wait()
	c.join(n, chosen)
}

func (c *FarScan) join(n int, chosen []int) {
	c.Near, c.Along, c.Across = c.Near[:0], emptyExtent(), emptyExtent()
	for k := range c.workers {
		w := &c.workers[k]
		c.Near = append(c.Near, w.near...)
		c.Along.join(w.along)
		c.Across.join(w.across)
	}
	for _, i := range chosen {
		if i >= 0 && i < n {
			c.Near = append(c.Near, i)
		}
	}
	slices.Sort(c.Near)
	c.Near = slices.Compact(c.Near)
	c.Mask = slices.Grow(c.Mask[:0], n/32+1)[:n/32+1]
	clear(c.Mask)
	for _, i := range c.Near {
		c.Mask[i/32] |= 1 << (i % 32)
	}
}

func (w *farWorker) reset(views []farView) {
	w.near, w.along, w.across = w.near[:0], emptyExtent(), emptyExtent()
	for len(w.tiles) < len(views) {
		w.tiles = append(w.tiles, view.Tiles{})
	}
	for len(w.mirrored) < len(views) {
		w.mirrored = append(w.mirrored, nil)
	}
	for k := range views {
		w.tiles[k].Reset(views[k].Size)
		w.mirrored[k] = w.mirrored[k][:0]
	}
}

func (w *farWorker) scan(s *frame.Swarm, shapes []*Mesh, views []farView, from, to int, ground *Ground) {
	curve := s.Curve()
	kind := 0
	for i := from; i < to; i++ {
		for i >= s.Now.Ends[kind] {
			kind++
		}
		pos, span := s.At(&curve, i), s.Now.Birds[i].Span
		radius := span * shapes[kind].Reach
		near := false
		for k := range views {
			near = w.look(k, &views[k], i, kind, pos, span, radius) || near
		}
		if near {
			w.near = append(w.near, i)
		}
		if ground != nil {
			way := max(pos[1], 0) / ground.Sun[1]
			place := mgl32.Vec2{pos[0] - ground.Sun[0]*way, pos[2] - ground.Sun[2]*way}
			w.along.add(place.Dot(ground.Along), radius/ground.Sun[1])
			w.across.add(place.Dot(ground.Across), radius)
		}
	}
}

// look reports whether bird i is in sight and not far in view k. If the bird is far, look marks its tiles or
// lists its reflection.
func (w *farWorker) look(k int, v *farView, i, kind int, pos mgl32.Vec3, span, radius float32) bool {
	if v.Mirrored {
		pos[1] = -pos[1]
	}
	if !v.InSight(pos, radius) {
		return false
	}
	if span*span >= v.near[kind]*pos.Sub(v.eye).LenSqr() {
		return true
	}
	if v.Mirrored {
		w.mirrored[k] = append(w.mirrored[k], i)
	} else {
		w.tiles[k].Mark(v.rect(pos, radius))
	}
	return false
}

// MarkTiles marks the tiles that the far birds cover in view k of the last scan.
func (c *FarScan) MarkTiles(k int, t *view.Tiles) {
	for i := range c.workers {
		t.Join(&c.workers[i].tiles[k])
	}
}

// AppendMirrored appends the indices of far birds whose reflections are in sight in view k of the last scan.
// Another view may have put them into Near.
func (c *FarScan) AppendMirrored(dst []int, k int) []int {
	for i := range c.workers {
		dst = append(dst, c.workers[i].mirrored[k]...)
	}
	return dst
}

// IsNear reports whether bird i is in Near.
func (c *FarScan) IsNear(i int) bool { return c.Mask[i/32]>>(i%32)&1 != 0 }

// Place returns the index of bird i in the list of drawn birds. The list contains the birds in Near, followed
// by those whose index is at least n, the size of the swarm. For -1, Place returns -1.
func (c *FarScan) Place(i, n int) int {
	switch {
	case i < 0:
		return -1
	case i >= n:
		return i - n + len(c.Near)
	}
	index, _ := slices.BinarySearch(c.Near, i)
	return index
}
