#version 410 core
#include "film.glsl"

uniform sampler2D taken; // light times the exposure times coverage, or a sum of it; a: coverage
uniform float share;     // of each of what was added

out vec4 colour;

void main() {
    colour = share * texelFetch(taken, ivec2(gl_FragCoord.xy), 0);
#ifndef LINEAR
    vec3 light = max(colour.rgb, 0.0) / max(colour.a, 1e-6);
    colour.rgb = dithered(tone(light), gl_FragCoord.xy) * colour.a;
#endif
}
