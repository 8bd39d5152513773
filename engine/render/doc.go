// Package render draws a [frame.Frame] with OpenGL 4.1 core into an image on the GPU. The image is then
// shown in a window or read back to the CPU. The package needs cgo and a current context (package window or
// headless), and must be used from the thread that holds the context.
//
// The packages below this one prepare the data. gpu wraps OpenGL; view computes the geometry of a
// view; sky, land and birds hold the objects; material holds the materials of birds and solids.
// This package draws them. Start reading at [Renderer.Draw] in render.go, then at the list of
// things in things.go.
//
// Every shader writes linear light times the exposure. Only develop.frag converts this light to display
// values. The tier Draft, for software drivers, is different: each shader converts its own output, with the
// same code (tonemap.glsl). Every shader with lighting includes scene.glsl. In it, sun and sunDirection are
// the key light, ambient(n) is the light from all around, air() applies the air between the eye and a place,
// and sky(d) is the clear sky in a direction. cloud.glsl adds cloudShadow(place), the share of the key light
// that passes through the clouds.
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
//	bloom    none                           as set in Light.Bloom       like good
//	material colour and opacity             the whole material          like good
//	levels   birds change at once           sample by sample            like good
//	far      birds of 4 triangles           of about 10                 like good
//	shadows  none of birds on themselves    none of birds on themselves nearby birds on themselves
//	samples  4                              4                           8, if the driver can
//
// The number of samples applies to objects with edges. Options.Samples can change it. Frames that are
// summed or read back as light are never drawn as drafts.
//
// A list of passes (post.go) processes the light before develop.frag. Constants that Go and the shaders share
// are defined in Go (sharedconstants.go), and shaders get them as macros. Another macro tells shaders the
// tier: DRAFT or BEST.
//
// Each land except the meadow has a shader for its ground (land.vert with, for example, marsh.frag, which
// includes land.glsl) and a band of distant objects (horizon.frag). The height of this band at each azimuth
// is computed once for each land and seed (land/skyline.go). The programs of a land, or of a kind of sky, are
// compiled when it is first drawn.
//
// A frame shows a list of things (things.go), which are drawn in order. First each thing uploads its data for
// the frame. Then things draw their shadows into maps. Then each view is drawn, and last, on request, ids and
// depths. Sky and ground need no depth and are drawn straight into the image. Things with edges are drawn
// into a multisampled layer, which is then drawn over the image. A new thing needs a file of its own, an
// entry in the list, and its data in frame.Frame. Its programs are rows of a table (pipelines.go). Debuggers
// show each pass with its name.
package render
