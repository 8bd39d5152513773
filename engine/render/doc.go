// Package render draws an [engine.Frame] with OpenGL 4.1 core into a target of
// its own, from which the image goes to a window or back to the CPU. It needs a
// current context (package window or headless) and is used from the thread that
// holds it. It needs cgo.
//
// Light goes one way: every shader writes light times the exposure, and develop.frag alone
// makes it what a display shows. In the tier Draft, for software drivers, the same lines
// (tonemap.glsl) develop it where it is drawn. A shader that is lit includes scene.glsl: sun
// and sunDirection are the key light, ambient(n) the light from all around, air() what the
// air leaves of a light and adds to it, sky(d) the clear sky in a direction, and, with
// cloud.glsl, cloudShade(place) what clouds leave of the key light.
//
// What each tier draws:
//
//	         draft                          good                        best
//	light    developed where it is drawn    linear, developed at last   likewise
//	sky      at the corners of a grid       at each pixel               likewise
//	clouds   two decks, shade land corners  26 steps through, shade all 44 steps
//	horizon  a colour for each layer        with leaves                 likewise
//	mirrors  the haze                       the sky, clouds and trees   likewise
//	ground   in fewer columns               with fine grain             likewise
//	plants   none                           near by                     farther, and more
//	bloom    none                           as Light.Bloom has it       likewise
//	matter   colour and opacity             all that a material says    likewise
//	levels   birds go over at once          a sample after the other    likewise
//	shadows  not of birds on themselves     likewise                    of those near by
//	samples  4                              4                           8, where the driver has them
//
// Samples are those of what has edges, unless Options.Samples asks for others. What is added
// up, or read back as light, is no draft.
//
// Between light and develop.frag is a list of passes (post.go). What Go and the shaders must
// agree on is written in Go (agreed.go); shaders have it as macros. They know the tier by one,
// too: DRAFT or BEST.
//
// A land but the meadow has a shader for its ground (land.vert and marsh.frag, say, which
// includes land.glsl) and a band for what stands far off (horizon.frag), whose heights by the
// azimuth are made once for a land and its seed (horizon.go); both are compiled when the land
// is first seen, and the sky's programs when there is such a sky.
//
// What frames show is a list of things (things.go), drawn in its order: what each uploads of
// a frame comes first, then the shadows that things cast into maps, then each view, then
// ids and depths where they are asked for. Sky and ground need no depth and go straight
// into the image; what has edges goes into a layer with samples, which is then put over it.
// A new thing has a file of its own, a row in the list and what it shows in engine.Frame.
// Its programs are rows of a table (pipelines.go). Debuggers show each pass by its name.
package render
