//go:build cgo

package render

import (
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/birds"
	"skein/engine/render/gpu"
	"skein/engine/render/view"
)

// swarm draws the birds of a large flock that cover few pixels. Their data are uploaded once per tick, and a
// shader computes the birds for each frame. Larger birds are drawn as in a small flock.
type swarm struct {
	ticks           [3]tickBuffer
	mask, records   uint32 // bits of the birds that are not far; the shader's output in the format of birds.Instance
	maskLookup      uint32
	lookup          uint32
	capacity        int
	most            int
	turn            uint64
	scan            birds.FarScan
	frame           frame.Frame
	inset           frame.Inset
	outline         frame.Outline
	birds           []frame.Bird
	mirrored        []frame.Bird
	indices         []int
	view, insetView view.View
}

type tickBuffer struct {
	buffer, lookup uint32
	tick           *frame.Tick
	serial         uint64
	turn           uint64
}

const recordBytes = 64 // size of a birds.Instance

// withNearBirds returns a frame that lists the birds that are not far, and leaves the others in the swarm. If
// the swarm cannot be drawn, the frame lists all birds.
func (r *Renderer) withNearBirds(f *frame.Frame) *frame.Frame {
	if f.Swarm == nil {
		return f
	}
	r.chooseMeshes(f)
	if !r.drawsSwarm(f) {
		return r.withAllBirds(f)
	}
	w := &r.swarm
	w.view = view.View{Size: f.Size}
	w.view.SetCamera(f.View, wholeImage(f))
	views := []birds.FarView{{View: &w.view}}
	chosen := []int{f.View.Hide}
	if inner := r.insetRect(f); !inner.Empty() {
		w.insetView = view.View{Size: f.Size}
		w.insetView.SetCamera(f.Inset.View, inner)
		views = append(views, birds.FarView{View: &w.insetView})
		chosen = append(chosen, f.Inset.View.Hide)
	}
	if mirrorsBirds(f) {
		for _, v := range views {
			views = append(views, birds.FarView{View: v.View, Mirrored: true})
		}
	}
	if f.Outline != nil {
		chosen = append(chosen, f.Outline.Bird)
	}
	chosen = append(chosen, f.Swarm.Tinted...)
	w.scan.Scan(f.Swarm, r.meshes, views, chosen, shadowGround(f))
	return w.frameOf(f)
}

// mirroredBirds returns the birds whose reflections are drawn by level of detail. They include far birds only
// if few reflections are in sight. Otherwise allFar is true, and the reflections of all far birds must also
// be drawn.
func (r *Renderer) mirroredBirds(f *frame.Frame, s *scene) (listed []frame.Bird, allFar bool) {
	if f.Swarm == nil {
		return f.Birds, false
	}
	const few = 8 // the far birds are included if at most one bird in few has a reflection in sight
	w := &r.swarm
	k := 1
	if !r.insetRect(f).Empty() {
		k = 2 + int(boolToFloat(s.Inset()))
	}
	w.indices = w.scan.AppendMirrored(w.indices[:0], k)
	if few*len(w.indices) > f.Swarm.Len() {
		return f.Birds, true
	}
	w.mirrored = append(w.mirrored[:0], f.Birds...)
	for _, i := range w.indices {
		if !w.scan.IsNear(i) {
			w.mirrored = append(w.mirrored, f.Swarm.Bird(i))
		}
	}
	return w.mirrored, false
}

func (w *swarm) frameOf(f *frame.Frame) *frame.Frame {
	n := f.Swarm.Len()
	w.birds = w.birds[:0]
	for _, i := range w.scan.Near {
		w.birds = append(w.birds, f.Swarm.Bird(i))
	}
	w.birds = append(w.birds, f.Birds...)
	w.frame = *f
	w.frame.Birds = w.birds
	w.frame.View.Hide = w.scan.Place(f.View.Hide, n)
	if f.Inset != nil {
		w.inset = *f.Inset
		w.inset.View.Hide = w.scan.Place(f.Inset.View.Hide, n)
		w.frame.Inset = &w.inset
	}
	if f.Outline != nil {
		w.outline = frame.Outline{Bird: w.scan.Place(f.Outline.Bird, n), Colour: f.Outline.Colour}
		w.frame.Outline = &w.outline
	}
	return &w.frame
}

func (r *Renderer) withAllBirds(f *frame.Frame) *frame.Frame {
	if f.Swarm == nil {
		return f
	}
	w := &r.swarm
	w.birds = append(f.Swarm.Append(w.birds[:0]), f.Birds...)
	w.frame = *f
	w.frame.Birds, w.frame.Swarm = w.birds, nil
	return &w.frame
}

func (r *Renderer) drawsSwarm(f *frame.Frame) bool {
	if r.swarm.most == 0 {
		var texels int32
		gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &texels)
		r.swarm.most = int(texels) / 4
	}
	for _, m := range r.meshes {
		if m.Blends {
			return false
		}
	}
	return !r.exposing && f.Swarm.Len() <= r.swarm.most
}

func (r *Renderer) computeSwarm(s *frame.Swarm) {
	w := &r.swarm
	w.turn++
	w.reserve(r.objects, s.Len())
	before, current := w.upload(r.objects, s.Before), w.upload(r.objects, s.Now)
	gl.BindBuffer(gl.TEXTURE_BUFFER, w.mask)
	gpu.Stream(gl.TEXTURE_BUFFER, w.scan.Mask)
	// Nothing is drawn. But Vulkan's validation layers refuse a bound framebuffer with integer colours if the
	// program does not write integers.
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.target.image)
	p := r.programs.get(pipeSwarm)
	p.Use()
	gpu.BindTexture(gpu.UnitPoses, gl.TEXTURE_BUFFER, before)
	gpu.BindTexture(gpu.UnitLooks, gl.TEXTURE_BUFFER, current)
	gpu.BindTexture(gpu.UnitBirds, gl.TEXTURE_BUFFER, w.maskLookup)
	c := s.Curve()
	gl.Uniform4f(p.Uniform("curve"), c.Second, c.Before, c.After, c.Share)
	gl.Uniform1i(p.Uniform("beforeCount"), int32(len(s.Before.Birds)))
	gl.BindVertexArray(r.empty)
	from := 0
	for k, to := range s.Now.Ends {
		if n := to - from; n > 0 {
			beat, heldPoses := r.meshes[k].PoseNumbers()
			gl.Uniform1i(p.Uniform("beatPoses"), beat)
			gl.Uniform3i(p.Uniform("heldPoses"), heldPoses[0], heldPoses[1], heldPoses[2])
			gpu.Capture(w.records, from*recordBytes, n*recordBytes, func() { gpu.DrawArrays(gl.POINTS, from, n) })
		}
		from = to
	}
}

func (w *swarm) reserve(o gpu.Objects, n int) {
	if w.mask == 0 {
		w.mask, w.maskLookup = newBufferTexture(o, "birds that are not far", gl.R32UI)
		w.records, w.lookup = newBufferTexture(o, "far birds", gl.RGBA32UI)
	}
	if n > w.capacity {
		w.capacity = n
		gl.BindBuffer(gl.TEXTURE_BUFFER, w.records)
		gl.BufferData(gl.TEXTURE_BUFFER, n*recordBytes, nil, gl.DYNAMIC_COPY)
	}
}

func newBufferTexture(o gpu.Objects, name string, format uint32) (buffer, lookup uint32) {
	buffer = o.Buffer(gl.TEXTURE_BUFFER, name)
	lookup = o.Texture(gpu.UnitBirds, gl.TEXTURE_BUFFER, name)
	gl.TexBuffer(gl.TEXTURE_BUFFER, format, buffer)
	return buffer, lookup
}

func (w *swarm) upload(o gpu.Objects, t *frame.Tick) uint32 {
	oldest := &w.ticks[0]
	for k := range w.ticks {
		b := &w.ticks[k]
		if b.tick == t && b.serial == t.Serial {
			b.turn = w.turn
			return b.lookup
		}
		if b.turn < oldest.turn {
			oldest = b
		}
	}
	if oldest.buffer == 0 {
		oldest.buffer, oldest.lookup = newBufferTexture(o, "tick", gl.RGBA32UI)
	}
	oldest.tick, oldest.serial, oldest.turn = t, t.Serial, w.turn
	gl.BindBuffer(gl.TEXTURE_BUFFER, oldest.buffer)
	if len(t.Birds) > 0 {
		gpu.Stream(gl.TEXTURE_BUFFER, t.Birds)
	}
	return oldest.lookup
}

func (r *Renderer) drawFar(f *frame.Frame, draw func(m *birds.Mesh, level, first, n int)) {
	if f.Swarm == nil {
		return
	}
	from := 0
	for k, to := range f.Swarm.Now.Ends {
		m := r.meshes[k]
		level := len(m.Levels) - 1
		for from < to {
			n := r.drawCount(to-from, to-from, m.Levels[level].Triangles)
			draw(m, level, from, n)
			if from += n; from < to {
				r.startDraws()
			}
		}
	}
}

func hasBirds(f *frame.Frame) bool { return len(f.Birds) > 0 || f.Swarm != nil }

func (r *Renderer) insetRect(f *frame.Frame) image.Rectangle {
	if f.Inset == nil {
		return image.Rectangle{}
	}
	return f.Inset.Rect.Intersect(wholeImage(f)).Inset(int(insetBorder*r.scale + 0.5))
}

func (w *swarm) delete() {
	for k := range w.ticks {
		gl.DeleteBuffers(1, &w.ticks[k].buffer)
		gl.DeleteTextures(1, &w.ticks[k].lookup)
	}
	gl.DeleteBuffers(1, &w.mask)
	gl.DeleteBuffers(1, &w.records)
	gl.DeleteTextures(1, &w.maskLookup)
	gl.DeleteTextures(1, &w.lookup)
	*w = swarm{}
}
