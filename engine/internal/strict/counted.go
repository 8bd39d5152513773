//go:build cgo

package strict

/*
#include <stddef.h>

void strictFinish(void);
void strictFlush(void);
unsigned int strictGetError(void);
void strictGetIntegerv(unsigned int, int *);
void *strictGetString(unsigned int);
void *strictGetStringi(unsigned int, unsigned int);
unsigned char strictIsEnabled(unsigned int);
void strictGetShaderiv(unsigned int, unsigned int, int *);
void strictGetShaderInfoLog(unsigned int, int, int *, void *);
void strictGetProgramiv(unsigned int, unsigned int, int *);
void strictGetProgramInfoLog(unsigned int, int, int *, void *);
int strictGetUniformLocation(unsigned int, void *);
unsigned int strictGetUniformBlockIndex(unsigned int, void *);
void strictGetQueryiv(unsigned int, unsigned int, int *);
void strictGetQueryObjectiv(unsigned int, unsigned int, int *);
void strictGetQueryObjectui64v(unsigned int, unsigned int, void *);
void strictCompileShader(unsigned int);
void strictLinkProgram(unsigned int);
*/
import "C"

import (
	"maps"
	"unsafe"

	gl "github.com/go-gl/gl/v3.3-core/gl"
)

// countedFunctions maps names of functions to wrappers that count calls without checking them. These
// functions may wait for the driver or start expensive work.
var countedFunctions = map[string]unsafe.Pointer{
	"glFinish":               C.strictFinish,
	"glFlush":                C.strictFlush,
	"glGetError":             C.strictGetError,
	"glGetIntegerv":          C.strictGetIntegerv,
	"glGetString":            C.strictGetString,
	"glGetStringi":           C.strictGetStringi,
	"glIsEnabled":            C.strictIsEnabled,
	"glGetShaderiv":          C.strictGetShaderiv,
	"glGetShaderInfoLog":     C.strictGetShaderInfoLog,
	"glGetProgramiv":         C.strictGetProgramiv,
	"glGetProgramInfoLog":    C.strictGetProgramInfoLog,
	"glGetUniformLocation":   C.strictGetUniformLocation,
	"glGetUniformBlockIndex": C.strictGetUniformBlockIndex,
	"glGetQueryiv":           C.strictGetQueryiv,
	"glGetQueryObjectiv":     C.strictGetQueryObjectiv,
	"glGetQueryObjectui64v":  C.strictGetQueryObjectui64v,
	"glCompileShader":        C.strictCompileShader,
	"glLinkProgram":          C.strictLinkProgram,
}

// Calls returns the number of calls of each counted function since the last ResetCalls.
func (w *Checker) Calls() map[string]int { return maps.Clone(w.calls) }

// ResetCalls sets all counts to zero.
func (w *Checker) ResetCalls() { clear(w.calls) }

func (w *Checker) count(name string) { w.calls[name]++ }

//export strictFinish
func strictFinish() {
	current.count("glFinish")
	gl.Finish()
}

//export strictFlush
func strictFlush() {
	current.count("glFlush")
	gl.Flush()
}

//export strictGetError
func strictGetError() C.uint {
	current.count("glGetError")
	return C.uint(gl.GetError())
}

//export strictGetIntegerv
func strictGetIntegerv(what C.uint, to *C.int) {
	current.count("glGetIntegerv")
	gl.GetIntegerv(uint32(what), (*int32)(to))
}

//export strictGetString
func strictGetString(what C.uint) unsafe.Pointer {
	current.count("glGetString")
	return unsafe.Pointer(gl.GetString(uint32(what)))
}

//export strictGetStringi
func strictGetStringi(what, i C.uint) unsafe.Pointer {
	current.count("glGetStringi")
	return unsafe.Pointer(gl.GetStringi(uint32(what), uint32(i)))
}

//export strictIsEnabled
func strictIsEnabled(what C.uint) C.uchar {
	current.count("glIsEnabled")
	if gl.IsEnabled(uint32(what)) {
		return 1
	}
	return 0
}

//export strictGetShaderiv
func strictGetShaderiv(shader, what C.uint, to *C.int) {
	current.count("glGetShaderiv")
	gl.GetShaderiv(uint32(shader), uint32(what), (*int32)(to))
}

//export strictGetShaderInfoLog
func strictGetShaderInfoLog(shader C.uint, size C.int, length *C.int, to unsafe.Pointer) {
	current.count("glGetShaderInfoLog")
	gl.GetShaderInfoLog(uint32(shader), int32(size), (*int32)(length), (*uint8)(to))
}

//export strictGetProgramiv
func strictGetProgramiv(program, what C.uint, to *C.int) {
	current.count("glGetProgramiv")
	gl.GetProgramiv(uint32(program), uint32(what), (*int32)(to))
}

//export strictGetProgramInfoLog
func strictGetProgramInfoLog(program C.uint, size C.int, length *C.int, to unsafe.Pointer) {
	current.count("glGetProgramInfoLog")
	gl.GetProgramInfoLog(uint32(program), int32(size), (*int32)(length), (*uint8)(to))
}

//export strictGetUniformLocation
func strictGetUniformLocation(program C.uint, name unsafe.Pointer) C.int {
	current.count("glGetUniformLocation")
	return C.int(gl.GetUniformLocation(uint32(program), (*uint8)(name)))
}

//export strictGetUniformBlockIndex
func strictGetUniformBlockIndex(program C.uint, name unsafe.Pointer) C.uint {
	current.count("glGetUniformBlockIndex")
	return C.uint(gl.GetUniformBlockIndex(uint32(program), (*uint8)(name)))
}

//export strictGetQueryiv
func strictGetQueryiv(target, what C.uint, to *C.int) {
	current.count("glGetQueryiv")
	gl.GetQueryiv(uint32(target), uint32(what), (*int32)(to))
}

//export strictGetQueryObjectiv
func strictGetQueryObjectiv(query, what C.uint, to *C.int) {
	current.count("glGetQueryObjectiv")
	gl.GetQueryObjectiv(uint32(query), uint32(what), (*int32)(to))
}

//export strictGetQueryObjectui64v
func strictGetQueryObjectui64v(query, what C.uint, to unsafe.Pointer) {
	current.count("glGetQueryObjectui64v")
	gl.GetQueryObjectui64v(uint32(query), uint32(what), (*uint64)(to))
}

//export strictCompileShader
func strictCompileShader(shader C.uint) {
	current.count("glCompileShader")
	gl.CompileShader(uint32(shader))
}

//export strictLinkProgram
func strictLinkProgram(program C.uint) {
	current.count("glLinkProgram")
	gl.LinkProgram(uint32(program))
}
