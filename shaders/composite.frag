#version 410 core

uniform sampler2D source; // light times coverage; a: coverage
uniform ivec2 lastTexel;      // last valid texel of source
uniform float scale;    // pixels per texel

out vec4 colour;

// Enlarges source and draws it over the image. The centre of a texel is at 0.5.
void main() {
    vec2 at = clamp(gl_FragCoord.xy / scale, vec2(0.5), vec2(lastTexel) + 0.5);
    colour = textureLod(source, at / vec2(textureSize(source, 0)), 0.0);
}
