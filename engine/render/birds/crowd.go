//go:build cgo

package birds

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/parallel"
	"skein/engine/render/gpu"
	"skein/engine/render/view"
)

// Instance is the data of one bird as instance.glsl reads it, four texels of a buffer texture.
type Instance struct {
	x         mgl32.Vec3 // the bird's x axis times its wingspan, in world coordinates, m
	blend     uint32     // weights of the second pose relative to the first, and of the third; 16 bits each
	y         mgl32.Vec3
	poses     uint32
	z         mgl32.Vec3
	Tint      uint32 // red and green, 16 bits each
	position  mgl32.Vec3
	blueAlpha uint32
}

func NewInstance(b *frame.Bird, m *Mesh) (s Instance) {
	s.setAxes(b.Rotation, b.Span)
	s.setPose(b, m)
	s.Tint, s.blueAlpha = gpu.PackColour(b.Tint)
	s.position = b.Pos
	return s
}

// setPose chooses two poses of the wingbeat and one held pose, with their weights. Between two held poses, it
// chooses one pose of the wingbeat and both held ones.
func (s *Instance) setPose(b *frame.Bird, m *Mesh) {
	phase := b.Phase - float32(math.Floor(float64(b.Phase)))
	phase *= float32(m.beat)
	first := int(phase)
	share := phase - float32(first)
	first %= m.beat
	second, third, heldWeight := (first+1)%m.beat, 0, float32(0)
	for k, weight := range b.Held {
		if m.heldPoses[k] == 0 || weight <= 0 {
			continue
		}
		if heldWeight > 0 { // two held poses leave room for one pose of the beat
			if share >= 0.5 {
				first = second
			}
			second, share = third, heldWeight
		}
		third, heldWeight = m.heldPoses[k], weight
	}
	s.blend = packShare(share) | packShare(heldWeight)<<16
	s.poses = uint32(first) | uint32(second)<<PoseBits | uint32(third)<<(2*PoseBits)
}

func packShare(x float32) uint32 { return uint32(min(max(x, 0), 1)*math.MaxUint16 + 0.5) }

func unpackShare(x uint32) float32 { return float32(x&math.MaxUint16) / math.MaxUint16 }

func (s *Instance) setAxes(q mgl32.Quat, size float32) {
	w, x, y, z := q.W, q.V[0], q.V[1], q.V[2]
	s.x = mgl32.Vec3{1 - 2*(y*y+z*z), 2 * (x*y + w*z), 2 * (x*z - w*y)}.Mul(size)
	s.y = mgl32.Vec3{2 * (x*y - w*z), 1 - 2*(x*x+z*z), 2 * (y*z + w*x)}.Mul(size)
	s.z = mgl32.Vec3{2 * (x*z + w*y), 2 * (y*z - w*x), 1 - 2*(x*x+y*y)}.Mul(size)
}

// Distance returns the squared distance from the eye, in m².
func (s *Instance) Distance(eye mgl32.Vec3) float32 { return s.position.Sub(eye).LenSqr() }

// Crowd sorts the birds of a view into bands. All birds of a band are drawn in the same way. Each level of
// detail of a kind has a band lit per pixel and one lit per vertex. Further bands are for birds between two
// levels.
type Crowd struct {
	first     []int
	sorters   []bandSorter
	gathered  [][]Instance
	instances []Instance

	Mirrored bool    // whether the birds are reflected in level water
	Separate []int   // indices of birds that are drawn one by one; Sort omits them
	Steps    int     // number of steps in which a bird changes its level; 0 means at once
	Subframe float32 // a bird shows the next level if its change has progressed beyond this value, 0 to 1; 0 if not used
}

type bandSorter struct {
	bands [][]Instance
	tiles view.Tiles
}

// Sort assigns the birds in sight to bands. shapes contains the mesh of each kind.
func (c *Crowd) Sort(birds []frame.Bird, shapes []*Mesh, v frame.View, s *view.View) {
	c.first = c.first[:0]
	bands := 0
	for _, m := range shapes {
		c.first = append(c.first, bands)
		bands += c.bandCount(m)
	}
	const minBirds = 500
	workers := max(1, min(runtime.GOMAXPROCS(0), len(birds)/minBirds))
	for len(c.sorters) < workers {
		c.sorters = append(c.sorters, bandSorter{})
	}
	c.sorters = c.sorters[:workers]
	var all sync.WaitGroup
	for i := range c.sorters {
		w := &c.sorters[i]
		from, to := len(birds)*i/workers, len(birds)*(i+1)/workers
		w.reset(bands, s)
		if i == workers-1 {
			w.sort(birds, from, to, shapes, c, v, s)
			break
		}
		all.Go(func() { w.sort(birds, from, to, shapes, c, v, s) })
	}
	all.Wait()
}

func (w *bandSorter) reset(bands int, s *view.View) {
	for len(w.bands) < bands {
		w.bands = append(w.bands, nil)
	}
	w.bands = w.bands[:bands]
	for i := range w.bands {
		w.bands[i] = w.bands[i][:0]
	}
	w.tiles.Reset(s.Size)
}

func (w *bandSorter) sort(birds []frame.Bird, from, to int, shapes []*Mesh, c *Crowd, v frame.View, s *view.View) {
	small := newProjector(s)
	for i := from; i < to; i++ {
		b := &birds[i]
		m := shapes[b.Kind]
		pos := b.Pos
		if c.Mirrored {
			pos[1] = -pos[1]
		}
		if i == v.Hide || !s.InSight(pos, b.Span*m.Reach) {
			continue
		}
		instance := NewInstance(b, m)
		pixels := b.Span / (s.Eye[3] * pos.Sub(v.Eye).Len())
		switch {
		case c.Mirrored:
		case pixels < view.TileSize:
			w.tiles.Mark(small.rect(pos, b.Span*m.Reach))
		default:
			w.tiles.Mark(birdRect(s, &instance, m.bounds))
		}
		if slices.Contains(c.Separate, i) {
			continue
		}
		k := c.first[b.Kind] + c.BandFor(m, pixels)
		w.bands[k] = append(w.bands[k], instance)
	}
}

// Band returns the band of a bird whose wingspan covers the given number of pixels.
func (m *Mesh) Band(pixels float32) int {
	level := len(m.Levels) - 1
	for level > 0 && !(pixels < m.Levels[level].MaxSize) {
		level--
	}
	if m.Levels[level].VertexLit || pixels < LitPerPixel {
		return 2*level + 1
	}
	return 2 * level
}

// BandCount returns the number of bands of a mesh, not counting those for birds between two levels.
func (m *Mesh) BandCount() int { return 2 * len(m.Levels) }

// Mark marks the tiles of the image that the birds cover.
func (c *Crowd) Mark(t *view.Tiles) {
	for i := range c.sorters {
		t.Join(&c.sorters[i].tiles)
	}
}

// Gather returns all birds in a band of a kind, as several lists. The lists are valid until the next call.
func (c *Crowd) Gather(kind, band int) [][]Instance {
	c.gathered = c.gathered[:0]
	for i := range c.sorters {
		if part := c.sorters[i].bands[c.first[kind]+band]; len(part) > 0 {
			c.gathered = append(c.gathered, part)
		}
	}
	return c.gathered
}

// BandedBird is a bird with its kind and band.
type BandedBird struct {
	Instance
	Kind, Band int
}

// Blended returns the birds that have blended parts. For each kind, the bands of the farthest birds come
// first.
func (c *Crowd) Blended(shapes []*Mesh) (all []BandedBird) {
	for kind, m := range shapes {
		for band := m.BandCount() - 1; m.Blends && band >= 0; band-- {
			for _, part := range c.Gather(kind, band) {
				for _, b := range part {
					all = append(all, BandedBird{b, kind, band})
				}
			}
		}
	}
	return all
}

// Instances returns the instances of all birds, whether in sight or not. They are valid until the next call.
func (c *Crowd) Instances(birds []frame.Bird, m *Mesh) []Instance {
	c.instances = slices.Grow(c.instances[:0], len(birds))[:len(birds)]
	parallel.Ranges(len(birds), instancing{c.instances, birds, m}, instancing.fill)
	return c.instances
}

type instancing struct {
	dst   []Instance
	birds []frame.Bird
	mesh  *Mesh
}

func (n instancing) fill(from, to int) {
	for i := from; i < to; i++ {
		n.dst[i] = NewInstance(&n.birds[i], n.mesh)
	}
}

// Buffer is a buffer with which birds are sent to the GPU.
type Buffer struct {
	buffer, Lookup uint32
	Capacity       int // largest number of birds that fit into the buffer
}

// Init creates the buffer.
func (b *Buffer) Init(o gpu.Objects) error {
	var texels int32
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &texels)
	b.Capacity = int(texels) / 4
	b.buffer = o.Buffer(gl.TEXTURE_BUFFER, "birds")
	b.Lookup = o.Texture(gpu.UnitBirds, gl.TEXTURE_BUFFER, "birds")
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32UI, b.buffer)
	return nil
}

// Stream replaces the content of the buffer by the birds of several lists. The first must not be empty.
func (b *Buffer) Stream(lists ...[]Instance) {
	gl.BindBuffer(gl.TEXTURE_BUFFER, b.buffer)
	gpu.StreamParts(gl.TEXTURE_BUFFER, lists...)
}

// Count returns the number of birds in several lists.
func Count(lists [][]Instance) (n int) {
	for _, birds := range lists {
		n += len(birds)
	}
	return n
}

// Slice appends the birds with indices in [from, to) to dst[:0], as parts of the lists. The indices continue
// from list to list.
func Slice(dst, lists [][]Instance, from, to int) [][]Instance {
	dst = dst[:0]
	for _, birds := range lists {
		if low, high := max(from, 0), min(to, len(birds)); low < high {
			dst = append(dst, birds[low:high])
		}
		from, to = from-len(birds), to-len(birds)
	}
	return dst
}

// Delete frees the buffer.
func (b *Buffer) Delete() {
	gl.DeleteBuffers(1, &b.buffer)
	gl.DeleteTextures(1, &b.Lookup)
}
