//go:build cgo

package rendering

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/capture"
	"skein/engine/frame"
)

// layers returns the contents of an OpenEXR file for picture n, which must be the last one drawn, and its
// header.
func (d *Painter) layers(n int) ([]capture.Channel, *capture.EXRHeader, error) {
	channels, err := d.planes(n)
	if err != nil {
		return nil, nil, err
	}
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

// planes returns the channels of picture n that are not blended: depth, ids and the further layers. Picture n
// must be the last one drawn.
func (d *Painter) planes(n int) ([]capture.Channel, error) {
	if !d.extra.any() {
		planes, err := d.Renderer.Planes(d.frame)
		if err != nil {
			return nil, err
		}
		return []capture.Channel{{Name: "Z", Values: planes.Depth}, {Name: "id", Values: planes.ID}}, nil
	}
	current, moved, err := d.motion(n)
	if err != nil {
		return nil, err
	}
	s, err := d.Renderer.Surfaces(current, moved)
	if err != nil {
		return nil, err
	}
	channels := []capture.Channel{{Name: "Z", Values: s.Depth}, {Name: "id", Values: s.ID}}
	if d.extra.Normal {
		channels = append(channels, split(s.Normal, true, "N.X", "N.Y", "N.Z")...)
	}
	if d.extra.Motion {
		channels = append(channels, split(s.Motion, false, "forward.u", "forward.v")...)
	}
	return channels, nil
}

func split[V mgl32.Vec2 | mgl32.Vec3](vectors []V, half bool, names ...string) (all []capture.Channel) {
	for k, name := range names {
		values := make([]float32, len(vectors))
		for i := range vectors {
			values[i] = vectors[i][k]
		}
		all = append(all, capture.Channel{Name: name, Half: half, Values: values})
	}
	return all
}

// motion returns the frame of picture n and the positions of its contents in the next picture. Without a
// layer for motion, the positions are the same.
func (d *Painter) motion(n int) (*frame.Frame, *frame.Moved, error) {
	if !d.extra.Motion {
		return d.frame, frame.Still(d.frame), nil
	}
	moment, err := d.Film.MiddleOf(d.pace.at(n), d.Exposure)
	if err != nil {
		return nil, nil, err
	}
	next := moment + d.pace.step()
	if then := d.pace.at(n + 1); then <= float64(d.Film.Reel.Frames()-1) {
		if next, err = d.Film.MiddleOf(then, d.Exposure); err != nil {
			return nil, nil, err
		}
	}
	current, moved, err := d.Film.Motion(moment, next, d.Size)
	if d.frame, err = d.prepare(current, err); err != nil { // motion has changed d.frame to the next picture
		return nil, nil, err
	}
	return d.frame, moved, nil
}

// maxTimecodeRate is the highest number of frames per second that a time code can count.
const maxTimecodeRate = 40

// header returns the header of picture n, which must be the last one drawn.
func (d *Painter) header(n int) *capture.EXRHeader {
	h := &capture.EXRHeader{FramesPerSecond: [2]int32{int32(d.pace.FPS.Num), int32(d.pace.FPS.Den)}, TimeCode: d.pace.timecode(n)}
	if d.pace.FPS.Float() > maxTimecodeRate {
		h.TimeCode = ""
	}
	toCamera, toPicture := matrices(d.frame.View, float32(d.Size.X)/float32(d.Size.Y))
	h.WorldToCamera, h.WorldToNDC = (*[16]float32)(&toCamera), (*[16]float32)(&toPicture)
	return h
}

// matrices returns two matrices. toCamera maps points in the world to the axes of the camera, whose Z points
// along the view. toPicture maps them to the picture, from (0, 0) at the upper left to (1, 1) at the lower
// right.
func matrices(v frame.View, aspect float32) (toCamera, toPicture mgl32.Mat4) {
	toCamera = mgl32.Scale3D(1, 1, -1).Mul4(v.Matrix())
	corners := mgl32.Translate3D(0.5, 0.5, 0).Mul4(mgl32.Scale3D(0.5, -0.5, 1))
	return toCamera, corners.Mul4(v.Projection(aspect)).Mul4(v.Matrix())
}
