#version 410 core

uniform sampler2D source; // light times coverage; a: coverage
uniform ivec2 lastTexel;      // last valid texel of source
uniform float scale;    // pixels per texel

out vec4 colour;

// Draws source enlarged over the image. 0.5 is the middle of a texel.
void main() {
    vec2 at = clamp(gl_FragCoord.xy / scale, vec2(0.5), vec2(lastTexel) + 0.5);
    colour = textureLod(source, at / vec2(textureSize(source, 0)), 0.0);
}
