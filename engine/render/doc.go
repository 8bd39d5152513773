// Package render draws an [engine.Frame] with OpenGL 4.1 core into a target of
// its own, from which the image goes to a window or back to the CPU. It needs a
// current context (package window or headless) and is used from the thread that
// holds it. It needs cgo.
//
// Light goes one way: every shader writes light times the exposure, and develop.frag alone
// makes it what a display shows. In the tier Draft, for software drivers, the same lines
// (film.glsl) develop it where it is drawn. A shader that is lit includes scene.glsl: sun
// and sunDirection are the key light, ambient(n) the light from all around, air() what the
// air leaves of a light and adds to it, sky(d) the clear sky in a direction, and, with
// cloud.glsl, cloudShade(place) what clouds leave of the key light.
//
// A land but the meadow has a shader for its ground (land.vert and marsh.frag, say, which
// includes land.glsl) and a band for what stands far off (horizon.frag); both are compiled
// when the land is first seen.
//
// One view is drawn in this order: a map of what stands in the sun, where anything does,
// the birds' shadows into a map of the ground, the sky and the ground, neither of which
// needs depth, the shadows from the maps, what stands, the birds, then what is
// translucent: ribbons and the vision sphere.
package render
