//go:build cgo

package strict

import (
	"math/bits"
	"slices"

	gl "github.com/go-gl/gl/v3.3-core/gl"
)

func (w *Checker) checkObject(call string, kind, name uint32) {
	exists, known := map[uint32]func(uint32) bool{
		gl.BUFFER: gl.IsBuffer, gl.TEXTURE: gl.IsTexture, gl.VERTEX_ARRAY: gl.IsVertexArray, gl.FRAMEBUFFER: gl.IsFramebuffer,
		gl.RENDERBUFFER: gl.IsRenderbuffer, gl.PROGRAM: gl.IsProgram, gl.SHADER: gl.IsShader, gl.QUERY: gl.IsQuery, gl.SAMPLER: gl.IsSampler,
	}[kind]
	w.require(known, "%s: unknown kind of object %#x", call, kind)
	w.require(known && exists(name), "%s: %d is not an object: it was never bound, or was deleted", call, name)
}

func (w *Checker) checkBound(call string, binding uint32) {
	w.require(getInteger(binding) != 0, "%s: nothing is bound", call)
}

var bufferBindings = map[uint32]uint32{
	gl.ARRAY_BUFFER: gl.ARRAY_BUFFER_BINDING, gl.ELEMENT_ARRAY_BUFFER: gl.ELEMENT_ARRAY_BUFFER_BINDING,
	gl.UNIFORM_BUFFER: gl.UNIFORM_BUFFER_BINDING, gl.TEXTURE_BUFFER: gl.TEXTURE_BUFFER, // query and target have the same name
}

var textureBindings = map[uint32]uint32{
	gl.TEXTURE_2D: gl.TEXTURE_BINDING_2D, gl.TEXTURE_3D: gl.TEXTURE_BINDING_3D, gl.TEXTURE_BUFFER: gl.TEXTURE_BINDING_BUFFER,
	gl.TEXTURE_2D_MULTISAMPLE: gl.TEXTURE_BINDING_2D_MULTISAMPLE,
}

func (w *Checker) checkTargetBound(call string, bindings map[uint32]uint32, target uint32) {
	binding, known := bindings[target]
	w.require(known, "%s: target %#x is not supported by this check", call, target)
	if known {
		w.checkBound(call, binding)
	}
}

func framebuffer(target uint32) uint32 {
	if target == gl.READ_FRAMEBUFFER {
		return uint32(getInteger(gl.READ_FRAMEBUFFER_BINDING))
	}
	return uint32(getInteger(gl.DRAW_FRAMEBUFFER_BINDING))
}

func (w *Checker) framebufferChanged(target uint32) { delete(w.complete, framebuffer(target)) }

// checkFramebuffer reports a fault if the framebuffer is incomplete, or if the renderer has not checked it
// since its last change. Framebuffer 0 belongs to the window and is always valid.
func (w *Checker) checkFramebuffer(call string, target uint32) {
	name := framebuffer(target)
	w.require(name == 0 || w.complete[name], "%s: framebuffer %d was not checked for completeness", call, name)
	w.require(name == 0 || gl.CheckFramebufferStatus(target) == gl.FRAMEBUFFER_COMPLETE, "%s: framebuffer %d is not complete", call, name)
}

func (w *Checker) checkDraw(call string) {
	w.checkFramebuffer(call, gl.DRAW_FRAMEBUFFER)
	w.checkBound(call, gl.VERTEX_ARRAY_BINDING)
	program := uint32(getInteger(gl.CURRENT_PROGRAM))
	if program == 0 {
		w.report("%s: no program is in use", call)
		return
	}
	gl.ValidateProgram(program)
	var valid int32
	gl.GetProgramiv(program, gl.VALIDATE_STATUS, &valid)
	w.require(valid != 0, "%s: program %d cannot run in this state", call, program)
	w.checkSamplers(call, program)
	w.checkBlocks(call, program)
}

func (w *Checker) checkSamplers(call string, program uint32) {
	var n int32
	gl.GetProgramiv(program, gl.ACTIVE_UNIFORMS, &n)
	active := uint32(getInteger(gl.ACTIVE_TEXTURE))
	for i := range uint32(n) {
		var name [256]uint8
		var size, unit int32
		var kind uint32
		gl.GetActiveUniform(program, i, int32(len(name)), nil, &size, &kind, &name[0])
		target, sampler := samplerTargets[kind]
		if !sampler {
			continue
		}
		gl.GetUniformiv(program, gl.GetUniformLocation(program, &name[0]), &unit)
		gl.ActiveTexture(gl.TEXTURE0 + uint32(unit))
		w.checkTexture(call+": "+gl.GoStr(&name[0]), target)
	}
	gl.ActiveTexture(active)
}

var samplerTargets = map[uint32]uint32{
	gl.SAMPLER_2D: gl.TEXTURE_2D, gl.INT_SAMPLER_2D: gl.TEXTURE_2D, gl.UNSIGNED_INT_SAMPLER_2D: gl.TEXTURE_2D,
	gl.SAMPLER_BUFFER: gl.TEXTURE_BUFFER, gl.INT_SAMPLER_BUFFER: gl.TEXTURE_BUFFER, gl.UNSIGNED_INT_SAMPLER_BUFFER: gl.TEXTURE_BUFFER,
	gl.SAMPLER_2D_MULTISAMPLE: gl.TEXTURE_2D_MULTISAMPLE, gl.SAMPLER_3D: gl.TEXTURE_3D,
}

// checkTexture reports a fault if no texture is bound, if the bound texture lacks a level, or if it is also a
// render target.
func (w *Checker) checkTexture(call string, target uint32) {
	name := uint32(getInteger(textureBindings[target]))
	if name == 0 {
		w.report("%s: no texture is bound", call)
		return
	}
	w.require(!isAttached(name), "%s: texture %d is read and rendered to", call, name)
	if target == gl.TEXTURE_BUFFER {
		var buffer int32
		gl.GetTexLevelParameteriv(target, 0, gl.TEXTURE_BUFFER_DATA_STORE_BINDING, &buffer)
		w.require(gl.IsBuffer(uint32(buffer)) && bufferSize(uint32(buffer)) > 0, "%s: texture %d has no buffer, or an empty one", call, name)
		return
	}
	var width, height int32
	gl.GetTexLevelParameteriv(target, 0, gl.TEXTURE_WIDTH, &width)
	gl.GetTexLevelParameteriv(target, 0, gl.TEXTURE_HEIGHT, &height)
	w.require(width > 0 && height > 0, "%s: texture %d has no image", call, name)
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
		w.require(there == max(1, width>>level), "%s: texture %d uses mipmaps, but has no level %d", call, name, level)
	}
}

func isAttached(texture uint32) bool {
	if getInteger(gl.DRAW_FRAMEBUFFER_BINDING) == 0 {
		return false
	}
	for _, attachment := range []uint32{gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1, gl.DEPTH_ATTACHMENT} {
		var kind, name int32
		gl.GetFramebufferAttachmentParameteriv(gl.DRAW_FRAMEBUFFER, attachment, gl.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &kind)
		if kind != gl.TEXTURE {
			continue
		}
		gl.GetFramebufferAttachmentParameteriv(gl.DRAW_FRAMEBUFFER, attachment, gl.FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name)
		if uint32(name) == texture {
			return true
		}
	}
	return false
}

func (w *Checker) checkBlocks(call string, program uint32) {
	var n int32
	gl.GetProgramiv(program, gl.ACTIVE_UNIFORM_BLOCKS, &n)
	for i := range uint32(n) {
		var binding, size, buffer int32
		gl.GetActiveUniformBlockiv(program, i, gl.UNIFORM_BLOCK_BINDING, &binding)
		gl.GetActiveUniformBlockiv(program, i, gl.UNIFORM_BLOCK_DATA_SIZE, &size)
		gl.GetIntegeri_v(gl.UNIFORM_BUFFER_BINDING, uint32(binding), &buffer)
		has := bufferSize(uint32(buffer))
		w.require(has >= int(size), "%s: the buffer of a uniform block of %d bytes has only %d bytes", call, size, has)
	}
}

// checkElements reports a fault if a draw call reads indices beyond the end of the index buffer, or
// vertices beyond the end of an attribute's buffer.
func (w *Checker) checkElements(call string, count int32, kind uint32, offset int) {
	w.require(kind == gl.UNSIGNED_INT, "%s: indices of type %#x are not supported by this check", call, kind)
	buffer := uint32(getInteger(gl.ELEMENT_ARRAY_BUFFER_BINDING))
	has, want := bufferSize(buffer), offset+4*int(count)
	if has < want {
		w.report("%s reads %d bytes of indices from a buffer of %d bytes", call, want, has)
		return
	}
	ends := attributeCapacities()
	if len(ends) == 0 || count == 0 {
		return
	}
	indices := make([]uint32, count)
	gl.GetBufferSubData(gl.ELEMENT_ARRAY_BUFFER, offset, 4*int(count), gl.Ptr(indices))
	var largest uint32
	for _, i := range indices {
		largest = max(largest, i)
	}
	capacity := slices.Min(ends)
	w.require(int(largest) < capacity, "%s: index %d is beyond the %d vertices of an attribute", call, largest, capacity)
}

// attributeCapacities returns for each enabled attribute the number of vertices in its buffer.
func attributeCapacities() (ends []int) {
	for i := range uint32(getInteger(gl.MAX_VERTEX_ATTRIBS)) {
		var enabled, buffer, stride int32
		if gl.GetVertexAttribiv(i, gl.VERTEX_ATTRIB_ARRAY_ENABLED, &enabled); enabled == 0 {
			continue
		}
		gl.GetVertexAttribiv(i, gl.VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &buffer)
		gl.GetVertexAttribiv(i, gl.VERTEX_ATTRIB_ARRAY_STRIDE, &stride)
		ends = append(ends, bufferSize(uint32(buffer))/max(1, int(stride)))
	}
	return ends
}

func bufferSize(buffer uint32) int {
	if buffer == 0 || !gl.IsBuffer(buffer) {
		return 0
	}
	var size int32
	gl.BindBuffer(gl.COPY_READ_BUFFER, buffer) // the renderer does not use this target
	gl.GetBufferParameteriv(gl.COPY_READ_BUFFER, gl.BUFFER_SIZE, &size)
	return int(size)
}
