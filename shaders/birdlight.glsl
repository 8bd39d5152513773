#include "cloud.glsl"
#include "feathers.glsl"
#ifdef SHADED
#include "sunlight.glsl"
#endif

// Light of a bird of colour own towards the eye, exposed. The normal n
// is unit and faces the eye; through is how much light comes through the bird
// from behind, 0 to 1; unlit 1 takes own as light. rimmed bounds the square of the
// light that edges catch: between vertices that are far apart it spreads. SHADED, what
// stands in the sun takes light away.
vec3 birdlight(vec3 own, vec3 n, vec3 fromEye, float through, float unlit, float rimmed) {
#ifdef SHADED
    float open = sunlight(eye.xyz + fromEye, sunDirection.xyz);
#else
    float open = 1.0;
#endif
#ifndef DRAFT
    open *= cloudShade(eye.xyz + fromEye);
#endif
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    float facing = dot(n, sunDirection.xyz);
    vec3 lit = own * (ambient(n) + sun.rgb * (max(facing, 0.0) * open / PI));

    lit += feathers(own, through, ambient(-n) + sun.rgb * (max(-facing, 0.0) * open / PI));

    // Seen against the sun, edges catch it.
    float edge = 1.0 - abs(dot(n, d));
    float against = max(dot(d, sunDirection.xyz), 0.0);
    float rim = edge * min(edge * edge, mix(rimmed, 1.0, through)) * against * against * (0.15 + 0.85 * through);
    lit += sun.rgb * rim * 0.22 * open;

    return exposed(air(mix(lit, own, unlit), d, distance));
}
