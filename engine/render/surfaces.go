//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/parallel"
	"skein/engine/render/gpu"
	"skein/engine/render/land"
)

// Surfaces contains Planes, and the normal and the motion of the surface at the centre of each pixel.
//
// Normals are unit vectors in the world that point towards the viewer, without normal maps. They are zero in
// the sky.
//
// Motion is the vector from the pixel to the same point in the next frame, in pixels to the right and up.
// Points behind the next camera have no motion. The sky moves only with the camera. The background of a
// transparent picture has no motion.
type Surfaces struct {
	Planes
	Normal []mgl32.Vec3
	Motion []mgl32.Vec2
}

var surfacePipelines = []pipelineID{pipeSolidSurfaces, pipeBirdSurfaces, pipeCutoutBirdSurfaces}

// Surfaces draws the surfaces of a frame. It does not change the image. moved contains their places at
// another time.
func (r *Renderer) Surfaces(f *frame.Frame, moved *frame.Moved) (*Surfaces, error) {
	p := &r.surfaces
	if err := p.resize(r.objects, f.Size, len(planeFormats)); err != nil {
		return nil, err
	}
	if err := r.drawPlanes(f, p, moved); err != nil {
		return nil, err
	}
	n := f.Size.X * f.Size.Y
	out := &Surfaces{*p.read(f), make([]mgl32.Vec3, n), make([]mgl32.Vec2, n)}
	normals := make([]mgl32.Vec4, n)
	readPlane(p, 2, normals)
	readPlane(p, 3, out.Motion)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	for i := range normals {
		out.Normal[i] = normals[i].Vec3()
	}
	parallel.Ranges(n, backdrop{out, f, moved}, backdrop.fill)
	return out, gpu.Error("drawing normals and motion")
}

func (r *Renderer) prepareSurfaces(f *frame.Frame, moved *frame.Moved) error {
	needed := surfacePipelines
	if r.hasPlants(f) {
		needed = append(needed[:len(needed):len(needed)], pipePlantSurfaces)
	}
	if r.hasRelief(f) {
		needed = append(needed[:len(needed):len(needed)], landPipeline(r.ground.land, landReliefSurfaces))
	}
	clip := moved.View.Projection(float32(f.Size.X) / float32(f.Size.Y)).Mul4(moved.View.Matrix())
	scale := mgl32.Vec2{float32(f.Size.X), float32(f.Size.Y)}.Mul(0.5 * direction(moved))
	other := *f
	other.Seconds = moved.Seconds
	for _, k := range needed {
		p := r.programs.get(k)
		if err := p.EnsureCompiled(r.objects); err != nil {
			return err
		}
		p.Use()
		gl.UniformMatrix4fv(p.Uniform("movedViewProjection"), 1, false, &clip[0])
		gl.Uniform2f(p.Uniform("motionScale"), scale[0], scale[1])
		gl.Uniform1f(p.Uniform("movedTime"), land.Uniform(&other)[2])
	}
	return nil
}

func direction(moved *frame.Moved) float32 {
	if moved.Before {
		return -1
	}
	return 1
}

func withSurfaces(ids, surfaces pipelineID, moved *frame.Moved) pipelineID {
	if moved == nil {
		return ids
	}
	return surfaces
}

type backdrop struct {
	out   *Surfaces
	frame *frame.Frame
	moved *frame.Moved
}

func (b backdrop) fill(from, to int) {
	f, w := b.frame, b.frame.Size.X
	for i := from; i < to; i++ {
		if b.out.ID[i] != -1 || b.out.Normal[i] != (mgl32.Vec3{}) {
			continue
		}
		b.out.Motion[i] = mgl32.Vec2{}
		if f.Transparent {
			continue
		}
		ray := pixelRay(f, i%w, i/w)
		current, other := ray, ray
		if depth := b.out.Depth[i]; depth < Nowhere {
			b.out.Normal[i] = mgl32.Vec3{0, 1, 0}
			current = ray.Mul(depth)
			other = current.Add(f.View.Eye.Sub(b.moved.View.Eye))
		}
		b.out.Motion[i] = b.motion(current, other)
	}
}

// motion returns the motion of a point in the picture. current is the vector to the point from the current
// eye, and other is the vector from the eye at the other time.
func (b backdrop) motion(current, other mgl32.Vec3) mgl32.Vec2 {
	size := b.frame.Size
	x, y, _, before := b.frame.View.ProjectFromEye(current, size.X, size.Y)
	to, down, _, after := b.moved.View.ProjectFromEye(other, size.X, size.Y)
	if !before || !after {
		return mgl32.Vec2{}
	}
	return mgl32.Vec2{to - x, y - down}.Mul(direction(b.moved))
}
