// What water mirrors stands a little aside of where still water would show it.
uniform sampler2D landMap; // rg: slopes of waves

const mat2 noiseRotation = mat2(0.8, 0.6, -0.6, 0.8); // as in land.glsl

// Slopes of the waves that repeat over so many metres, without those finer than a part of
// that: of all of them none is left, but for what bytes are off.
vec2 slopesAt(vec2 at, float tile, float fine) {
    float lod = log2(max(fine * float(NOISE_SIZE) / tile, 1.0));
    return (textureLod(landMap, at / tile, lod).rg - level) * (1.0 - smoothstep(5.0, 7.0, lod));
}

vec2 ripplesAt(vec2 at, float fine) {
    const vec2 of = MIRRORED;
    float t = landOffset.z;
    return of.y * (slopesAt(at + t * fineWind, of.x, fine) + slopesAt(noiseRotation * at + t * broadWind, broader * of.x, fine) * noiseRotation);
}

// How far aside of where level water shows it, for each metre that the eye is high, a slope
// shows what is so high, which lies that way: it turns what is mirrored by twice as much, to
// first order.
vec2 mirrorOffset(vec2 slope, float high, vec2 way) {
    vec2 by = 2.0 * high / (eye.y + high) * (slope + dot(slope, way) * way);
    return by * min(1.0, 0.3 * (length(way) + 0.1) * inversesqrt(max(dot(by, by), 1e-12)));
}
