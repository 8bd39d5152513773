#ifndef NOISE_ROTATION_GLSL
#define NOISE_ROTATION_GLSL
// noiseRotation rotates the larger of two scales of noise, so that the two scales do not repeat
// together. Its angle is that of a right triangle with sides 3, 4 and 5, so its numbers are exact.
const mat2 noiseRotation = mat2(0.8, 0.6, -0.6, 0.8);
#endif
