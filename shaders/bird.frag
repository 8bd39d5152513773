#version 410 core
#include "scene.glsl"
#include "birdlight.glsl"
#ifdef MADE
#include "made.glsl"
#endif
#ifdef BEST
#include "self.glsl"
#endif

uniform sampler2D surface;
uniform float unlit;  // 1: the colour is light, not albedo
uniform float cutoff; // opacity below this is not drawn

in vec3 fromEye;
centroid in vec3 normal; // of a place that the bird covers: far beyond a small triangle there is anything
centroid in vec4 albedo;
flat in vec4 mark;
in vec3 uvThin;
#ifdef MADE
centroid in vec4 rows;
#endif
#if defined(MADE) || defined(BEST)
flat in float near;
#endif
out vec4 colour;

void main() {
    vec4 own = max(albedo, 0.0) * texture(surface, uvThin.xy); // rounding may bring it below 0
    float through = clamp(uvThin.z, 0.0, 1.0);
    vec3 n = normalize(normal);
#ifdef MADE
    Made m = madeAt(uvThin.xy, near);
    vec3 leant = leaning(n, rows, fromEye, uvThin.xy, near), light = glowAt(uvThin.xy) * (1.0 - mark.a);
    leant = gl_FrontFacing ? leant : -leant;
#endif
#ifdef CUTOFF
    if (own.a < cutoff) discard;
#endif
    n = gl_FrontFacing ? n : -n;
    own.rgb += mark.rgb;
#ifdef BEST
    float bare = mix(1.0, selfLight(eye.xyz + fromEye, n), near);
#else
    const float bare = 1.0;
#endif
#ifdef MADE
    float distance = length(fromEye), open = sunAt(eye.xyz + fromEye);
    vec3 d = fromEye / distance;
    vec3 lit = reflected(own.rgb, m, leant, d, sun.rgb * (open * bare)) + against(own.rgb, n, d, through, open, 1.0);
    lit = exposed(air(mix(lit, own.rgb, mark.a) + light, d, distance));
#else
    vec3 lit = birdlight(own.rgb, n, fromEye, through, max(unlit, mark.a), 1.0, vec3(0.0), bare);
#endif
#ifdef BLENDED
    colour = vec4(lit * own.a, own.a);
#else
    colour = vec4(lit, 1.0);
#endif
}
