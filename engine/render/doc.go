// Package render draws an [engine.Frame] with OpenGL 4.1 core into a target of
// its own, from which the image goes to a window or back to the CPU. It needs a
// current context (package window or headless) and is used from the thread that
// holds it. It needs cgo.
//
// One view is drawn in this order: a map of what stands in the sun, where anything does,
// the birds' shadows into a map of the ground, the sky and the ground, neither of which
// needs depth, the shadows from the maps, what stands, the birds, then what is
// translucent: ribbons and the vision sphere.
package render
