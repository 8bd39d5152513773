#version 410 core
#include "scene.glsl"
#include "birdlight.glsl"
#ifdef PBR
#include "pbr.glsl"
#endif
#ifdef BEST
#include "selfshadow.glsl"
#endif

uniform sampler2D surface;
uniform float unlit;  // 1 means that the colour is light, not albedo
uniform float cutoff; // pixels with a lower opacity are discarded

in vec3 fromEye;
centroid in vec3 normal; // centroid, because values extrapolated beyond a small triangle are arbitrary
centroid in vec4 albedo;
flat in vec4 mark;
in vec3 uvTranslucency;
#ifdef PBR
centroid in vec4 tangent;
#endif
#if defined(PBR) || defined(BEST)
flat in float near;
#endif
out vec4 colour;

void main() {
    vec4 ownColour = max(albedo, 0.0) * texture(surface, uvTranslucency.xy); // rounding may make it negative
    float through = clamp(uvTranslucency.z, 0.0, 1.0);
    vec3 n = normalize(normal);
#ifdef PBR
    SurfaceParameters m = surfaceAt(uvTranslucency.xy, near);
    vec3 mapped = mappedNormal(n, tangent, fromEye, uvTranslucency.xy, near), light = emissiveAt(uvTranslucency.xy) * (1.0 - mark.a);
    mapped = gl_FrontFacing ? mapped : -mapped;
#endif
#ifdef CUTOFF
    if (ownColour.a < cutoff) discard;
#endif
    n = gl_FrontFacing ? n : -n;
    ownColour.rgb += mark.rgb;
#ifdef BEST
    float bare = mix(1.0, selfShadow(eye.xyz + fromEye, n), near);
#else
    const float bare = 1.0;
#endif
#ifdef PBR
    float distance = length(fromEye), open = sunVisibility(eye.xyz + fromEye);
    vec3 d = fromEye / distance;
    vec3 lit = shadeSurface(ownColour.rgb, m, mapped, d, sun.rgb * (open * bare)) + backlight(ownColour.rgb, n, d, through, open, 1.0);
    lit = exposed(air(mix(lit, ownColour.rgb, mark.a) + light, d, distance));
#else
    vec3 lit = birdLight(ownColour.rgb, n, fromEye, through, max(unlit, mark.a), 1.0, vec3(0.0), bare);
#endif
#ifdef BLENDED
    colour = vec4(lit * ownColour.a, ownColour.a);
#else
    colour = vec4(lit, 1.0);
#endif
}
