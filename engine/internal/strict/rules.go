//go:build cgo

package strict

import (
	"math/bits"
	"slices"

	gl "github.com/go-gl/gl/v3.3-core/gl"
)

// object needs a name to be that of an object of a kind.
func (w *Watch) object(call string, kind, name uint32) {
	is, known := map[uint32]func(uint32) bool{
		gl.BUFFER: gl.IsBuffer, gl.TEXTURE: gl.IsTexture, gl.VERTEX_ARRAY: gl.IsVertexArray, gl.FRAMEBUFFER: gl.IsFramebuffer,
		gl.RENDERBUFFER: gl.IsRenderbuffer, gl.PROGRAM: gl.IsProgram, gl.SHADER: gl.IsShader, gl.QUERY: gl.IsQuery, gl.SAMPLER: gl.IsSampler,
	}[kind]
	w.need(known, "%s: no kind of object %#x", call, kind)
	w.need(known && is(name), "%s: %d is no object: it was never bound, or was deleted", call, name)
}

// bound needs something to be bound that a call works on.
func (w *Watch) bound(call string, binding uint32) {
	w.need(get(binding) != 0, "%s: nothing is bound to work on", call)
}

// bufferBindings and textureBindings say where to look what is bound to a target.
var bufferBindings = map[uint32]uint32{
	gl.ARRAY_BUFFER: gl.ARRAY_BUFFER_BINDING, gl.ELEMENT_ARRAY_BUFFER: gl.ELEMENT_ARRAY_BUFFER_BINDING,
	gl.UNIFORM_BUFFER: gl.UNIFORM_BUFFER_BINDING, gl.TEXTURE_BUFFER: gl.TEXTURE_BUFFER, // the number of the target itself
}

var textureBindings = map[uint32]uint32{
	gl.TEXTURE_2D: gl.TEXTURE_BINDING_2D, gl.TEXTURE_3D: gl.TEXTURE_BINDING_3D, gl.TEXTURE_BUFFER: gl.TEXTURE_BINDING_BUFFER,
	gl.TEXTURE_2D_MULTISAMPLE: gl.TEXTURE_BINDING_2D_MULTISAMPLE,
}

func (w *Watch) boundTo(call string, bindings map[uint32]uint32, target uint32) {
	binding, known := bindings[target]
	w.need(known, "%s: target %#x is not one that is watched", call, target)
	if known {
		w.bound(call, binding)
	}
}

// framebuffer is the one bound to a target.
func framebuffer(target uint32) uint32 {
	if target == gl.READ_FRAMEBUFFER {
		return uint32(get(gl.READ_FRAMEBUFFER_BINDING))
	}
	return uint32(get(gl.DRAW_FRAMEBUFFER_BINDING))
}

// changed forgets that a framebuffer was complete.
func (w *Watch) changed(target uint32) { delete(w.sound, framebuffer(target)) }

// drawable needs a framebuffer to be complete, and to have been found so since
// it last changed. A window's own, 0, is as it is.
func (w *Watch) drawable(call string, target uint32) {
	name := framebuffer(target)
	w.need(name == 0 || w.sound[name], "%s: nobody found framebuffer %d complete as it is", call, name)
	w.need(name == 0 || gl.CheckFramebufferStatus(target) == gl.FRAMEBUFFER_COMPLETE, "%s: framebuffer %d is not complete", call, name)
}

// ready needs all that a draw works on: a framebuffer, vertices, a program, and
// all that the program reads.
func (w *Watch) ready(call string) {
	w.drawable(call, gl.DRAW_FRAMEBUFFER)
	w.bound(call, gl.VERTEX_ARRAY_BINDING)
	program := uint32(get(gl.CURRENT_PROGRAM))
	if program == 0 {
		w.note("%s: no program is in use", call)
		return
	}
	gl.ValidateProgram(program)
	var valid int32
	gl.GetProgramiv(program, gl.VALIDATE_STATUS, &valid)
	w.need(valid != 0, "%s: program %d cannot run in this state", call, program)
	w.samplers(call, program)
	w.blocks(call, program)
}

// samplers needs each texture that a program reads to be whole, and not to be
// drawn into.
func (w *Watch) samplers(call string, program uint32) {
	var n int32
	gl.GetProgramiv(program, gl.ACTIVE_UNIFORMS, &n)
	active := uint32(get(gl.ACTIVE_TEXTURE))
	for i := range uint32(n) {
		var name [256]uint8
		var size, unit int32
		var kind uint32
		gl.GetActiveUniform(program, i, int32(len(name)), nil, &size, &kind, &name[0])
		target, sampler := targets[kind]
		if !sampler {
			continue
		}
		gl.GetUniformiv(program, gl.GetUniformLocation(program, &name[0]), &unit)
		gl.ActiveTexture(gl.TEXTURE0 + uint32(unit))
		w.texture(call+": "+gl.GoStr(&name[0]), target)
	}
	gl.ActiveTexture(active)
}

// targets of the kinds of samplers.
var targets = map[uint32]uint32{
	gl.SAMPLER_2D: gl.TEXTURE_2D, gl.INT_SAMPLER_2D: gl.TEXTURE_2D, gl.UNSIGNED_INT_SAMPLER_2D: gl.TEXTURE_2D,
	gl.SAMPLER_BUFFER: gl.TEXTURE_BUFFER, gl.INT_SAMPLER_BUFFER: gl.TEXTURE_BUFFER, gl.UNSIGNED_INT_SAMPLER_BUFFER: gl.TEXTURE_BUFFER,
	gl.SAMPLER_2D_MULTISAMPLE: gl.TEXTURE_2D_MULTISAMPLE, gl.SAMPLER_3D: gl.TEXTURE_3D,
}

// texture needs what is bound to a target of the active unit to be whole.
func (w *Watch) texture(call string, target uint32) {
	name := uint32(get(textureBindings[target]))
	if name == 0 {
		w.note("%s: no texture is bound", call)
		return
	}
	w.need(!drawnInto(name), "%s: texture %d is read and drawn into", call, name)
	if target == gl.TEXTURE_BUFFER {
		var buffer int32
		gl.GetTexLevelParameteriv(target, 0, gl.TEXTURE_BUFFER_DATA_STORE_BINDING, &buffer)
		w.need(gl.IsBuffer(uint32(buffer)) && bufferSize(uint32(buffer)) > 0, "%s: texture %d is over no buffer, or an empty one", call, name)
		return
	}
	var width, height int32
	gl.GetTexLevelParameteriv(target, 0, gl.TEXTURE_WIDTH, &width)
	gl.GetTexLevelParameteriv(target, 0, gl.TEXTURE_HEIGHT, &height)
	w.need(width > 0 && height > 0, "%s: texture %d has no image", call, name)
	var filter int32
	if target == gl.TEXTURE_2D || target == gl.TEXTURE_3D {
		gl.GetTexParameteriv(target, gl.TEXTURE_MIN_FILTER, &filter)
	}
	if target == gl.TEXTURE_2D_MULTISAMPLE || filter == gl.NEAREST || filter == gl.LINEAR {
		return
	}
	for level := range int32(bits.Len32(uint32(max(width, height)))) {
		var there int32
		gl.GetTexLevelParameteriv(target, level, gl.TEXTURE_WIDTH, &there)
		w.need(there == max(1, width>>level), "%s: texture %d is read with levels of detail, and has no level %d", call, name, level)
	}
}

// drawnInto says whether a texture is attached to the framebuffer drawn into.
func drawnInto(texture uint32) bool {
	if get(gl.DRAW_FRAMEBUFFER_BINDING) == 0 {
		return false
	}
	for _, at := range []uint32{gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1, gl.DEPTH_ATTACHMENT} {
		var kind, name int32
		gl.GetFramebufferAttachmentParameteriv(gl.DRAW_FRAMEBUFFER, at, gl.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &kind)
		if kind != gl.TEXTURE {
			continue
		}
		gl.GetFramebufferAttachmentParameteriv(gl.DRAW_FRAMEBUFFER, at, gl.FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name)
		if uint32(name) == texture {
			return true
		}
	}
	return false
}

// blocks needs a buffer that is large enough behind each uniform block.
func (w *Watch) blocks(call string, program uint32) {
	var n int32
	gl.GetProgramiv(program, gl.ACTIVE_UNIFORM_BLOCKS, &n)
	for i := range uint32(n) {
		var binding, size, buffer int32
		gl.GetActiveUniformBlockiv(program, i, gl.UNIFORM_BLOCK_BINDING, &binding)
		gl.GetActiveUniformBlockiv(program, i, gl.UNIFORM_BLOCK_DATA_SIZE, &size)
		gl.GetIntegeri_v(gl.UNIFORM_BUFFER_BINDING, uint32(binding), &buffer)
		has := bufferSize(uint32(buffer))
		w.need(has >= int(size), "%s: a uniform block of %d bytes has a buffer of %d", call, size, has)
	}
}

// elements needs the indices of a draw to lie in their buffer, and what they point
// at in that of each attribute.
func (w *Watch) elements(call string, count int32, kind uint32, offset int) {
	w.need(kind == gl.UNSIGNED_INT, "%s: indices of type %#x are not ones that are watched", call, kind)
	buffer := uint32(get(gl.ELEMENT_ARRAY_BUFFER_BINDING))
	has, want := bufferSize(buffer), offset+4*int(count)
	if has < want {
		w.note("%s: %d bytes of indices from a buffer of %d", call, want, has)
		return
	}
	ends := attributes()
	if len(ends) == 0 || count == 0 {
		return
	}
	indices := make([]uint32, count)
	gl.GetBufferSubData(gl.ELEMENT_ARRAY_BUFFER, offset, 4*int(count), gl.Ptr(indices))
	var most uint32
	for _, i := range indices {
		most = max(most, i)
	}
	fits := slices.Min(ends)
	w.need(int(most) < fits, "%s: index %d is beyond the %d vertices of an attribute", call, most, fits)
}

// attributes are the numbers of vertices that the buffers of those enabled hold.
func attributes() (ends []int) {
	for i := range uint32(get(gl.MAX_VERTEX_ATTRIBS)) {
		var on, buffer, stride int32
		if gl.GetVertexAttribiv(i, gl.VERTEX_ATTRIB_ARRAY_ENABLED, &on); on == 0 {
			continue
		}
		gl.GetVertexAttribiv(i, gl.VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &buffer)
		gl.GetVertexAttribiv(i, gl.VERTEX_ATTRIB_ARRAY_STRIDE, &stride)
		ends = append(ends, bufferSize(uint32(buffer))/max(1, int(stride)))
	}
	return ends
}

// bufferSize is a buffer's number of bytes, 0 if it is none.
func bufferSize(buffer uint32) int {
	if buffer == 0 || !gl.IsBuffer(buffer) {
		return 0
	}
	var size int32
	gl.BindBuffer(gl.COPY_READ_BUFFER, buffer) // which the renderer has no use for
	gl.GetBufferParameteriv(gl.COPY_READ_BUFFER, gl.BUFFER_SIZE, &size)
	return int(size)
}
