#include "cloud.glsl"
#include "feathers.glsl"
#ifdef SHADED
#include "sunshadow.glsl"
#endif

// Share of the sun that comes to a place of a bird. SHADED, what stands in the sun takes
// light away.
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

// Light that comes through feathers, and that edges catch, seen against the sun.
vec3 backlight(vec3 ownColour, vec3 n, vec3 d, float through, float open, float rimLimit) {
    float facing = dot(n, sunDirection.xyz);
    vec3 lit = featherTransmission(ownColour, through, ambient(-n) + sun.rgb * (max(-facing, 0.0) * open / PI));
    float edge = 1.0 - abs(dot(n, d));
    float before = max(dot(d, sunDirection.xyz), 0.0);
    float rim = edge * min(edge * edge, mix(rimLimit, 1.0, through)) * before * before * (0.15 + 0.85 * through);
    return lit + sun.rgb * rim * 0.22 * open;
}

// Light of a bird of colour own towards the eye, exposed. The normal n
// is unit and faces the eye; through is how much light comes through the bird
// from behind, 0 to 1; unlit 1 takes own as light; glow is added; the bird itself
// leaves so much of the sun, bare. rimmed bounds the square
// of the light that edges catch: between vertices that are far apart it spreads.
vec3 birdLight(vec3 ownColour, vec3 n, vec3 fromEye, float through, float unlit, float rimLimit, vec3 emissive, float bare) {
    float open = sunVisibility(eye.xyz + fromEye);
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec3 lit = ownColour * (ambient(n) + sun.rgb * (max(dot(n, sunDirection.xyz), 0.0) * open * bare / PI));
    lit += backlight(ownColour, n, d, through, open, rimLimit);
    return exposed(air(mix(lit, ownColour, unlit) + emissive, d, distance));
}
