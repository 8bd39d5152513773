//go:build cgo

package render

import (
	"slices"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/gpu"
)

// trails keeps the traces of all birds on the graphics card. Each row is uploaded once. A frame uploads only
// the current positions.
type trails struct {
	array, indices      uint32
	segments            int // number of segments whose triangles are in indices
	points, lookup      uint32
	ring                *frame.TrailRow // first row of the ring whose rows are in points
	serials             []uint64        // of the rows in points; 0 means no row
	birds               int             // number of points in a row
	heads, headLookup   uint32
	styles, styleLookup uint32
	uploaded            []frame.TrailStyle
	most                int // largest number of points
}

const trailPointBytes = 16

// withTrails returns f, or if its trails cannot be drawn as such, a frame that lists them as ribbons.
func (r *Renderer) withTrails(f *frame.Frame) *frame.Frame {
	if f.Trails == nil || !r.blurs(f) && len(f.Trails.Rows)*len(f.Trails.Styles) <= r.trails.limit() {
		return f
	}
	listed := *f
	listed.ListTrails()
	return &listed
}

func (t *trails) limit() int {
	if t.most == 0 {
		var texels int32
		gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &texels)
		t.most = int(texels)
	}
	return t.most
}

func (r *Renderer) trailPrograms(f *frame.Frame, _ Tier, set *programs, list []*gpu.Pipeline) []*gpu.Pipeline {
	if f.Trails == nil {
		return list
	}
	return append(list, set.get(pipeTrail))
}

func (r *Renderer) uploadTrails(f *frame.Frame) error {
	if f.Trails != nil && len(f.Trails.Styles) > 0 {
		r.trails.reserve(r.objects, f.Trails)
		r.trails.upload(f.Trails)
	}
	return nil
}

func (t *trails) reserve(o gpu.Objects, f *frame.Trails) {
	if t.array == 0 {
		t.array = o.VertexArray("traces of all birds")
		t.indices = o.Buffer(gl.ELEMENT_ARRAY_BUFFER, "triangles of a trace")
		t.points, t.lookup = newBufferTexture(o, "points of traces", gl.RGBA32UI)
		t.heads, t.headLookup = newBufferTexture(o, "heads of traces", gl.RGBA32UI)
		t.styles, t.styleLookup = newBufferTexture(o, "colours of traces", gl.RGBA32F)
	}
	if rows, birds := len(f.Rows), len(f.Styles); rows != len(t.serials) || birds != t.birds || &f.Rows[0] != t.ring {
		t.birds, t.serials, t.ring = birds, make([]uint64, rows), &f.Rows[0]
		gl.BindBuffer(gl.TEXTURE_BUFFER, t.points)
		gl.BufferData(gl.TEXTURE_BUFFER, rows*birds*trailPointBytes, nil, gl.DYNAMIC_DRAW)
	}
	if f.Count > t.segments {
		t.segments = len(f.Rows)
		gl.BindVertexArray(t.array)
		gpu.Fill(gl.ELEMENT_ARRAY_BUFFER, segmentIndices(t.segments))
	}
}

// segmentIndices returns the triangles of a trace. Each segment has four vertices.
func segmentIndices(segments int) (all []uint32) {
	for k := range uint32(segments) {
		v := 4 * k
		all = append(all, v, v+1, v+2, v+1, v+3, v+2)
	}
	return all
}

func (t *trails) upload(f *frame.Trails) {
	gl.BindBuffer(gl.TEXTURE_BUFFER, t.points)
	for k := range f.Count {
		slot := (f.First + k) % len(f.Rows)
		if row := &f.Rows[slot]; t.serials[slot] != row.Serial {
			t.serials[slot] = row.Serial
			gpu.Replace(gl.TEXTURE_BUFFER, slot*t.birds*trailPointBytes, row.Points)
		}
	}
	gl.BindBuffer(gl.TEXTURE_BUFFER, t.heads)
	gpu.Stream(gl.TEXTURE_BUFFER, f.Heads.Points)
	if !slices.Equal(t.uploaded, f.Styles) {
		t.uploaded = append(t.uploaded[:0], f.Styles...)
		gl.BindBuffer(gl.TEXTURE_BUFFER, t.styles)
		gpu.Stream(gl.TEXTURE_BUFFER, f.Styles)
	}
}

func (r *Renderer) drawTrails(f *frame.Frame, _ frame.View, s *scene) {
	all, t := f.Trails, &r.trails
	if all == nil || len(all.Styles) == 0 {
		return
	}
	r.markTrails(all, s)
	p := r.programs.get(pipeTrail)
	p.Use()
	gpu.BindTexture(gpu.UnitBirds, gl.TEXTURE_BUFFER, t.lookup)
	gpu.BindTexture(gpu.UnitPoses, gl.TEXTURE_BUFFER, t.headLookup)
	gpu.BindTexture(gpu.UnitLooks, gl.TEXTURE_BUFFER, t.styleLookup)
	gl.Uniform4i(p.Uniform("ring"), int32(len(all.Rows)), int32(all.First), int32(all.Count), int32(t.birds))
	gl.BindVertexArray(t.array)
	from := 0
	for k, to := range all.Ends {
		gl.Uniform1f(p.Uniform("trailWidth"), all.Widths[k])
		for from < to {
			n := r.drawCount(to-from, to-from, 2*all.Count)
			gl.Uniform1i(p.Uniform("firstBird"), int32(from))
			gpu.DrawInstances(6*all.Count, n)
			if from += n; from < to {
				r.startDraws()
			}
		}
	}
}

// markTrails marks the tiles that traces cover: those of a box around each two consecutive rows, enlarged by
// half of the greatest width of a trace.
func (r *Renderer) markTrails(t *frame.Trails, s *scene) {
	half := slices.Max(t.Widths) / 2
	rim := mgl32.Vec3{half, half, half}
	line := int(s.Line/2) + 1 // half of the smallest width, in pixels
	for k := range t.Count {
		a, b := t.Row(k), &t.Heads
		if k+1 < t.Count {
			b = t.Row(k + 1)
		}
		var low, high mgl32.Vec3
		for axis := range low {
			low[axis], high[axis] = min(a.Low[axis], b.Low[axis]), max(a.High[axis], b.High[axis])
		}
		if rect, ok := s.boxRect(low.Sub(rim), high.Add(rim)); ok {
			r.target.touchedTiles.Mark(rect.Inset(-line).Intersect(s.Region))
		}
	}
}

func (t *trails) delete() {
	for _, buffer := range []*uint32{&t.indices, &t.points, &t.heads, &t.styles} {
		gl.DeleteBuffers(1, buffer)
	}
	for _, lookup := range []*uint32{&t.lookup, &t.headLookup, &t.styleLookup} {
		gl.DeleteTextures(1, lookup)
	}
	gl.DeleteVertexArrays(1, &t.array)
	*t = trails{}
}
