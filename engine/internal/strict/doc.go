// Package strict is a layer between the renderer and OpenGL for tests. It reports uses that the
// specification forbids or leaves undefined, although a lenient driver accepts them: a name
// used as an object before it was bound or after it was deleted; rendering to a framebuffer
// whose completeness was not checked; a draw that reads a texture with missing levels or a
// texture that it renders to, or reads beyond the end of a buffer. On a debug context with
// KHR_debug, it also collects the driver's reports of errors, undefined behaviour, deprecated
// features and portability problems.
//
// It queries the driver about objects (glIsBuffer and the like) instead of tracking them
// itself, because the specification defines validity that way.
package strict
