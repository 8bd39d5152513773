// Package divergence finds derivatives in fragment shaders that GLSL leaves undefined.
//
// A graphics card computes derivatives from the differences between four neighbouring pixels. It also needs
// them to choose the level of detail for texture(). If some of the four pixels do not reach the instruction,
// the result is undefined. This happens in a branch or a loop whose condition varies from pixel to pixel, and
// after a return or a discard in that branch (GLSL 4.10, section 8.7: "implicit derivatives are undefined
// within non-uniform control flow"). Software drivers compute all branches for all pixels, so their pictures
// never show this mistake.
//
// The package reads SPIR-V, which the reference compiler glslangValidator produces from GLSL. It follows
// every value from its sources. Constants, uniforms and flat inputs are the same for all pixels of a
// triangle. A value that is computed only from such values is uniform, and every other value varies. If
// in doubt, the package reports a derivative.
package divergence
