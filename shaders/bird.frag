#version 410 core
#include "scene.glsl"
#include "birdlight.glsl"

uniform sampler2D surface;
uniform float unlit;  // 1: the colour is light, not albedo
uniform float cutoff; // opacity below this is not drawn

in vec3 fromEye;
in vec3 normal;
in vec4 albedo;
flat in vec4 mark;
in vec3 uvThin;
out vec4 colour;

void main() {
    // At edges what comes from the corners is carried on beyond the bird.
    vec4 own = max(albedo, 0.0) * texture(surface, uvThin.xy);
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
