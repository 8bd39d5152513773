//go:build cgo

package gpu

import (
	"strings"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// Objects creates all OpenGL objects. A label for debuggers needs an existing object, and OpenGL creates an
// object when its name is first bound. Each method therefore generates a name, binds it and labels the
// object. The object stays bound.
type Objects struct {
	Labels  bool // the driver supports labels (KHR_debug)
	Threads bool // the driver compiles programs in its own threads (KHR_parallel_shader_compile)

	groups map[string]*uint8 // names of groups of calls, as C strings
}

// Buffer creates a buffer and binds it to a target.
func (o Objects) Buffer(target uint32, name string) (buffer uint32) {
	gl.GenBuffers(1, &buffer)
	gl.BindBuffer(target, buffer)
	o.label(gl.BUFFER, buffer, name)
	return buffer
}

// VertexArray creates a vertex array and binds it.
func (o Objects) VertexArray(name string) (array uint32) {
	gl.GenVertexArrays(1, &array)
	gl.BindVertexArray(array)
	o.label(gl.VERTEX_ARRAY, array, name)
	return array
}

// Texture creates a texture of the given kind and binds it to a texture unit.
func (o Objects) Texture(unit, kind uint32, name string) (texture uint32) {
	gl.GenTextures(1, &texture)
	BindTexture(unit, kind, texture)
	o.label(gl.TEXTURE, texture, name)
	return texture
}

// Framebuffer creates a framebuffer and binds it.
func (o Objects) Framebuffer(name string) (framebuffer uint32) {
	gl.GenFramebuffers(1, &framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	o.label(gl.FRAMEBUFFER, framebuffer, name)
	return framebuffer
}

// Renderbuffer creates a renderbuffer and binds it.
func (o Objects) Renderbuffer(name string) (renderbuffer uint32) {
	gl.GenRenderbuffers(1, &renderbuffer)
	gl.BindRenderbuffer(gl.RENDERBUFFER, renderbuffer)
	o.label(gl.RENDERBUFFER, renderbuffer, name)
	return renderbuffer
}

func (o Objects) shader(kind uint32, name string) uint32 {
	shader := gl.CreateShader(kind)
	o.label(gl.SHADER, shader, name)
	return shader
}

// Program creates a program. Unlike a texture or a buffer, it need not be bound before it gets a label.
func (o Objects) Program(name string) uint32 {
	program := gl.CreateProgram()
	o.label(gl.PROGRAM, program, name)
	return program
}

func (o Objects) label(kind, object uint32, name string) {
	if o.Labels {
		gl.ObjectLabel(kind, object, int32(len(name)), gl.Str(name+"\x00"))
	}
}

// NewObjects returns an Objects that uses the extensions that the driver supports.
func NewObjects() Objects {
	o := Objects{groups: map[string]*uint8{}}
	var n int32
	gl.GetIntegerv(gl.NUM_EXTENSIONS, &n)
	for i := range n {
		switch name := gl.GoStr(gl.GetStringi(gl.EXTENSIONS, uint32(i))); {
		case strings.HasSuffix(name, "_KHR_debug"):
			o.Labels = true
		case strings.HasSuffix(name, "_KHR_parallel_shader_compile"), strings.HasSuffix(name, "_ARB_parallel_shader_compile"):
			o.Threads = true
		}
	}
	return o
}

// Fill uploads data that will not change into the bound buffer.
func Fill[T any](kind uint32, data []T) {
	if len(data) > 0 {
		gl.BufferData(kind, len(data)*int(unsafe.Sizeof(data[0])), unsafe.Pointer(&data[0]), gl.STATIC_DRAW)
	}
}

// Limits of the birds or plants in one index buffer: GroupVertices is the approximate number of vertices,
// GroupIndices the maximum number of indices. A single bird or plant may exceed GroupVertices.
const (
	GroupVertices = 2048
	GroupIndices  = 12288
)

// Open opens a named group of OpenGL calls for debuggers.
func (o Objects) Open(name string) {
	if o.Labels {
		if o.groups[name] == nil {
			o.groups[name] = gl.Str(name + "\x00")
		}
		gl.PushDebugGroup(gl.DEBUG_SOURCE_APPLICATION, 0, int32(len(name)), o.groups[name])
	}
}

// Close closes the group that was opened most recently.
func (o Objects) Close() {
	if o.Labels {
		gl.PopDebugGroup()
	}
}
