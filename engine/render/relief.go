//go:build cgo

package render

import (
	"cmp"
	"math"
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/gpu"
	"skein/engine/render/land"
	"skein/engine/render/view"
	"skein/flock/look"
)

type relief struct {
	key     reliefKey
	array   uint32
	buffers [2]uint32
	pieces  []land.ReliefPiece
}

type reliefKey struct {
	land look.Land
	seed uint32
}

func (r *Renderer) relief() *relief {
	if r.tier == Draft {
		return &r.ground.reliefs[1]
	}
	return &r.ground.reliefs[0]
}

func (r *Renderer) hasRelief(f *frame.Frame) bool {
	return land.HasRelief(r.ground.land) && !f.Transparent
}

func (r *Renderer) prepareRelief(f *frame.Frame) error {
	if !r.hasRelief(f) {
		return nil
	}
	h := r.relief()
	key := reliefKey{r.ground.land, uint32(f.Light.LandSeed)}
	if h.array != 0 && key == h.key {
		return nil
	}
	h.delete()
	h.key = key
	relief := land.NewRelief(key.land, key.seed, r.tier == Draft)
	h.array = r.objects.VertexArray("relief")
	h.buffers[0] = r.objects.Buffer(gl.ARRAY_BUFFER, "relief's vertices")
	gpu.Fill(gl.ARRAY_BUFFER, relief.Vertices)
	var v land.ReliefVertex
	for index, attribute := range []struct {
		numbers int32
		offset  uintptr
	}{{3, unsafe.Offsetof(v.Position)}, {3, unsafe.Offsetof(v.Normal)}, {2, unsafe.Offsetof(v.UV)}, {4, unsafe.Offsetof(v.Wall)}} {
		gl.EnableVertexAttribArray(uint32(index))
		gl.VertexAttribPointerWithOffset(uint32(index), attribute.numbers, gl.FLOAT, false, int32(unsafe.Sizeof(v)), attribute.offset)
	}
	h.buffers[1] = r.objects.Buffer(gl.ELEMENT_ARRAY_BUFFER, "relief's indices")
	gpu.Fill(gl.ELEMENT_ARRAY_BUFFER, relief.Indices)
	h.pieces = relief.Pieces
	return gpu.Error("making the relief")
}

func (r *Renderer) reliefPrograms(f *frame.Frame, set *programs, list []*gpu.Pipeline) []*gpu.Pipeline {
	if !r.hasRelief(f) {
		return list
	}
	for _, part := range []landPart{landRelief, landReliefIDs, landReliefSurfaces} {
		list = set.appendAll(list, landPipeline(r.ground.land, part))
	}
	return list
}

func (r *Renderer) drawRelief(f *frame.Frame, v frame.View, s *scene) {
	if r.hasRelief(f) && v.Eye[1] > 0 {
		r.drawReliefPieces(f, s, r.programs.get(landPipeline(r.ground.land, landRelief)), &r.target.touchedTiles)
	}
}

func (r *Renderer) drawReliefPieces(f *frame.Frame, s *scene, p *gpu.Pipeline, tiles *view.Tiles) {
	h := r.relief()
	p.Use()
	radius, slope := land.Clear(s.Eye.Vec3(), obstacleRadius(f.Stands))
	gl.Uniform2f(p.Uniform("clearing"), radius, slope)
	gl.BindVertexArray(h.array)
	gpu.SetState(gl.CULL_FACE, true)
	eye := s.Eye.Vec3()
	slices.SortStableFunc(h.pieces, func(a, b land.ReliefPiece) int { return cmp.Compare(boxOf(&a).Distance(eye), boxOf(&b).Distance(eye)) })
	for i := range h.pieces {
		if where, ok := s.standRect(boxOf(&h.pieces[i])); ok {
			if tiles != nil {
				tiles.Mark(where)
			}
			gpu.DrawElements(h.pieces[i].Count, h.pieces[i].First)
		}
	}
	gpu.SetState(gl.CULL_FACE, false)
}

func boxOf(p *land.ReliefPiece) *frame.Stand { return &frame.Stand{Low: p.Low, High: p.High} }

func obstacleRadius(stands []frame.Stand) (radius float32) {
	for i := range stands {
		if each := &stands[i]; !each.Endless && each.High[1] > 0 {
			x := max(-each.Low[0], each.High[0], 0)
			z := max(-each.Low[2], each.High[2], 0)
			radius = max(radius, float32(math.Hypot(float64(x), float64(z))))
		}
	}
	return radius
}

func (r *Renderer) drawReliefIDs(f *frame.Frame, s *scene, moved *frame.Moved) {
	if !r.hasRelief(f) || f.View.Eye[1] <= 0 {
		return
	}
	part := landReliefIDs
	if moved != nil {
		part = landReliefSurfaces
	}
	r.drawReliefPieces(f, s, r.programs.get(landPipeline(r.ground.land, part)), nil)
}

func (h *relief) delete() {
	gl.DeleteVertexArrays(1, &h.array)
	gl.DeleteBuffers(2, &h.buffers[0])
	*h = relief{}
}
