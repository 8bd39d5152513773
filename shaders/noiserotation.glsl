#ifndef NOISE_ROTATION_GLSL
#define NOISE_ROTATION_GLSL
// noiseRotation rotates the larger of two scales of noise, so that the two do not repeat together.
// It is the rotation of a right triangle with sides 3, 4 and 5, whose numbers are exact.
const mat2 noiseRotation = mat2(0.8, 0.6, -0.6, 0.8);
#endif
