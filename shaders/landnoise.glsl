// Noise that repeats. rg: slopes of waves; b: tufts; a: patches; the last two have mean 0.5.
uniform sampler2D landMap;

const mat2 noiseRotation = mat2(0.8, 0.6, -0.6, 0.8); // of the larger of two scales of noise, so that neither repeats where the other does

vec4 noiseAt(vec2 place, float tile) { return texture(landMap, place / tile); }

#ifndef DRAFT
// Noise that is as fine as a pixel is narrow, where that is seen aslant: the mean of three
// looks along the pixel.
vec4 anisotropicNoise(vec2 place, float tile) {
    vec2 at = place / tile, right = dFdx(at), up = dFdy(at);
    bool upright = dot(up, up) > dot(right, right);
    vec2 along = (upright ? up : right) / 3.0, across = upright ? right : up;
    return (textureGrad(landMap, at - along, along, across) + textureGrad(landMap, at, along, across) + textureGrad(landMap, at + along, along, across)) / 3.0;
}

// How much more than level ground tufts face the sun, in noise that repeats over such a
// size: they are higher there than so much further towards it.
float reliefShading(vec2 place, float tile, float further) {
    return noiseAt(place, tile).b - noiseAt(place + further * sunAzimuth.xy, tile).b;
}
#endif

// Patches of many sizes, with mean 0.5.
float patchesAt(vec2 place, float tile) {
    return 0.6 * noiseAt(place, tile).a + 0.4 * noiseAt(noiseRotation * place, 4.3 * tile).a;
}

// Tufts near by, and what is coarser beyond.
float tuftsAt(vec2 place) {
    return 0.5 * noiseAt(place, 9.0).b + 0.5 * noiseAt(noiseRotation * place, 61.0).b;
}
