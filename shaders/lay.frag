#version 410 core

uniform sampler2D taken; // light times coverage; a: coverage
uniform ivec2 last;      // of its texels that count
uniform float shrunk;    // pixels a texel

out vec4 colour;

// Laid over what is there, so many times larger.
void main() {
    vec2 at = clamp(gl_FragCoord.xy / shrunk, vec2(0.5), vec2(last) + 0.5);
    colour = textureLod(taken, at / vec2(textureSize(taken, 0)), 0.0);
}
