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

// depthSlice is a range of depths with similar blur. Each bird is in one slice, according to its centre.
type depthSlice struct {
	level         int // 0 in focus, positive behind the focus, negative in front of it
	near, far     float32
	birds         []frame.Bird
	indices       []int
	outlinedIndex int     // index in birds, or -1
	nearness      float32 // mean of 1/depth, 1/m
}

const (
	minBlur  = 0.5 // smallest visible standard deviation of the blur, pixels
	blurStep = 2.0 // ratio between the blurs of neighbouring slices
)

func (s *depthSlice) frameOf(f *frame.Frame, several bool) *frame.Frame {
	part := *f
	part.Birds, part.View.Hide, part.Outline = s.birds, -1, nil
	if s.outlinedIndex >= 0 {
		part.Outline = &frame.Outline{Bird: s.outlinedIndex, Colour: f.Outline.Colour}
	}
	if several {
		part.View.Near, part.View.Far = s.near, s.far
	}
	return &part
}

type slicer struct {
	view   frame.View
	sharp  float32 // 1/distance of the focal plane, 1/m
	blur   float32 // blur per 1/depth, pixels × m
	slices map[int]*depthSlice
}

func newSlicer(f *frame.Frame, pixel float32) slicer {
	return slicer{view: f.View, sharp: 1 / f.Lens.Focus, blur: f.Lens.Spread / pixel, slices: map[int]*depthSlice{}}
}

func (r *Renderer) makeSlices(f *frame.Frame, s *scene, c slicer) []*depthSlice {
	for i := range f.Birds {
		b := &f.Birds[i]
		if reach := b.Span * r.meshes[b.Kind].Reach; i != f.View.Hide && s.InSight(b.Pos, reach) {
			c.addBird(b, i, reach, f.Outline != nil && f.Outline.Bird == i)
		}
	}
	for i := range f.Stands {
		if _, seen := s.standRect(&f.Stands[i]); seen {
			near, far := float32(math.Inf(1)), float32(0)
			for _, corner := range boxCorners(f.Stands[i].Low, f.Stands[i].High) {
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
	if near, far := r.plants.garden.Depths(&s.View, int(r.tier)); r.hasPlants(f) && near < far {
		c.addAll(near, far)
	}
	if b := f.Vision; b != nil {
		d := c.depth(b.Centre)
		c.addAll(d-b.Radius, d+b.Radius)
	}
	return slices.SortedFunc(maps.Values(c.slices), func(a, b *depthSlice) int { return cmp.Compare(b.level, a.level) })
}

func (c *slicer) depth(pos mgl32.Vec3) float32 { return pos.Sub(c.view.Eye).Dot(c.view.Forward()) }

func (c *slicer) levelAt(nearness float32) int {
	blur := c.blur * (c.sharp - nearness)
	if mgl32.Abs(blur) < minBlur {
		return 0
	}
	n := 1 + int(math.Log(float64(mgl32.Abs(blur)/minBlur))/math.Log(blurStep))
	if blur < 0 {
		return -n
	}
	return n
}

// farEnd returns 1/depth at the far end of a level, in 1/m. It is 0 or negative if the end is infinitely far
// away.
func (c *slicer) farEnd(level int) float32 {
	if level < 0 {
		return c.sharp + minBlur*power(-level-1)/c.blur
	}
	return c.sharp - minBlur*power(level)/c.blur
}

func power(n int) float32 { return float32(math.Pow(blurStep, float64(n))) }

func (c *slicer) sliceAt(level int) *depthSlice {
	if c.slices[level] == nil {
		s := &depthSlice{level: level, outlinedIndex: -1, near: c.view.Near, far: c.view.Far}
		low, high := max(c.farEnd(level), 0), c.farEnd(level-1)
		if level == 0 {
			low, high = max(c.farEnd(0), 0), c.sharp+minBlur/c.blur
		}
		if low > 1/c.view.Far {
			s.far = 1 / low
		}
		// The slice overlaps the next nearer one. The soft edge of that slice hides the overlap.
		s.near = mgl32.Clamp(0.96/high, c.view.Near, s.far)
		s.nearness = (low + min(high, 1/c.view.Near)) / 2
		c.slices[level] = s
	}
	return c.slices[level]
}

func (c *slicer) addBird(b *frame.Bird, index int, reach float32, outlined bool) {
	depth := max(c.depth(b.Pos), c.view.Near)
	s := c.sliceAt(c.levelAt(1 / depth))
	n := float32(len(s.birds))
	if n == 0 {
		s.nearness = 0
	}
	s.nearness = (s.nearness*n + 1/depth) / (n + 1)
	if outlined {
		s.outlinedIndex = len(s.birds)
	}
	s.birds, s.indices = append(s.birds, *b), append(s.indices, index)
	s.near, s.far = max(min(s.near, depth-reach), c.view.Near), min(max(s.far, depth+reach), c.view.Far)
}

func (c *slicer) addAll(near, far float32) {
	near, far = max(near, c.view.Near), min(far, c.view.Far)
	if near > far {
		return
	}
	for level := c.levelAt(1 / near); level <= c.levelAt(1/far); level++ {
		c.sliceAt(level)
	}
}
