// Package gpu wraps OpenGL 4.1: objects with labels, programs with the state of their draws, textures,
// framebuffers and timer queries. It does not know about birds or lands, and draws nothing by itself. It
// needs cgo and a current context.
//
// Start reading in objects.go, which makes all objects, and in program.go, which compiles a [Pipeline] from
// files of package shaders and makes it current.
package gpu
