// Periodic noise. rg: slopes of waves; b: tufts, mean 0.5; a: patches, mean 0.5.
uniform sampler2D landMap;

#include "noiserotation.glsl"

vec4 noiseAt(vec2 place, float tile) { return texture(landMap, place / tile); }

#ifndef DRAFT
// Returns noise that is also sharp at grazing angles. It is the mean of three samples along the
// footprint of the pixel.
vec4 anisotropicNoise(vec2 place, float tile) {
    vec2 at = place / tile, right = dFdx(at), up = dFdy(at);
    bool upright = dot(up, up) > dot(right, right);
    vec2 along = (upright ? up : right) / 3.0, across = upright ? right : up;
    return (textureGrad(landMap, at - along, along, across) + textureGrad(landMap, at, along, across) + textureGrad(landMap, at + along, along, across)) / 3.0;
}

// Returns how much the tufts slope towards the sun. This is their height at the place minus their
// height at a point closer to the sun. further is the distance of this point, m. tile is the period
// of the noise, m.
float reliefShading(vec2 place, float tile, float further) {
    return noiseAt(place, tile).b - noiseAt(place + further * sunAzimuth.xy, tile).b;
}
#endif

// Returns noise with patches of many sizes. Its mean is 0.5.
float patchesAt(vec2 place, float tile) {
    return 0.6 * noiseAt(place, tile).a + 0.4 * noiseAt(noiseRotation * place, 4.3 * tile).a;
}

// Returns noise with tufts of two sizes. Its mean is 0.5.
float tuftsAt(vec2 place) {
    return 0.5 * noiseAt(place, 9.0).b + 0.5 * noiseAt(noiseRotation * place, 61.0).b;
}
