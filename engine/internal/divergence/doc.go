// Package divergence finds derivatives in fragment shaders that GLSL leaves undefined.
//
// A graphics card computes derivatives, and the level of detail of texture(), from the differences
// between four neighbouring pixels. The result is undefined if some of the four pixels did not
// reach the instruction: within a branch or a loop whose condition varies from pixel to pixel, or
// after a return or a discard within one (GLSL 4.10, section 8.7: "implicit derivatives are
// undefined within non-uniform control flow"). Software drivers compute all branches for all
// pixels, so they never show the mistake.
//
// The package reads SPIR-V, which the reference compiler glslangValidator makes from GLSL. It
// follows every value from its sources: a value that is the same for all pixels of a triangle (a
// constant, a uniform, a flat input) is uniform, and a value that is computed from anything else
// varies. If in doubt, it reports a derivative.
package divergence
