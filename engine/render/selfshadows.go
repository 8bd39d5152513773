//go:build cgo

package render

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/birds"
	"skein/engine/render/gpu"
)

// selfShadows holds the birds near the eye that cast shadows on themselves. Each bird has its own region of
// the shadow map, which stores depths seen from the sun.
type selfShadows struct {
	framebuffer, texture, colour uint32
	birds                        []selfShadow
	candidates                   []int
	bird                         []birds.Instance
	lists                        [1][]birds.Instance
	drawnBirds                   []int
}

type selfShadow struct {
	index  int
	matrix mgl32.Mat4
	region mgl32.Vec4
	texel  float32 // size of a texel, m
}

const selfGrid = 4

// castSelfShadows draws the birds that look largest into the map. It draws one bird into each region of the
// map. A shadow fades out before its bird loses its region, so that another bird can take over the region
// unnoticed.
func (r *Renderer) castSelfShadows(f *frame.Frame, s *scene) {
	r.selfShadows.birds = r.selfShadows.birds[:0]
	if r.tier != Best || !f.Shadows || len(f.Birds) == 0 {
		return
	}
	near := r.nearest(f, selfGrid*selfGrid+1)
	if len(near) == 0 {
		return
	}
	s.upload(r.scene)
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.selfShadows.framebuffer)
	gl.Disable(gl.SCISSOR_TEST)
	r.programs.get(pipeSelfShadow).Use()
	far := float32(1)
	gl.ClearBufferfv(gl.DEPTH, 0, &far)
	away := func(i int) float32 { return f.Birds[i].Pos.Sub(f.View.Eye).Len() / f.Birds[i].Span }
	for k, i := range near[:min(len(near), selfGrid*selfGrid)] {
		share := float32(1)
		if len(near) > selfGrid*selfGrid {
			const width = 0.3 // fraction of the distance over which shadows fade out
			share = min(1, (away(near[selfGrid*selfGrid])/away(i)-1)/width)
		}
		r.selfShadows.birds = append(r.selfShadows.birds, selfShadow{index: i})
		r.castSelfShadow(&r.selfShadows.birds[k], &f.Birds[i], k, share, s.sunDirection.Vec3())
	}
}

func (r *Renderer) nearest(f *frame.Frame, limit int) []int {
	all := r.selfShadows.candidates[:0]
	perPixel := 2 * float32(math.Tan(float64(f.View.FovY)/2)) / float32(f.Size.Y)
	size := func(i int) float32 { return f.Birds[i].Span / f.Birds[i].Pos.Sub(f.View.Eye).Len() }
	for i := range f.Birds {
		if m := r.meshes[f.Birds[i].Kind]; i != f.View.Hide && size(i) > m.PixelLitSize()*perPixel && !m.Blends {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
	r.selfShadows.candidates = all
	return all[:min(limit, len(all))]
}

func (r *Renderer) castSelfShadow(out *selfShadow, b *frame.Bird, place int, share float32, sun mgl32.Vec3) {
	m := r.meshes[b.Kind]
	x, y := place%selfGrid, place/selfGrid
	const texels = selfTexels / selfGrid
	out.region = mgl32.Vec4{float32(x) / selfGrid, float32(y) / selfGrid, 1.0 / selfGrid, share}
	radius := 1.02 * m.Reach * b.Span
	out.texel = 2 * radius / texels
	across := mgl32.Vec3{0, 1, 0}.Cross(sun)
	if across.Len() < 1e-4 {
		across = mgl32.Vec3{1, 0, 0}
	}
	across = across.Normalize()
	out.matrix = mgl32.Ident4()
	for k, axis := range [3]mgl32.Vec3{across, sun.Cross(across), sun.Mul(-1)} {
		out.matrix.SetRow(k, axis.Vec4(radius-axis.Dot(b.Pos)).Mul(1/(2*radius)))
	}
	gl.Viewport(int32(x*texels), int32(y*texels), texels, texels)
	pipe := r.programs.get(pipeSelfShadow)
	pipe.Resume()
	gl.UniformMatrix4fv(pipe.Uniform("selfMatrix"), 1, false, &out.matrix[0])
	r.drawBatches(m, 0, r.selfShadows.singleList(b, m), func(*birds.Part) *gpu.Pipeline { return pipe })
}

func (s *selfShadows) singleList(b *frame.Bird, m *birds.Mesh) [][]birds.Instance {
	s.bird = append(s.bird[:0], birds.NewInstance(b, m))
	s.lists[0] = s.bird
	return s.lists[:]
}

func (s *selfShadows) make(o gpu.Objects) error {
	if s.texture != 0 {
		return nil
	}
	s.texture = gpu.NewDepthMap(o, gpu.UnitSelf, "self-shadow map", selfTexels)
	s.framebuffer, s.colour = gpu.NewDepthTarget(o, "self-shadow map", s.texture, selfTexels)
	return gpu.CheckFramebuffer("cannot create a framebuffer for the birds' shadows on themselves")
}

func (s *selfShadows) delete() {
	gl.DeleteFramebuffers(1, &s.framebuffer)
	gl.DeleteRenderbuffers(1, &s.colour)
	gl.DeleteTextures(1, &s.texture)
	*s = selfShadows{}
}

func selectByIndex(all []selfShadow, indices []int) (selected []selfShadow) {
	for _, each := range all {
		if each.index = slices.Index(indices, each.index); each.index >= 0 {
			selected = append(selected, each)
		}
	}
	return selected
}

func (r *Renderer) drawSelfShaded(f *frame.Frame, v frame.View, s *scene) {
	for i := range r.selfShadows.birds {
		each := &r.selfShadows.birds[i]
		b := &f.Birds[each.index]
		m := r.meshes[b.Kind]
		if each.index == v.Hide || !s.InSight(b.Pos, b.Span*m.Reach) {
			continue
		}
		band := m.Band(b.Span / (s.Eye[3] * b.Pos.Sub(v.Eye).Len()))
		r.selfShadow = each
		r.drawBand(m, band, r.selfShadows.singleList(b, m), false)
		r.selfShadow = nil
	}
}

func (r *Renderer) bindSelfShadow(p *gpu.Pipeline) {
	location := p.Uniform("selfRegion")
	if location < 0 {
		return
	}
	gpu.BindTexture(gpu.UnitSelf, gl.TEXTURE_2D, r.selfShadows.texture)
	if r.selfShadow == nil {
		gl.Uniform4f(location, 0, 0, 0, 0)
		return
	}
	gl.Uniform4f(location, r.selfShadow.region[0], r.selfShadow.region[1], r.selfShadow.region[2], r.selfShadow.region[3])
	gl.UniformMatrix4fv(p.Uniform("selfMatrix"), 1, false, &r.selfShadow.matrix[0])
	gl.Uniform1f(p.Uniform("selfTexel"), r.selfShadow.texel)
}

func (s *selfShadows) indices() []int {
	s.drawnBirds = s.drawnBirds[:0]
	for i := range s.birds {
		s.drawnBirds = append(s.drawnBirds, s.birds[i].index)
	}
	return s.drawnBirds
}
