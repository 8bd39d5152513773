// Returns a random number in [0, 1) for each place: hash12 of Hoskins, "Hash without Sine", 2014. The
// constants of this file are those of its sources.
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

// Returns a random number in [0, 1) for each window: the interleaved gradient noise of Jimenez, "Next
// Generation Post Processing in Call of Duty: Advanced Warfare", 2014. The factors of window.y and of
// the seed are skein's own.
float random(vec2 window, float seed) {
    return fract(52.9829189 * fract(dot(window, vec2(0.06711056, 0.2583715)) + 7.13 * seed));
}
