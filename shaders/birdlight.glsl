#include "cloud.glsl"
#include "feathers.glsl"
#ifdef SHADED
#include "sunshadow.glsl"
#endif

// Returns the fraction of the sun that reaches a point of a bird. If SHADED is defined, obstacles
// cast shadows on the bird.
float sunVisibility(vec3 place) {
    float open = 1.0;
#ifdef SHADED
    open = sunlight(place, sunDirection.xyz);
#endif
#ifndef DRAFT
    open *= cloudShadow(place);
#endif
    return open;
}

// Returns the light that shines through feathers, and the rim light of a bird in front of the sun.
vec3 backlight(vec3 ownColour, vec3 n, vec3 d, float through, float open, float rimLimit) {
    float facing = dot(n, sunDirection.xyz);
    vec3 lit = featherTransmission(ownColour, through, ambient(-n) + sun.rgb * (max(-facing, 0.0) * open / PI));
    float edge = 1.0 - abs(dot(n, d));
    float before = max(dot(d, sunDirection.xyz), 0.0);
    // Strength and shape of the rim light were chosen by eye.
    float rim = edge * min(edge * edge, mix(rimLimit, 1.0, through)) * before * before * (0.15 + 0.85 * through);
    return lit + sun.rgb * rim * 0.22 * open;
}

// Returns the exposed light of a bird towards the eye. The unit normal n faces the eye. through is
// the fraction of light that passes through the bird from behind, 0 to 1. With unlit = 1, ownColour
// is light instead of albedo. emissive is added. bare is the fraction of sunlight that the bird's
// own shadow lets through. rimLimit limits the square of the rim factor. Without it, rim light
// would spread between distant vertices.
vec3 birdLight(vec3 ownColour, vec3 n, vec3 fromEye, float through, float unlit, float rimLimit, vec3 emissive, float bare) {
    float open = sunVisibility(eye.xyz + fromEye);
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec3 lit = ownColour * (ambient(n) + sun.rgb * (max(dot(n, sunDirection.xyz), 0.0) * open * bare / PI));
    lit += backlight(ownColour, n, d, through, open, rimLimit);
    return exposed(air(mix(lit, ownColour, unlit) + emissive, d, distance));
}
