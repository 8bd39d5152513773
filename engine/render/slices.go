//go:build cgo

package render

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// slice is what lies at such distances that the part of the lens that a frame is taken
// through blurs it about alike. Birds belong to one wholly, by their middles.
type slice struct {
	level     int // 0: sharp enough; more: farther and farther behind what is sharp; less: before it
	near, far float32
	birds     []frame.Bird
	numbers   []int   // of each in the frame
	outlined  int     // index of the bird that an outline is around, -1: it is not here
	nearness  float32 // the mean of 1 over their distances
}

const (
	leastBlur = 0.5 // standard deviation of what counts as blurred, pixels
	blurStep  = 2.0 // of one slice to the next
)

// of returns a frame of what a slice holds, one of several or all that the frame shows.
func (s *slice) of(f *frame.Frame, several bool) *frame.Frame {
	part := *f
	part.Birds, part.View.Hide, part.Outline = s.birds, -1, nil
	if s.outlined >= 0 {
		part.Outline = &frame.Outline{Bird: s.outlined, Colour: f.Outline.Colour}
	}
	if several {
		part.View.Near, part.View.Far = s.near, s.far
	}
	return &part
}

// slicer sorts what a view shows into slices.
type slicer struct {
	view  frame.View
	sharp float32 // 1 over the distance of what is sharp, 1/m
	blur  float32 // by what lies 1/m off that, pixels
	found map[int]*slice
}

// newSlicer is one for a frame's view, of which a pixel 1 m away is so large.
func newSlicer(f *frame.Frame, pixel float32) slicer {
	return slicer{view: f.View, sharp: 1 / f.Lens.Focus, blur: f.Lens.Spread / pixel, found: map[int]*slice{}}
}

// slices returns those of a frame that hold anything, the farthest first.
func (r *Renderer) slices(f *frame.Frame, s *scene, c slicer) []*slice {
	for i := range f.Birds {
		b := &f.Birds[i]
		if reach := b.Span * r.shapes[b.Kind].reach; i != f.View.Hide && s.inSight(b.Pos, reach) {
			c.addBird(b, i, reach, f.Outline != nil && f.Outline.Bird == i)
		}
	}
	for i := range f.Stands {
		if _, seen := s.boxed(&f.Stands[i]); seen {
			near, far := float32(math.Inf(1)), float32(0)
			for _, corner := range cornersOf(&f.Stands[i]) {
				d := c.depth(corner)
				near, far = min(near, d), max(far, d)
			}
			c.addAll(near, far)
		}
	}
	for i := range f.Ribbons {
		near := c.depth(f.Ribbons[i].Pos)
		far := near
		if i > 0 && !f.Ribbons[i].Start {
			before := c.depth(f.Ribbons[i-1].Pos)
			near, far = min(near, before), max(far, before)
		}
		c.addAll(near, far)
	}
	if near, far := r.depths(s); r.grows(f) && near < far {
		c.addAll(near, far)
	}
	if b := f.Vision; b != nil {
		d := c.depth(b.Centre)
		c.addAll(d-b.Radius, d+b.Radius)
	}
	return slices.SortedFunc(maps.Values(c.found), func(a, b *slice) int { return cmp.Compare(b.level, a.level) })
}

// depth returns the distance of a place along the view, m.
func (c *slicer) depth(at mgl32.Vec3) float32 { return at.Sub(c.view.Eye).Dot(c.view.Forward()) }

// level is that of what lies at 1 over a distance.
func (c *slicer) level(nearness float32) int {
	blur := c.blur * (c.sharp - nearness)
	if mgl32.Abs(blur) < leastBlur {
		return 0
	}
	n := 1 + int(math.Log(float64(mgl32.Abs(blur)/leastBlur))/math.Log(blurStep))
	if blur < 0 {
		return -n
	}
	return n
}

// from returns how near the farthest of a level lies, 1/m; not above 0 for one without an end.
func (c *slicer) from(level int) float32 {
	if level < 0 {
		return c.sharp + leastBlur*power(-level-1)/c.blur
	}
	return c.sharp - leastBlur*power(level)/c.blur
}

func power(n int) float32 { return float32(math.Pow(blurStep, float64(n))) }

// at returns the slice of a level.
func (c *slicer) at(level int) *slice {
	if c.found[level] == nil {
		s := &slice{level: level, outlined: -1, near: c.view.Near, far: c.view.Far}
		low, high := max(c.from(level), 0), c.from(level-1)
		if level == 0 {
			low, high = max(c.from(0), 0), c.sharp+leastBlur/c.blur
		}
		if low > 1/c.view.Far {
			s.far = 1 / low
		}
		// Surfaces go on a little nearer, where the next slice, whose edge there is
		// soft, hides them.
		s.near = mgl32.Clamp(0.96/high, c.view.Near, s.far)
		s.nearness = (low + min(high, 1/c.view.Near)) / 2
		c.found[level] = s
	}
	return c.found[level]
}

func (c *slicer) addBird(b *frame.Bird, number int, reach float32, outlined bool) {
	depth := max(c.depth(b.Pos), c.view.Near)
	s := c.at(c.level(1 / depth))
	n := float32(len(s.birds))
	if n == 0 {
		s.nearness = 0
	}
	s.nearness = (s.nearness*n + 1/depth) / (n + 1)
	if outlined {
		s.outlined = len(s.birds)
	}
	s.birds, s.numbers = append(s.birds, *b), append(s.numbers, number)
	s.near, s.far = max(min(s.near, depth-reach), c.view.Near), min(max(s.far, depth+reach), c.view.Far)
}

// addAll makes the slices from one distance to another.
func (c *slicer) addAll(near, far float32) {
	near, far = max(near, c.view.Near), min(far, c.view.Far)
	if near > far {
		return
	}
	for level := c.level(1 / near); level <= c.level(1/far); level++ {
		c.at(level)
	}
}
