#version 410 core
#include "scene.glsl"
#include "birdlight.glsl"

uniform sampler2D surface;
uniform float unlit;  // 1: the colour is light, not albedo
uniform float cutoff; // opacity below this is not drawn

in vec3 fromEye;
centroid in vec3 normal; // of a place that the bird covers: far beyond a small triangle there is anything
centroid in vec4 albedo;
flat in vec4 mark;
in vec3 uvThin;
out vec4 colour;

void main() {
    vec4 own = max(albedo, 0.0) * texture(surface, uvThin.xy); // rounding may bring it below 0
    float through = clamp(uvThin.z, 0.0, 1.0);
#ifdef CUTOFF
    if (own.a < cutoff) discard;
#endif
    vec3 n = normalize(gl_FrontFacing ? normal : -normal);
    vec3 lit = birdlight(own.rgb + mark.rgb, n, fromEye, through, max(unlit, mark.a), 1.0);
#ifdef BLENDED
    colour = vec4(lit * own.a, own.a);
#else
    colour = vec4(lit, 1.0);
#endif
}
