//go:build cgo

package render

import (
	"encoding/binary"
	"image"
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// Output is the format of the image.
type Output int

// Values of Output.
const (
	Display   Output = iota // display values, 8 bits
	Display16               // display values, 16 bits
	Linear                  // linear light times the exposure, in half floats
)

// outputs are the texture format and the shader macro of each output.
var outputs = [...]struct {
	format uint32
	define string
}{{gl.RGBA8, ""}, {gl.RGBA16, "DEEP"}, {gl.RGBA16F, "LINEAR"}}

// Image16 reads the image back with 16 bits per channel, top row first.
func (r *Renderer) Image16() *image.NRGBA64 {
	t := &r.target
	img := image.NewNRGBA64(image.Rectangle{Max: t.size})
	if t.image == 0 {
		return img
	}
	pixels := make([]uint16, len(img.Pix)/2)
	t.pixels(gl.UNSIGNED_SHORT, gl.Ptr(pixels))
	flip(pixels, 4*t.size.X)
	for i := 0; i < len(pixels); i += 4 {
		p := pixels[i : i+4]
		if !t.transparent {
			p[3] = math.MaxUint16
		}
		for k, v := range p {
			if a := int(p[3]); a > 0 && k < 3 {
				v = uint16(min(math.MaxUint16, (int(v)*math.MaxUint16+a/2)/a))
			}
			binary.BigEndian.PutUint16(img.Pix[2*(i+k):], v)
		}
	}
	return img
}

// Light reads the image back as red, green, blue and opacity of each pixel, top row first. The
// colours are premultiplied with the opacity. With the output [Linear] they are linear light.
func (r *Renderer) Light() []float32 {
	t := &r.target
	pixels := make([]float32, 4*t.size.X*t.size.Y)
	if t.image == 0 {
		return pixels
	}
	t.pixels(gl.FLOAT, gl.Ptr(pixels))
	flip(pixels, 4*t.size.X)
	for i := 3; i < len(pixels) && !t.transparent; i += 4 {
		pixels[i] = 1
	}
	return pixels
}

// Nowhere is the depth of the sky, m.
const Nowhere = 1e10

// Planes are the depth and the id at the centre of each pixel of a frame, top row first. Depth
// is the distance along the view, m, to a bird, a solid or the ground; it is Nowhere for the
// sky. ID is the bird's id, -1 for no bird, -2 for the first solid, -3 for the second and so on.
// A translucent bird counts from an opacity of ½ on.
type Planes struct{ Depth, ID []float32 }

// planes holds the framebuffer for depths and ids.
type planes struct {
	size               image.Point
	framebuffer, depth uint32
	out                [2]uint32 // textures: ids, depths
}

func (p *planes) resize(o objects, size image.Point) error {
	if size == p.size {
		return nil
	}
	p.delete()
	w, h := int32(size.X), int32(size.Y)
	p.framebuffer = o.framebuffer("planes")
	for i, kind := range []struct {
		name                 string
		inside, format, each uint32
	}{{"ids", gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT}, {"depths", gl.R32F, gl.RED, gl.FLOAT}} {
		p.out[i] = o.texture(unitSurface, gl.TEXTURE_2D, kind.name)
		gl.TexImage2D(gl.TEXTURE_2D, 0, int32(kind.inside), w, h, 0, kind.format, kind.each, nil)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0+uint32(i), gl.TEXTURE_2D, p.out[i], 0)
	}
	p.depth = o.renderbuffer("planes' depth")
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, w, h)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, p.depth)
	both := []uint32{gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1}
	gl.DrawBuffers(2, &both[0])
	if err := complete("no framebuffer of %d×%d for depths and ids", w, h); err != nil {
		p.delete()
		return err
	}
	p.size = size
	return nil
}

func (p *planes) delete() {
	gl.DeleteFramebuffers(1, &p.framebuffer)
	gl.DeleteRenderbuffers(1, &p.depth)
	gl.DeleteTextures(2, &p.out[0])
	*p = planes{}
}

// Planes draws the depths and ids of a frame. The image stays as it is.
func (r *Renderer) Planes(f *frame.Frame) (*Planes, error) {
	if err := r.planes.resize(r.objects, f.Size); err != nil {
		return nil, err
	}
	s := newScene(f, r.heavens.see(&f.Light), r.scale)
	s.look(f.View, whole(f))
	s.upload(r.scene)
	for i := range r.things {
		if each := &r.things[i]; each.ids != nil && each.upload != nil {
			if err := each.upload(f); err != nil {
				return nil, err
			}
		}
	}
	if err := r.compileNeeded(f); err != nil {
		return nil, err
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.planes.framebuffer)
	viewport(whole(f), f.Size)
	gl.Disable(gl.SCISSOR_TEST)
	gl.DepthMask(true)
	none, empty := [4]uint32{}, float32(1)
	gl.ClearBufferuiv(gl.COLOR, 0, &none[0])
	gl.ClearBufferfv(gl.DEPTH, 0, &empty)
	r.begin("ids")
	for i := range r.things {
		if each := &r.things[i]; each.ids != nil {
			r.pass(each.label, func() { each.ids(f, &s) })
		}
	}
	r.end()
	n := f.Size.X * f.Size.Y
	ids, out := make([]uint32, n), &Planes{Depth: make([]float32, n), ID: make([]float32, n)}
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.ReadBuffer(gl.COLOR_ATTACHMENT0)
	gl.ReadPixels(0, 0, int32(f.Size.X), int32(f.Size.Y), gl.RED_INTEGER, gl.UNSIGNED_INT, gl.Ptr(ids))
	gl.ReadBuffer(gl.COLOR_ATTACHMENT1)
	gl.ReadPixels(0, 0, int32(f.Size.X), int32(f.Size.Y), gl.RED, gl.FLOAT, gl.Ptr(out.Depth))
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	flip(ids, f.Size.X)
	flip(out.Depth, f.Size.X)
	for i, id := range ids {
		if id == plantID {
			out.ID[i] = -1
			continue
		}
		if out.ID[i] = float32(int32(id)) - 1; id == 0 {
			out.Depth[i] = behind(f, i%f.Size.X, i/f.Size.X)
		}
	}
	return out, failed("drawing depths and ids")
}

// behind returns the depth behind the birds at a pixel: the depth of the ground, if it is drawn
// and visible, or Nowhere.
func behind(f *frame.Frame, x, y int) float32 {
	up := 2 * float32(math.Tan(float64(f.View.FovY)/2)) / float32(f.Size.Y) // size of a pixel 1 m away, m
	ray := mgl32.Vec3{(float32(x) + 0.5 - float32(f.Size.X)/2) * up, (float32(f.Size.Y)/2 - float32(y) - 0.5) * up, -1}.Sub(f.View.Shift.Vec3(0))
	down := -f.View.Rotation.Rotate(ray)[1]
	if depth := f.View.Eye[1] / down; !f.Transparent && down > 0 && depth > 0 && depth < Nowhere {
		return depth
	}
	return Nowhere
}

// drawIDs draws the birds in sight at their levels of detail, with ids in place of tints.
func (r *Renderer) drawIDs(f *frame.Frame, s *scene) {
	for kind, m := range r.shapes {
		levels := make([][]shown, len(m.levels))
		for i := range f.Birds {
			b := &f.Birds[i]
			if b.Kind != kind || i == f.View.Hide || !s.inSight(b.Pos, b.Span*m.reach) {
				continue
			}
			bird := show(b, m)
			bird.tint = uint32(f.ID(i)) + 1
			level := m.band(b.Span/(s.eye[3]*b.Pos.Sub(f.View.Eye).Len())) / 2
			levels[level] = append(levels[level], bird)
		}
		for level, birds := range levels {
			for len(birds) > 0 {
				n := min(len(birds), r.birds.most)
				r.birds.stream(birds[:n])
				r.drawIDsOf(m, level, n)
				birds = birds[n:]
			}
		}
	}
}

// drawIDsOf draws the ids of the birds in the instance buffer at a level of detail.
func (r *Renderer) drawIDsOf(m *mesh, level, birds int) {
	for i := range m.parts {
		p := &m.parts[i]
		pipe := r.programs.of(pipeIDs)
		if p.cutoff() > 0 {
			pipe = r.programs.of(pipeCutoutIDs)
		}
		if p.shapes[level].triangles == 0 {
			continue
		}
		pipe.use()
		r.bind(pipe, p, level, m.poses > 1)
		m.cull(p, level)
		p.shapes[level].draw(pipe, birds)
	}
}

// pixels reads the shown image back without conversion, bottom row first.
func (t *target) pixels(kind uint32, to unsafe.Pointer) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.shown)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.ReadPixels(0, 0, int32(t.size.X), int32(t.size.Y), gl.RGBA, kind, to)
}
