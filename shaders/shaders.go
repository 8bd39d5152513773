// Package shaders holds the GLSL sources of the renderer, embedded. Each file NAME.vert or
// NAME.frag is a whole shader for OpenGL 4.1 core, except for lines such as #include "NAME.glsl",
// which the renderer resolves.
package shaders

import "embed"

// Files holds the .glsl, .vert and .frag files of this folder.
//
//go:embed *.vert *.frag *.glsl
var Files embed.FS
