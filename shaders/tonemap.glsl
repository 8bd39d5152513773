// What a display makes of light. Only develop.frag goes by it; and of a draft, which is
// developed as it is drawn, exposed() and dither() of scene.glsl.

// Narkowicz's fit to the ACES curve, then a display gamma of 2.
vec3 toneMap(vec3 x) {
    return sqrt((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
}

#ifdef DEEP
const float STEPS = 65535.0;
#else
const float STEPS = 255.0;
#endif

// Half a step of noise, so that slow gradients do not band.
vec3 withDither(vec3 c, vec2 pixel) {
    float n = fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
    return c + (n - 0.5) / STEPS;
}
