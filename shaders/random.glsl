#ifndef RANDOM_GLSL
#define RANDOM_GLSL
// All random numbers of the shaders come from these functions. A hash gives unrelated numbers for
// neighbouring places. Gradient noise needs fewer operations, and the numbers of nearby places are
// evenly distributed.

// Returns a random number in [0, 1) for each place: hash12 of Hoskins, "Hash without Sine", 2014. The
// constants of the hashes are those of this source.
float random(vec2 at) {
    vec3 p = fract(vec3(at.xyx) * 0.1031);
    p += dot(p, p.yzx + 33.33);
    return fract((p.x + p.y) * p.z);
}

// Returns three random numbers in [0, 1) for each place: hash33 of the same source.
vec3 random(vec3 p) {
    p = fract(p * vec3(0.1031, 0.1030, 0.0973));
    p += dot(p, p.yxz + 33.33);
    return fract((p.xxy + p.yxx) * p.zyx);
}

// Returns two random numbers in [0, 1) for each place. This is skein's own variant of hash12, for
// shaders that need many pairs. It is cheaper than two calls of hash12.
vec2 randomPair(vec2 at) {
    vec2 p = fract(at * vec2(0.1031, 0.1030));
    p += dot(p, p.yx + 33.33);
    return fract(vec2(p.x + p.y, p.x - p.y) * p.yx);
}

// Returns a number in [0, 1) for each place: the interleaved gradient noise of Jimenez, "Next
// Generation Post Processing in Call of Duty: Advanced Warfare", 2014. The factor of at.y is
// 0.00583715 in the source. inner shifts the gradient, and outer shifts the result.
float gradientNoise(vec2 at, float factor, float inner, float outer) {
    return fract(52.9829189 * fract(dot(at, vec2(0.06711056, factor)) + inner) + outer);
}

// Returns a random number in [0, 1) for each window: gradient noise with skein's own factors.
float random(vec2 window, float seed) { return gradientNoise(window, 0.2583715, 7.13 * seed, 0.0); }
#endif
