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

// wrapped are the functions that the rules are about. Each looks at the state that
// it is called in, then calls OpenGL's own.
var wrapped = map[string]unsafe.Pointer{
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
	now.object("glObjectLabel", uint32(kind), uint32(object))
	gl.ObjectLabel(uint32(kind), uint32(object), int32(length), (*uint8)(text))
}

//export strictTexBuffer
func strictTexBuffer(target, format, buffer C.uint) {
	now.boundTo("glTexBuffer", textureBindings, uint32(target))
	now.object("glTexBuffer", gl.BUFFER, uint32(buffer))
	gl.TexBuffer(uint32(target), uint32(format), uint32(buffer))
}

//export strictFramebufferTexture2D
func strictFramebufferTexture2D(target, at, kind, texture C.uint, level C.int) {
	now.object("glFramebufferTexture2D", gl.TEXTURE, uint32(texture))
	gl.FramebufferTexture2D(uint32(target), uint32(at), uint32(kind), uint32(texture), int32(level))
	now.changed(uint32(target))
}

//export strictFramebufferRenderbuffer
func strictFramebufferRenderbuffer(target, at, kind, buffer C.uint) {
	now.object("glFramebufferRenderbuffer", gl.RENDERBUFFER, uint32(buffer))
	gl.FramebufferRenderbuffer(uint32(target), uint32(at), uint32(kind), uint32(buffer))
	now.changed(uint32(target))
}

//export strictDrawBuffers
func strictDrawBuffers(n C.int, buffers unsafe.Pointer) {
	gl.DrawBuffers(int32(n), (*uint32)(buffers))
	now.changed(gl.DRAW_FRAMEBUFFER)
}

//export strictBufferData
func strictBufferData(target C.uint, size C.ptrdiff_t, data unsafe.Pointer, usage C.uint) {
	now.boundTo("glBufferData", bufferBindings, uint32(target))
	gl.BufferData(uint32(target), int(size), data, uint32(usage))
}

//export strictTexImage3D
func strictTexImage3D(target C.uint, level, inside, width, height, depth, border C.int, format, kind C.uint, pixels unsafe.Pointer) {
	now.boundTo("glTexImage3D", textureBindings, uint32(target))
	gl.TexImage3D(uint32(target), int32(level), int32(inside), int32(width), int32(height), int32(depth), int32(border), uint32(format), uint32(kind), pixels)
}

//export strictTexImage2D
func strictTexImage2D(target C.uint, level, inside, width, height, border C.int, format, kind C.uint, pixels unsafe.Pointer) {
	now.boundTo("glTexImage2D", textureBindings, uint32(target))
	gl.TexImage2D(uint32(target), int32(level), int32(inside), int32(width), int32(height), int32(border), uint32(format), uint32(kind), pixels)
}

//export strictTexSubImage2D
func strictTexSubImage2D(target C.uint, level, x, y, width, height C.int, format, kind C.uint, pixels unsafe.Pointer) {
	now.boundTo("glTexSubImage2D", textureBindings, uint32(target))
	gl.TexSubImage2D(uint32(target), int32(level), int32(x), int32(y), int32(width), int32(height), uint32(format), uint32(kind), pixels)
}

//export strictTexImage2DMultisample
func strictTexImage2DMultisample(target C.uint, samples C.int, inside C.uint, width, height C.int, fixed C.uchar) {
	now.boundTo("glTexImage2DMultisample", textureBindings, uint32(target))
	gl.TexImage2DMultisample(uint32(target), int32(samples), uint32(inside), int32(width), int32(height), fixed != 0)
}

//export strictTexParameteri
func strictTexParameteri(target, what C.uint, value C.int) {
	now.boundTo("glTexParameteri", textureBindings, uint32(target))
	gl.TexParameteri(uint32(target), uint32(what), int32(value))
}

//export strictGenerateMipmap
func strictGenerateMipmap(target C.uint) {
	now.boundTo("glGenerateMipmap", textureBindings, uint32(target))
	gl.GenerateMipmap(uint32(target))
}

//export strictRenderbufferStorage
func strictRenderbufferStorage(target, inside C.uint, width, height C.int) {
	now.bound("glRenderbufferStorage", gl.RENDERBUFFER_BINDING)
	gl.RenderbufferStorage(uint32(target), uint32(inside), int32(width), int32(height))
}

//export strictRenderbufferStorageMultisample
func strictRenderbufferStorageMultisample(target C.uint, samples C.int, inside C.uint, width, height C.int) {
	now.bound("glRenderbufferStorageMultisample", gl.RENDERBUFFER_BINDING)
	gl.RenderbufferStorageMultisample(uint32(target), int32(samples), uint32(inside), int32(width), int32(height))
}

//export strictEnableVertexAttribArray
func strictEnableVertexAttribArray(at C.uint) {
	now.bound("glEnableVertexAttribArray", gl.VERTEX_ARRAY_BINDING)
	gl.EnableVertexAttribArray(uint32(at))
}

//export strictVertexAttribPointer
func strictVertexAttribPointer(at C.uint, width C.int, kind C.uint, normalized C.uchar, stride C.int, offset unsafe.Pointer) {
	now.bound("glVertexAttribPointer", gl.VERTEX_ARRAY_BINDING)
	now.bound("glVertexAttribPointer", gl.ARRAY_BUFFER_BINDING)
	gl.VertexAttribPointer(uint32(at), int32(width), uint32(kind), normalized != 0, int32(stride), offset)
}

//export strictCheckFramebufferStatus
func strictCheckFramebufferStatus(target C.uint) C.uint {
	status := gl.CheckFramebufferStatus(uint32(target))
	now.sound[framebuffer(uint32(target))] = status == gl.FRAMEBUFFER_COMPLETE
	return C.uint(status)
}

//export strictClear
func strictClear(mask C.uint) {
	now.drawable("glClear", gl.DRAW_FRAMEBUFFER)
	gl.Clear(uint32(mask))
}

//export strictClearBufferuiv
func strictClearBufferuiv(buffer C.uint, at C.int, value unsafe.Pointer) {
	now.drawable("glClearBufferuiv", gl.DRAW_FRAMEBUFFER)
	gl.ClearBufferuiv(uint32(buffer), int32(at), (*uint32)(value))
}

//export strictClearBufferfv
func strictClearBufferfv(buffer C.uint, at C.int, value unsafe.Pointer) {
	now.drawable("glClearBufferfv", gl.DRAW_FRAMEBUFFER)
	gl.ClearBufferfv(uint32(buffer), int32(at), (*float32)(value))
}

//export strictReadPixels
func strictReadPixels(x, y, width, height C.int, format, kind C.uint, to unsafe.Pointer) {
	now.drawable("glReadPixels", gl.READ_FRAMEBUFFER)
	gl.ReadPixels(int32(x), int32(y), int32(width), int32(height), uint32(format), uint32(kind), to)
}

//export strictBlitFramebuffer
func strictBlitFramebuffer(ax, ay, bx, by, cx, cy, dx, dy C.int, mask, filter C.uint) {
	now.drawable("glBlitFramebuffer", gl.READ_FRAMEBUFFER)
	now.drawable("glBlitFramebuffer", gl.DRAW_FRAMEBUFFER)
	gl.BlitFramebuffer(int32(ax), int32(ay), int32(bx), int32(by), int32(cx), int32(cy), int32(dx), int32(dy), uint32(mask), uint32(filter))
}

//export strictDrawArrays
func strictDrawArrays(kind C.uint, first, count C.int) {
	now.ready("glDrawArrays")
	now.need(len(attributes()) == 0, "glDrawArrays: attributes are not watched")
	gl.DrawArrays(uint32(kind), int32(first), int32(count))
}

//export strictDrawElements
func strictDrawElements(mode C.uint, count C.int, kind C.uint, offset unsafe.Pointer) {
	now.ready("glDrawElements")
	now.elements("glDrawElements", int32(count), uint32(kind), int(uintptr(offset)))
	gl.DrawElements(uint32(mode), int32(count), uint32(kind), offset)
}

//export strictDrawElementsInstanced
func strictDrawElementsInstanced(mode C.uint, count C.int, kind C.uint, offset unsafe.Pointer, instances C.int) {
	now.ready("glDrawElementsInstanced")
	now.elements("glDrawElementsInstanced", int32(count), uint32(kind), int(uintptr(offset)))
	gl.DrawElementsInstanced(uint32(mode), int32(count), uint32(kind), offset, int32(instances))
}
