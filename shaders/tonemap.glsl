// Tone mapping for a display. develop.frag uses it. In a draft, exposed() and dither() of
// scene.glsl also use it.
#include "random.glsl"

// Applies the fit to the ACES curve by K. Narkowicz (ACES filmic tone mapping curve, 2015), then a
// display gamma of 2.
vec3 toneMap(vec3 x) {
    return sqrt((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
}

#ifdef DEEP
const float STEPS = 65535.0;
#else
const float STEPS = 255.0;
#endif

// Adds gradient noise of half a step, which avoids banding in slow gradients.
vec3 withDither(vec3 c, vec2 pixel) {
    float n = gradientNoise(pixel, 0.00583715, 0.0, 0.0);
    return c + (n - 0.5) / STEPS;
}
