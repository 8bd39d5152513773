//go:build cgo

package render

import (
	"image"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/gpu"
)

type ribbons struct {
	array    uint32
	buffers  [2]uint32
	vertices []ribbonVertex
	indices  []uint32
}

type ribbonVertex struct {
	position mgl32.Vec4 // position, m; the fourth number is half the width, negative for the left vertex
	tangent  mgl32.Vec3
	shade    mgl32.Vec4
	round    float32 // 1 for a lit wire, 0 for a flat ribbon
}

func (r *ribbons) init(o gpu.Objects) error {
	var v ribbonVertex
	r.array = o.VertexArray("ribbons")
	r.buffers[0] = o.Buffer(gl.ARRAY_BUFFER, "ribbon vertices")
	r.buffers[1] = o.Buffer(gl.ELEMENT_ARRAY_BUFFER, "ribbon indices")
	stride := int32(unsafe.Sizeof(v))
	for index, offset := range []uintptr{unsafe.Offsetof(v.position), unsafe.Offsetof(v.tangent), unsafe.Offsetof(v.shade), unsafe.Offsetof(v.round)} {
		gl.EnableVertexAttribArray(uint32(index))
		gl.VertexAttribPointerWithOffset(uint32(index), [...]int32{4, 3, 4, 1}[index], gl.FLOAT, false, stride, offset)
	}
	return nil
}

func (r *ribbons) upload(f *frame.Frame) error {
	r.vertices, r.indices = expandRibbons(r.vertices[:0], r.indices[:0], f.Ribbons)
	if len(r.indices) == 0 {
		return nil
	}
	gl.BindVertexArray(r.array)
	gl.BindBuffer(gl.ARRAY_BUFFER, r.buffers[0])
	gpu.Stream(gl.ARRAY_BUFFER, r.vertices)
	gpu.Stream(gl.ELEMENT_ARRAY_BUFFER, r.indices)
	return nil
}

func expandRibbons(vertices []ribbonVertex, indices []uint32, points []frame.RibbonPoint) ([]ribbonVertex, []uint32) {
	for i := range points {
		p := &points[i]
		along := ribbonTangent(points, i)
		w := p.Width / 2
		vertices = append(vertices,
			ribbonVertex{p.Pos.Vec4(-w), along, p.Colour, boolToFloat(p.Round)},
			ribbonVertex{p.Pos.Vec4(w), along, p.Colour, boolToFloat(p.Round)})
		if i > 0 && !p.Start {
			k := uint32(2 * i)
			indices = append(indices, k-2, k-1, k, k-1, k+1, k)
		}
	}
	return vertices, indices
}

func ribbonTangent(points []frame.RibbonPoint, i int) mgl32.Vec3 {
	a, b := i, i
	if i > 0 && !points[i].Start {
		a--
	}
	if i+1 < len(points) && !points[i+1].Start {
		b++
	}
	d := points[b].Pos.Sub(points[a].Pos)
	if l := d.Len(); l > 0 {
		return d.Mul(1 / l)
	}
	return mgl32.Vec3{}
}

func (r *Renderer) drawRibbons(f *frame.Frame, _ frame.View, s *scene) {
	if len(r.ribbons.indices) == 0 {
		return
	}
	r.markRibbons(f.Ribbons, s)
	r.programs.get(pipeRibbon).Use()
	gl.BindVertexArray(r.ribbons.array)
	gpu.DrawElements(len(r.ribbons.indices), 0)
}

// markRibbons marks the tiles that traces cover. A segment may cross the picture even if both of its points
// are hidden.
func (r *Renderer) markRibbons(points []frame.RibbonPoint, s *scene) {
	var before image.Rectangle
	for i := range points {
		p := &points[i]
		rect := s.BallOutline(p.Pos, p.Width)
		if !p.Start {
			r.target.touchedTiles.Mark(rect.Union(before).Intersect(s.Region))
		}
		before = rect
	}
}

func (r *ribbons) delete() {
	gl.DeleteVertexArrays(1, &r.array)
	gl.DeleteBuffers(2, &r.buffers[0])
}
