//go:build cgo

package render

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// selves holds the birds near the eye that cast shadows on themselves, and the map of their
// depths from the sun, with one part for each.
type selves struct {
	framebuffer, texture, colour uint32
	birds                        []self  // of this frame, the nearest first
	near                         []int   // numbers of the candidates
	one                          []shown // the bird that is drawn
}

// self is a bird that casts a shadow on itself.
type self struct {
	number int // index in the frame
	ward   mgl32.Mat4
	part   mgl32.Vec4
	texel  float32 // size of a texel, m
}

// selfSide is the number of parts along each side of the map.
const selfSide = 4

// castSelves chooses the birds that cast shadows on themselves and draws them into the map: as
// many of the nearest as it has room for. A bird's shadow fades out with its distance and is
// gone where the next bird would take its place.
func (r *Renderer) castSelves(f *frame.Frame, s *scene) {
	r.selves.birds = r.selves.birds[:0]
	if r.tier != Best || !f.Shadows || len(f.Birds) == 0 {
		return
	}
	near := r.nearest(f, selfSide*selfSide+1)
	if len(near) == 0 {
		return
	}
	s.upload(r.scene)
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.selves.framebuffer)
	gl.Disable(gl.SCISSOR_TEST)
	r.programs.of(pipeSelf).use()
	far := float32(1)
	gl.ClearBufferfv(gl.DEPTH, 0, &far)
	away := func(i int) float32 { return f.Birds[i].Pos.Sub(f.View.Eye).Len() / f.Birds[i].Span }
	for k, i := range near[:min(len(near), selfSide*selfSide)] {
		share := float32(1)
		if len(near) > selfSide*selfSide {
			const width = 0.3 // relative distance over which the shadow fades
			share = min(1, (away(near[selfSide*selfSide])/away(i)-1)/width)
		}
		r.selves.birds = append(r.selves.birds, self{number: i})
		r.castSelf(&r.selves.birds[k], &f.Birds[i], k, share, s.sunDirection.Vec3())
	}
}

// nearest returns the numbers of the birds that look largest, at most most, the largest first.
func (r *Renderer) nearest(f *frame.Frame, most int) []int {
	all := r.selves.near[:0]
	perPixel := 2 * float32(math.Tan(float64(f.View.FovY)/2)) / float32(f.Size.Y)
	size := func(i int) float32 { return f.Birds[i].Span / f.Birds[i].Pos.Sub(f.View.Eye).Len() }
	for i := range f.Birds {
		if m := r.shapes[f.Birds[i].Kind]; i != f.View.Hide && size(i) > m.litFrom()*perPixel && !m.blends {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
	r.selves.near = all
	return all[:min(most, len(all))]
}

// castSelf draws one bird into its part of the map. share is the strength of its shadow.
func (r *Renderer) castSelf(out *self, b *frame.Bird, place int, share float32, sun mgl32.Vec3) {
	m := r.shapes[b.Kind]
	x, y := place%selfSide, place/selfSide
	const texels = selfTexels / selfSide
	out.part = mgl32.Vec4{float32(x) / selfSide, float32(y) / selfSide, 1.0 / selfSide, share}
	radius := 1.02 * m.reach * b.Span
	out.texel = 2 * radius / texels
	across := mgl32.Vec3{0, 1, 0}.Cross(sun)
	if across.Len() < 1e-4 {
		across = mgl32.Vec3{1, 0, 0}
	}
	across = across.Normalize()
	out.ward = mgl32.Ident4()
	for k, axis := range [3]mgl32.Vec3{across, sun.Cross(across), sun.Mul(-1)} {
		out.ward.SetRow(k, axis.Vec4(radius-axis.Dot(b.Pos)).Mul(1/(2*radius)))
	}
	gl.Viewport(int32(x*texels), int32(y*texels), texels, texels)
	pipe := r.programs.of(pipeSelf)
	gl.UseProgram(pipe.program)
	gl.UniformMatrix4fv(pipe.uniform("selfMatrix"), 1, false, &out.ward[0])
	r.selves.one = append(r.selves.one[:0], show(b, m))
	r.drawBatches(m, 0, r.selves.one, func(*part) *pipeline { return pipe })
}

func (s *selves) make(o objects) error {
	if s.texture != 0 {
		return nil
	}
	s.texture = newDepthMap(o, unitSelf, "birds from the sun", selfTexels)
	s.framebuffer, s.colour = newDepthTarget(o, "birds from the sun", s.texture, selfTexels)
	return complete("no framebuffer for birds from the sun")
}

func (s *selves) delete() {
	gl.DeleteFramebuffers(1, &s.framebuffer)
	gl.DeleteRenderbuffers(1, &s.colour)
	gl.DeleteTextures(1, &s.texture)
	*s = selves{}
}

// among returns the birds whose numbers are in a list, renumbered by their positions in it.
func among(all []self, numbers []int) (some []self) {
	for _, each := range all {
		if each.number = slices.Index(numbers, each.number); each.number >= 0 {
			some = append(some, each)
		}
	}
	return some
}

// drawSelves draws the birds that cast shadows on themselves, one by one.
func (r *Renderer) drawSelves(f *frame.Frame, v frame.View, s *scene) {
	for i := range r.selves.birds {
		each := &r.selves.birds[i]
		b := &f.Birds[each.number]
		m := r.shapes[b.Kind]
		if each.number == v.Hide || !s.inSight(b.Pos, b.Span*m.reach) {
			continue
		}
		band := m.band(b.Span / (s.eye[3] * b.Pos.Sub(v.Eye).Len()))
		r.self = each
		r.selves.one = append(r.selves.one[:0], show(b, m))
		r.drawBand(m, band, r.selves.one, false)
		r.self = nil
	}
}

// bindSelf sets the uniforms for the shadow of a bird on itself, or for none.
func (r *Renderer) bindSelf(p *pipeline) {
	at := p.uniform("selfRegion")
	if at < 0 {
		return
	}
	bindTexture(unitSelf, gl.TEXTURE_2D, r.selves.texture)
	if r.self == nil {
		gl.Uniform4f(at, 0, 0, 0, 0)
		return
	}
	gl.Uniform4f(at, r.self.part[0], r.self.part[1], r.self.part[2], r.self.part[3])
	gl.UniformMatrix4fv(p.uniform("selfMatrix"), 1, false, &r.self.ward[0])
	gl.Uniform1f(p.uniform("selfTexel"), r.self.texel)
}
