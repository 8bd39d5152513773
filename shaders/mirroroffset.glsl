// Waves offset a reflection from its position in still water.
uniform sampler2D landMap; // rg: slopes of waves

#include "noiserotation.glsl"

// Returns the slopes of waves with period tile, m, without waves shorter than fine, m. If all waves
// are shorter, the slopes fade to 0, because only quantization errors of the bytes would remain.
vec2 slopesAt(vec2 at, float tile, float fine) {
    float lod = log2(max(fine * float(NOISE_SIZE) / tile, 1.0));
    return (textureLod(landMap, at / tile, lod).rg - level) * (1.0 - smoothstep(5.0, 7.0, lod));
}

vec2 ripplesAt(vec2 at, float fine) {
    const vec2 ripple = MIRRORED;
    float t = landOffset.z;
    return ripple.y * (slopesAt(at + t * fineWind, ripple.x, fine) + slopesAt(noiseRotation * at + t * broadWind, broader * ripple.x, fine) * noiseRotation);
}

// Returns the offset of a reflection by a slope of the water, in m per metre of the eye's height.
// high is the height of the reflected point. way is the horizontal vector to it, per metre of
// height. To first order, a slope turns the reflected ray by twice its angle.
vec2 mirrorOffset(vec2 slope, float high, vec2 way) {
    vec2 shift = 2.0 * high / (eye.y + high) * (slope + dot(slope, way) * way);
    return shift * min(1.0, 0.3 * (length(way) + 0.1) * inversesqrt(max(dot(shift, shift), 1e-12)));
}
