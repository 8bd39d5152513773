//go:build cgo

package strict

/*
#include <stddef.h>

void strictObjectLabel(unsigned int, unsigned int, int, void *);
void strictTexBuffer(unsigned int, unsigned int, unsigned int);
void strictFramebufferTexture2D(unsigned int, unsigned int, unsigned int, unsigned int, int);
void strictFramebufferRenderbuffer(unsigned int, unsigned int, unsigned int, unsigned int);
void strictDrawBuffers(int, void *);
void strictBufferData(unsigned int, ptrdiff_t, void *, unsigned int);
void strictTexImage2D(unsigned int, int, int, int, int, int, unsigned int, unsigned int, void *);
void strictTexImage3D(unsigned int, int, int, int, int, int, int, unsigned int, unsigned int, void *);
void strictTexSubImage2D(unsigned int, int, int, int, int, int, unsigned int, unsigned int, void *);
void strictTexImage2DMultisample(unsigned int, int, unsigned int, int, int, unsigned char);
void strictTexParameteri(unsigned int, unsigned int, int);
void strictGenerateMipmap(unsigned int);
void strictRenderbufferStorage(unsigned int, unsigned int, int, int);
void strictRenderbufferStorageMultisample(unsigned int, int, unsigned int, int, int);
void strictEnableVertexAttribArray(unsigned int);
void strictVertexAttribPointer(unsigned int, int, unsigned int, unsigned char, int, void *);
unsigned int strictCheckFramebufferStatus(unsigned int);
void strictClear(unsigned int);
void strictClearBufferuiv(unsigned int, int, void *);
void strictClearBufferfv(unsigned int, int, void *);
void strictReadPixels(int, int, int, int, unsigned int, unsigned int, void *);
void strictBlitFramebuffer(int, int, int, int, int, int, int, int, unsigned int, unsigned int);
void strictDrawArrays(unsigned int, int, int);
void strictDrawElements(unsigned int, int, unsigned int, void *);
void strictDrawElementsInstanced(unsigned int, int, unsigned int, void *, int);
*/
import "C"

import (
	"unsafe"

	gl "github.com/go-gl/gl/v3.3-core/gl"
)

// checkedFunctions maps names of functions to wrappers that check the state and then call OpenGL.
var checkedFunctions = map[string]unsafe.Pointer{
	"glObjectLabel":                    C.strictObjectLabel,
	"glTexBuffer":                      C.strictTexBuffer,
	"glFramebufferTexture2D":           C.strictFramebufferTexture2D,
	"glFramebufferRenderbuffer":        C.strictFramebufferRenderbuffer,
	"glDrawBuffers":                    C.strictDrawBuffers,
	"glBufferData":                     C.strictBufferData,
	"glTexImage2D":                     C.strictTexImage2D,
	"glTexImage3D":                     C.strictTexImage3D,
	"glTexSubImage2D":                  C.strictTexSubImage2D,
	"glTexImage2DMultisample":          C.strictTexImage2DMultisample,
	"glTexParameteri":                  C.strictTexParameteri,
	"glGenerateMipmap":                 C.strictGenerateMipmap,
	"glRenderbufferStorage":            C.strictRenderbufferStorage,
	"glRenderbufferStorageMultisample": C.strictRenderbufferStorageMultisample,
	"glEnableVertexAttribArray":        C.strictEnableVertexAttribArray,
	"glVertexAttribPointer":            C.strictVertexAttribPointer,
	"glCheckFramebufferStatus":         C.strictCheckFramebufferStatus,
	"glClear":                          C.strictClear,
	"glClearBufferuiv":                 C.strictClearBufferuiv,
	"glClearBufferfv":                  C.strictClearBufferfv,
	"glReadPixels":                     C.strictReadPixels,
	"glBlitFramebuffer":                C.strictBlitFramebuffer,
	"glDrawArrays":                     C.strictDrawArrays,
	"glDrawElements":                   C.strictDrawElements,
	"glDrawElementsInstanced":          C.strictDrawElementsInstanced,
}

//export strictObjectLabel
func strictObjectLabel(kind, object C.uint, length C.int, text unsafe.Pointer) {
	current.checkObject("glObjectLabel", uint32(kind), uint32(object))
	gl.ObjectLabel(uint32(kind), uint32(object), int32(length), (*uint8)(text))
}

//export strictTexBuffer
func strictTexBuffer(target, format, buffer C.uint) {
	current.checkTargetBound("glTexBuffer", textureBindings, uint32(target))
	current.checkObject("glTexBuffer", gl.BUFFER, uint32(buffer))
	gl.TexBuffer(uint32(target), uint32(format), uint32(buffer))
}

//export strictFramebufferTexture2D
func strictFramebufferTexture2D(target, at, kind, texture C.uint, level C.int) {
	current.checkObject("glFramebufferTexture2D", gl.TEXTURE, uint32(texture))
	gl.FramebufferTexture2D(uint32(target), uint32(at), uint32(kind), uint32(texture), int32(level))
	current.framebufferChanged(uint32(target))
}

//export strictFramebufferRenderbuffer
func strictFramebufferRenderbuffer(target, at, kind, buffer C.uint) {
	current.checkObject("glFramebufferRenderbuffer", gl.RENDERBUFFER, uint32(buffer))
	gl.FramebufferRenderbuffer(uint32(target), uint32(at), uint32(kind), uint32(buffer))
	current.framebufferChanged(uint32(target))
}

//export strictDrawBuffers
func strictDrawBuffers(n C.int, buffers unsafe.Pointer) {
	gl.DrawBuffers(int32(n), (*uint32)(buffers))
	current.framebufferChanged(gl.DRAW_FRAMEBUFFER)
}

//export strictBufferData
func strictBufferData(target C.uint, size C.ptrdiff_t, data unsafe.Pointer, usage C.uint) {
	current.checkTargetBound("glBufferData", bufferBindings, uint32(target))
	gl.BufferData(uint32(target), int(size), data, uint32(usage))
}

//export strictTexImage3D
func strictTexImage3D(target C.uint, level, inside, width, height, depth, border C.int, format, kind C.uint, pixels unsafe.Pointer) {
	current.checkTargetBound("glTexImage3D", textureBindings, uint32(target))
	gl.TexImage3D(uint32(target), int32(level), int32(inside), int32(width), int32(height), int32(depth), int32(border), uint32(format), uint32(kind), pixels)
}

//export strictTexImage2D
func strictTexImage2D(target C.uint, level, inside, width, height, border C.int, format, kind C.uint, pixels unsafe.Pointer) {
	current.checkTargetBound("glTexImage2D", textureBindings, uint32(target))
	gl.TexImage2D(uint32(target), int32(level), int32(inside), int32(width), int32(height), int32(border), uint32(format), uint32(kind), pixels)
}

//export strictTexSubImage2D
func strictTexSubImage2D(target C.uint, level, x, y, width, height C.int, format, kind C.uint, pixels unsafe.Pointer) {
	current.checkTargetBound("glTexSubImage2D", textureBindings, uint32(target))
	gl.TexSubImage2D(uint32(target), int32(level), int32(x), int32(y), int32(width), int32(height), uint32(format), uint32(kind), pixels)
}

//export strictTexImage2DMultisample
func strictTexImage2DMultisample(target C.uint, samples C.int, inside C.uint, width, height C.int, fixed C.uchar) {
	current.checkTargetBound("glTexImage2DMultisample", textureBindings, uint32(target))
	gl.TexImage2DMultisample(uint32(target), int32(samples), uint32(inside), int32(width), int32(height), fixed != 0)
}

//export strictTexParameteri
func strictTexParameteri(target, what C.uint, value C.int) {
	current.checkTargetBound("glTexParameteri", textureBindings, uint32(target))
	gl.TexParameteri(uint32(target), uint32(what), int32(value))
}

//export strictGenerateMipmap
func strictGenerateMipmap(target C.uint) {
	current.checkTargetBound("glGenerateMipmap", textureBindings, uint32(target))
	gl.GenerateMipmap(uint32(target))
}

//export strictRenderbufferStorage
func strictRenderbufferStorage(target, inside C.uint, width, height C.int) {
	current.checkBound("glRenderbufferStorage", gl.RENDERBUFFER_BINDING)
	gl.RenderbufferStorage(uint32(target), uint32(inside), int32(width), int32(height))
}

//export strictRenderbufferStorageMultisample
func strictRenderbufferStorageMultisample(target C.uint, samples C.int, inside C.uint, width, height C.int) {
	current.checkBound("glRenderbufferStorageMultisample", gl.RENDERBUFFER_BINDING)
	gl.RenderbufferStorageMultisample(uint32(target), int32(samples), uint32(inside), int32(width), int32(height))
}

//export strictEnableVertexAttribArray
func strictEnableVertexAttribArray(at C.uint) {
	current.checkBound("glEnableVertexAttribArray", gl.VERTEX_ARRAY_BINDING)
	gl.EnableVertexAttribArray(uint32(at))
}

//export strictVertexAttribPointer
func strictVertexAttribPointer(at C.uint, width C.int, kind C.uint, normalized C.uchar, stride C.int, offset unsafe.Pointer) {
	current.checkBound("glVertexAttribPointer", gl.VERTEX_ARRAY_BINDING)
	current.checkBound("glVertexAttribPointer", gl.ARRAY_BUFFER_BINDING)
	gl.VertexAttribPointer(uint32(at), int32(width), uint32(kind), normalized != 0, int32(stride), offset)
}

//export strictCheckFramebufferStatus
func strictCheckFramebufferStatus(target C.uint) C.uint {
	current.count("glCheckFramebufferStatus")
	status := gl.CheckFramebufferStatus(uint32(target))
	current.complete[framebuffer(uint32(target))] = status == gl.FRAMEBUFFER_COMPLETE
	return C.uint(status)
}

//export strictClear
func strictClear(mask C.uint) {
	current.checkFramebuffer("glClear", gl.DRAW_FRAMEBUFFER)
	gl.Clear(uint32(mask))
}

//export strictClearBufferuiv
func strictClearBufferuiv(buffer C.uint, at C.int, value unsafe.Pointer) {
	current.checkFramebuffer("glClearBufferuiv", gl.DRAW_FRAMEBUFFER)
	gl.ClearBufferuiv(uint32(buffer), int32(at), (*uint32)(value))
}

//export strictClearBufferfv
func strictClearBufferfv(buffer C.uint, at C.int, value unsafe.Pointer) {
	current.checkFramebuffer("glClearBufferfv", gl.DRAW_FRAMEBUFFER)
	gl.ClearBufferfv(uint32(buffer), int32(at), (*float32)(value))
}

//export strictReadPixels
func strictReadPixels(x, y, width, height C.int, format, kind C.uint, to unsafe.Pointer) {
	current.count("glReadPixels")
	current.checkFramebuffer("glReadPixels", gl.READ_FRAMEBUFFER)
	gl.ReadPixels(int32(x), int32(y), int32(width), int32(height), uint32(format), uint32(kind), to)
}

//export strictBlitFramebuffer
func strictBlitFramebuffer(ax, ay, bx, by, cx, cy, dx, dy C.int, mask, filter C.uint) {
	current.count("glBlitFramebuffer")
	current.checkFramebuffer("glBlitFramebuffer", gl.READ_FRAMEBUFFER)
	current.checkFramebuffer("glBlitFramebuffer", gl.DRAW_FRAMEBUFFER)
	gl.BlitFramebuffer(int32(ax), int32(ay), int32(bx), int32(by), int32(cx), int32(cy), int32(dx), int32(dy), uint32(mask), uint32(filter))
}

//export strictDrawArrays
func strictDrawArrays(kind C.uint, first, count C.int) {
	current.count("glDrawArrays")
	current.checkDraw("glDrawArrays")
	current.require(len(attributeCapacities()) == 0, "glDrawArrays: attributes are not supported by this check")
	gl.DrawArrays(uint32(kind), int32(first), int32(count))
}

//export strictDrawElements
func strictDrawElements(mode C.uint, count C.int, kind C.uint, offset unsafe.Pointer) {
	current.count("glDrawElements")
	current.checkDraw("glDrawElements")
	current.checkElements("glDrawElements", int32(count), uint32(kind), int(uintptr(offset)))
	gl.DrawElements(uint32(mode), int32(count), uint32(kind), offset)
}

//export strictDrawElementsInstanced
func strictDrawElementsInstanced(mode C.uint, count C.int, kind C.uint, offset unsafe.Pointer, instances C.int) {
	current.count("glDrawElementsInstanced")
	current.checkDraw("glDrawElementsInstanced")
	current.checkElements("glDrawElementsInstanced", int32(count), uint32(kind), int(uintptr(offset)))
	gl.DrawElementsInstanced(uint32(mode), int32(count), uint32(kind), offset, int32(instances))
}
