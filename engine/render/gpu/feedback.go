//go:build cgo

package gpu

import "github.com/go-gl/gl/v4.1-core/gl"

// capture makes transform feedback store outputs of a program one after another. Call it before linking.
func capture(program uint32, outputs []string) {
	if len(outputs) == 0 {
		return
	}
	var terminated []string
	for _, name := range outputs {
		terminated = append(terminated, name+"\x00")
	}
	names, free := gl.Strs(terminated...)
	defer free()
	gl.TransformFeedbackVaryings(program, int32(len(outputs)), names, gl.INTERLEAVED_ATTRIBS)
}

// Capture calls draw, which must draw points with the current program. OpenGL then stores the captured
// outputs in a part of a buffer instead of drawing. from and size are in bytes.
func Capture(buffer uint32, from, size int, draw func()) {
	gl.Enable(gl.RASTERIZER_DISCARD)
	gl.BindBufferRange(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer, from, size)
	gl.BeginTransformFeedback(gl.POINTS)
	draw()
	gl.EndTransformFeedback()
	gl.BindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, 0)
	gl.Disable(gl.RASTERIZER_DISCARD)
}
