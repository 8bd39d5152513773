#version 410 core
#include "scene.glsl"

uniform sampler2D taken; // a sum of light times the exposure times coverage; a: of coverage
uniform float share;     // of each of what was added

out vec4 colour;

void main() {
    colour = share * texelFetch(taken, ivec2(gl_FragCoord.xy), 0);
#ifndef LINEAR
    vec3 light = colour.rgb / max(colour.a, 1e-6);
    colour.rgb = dither(tone(light), gl_FragCoord.xy) * colour.a;
#endif
}
