//go:build cgo

package render

import (
	"image"
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/gpu"
)

// Nowhere is the depth of the sky, in m.
const Nowhere = 1e10

// Planes contains the depth and the id at the centre of each pixel of a frame, top row first. Depth is the
// distance in m along the view direction to a bird, a solid, a plant or the ground. For the sky it is
// Nowhere. ID is the id of a bird, -2 for the first solid, -3 for the second and so on, and -1 for everything
// else. Translucent birds count if their opacity is at least ½.
type Planes struct{ Depth, ID []float32 }

type planes struct {
	size               image.Point
	framebuffer, depth uint32
	textures           []uint32
}

var planeFormats = []struct {
	name                 string
	inside, format, each uint32
}{
	{"ids", gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT}, {"depths", gl.R32F, gl.RED, gl.FLOAT},
	{"normals", gl.RGBA32F, gl.RGBA, gl.FLOAT}, {"motion", gl.RG32F, gl.RG, gl.FLOAT},
}

func (p *planes) resize(o gpu.Objects, size image.Point, textures int) error {
	if size == p.size {
		return nil
	}
	p.delete()
	w, h := int32(size.X), int32(size.Y)
	p.framebuffer = o.Framebuffer("planes")
	var all []uint32
	for i, kind := range planeFormats[:textures] {
		p.textures = append(p.textures, o.Texture(gpu.UnitSurface, gl.TEXTURE_2D, kind.name))
		gl.TexImage2D(gl.TEXTURE_2D, 0, int32(kind.inside), w, h, 0, kind.format, kind.each, nil)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0+uint32(i), gl.TEXTURE_2D, p.textures[i], 0)
		all = append(all, gl.COLOR_ATTACHMENT0+uint32(i))
	}
	p.depth = o.Renderbuffer("planes' depth")
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, w, h)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, p.depth)
	gl.DrawBuffers(int32(len(all)), &all[0])
	if err := gpu.CheckFramebuffer("cannot create a framebuffer of %d×%d for depths and ids", w, h); err != nil {
		p.delete()
		return err
	}
	p.size = size
	return nil
}

func (p *planes) delete() {
	gl.DeleteFramebuffers(1, &p.framebuffer)
	gl.DeleteRenderbuffers(1, &p.depth)
	if n := len(p.textures); n > 0 {
		gl.DeleteTextures(int32(n), &p.textures[0])
	}
	*p = planes{}
}

func readPlane[T any](p *planes, i int, pixels []T) {
	kind := planeFormats[i]
	gl.ReadBuffer(gl.COLOR_ATTACHMENT0 + uint32(i))
	gl.ReadPixels(0, 0, int32(p.size.X), int32(p.size.Y), kind.format, kind.each, gl.Ptr(pixels))
	gpu.Flip(pixels, len(pixels)/p.size.Y)
}

// Planes draws the depths and ids of a frame. It does not change the image.
func (r *Renderer) Planes(f *frame.Frame) (*Planes, error) {
	if err := r.planes.resize(r.objects, f.Size, 2); err != nil {
		return nil, err
	}
	if err := r.drawPlanes(f, &r.planes, nil); err != nil {
		return nil, err
	}
	out := r.planes.read(f)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	return out, gpu.Error("drawing depths and ids")
}

func (r *Renderer) drawPlanes(f *frame.Frame, into *planes, moved *frame.Moved) error {
	f = r.withAllBirds(f)
	s := newScene(f, r.sky.Update(&f.Light), r.scale)
	s.SetCamera(f.View, wholeImage(f))
	s.upload(r.scene)
	for i := range r.things {
		if each := &r.things[i]; each.ids != nil && each.upload != nil {
			if err := each.upload(f); err != nil {
				return err
			}
		}
	}
	if err := r.compileNeeded(f); err != nil {
		return err
	}
	if moved != nil {
		if err := r.prepareSurfaces(f, moved); err != nil {
			return err
		}
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, into.framebuffer)
	gpu.Viewport(wholeImage(f), f.Size)
	gl.Disable(gl.SCISSOR_TEST)
	gl.DepthMask(true)
	none, empty := [4]uint32{}, float32(1)
	gl.ClearBufferuiv(gl.COLOR, 0, &none[0])
	gl.ClearBufferfv(gl.DEPTH, 0, &empty)
	if moved != nil {
		gl.ClearBufferfv(gl.COLOR, 2, &[]float32{0, 0, 0, 0}[0])
	}
	r.begin("ids")
	for i := range r.things {
		if each := &r.things[i]; each.ids != nil {
			r.pass(each.label, func() { each.ids(f, &s, moved) })
		}
	}
	r.end()
	return nil
}

func (p *planes) read(f *frame.Frame) *Planes {
	n := f.Size.X * f.Size.Y
	ids, out := make([]uint32, n), &Planes{Depth: make([]float32, n), ID: make([]float32, n)}
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	readPlane(p, 0, ids)
	readPlane(p, 1, out.Depth)
	for i, id := range ids {
		if id == plantID {
			out.ID[i] = -1
			continue
		}
		if out.ID[i] = float32(int32(id)) - 1; id == 0 {
			out.Depth[i] = backgroundDepth(f, i%f.Size.X, i/f.Size.X)
		}
	}
	return out
}

func backgroundDepth(f *frame.Frame, x, y int) float32 {
	down := -pixelRay(f, x, y)[1]
	if depth := f.View.Eye[1] / down; !f.Transparent && down > 0 && depth > 0 && depth < Nowhere {
		return depth
	}
	return Nowhere
}

// pixelRay returns the direction from the eye through the centre of a pixel. Its component along the view is
// 1.
func pixelRay(f *frame.Frame, x, y int) mgl32.Vec3 {
	up := 2 * float32(math.Tan(float64(f.View.FovY)/2)) / float32(f.Size.Y) // size of a pixel at a depth of 1 m, m
	ray := mgl32.Vec3{(float32(x) + 0.5 - float32(f.Size.X)/2) * up, (float32(f.Size.Y)/2 - float32(y) - 0.5) * up, -1}.Sub(f.View.Shift.Vec3(0))
	return f.View.Rotation.Rotate(ray)
}
