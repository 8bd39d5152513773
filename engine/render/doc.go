// Package render draws a [frame.Frame] with OpenGL 4.1 core into a target of its own. The image
// then goes to a window or back to the CPU. The package needs cgo and a current context (package
// window or headless), and must be used from the thread that holds the context.
//
// The packages below this one prepare the data. gpu wraps OpenGL; view computes the geometry of a
// view; sky, land and birds hold the objects; material holds the materials of birds and solids.
// This package draws them. Start reading at [Renderer.Draw] in render.go, then at the list of
// things in things.go.
//
// Every shader writes linear light times the exposure; only develop.frag turns it into display
// values. In the tier Draft, for software drivers, each shader develops what it draws, with the
// same code (tonemap.glsl). Every shader with lighting includes scene.glsl: sun and sunDirection
// are the key light, ambient(n) is the light from all around, air() applies the air between the eye
// and a place, sky(d) is the clear sky in a direction. cloud.glsl adds cloudShadow(place), the
// share of the key light that passes the clouds.
//
// What each tier draws:
//
//	         draft                          good                        best
//	light    developed where it is drawn    linear until the end        like good
//	sky      at the corners of a grid       at each pixel               like good
//	clouds   two layers, shade per corner   ray-marched in 26 steps     in 44 steps
//	horizon  a colour for each layer        with leaves                 like good
//	mirrors  the haze                       the sky, clouds and trees   like good
//	ground   in fewer columns               with fine grain             like good
//	plants   none                           near the eye                farther, and more
//	bloom    none                           as Light.Bloom says         like good
//	material colour and opacity             the whole material          like good
//	levels   birds change at once           sample by sample            like good
//	shadows  none of birds on themselves    none of birds on themselves nearby birds on themselves
//	samples  4                              4                           8, if the driver has them
//
// The samples apply to objects with edges, unless Options.Samples says otherwise. Frames that are
// summed or read back as light are never drawn as drafts.
//
// A list of passes (post.go) works on the light before develop.frag. Numbers that Go and the
// shaders share are written in Go (sharedconstants.go); shaders get them as macros. A macro also
// tells them the tier: DRAFT or BEST.
//
// Each land but the meadow has a shader for its ground (land.vert and, say, marsh.frag, which
// includes land.glsl) and a band of distant objects (horizon.frag). The heights of this band by
// azimuth are computed once for each land and seed (land/skyline.go). The programs of a land are
// compiled when it is first seen, and the programs of a sky when that kind of sky is first seen.
//
// A frame shows a list of things (things.go), which are drawn in order. First each thing uploads
// its data for the frame, then things cast shadows into maps, then each view is drawn, then ids and
// depths if they are asked for. Sky and ground need no depth and go straight into the image; things
// with edges go into a multisampled layer, which is then put over the image. A new thing needs a
// file of its own, a row in the list, and its data in frame.Frame. Its programs are rows of a table
// (pipelines.go). Debuggers show each pass with its name.
package render
