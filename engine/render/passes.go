//go:build cgo

package render

import "github.com/go-gl/gl/v4.1-core/gl"

// begin and end enclose what a debugger shows as a group of that name. A group may hold
// others.
func (r *Renderer) begin(name string) {
	if r.objects.labels {
		gl.PushDebugGroup(gl.DEBUG_SOURCE_APPLICATION, 0, int32(len(name)), gl.Str(name+"\x00"))
	}
}

func (r *Renderer) end() {
	if r.objects.labels {
		gl.PopDebugGroup()
	}
}
