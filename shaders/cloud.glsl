#ifndef CLOUD // prevents a second inclusion, because both the land and the mirrored sky include this file
#define CLOUD
#include "noiserotation.glsl"
// Clouds in two layers: cumulus below, cirrus above. Each layer is noise on a spherical deck that
// moves with the wind.
uniform sampler2D cloudMap; // r: cumulus, g: cirrus, b: large-scale variation, a: cumulus without fine detail; each with mean 0.5

// In fair weather, cumulus are typically at 600 m to 1.5 km, and cirrus at 6 to 12 km.
const float cumulusBase = 900.0, cirrusBase = 7000.0;       // heights of the decks, m
// Radius of the earth, m. The mean is 6371 km, but the decks do not need it exactly.
const float earthRadius = 6.36e6;

// Returns the distance from the eye to a deck in unit direction d, which must not point down.
float distanceToDeck(vec3 d, float height) {
    float y = earthRadius * d.y, above = max(height - eye.y, 50.0);
    return sqrt(y * y + 2.0 * earthRadius * above) - y;
}

// Returns the mip level for a pixel width in m, for noise that repeats every tile metres.
float mipLevel(float width, float tile) { return log2(max(width * float(NOISE_SIZE) / tile, 1.0)); }

// Returns the texture coordinates of a place in the cumulus noise.
vec2 cumulusUV(vec2 place) { return noiseRotation * (place + drift.xy) / LOW_TILE; }

// Returns the variation of the cumulus density. Its noise is rotated and has a much larger scale,
// so that the pattern does not repeat visibly. The matrix is 0.3 times the inverse of
// noiseRotation, and 1.7 is -log2(0.3). The scale was chosen by eye.
float cumulusVariation(vec2 at, float lod) {
    return 0.5 * textureLod(cloudMap, mat2(0.24, -0.18, 0.18, 0.24) * at, max(lod - 1.7, 0.0)).b - 0.25;
}

// Returns the opacity of cumulus of a given density. The width of the edge, 0.12, was chosen by
// eye.
float cumulusOpacity(float density) { return smoothstep(clouds.x, clouds.x + 0.12, density); }

// Returns the fraction of the light of cumulus that passes through the haze over a distance, m. The
// haze under the clouds is thick, to hide the rows of clouds at the horizon, which would look like
// scales. Half of the light remains at 15 km. This distance and the power were chosen by eye.
float cumulusClearness(float far) {
    float x = far / 15000.0;
    return exp2(-x * sqrt(x));
}

// The depth was chosen by eye. In real cumulus the extinction is 0.02 to 0.1 per m.
const float cumulusDepth = 900.0;     // depth of the cumulus layer, m
const float cumulusExtinction = 0.05; // extinction in a cumulus, 1/m

// Height of the second deck of flat cumulus, which shows their sides, as a fraction of
// cumulusDepth. It was chosen by eye.
const float UPPER_DECK = 0.16;

// Returns the density that a cumulus needs at its base to reach height y, as a fraction of
// cumulusDepth. The curve was chosen by eye.
float domeDensity(float y) { return y * (0.2 + 0.4 * y); }

// Returns the unit direction towards the light that falls on the clouds: towards the sun or, at
// night, the moon.
vec3 cloudLightDirection() { return cloudLit.w > 0.0 ? sunPlace.xyz : sunDirection.xyz; }

// The phase function has two Henyey-Greenstein lobes and is 1 for isotropic scattering
// (G. Kattawar, A three-parameter analytic phase function for multiple scattering calculations,
// JQSRT 15: 839, 1975).
float henyeyGreenstein(float toSun, float g) {
    float x = inversesqrt(1.0 + g * g - 2.0 * g * toSun);
    return (1.0 - g * g) * x * x * x;
}

// The two lobes and their weights were chosen by eye.
float phase(float toSun, float g) { return mix(henyeyGreenstein(toSun, -0.35 * g), henyeyGreenstein(toSun, g), 0.6); }

// Returns the fraction of light that passes through an optical depth of cloud (Beer's law) and is
// scattered towards the eye. It is the sum of single and multiple scattering. With each order, the
// light is attenuated less and scattered more evenly (M. Wrenninge, C. Kulla and V. Lundqvist, Oz:
// the great and volumetric, SIGGRAPH 2013). The first values and the factors of each order were
// chosen by eye.
float cloudScattering(float toSun, float depth) {
    float light = 0.0, share = 0.72, transmittance = 1.0, g = 0.8;
    for (int k = 0; k < 3; k++) {
        light += share * phase(toSun, g) * exp(-transmittance * depth);
        share *= 0.6;
        transmittance *= 0.3;
        g *= 0.45;
    }
    return light;
}

// Returns the light of a flat cumulus in unit direction d, with an optical depth towards the light.
vec3 cumulusLight(vec3 d, float depth) {
    return cloudLit.rgb * (cloudScattering(dot(d, cloudLightDirection()), depth) * (1.0 - clouds.w)) + cloudDark.rgb;
}

// Returns the opacity of cirrus, given the noise of its fibres and of its variation. All numbers of
// the cirrus were chosen by eye.
float cirrusOpacity(float fibre, float variation) {
    float from = 0.72 - 0.5 * clouds.y;
    return step(0.001, clouds.y) * 0.8 * fibre * smoothstep(from, from + 0.4, variation + 0.6 * (fibre - 0.5));
}

// Returns the opacity of cirrus at texture coordinates, with finer fibres.
float cirrusAt(vec2 at, float lod) {
    float variation = textureLod(cloudMap, 0.4 * at + 0.2, lod).b;
    float fibre = textureLod(cloudMap, at, lod).g, finer = textureLod(cloudMap, mat2(2.3, 0.3, -0.3, 2.3) * at, lod + 1.3).g;
    return cirrusOpacity(0.6 * fibre + 0.4 * finer, variation);
}

// Scale of the rolls of an overcast sky relative to cumulus, across and along. The proportions and
// weights of the rolls were chosen by eye.
const vec2 ROLL_SCALE = vec2(1.3, 0.7);

// Returns how far the rolls of an overcast sky hang down, with mean 0.5. at holds texture
// coordinates of the cumulus noise.
float coverRelief(vec2 at, float lod) {
    return 0.7 * textureLod(cloudMap, ROLL_SCALE * at, lod).a + 0.3 * textureLod(cloudMap, 2.5 * ROLL_SCALE * at + 0.3, lod + 1.1).r;
}

// Returns the brightness of an overcast sky relative to its mean. far is the distance, m.
float coverBrightness(vec2 at, float hanging, float far, float lod) {
    // The contrast and the distance over which it halves, 12 km, were chosen by eye.
    float n = 2.2 * (hanging - 0.5) + 2.4 * cumulusVariation(at, lod);
    return exp2(-1.5 * cloudDark.w * n * exp2(-far / 12000.0));
}

// Returns how much an overcast sky looks like a thunderstorm, 0 to 1. The limits were chosen by
// eye.
float storminess() { return smoothstep(0.3, 0.6, clouds.w); }

// Returns the fraction of the key light that both decks of cumulus let through to a place.
float cloudShadow(vec3 place) {
    if (clouds.x > 1.0 || sunDirection.y < LOWEST_SUN) return 1.0;
    vec2 slope = sunDirection.xz / sunDirection.y, at = cumulusUV(place.xz + slope * (cumulusBase - place.y));
    float variation = cumulusVariation(at, 2.0), base = textureLod(cloudMap, at, 2.0).r + variation;
    float side = textureLod(cloudMap, cumulusUV(place.xz + slope * (cumulusBase + UPPER_DECK * cumulusDepth - place.y)), 2.0).r + variation;
    return 1.0 - clouds.z * cumulusOpacity(max(base, side - domeDensity(UPPER_DECK)));
}

// Returns the light that reaches the eye through the air from a place on the ground. light is the
// light that leaves the ground. If the eye is above fog, the top of the fog hides the ground. The
// scales and the depth of the waves of this top were chosen by eye.
vec3 throughAir(vec3 light, vec3 hazeColour, vec3 fromEye, float distance) {
    int passes = fog.x > 0.0 ? 1 : 0; // a loop instead of a branch, because a software driver executes both sides of a branch
    for (int k = 0; k < passes; k++) {
        float down = max(-fromEye.y, 0.01), share = clamp((eye.y - fog.y) / down, 0.0, 1.0);
        vec2 at = eye.xz + share * fromEye.xz + 0.2 * drift.xy;
        float far = share * length(fromEye), lod = mipLevel(far * eye.w * sqrt(far / max(eye.y - fog.y, 1.0)), 900.0);
        float high = textureLod(cloudMap, at / 900.0, lod).b + 0.5 * textureLod(cloudMap, noiseRotation * at / 390.0, lod + 1.2).b;
        vec2 ahead = at + 35.0 * sunAzimuth.xy;
        float next = textureLod(cloudMap, ahead / 900.0, lod).b + 0.5 * textureLod(cloudMap, noiseRotation * ahead / 390.0, lod + 1.2).b;
        float rise = clamp(1.0 + 5.0 * (high - next) * length(sunDirection.xz) / max(sunDirection.y, 0.15), 0.2, 2.2);
        float hollow = exp2(1.6 * (high - 0.75)); // there is less fog in hollows
        float clear = pow(fogClearness(fromEye), hollow);
        light = mix(fogTop(rise) * (0.6 + 0.55 * high), light, clear);
        distance = mix(far, distance, clear);
    }
    return mix(hazeColour, light, clearness(distance));
}
#endif
