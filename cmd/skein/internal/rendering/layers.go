//go:build cgo

package rendering

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/capture"
	"skein/engine/frame"
)

// layers returns the contents of an OpenEXR file for picture n, which must be the last one drawn: its light,
// depth, ids and Cryptomatte, and a header for compositing.
func (d *Painter) layers(n int) ([]capture.Channel, *capture.EXRHeader, error) {
	planes, err := d.Renderer.Planes(d.frame)
	if err != nil {
		return nil, nil, err
	}
	channels := []capture.Channel{{Name: "Z", Values: planes.Depth}, {Name: "id", Values: planes.ID}}
	light := d.Renderer.Light()
	for k, name := range []string{"R", "G", "B", "A"} {
		values := make([]float32, len(light)/4)
		for i := range values {
			values[i] = light[4*i+k]
		}
		channels = append(channels, capture.Channel{Name: name, Half: true, Values: values})
	}
	header := d.header(n)
	if d.matte != nil {
		name := func(object int32) string { return d.matteName(int(object)) }
		channels = append(channels, d.matte.Channels(name)...)
		header.Strings, err = d.matte.Attributes(name)
	}
	return channels, header, err
}

// mostTimeCoded is the highest frame rate at which a time code can number all frames of a second, in frames
// per second.
const mostTimeCoded = 40

// header returns the header of picture n for compositing. Picture n must be the last one drawn.
func (d *Painter) header(n int) *capture.EXRHeader {
	h := &capture.EXRHeader{FramesPerSecond: [2]int32{int32(d.pace.FPS.Num), int32(d.pace.FPS.Den)}, TimeCode: d.pace.timecode(n)}
	if d.pace.FPS.Float() > mostTimeCoded {
		h.TimeCode = ""
	}
	toCamera, toPicture := matrices(d.frame.View, float32(d.Size.X)/float32(d.Size.Y))
	h.WorldToCamera, h.WorldToNDC = (*[16]float32)(&toCamera), (*[16]float32)(&toPicture)
	return h
}

// matrices returns two transforms from the world: one to the axes of the camera, whose Z points along the
// view, and one to the picture, whose upper left corner is (0, 0) and whose lower right corner is (1, 1).
func matrices(v frame.View, aspect float32) (toCamera, toPicture mgl32.Mat4) {
	toCamera = mgl32.Scale3D(1, 1, -1).Mul4(v.Matrix())
	corners := mgl32.Translate3D(0.5, 0.5, 0).Mul4(mgl32.Scale3D(0.5, -0.5, 1))
	return toCamera, corners.Mul4(v.Projection(aspect)).Mul4(v.Matrix())
}
