// Package strict is a layer between the renderer and OpenGL for tests. It reports uses of OpenGL that the
// specification forbids or leaves undefined, even if a lenient driver accepts them:
//
//   - use of a name that is not an object, because it was not yet bound or was already deleted
//   - rendering to a framebuffer whose completeness was not checked
//   - a draw call that reads a texture with missing levels, or a texture that it renders to
//   - a draw call that reads beyond the end of a buffer
//
// On a debug context with KHR_debug, it also collects the driver's messages about errors, undefined
// behaviour, deprecated features and portability.
//
// It keeps no list of objects. It asks the driver with functions such as glIsBuffer, because the
// specification defines the validity of an object by the result of these functions.
package strict
