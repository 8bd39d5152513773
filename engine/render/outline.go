//go:build cgo

package render

import (
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/birds"
	"skein/engine/render/gpu"
)

func (r *Renderer) prepareOutline(f *frame.Frame) error {
	if f.Outline == nil {
		return nil
	}
	return r.planes.resize(r.objects, f.Size, 2)
}

func (r *Renderer) drawOutline(f *frame.Frame, _ frame.View, s *scene) {
	outline := f.Outline
	if outline == nil || outline.Bird < 0 || outline.Bird >= len(f.Birds) || outline.Bird == f.View.Hide || s.Region != wholeImage(f) {
		return
	}
	b := &f.Birds[outline.Bird]
	m := r.meshes[b.Kind]
	rect := s.BallRect(b.Pos, b.Span*m.Reach)
	rim := int(3*r.scale) + 2
	rect = image.Rect(rect.Min.X-rim, rect.Min.Y-rim, rect.Max.X+rim, rect.Max.Y+rim).Intersect(s.Region)
	if rect.Empty() || !s.InSight(b.Pos, b.Span*m.Reach) {
		return
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.planes.framebuffer)
	gl.Enable(gl.SCISSOR_TEST)
	defer gl.Disable(gl.SCISSOR_TEST)
	gpu.Scissor(rect.Inset(-rim).Intersect(image.Rectangle{Max: f.Size}), f.Size) // the shader of the line reads texels up to this distance
	gl.DepthMask(true)
	none, empty := [4]uint32{}, float32(1)
	gl.ClearBufferuiv(gl.COLOR, 0, &none[0])
	gl.ClearBufferfv(gl.DEPTH, 0, &empty)
	bird := birds.NewInstance(b, m)
	bird.Tint = 1
	r.birds.Stream([]birds.Instance{bird})
	r.drawBirdLevelIDs(m, m.Band(b.Span/(s.Eye[3]*b.Pos.Sub(f.View.Eye).Len()))/2, 1, nil)
	gpu.Scissor(rect, f.Size)
	r.target.toLayer()
	r.target.touchedTiles.Mark(rect)
	p := r.programs.get(pipeOutline)
	p.Use()
	gpu.BindTexture(gpu.UnitSurface, gl.TEXTURE_2D, r.planes.textures[0])
	gl.Uniform4f(p.Uniform("tint"), outline.Colour[0], outline.Colour[1], outline.Colour[2], outline.Colour[3])
	gl.BindVertexArray(r.empty)
	gpu.DrawArrays(gl.TRIANGLES, 0, 3)
}
