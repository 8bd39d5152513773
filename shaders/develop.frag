#version 410 core
#include "tonemap.glsl"

uniform sampler2D source; // light times the exposure times coverage, or a sum of it; a: coverage
uniform float share;     // 1 over the number of pictures in the sum

out vec4 colour;

// Divides by the coverage and applies the tone curve. The minimum, 1e-6, avoids a division by 0.
void main() {
    colour = share * texelFetch(source, ivec2(gl_FragCoord.xy), 0);
#ifndef LINEAR
    vec3 light = max(colour.rgb, 0.0) / max(colour.a, 1e-6);
    colour.rgb = withDither(toneMap(light), gl_FragCoord.xy) * colour.a;
#endif
}
