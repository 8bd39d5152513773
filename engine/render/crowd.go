//go:build cgo

package render

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// shown is a bird as instance.glsl reads it: four texels.
type shown struct {
	x     mgl32.Vec3 // axis of the bird in the world, times its wingspan, m
	blend uint32     // of the first of two poses into the second, and of those into a third, 16 bits each
	y     mgl32.Vec3
	poses uint32 // the three, poseBits each
	z     mgl32.Vec3
	tint  uint32 // red and green, 16 bits each
	at    mgl32.Vec3
	rest  uint32 // of the tint: blue and alpha
}

// show works out once what all vertices of a bird need.
func show(b *frame.Bird, m *mesh) (s shown) {
	s.axes(b.Rotation, b.Span)
	s.pose(b, m)
	s.tint, s.rest = packColour(b.Tint)
	s.at = b.Pos
	return s
}

// pose chooses the poses of a bird and how they are mixed: two of its beat and one that it
// holds; or, of one that goes over from one that it holds to another, both.
func (s *shown) pose(b *frame.Bird, m *mesh) {
	at := b.Phase - float32(math.Floor(float64(b.Phase)))
	at *= float32(m.beat)
	first := int(at)
	share := at - float32(first)
	first %= m.beat
	second, third, held := (first+1)%m.beat, 0, float32(0)
	for k, weight := range b.Held {
		if m.held[k] == 0 || weight <= 0 {
			continue
		}
		if held > 0 { // two at once: of the beat the nearer pose does
			if share >= 0.5 {
				first = second
			}
			second, share = third, held
		}
		third, held = m.held[k], weight
	}
	s.blend = part16(share) | part16(held)<<16
	s.poses = uint32(first) | uint32(second)<<poseBits | uint32(third)<<(2*poseBits)
}

// part16 returns a share of 1 in 16 bits.
func part16(x float32) uint32 { return uint32(min(max(x, 0), 1)*math.MaxUint16 + 0.5) }

// axes sets the columns of the rotation's matrix, times a size.
func (s *shown) axes(q mgl32.Quat, size float32) {
	w, x, y, z := q.W, q.V[0], q.V[1], q.V[2]
	s.x = mgl32.Vec3{1 - 2*(y*y+z*z), 2 * (x*y + w*z), 2 * (x*z - w*y)}.Mul(size)
	s.y = mgl32.Vec3{2 * (x*y - w*z), 1 - 2*(x*x+z*z), 2 * (y*z + w*x)}.Mul(size)
	s.z = mgl32.Vec3{2 * (x*z + w*y), 2 * (y*z - w*x), 1 - 2*(x*x+y*y)}.Mul(size)
}

// distance returns the square of that from the eye.
func (s *shown) distance(eye mgl32.Vec3) float32 { return s.at.Sub(eye).LenSqr() }

// crowd sorts the birds of a view by how they are drawn: into bands, two for
// each level of detail of each kind, from near and from afar.
type crowd struct {
	first  []int // bands before those of each kind
	shares []share
	all    []shown

	mirrored bool    // by level water: where they are seen, and how large
	alone    []self  // these are drawn one by one
	steps    int     // in which birds go over from one level to the next; 0: at once
	subframe float32 // of a picture, 0 to 1, where they go over by that; 0: not
}

// share is what one goroutine sorts.
type share struct {
	bands   [][]shown
	touched tiles
}

// sort sorts the birds in sight of a view; shapes are those of each kind.
func (c *crowd) sort(birds []frame.Bird, shapes []*mesh, v frame.View, s *scene) {
	c.first = c.first[:0]
	bands := 0
	for _, m := range shapes {
		c.first = append(c.first, bands)
		bands += c.bandsOf(m)
	}
	const worth = 500 // birds a goroutine
	workers := max(1, min(runtime.GOMAXPROCS(0), len(birds)/worth))
	for len(c.shares) < workers {
		c.shares = append(c.shares, share{})
	}
	c.shares = c.shares[:workers]
	var all sync.WaitGroup
	for i := range c.shares {
		w := &c.shares[i]
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

func (w *share) reset(bands int, s *scene) {
	for len(w.bands) < bands {
		w.bands = append(w.bands, nil)
	}
	w.bands = w.bands[:bands]
	for i := range w.bands {
		w.bands[i] = w.bands[i][:0]
	}
	w.touched.reset(s.size)
}

func (w *share) sort(birds []frame.Bird, from, to int, shapes []*mesh, c *crowd, v frame.View, s *scene) {
	for i := from; i < to; i++ {
		b := &birds[i]
		m := shapes[b.Kind]
		at := b.Pos
		if c.mirrored {
			at[1] = -at[1]
		}
		if i == v.Hide || !s.inSight(at, b.Span*m.reach) {
			continue
		}
		one := show(b, m)
		if !c.mirrored {
			w.touched.mark(s.covers(&one, m.bounds))
		}
		if slices.ContainsFunc(c.alone, func(a self) bool { return a.number == i }) {
			continue
		}
		k := c.first[b.Kind] + c.bandOf(m, b.Span/(s.eye[3]*at.Sub(v.Eye).Len()))
		w.bands[k] = append(w.bands[k], one)
	}
}

// band returns where a bird belongs whose wingspan covers so many pixels.
func (m *mesh) band(pixels float32) int {
	level := len(m.levels) - 1
	for level > 0 && !(pixels < m.levels[level].below) {
		level--
	}
	if m.levels[level].far || pixels < litPerPixel {
		return 2*level + 1
	}
	return 2 * level
}

// bands returns how many a shape has.
func (m *mesh) bands() int { return 2 * len(m.levels) }

// mark says where birds are drawn.
func (c *crowd) mark(t *tiles) {
	for i := range c.shares {
		t.join(&c.shares[i].touched)
	}
}

// gather returns all birds of a band of a kind. They stay until the next call.
func (c *crowd) gather(kind, band int) []shown {
	c.all = c.all[:0]
	for i := range c.shares {
		c.all = append(c.all, c.shares[i].bands[c.first[kind]+band]...)
	}
	return c.all
}

// banded is a bird in its band.
type banded struct {
	shown
	kind, band int
}

// blended returns the birds of kinds of which something is blended, the bands of the
// furthest first.
func (c *crowd) blended(shapes []*mesh) (all []banded) {
	for kind, m := range shapes {
		for band := m.bands() - 1; m.blends && band >= 0; band-- {
			for _, b := range c.gather(kind, band) {
				all = append(all, banded{b, kind, band})
			}
		}
	}
	return all
}

// show are birds as they are, in sight or not. They stay until the next call.
func (c *crowd) show(birds []frame.Bird, m *mesh) []shown {
	c.all = c.all[:0]
	for i := range birds {
		c.all = append(c.all, show(&birds[i], m))
	}
	return c.all
}

// instances is the buffer that birds are streamed through.
type instances struct {
	buffer, lookup uint32
	most           int // birds at a time
}

func (b *instances) init(o objects) error {
	var texels int32
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &texels)
	b.most = int(texels) / 4
	b.buffer = o.buffer(gl.TEXTURE_BUFFER, "birds")
	b.lookup = o.texture(unitBirds, gl.TEXTURE_BUFFER, "birds")
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32UI, b.buffer)
	return nil
}

// stream replaces the buffer's contents. New storage each time, so that the
// driver need not wait for draws that still read the old.
func (b *instances) stream(birds []shown) {
	gl.BindBuffer(gl.TEXTURE_BUFFER, b.buffer)
	gl.BufferData(gl.TEXTURE_BUFFER, len(birds)*int(unsafe.Sizeof(birds[0])), unsafe.Pointer(&birds[0]), gl.STREAM_DRAW)
}

func (b *instances) delete() {
	gl.DeleteBuffers(1, &b.buffer)
	gl.DeleteTextures(1, &b.lookup)
}
