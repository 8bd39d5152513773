// Package strict stands between the renderer and OpenGL in tests, and notes what
// the specification forbids or leaves undefined but a forgiving driver lets pass:
// a name used as an object before it was ever bound, or after it was deleted; a
// framebuffer drawn into that nobody found complete; a draw that reads a texture
// without all its levels, one that it draws into, or beyond the end of a buffer. It
// also takes down what the driver itself objects to, where the context is a debug
// context with KHR_debug: errors, undefined behaviour, deprecations and what is not
// portable.
//
// It asks the driver about objects rather than keep books of its own: whether a
// name is an object's (glIsBuffer and the like) is the specification's question.
package strict
