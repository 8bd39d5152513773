#version 410 core
#include "scene.glsl"

in vec3 fromSun;
#ifdef DRAFT
in vec3 shown; // worked out at few places
#else
in vec3 direction;
#endif
out vec4 colour;

const float size = 0.0153; // radius of the sun's disc, as large as it seems to be, radians

// The sun is darker towards its limb.
void main() {
    float from = dot(fromSun, fromSun) / (size * size);
    vec3 limb = 1.0 - vec3(0.4, 0.55, 0.7) * (1.0 - sqrt(max(1.0 - from, 0.0)));
#ifndef DRAFT
    vec3 shown = exposed(sky(normalize(direction)));
#endif
    float inside = 1.0 - smoothstep(0.9, 1.1, from);
    colour = vec4(dither(shown, gl_FragCoord.xy) + inside * exposed(disc.rgb * limb), 1.0);
}
