#version 410 core

uniform sampler2D source; // light times coverage; a: coverage
uniform ivec2 lastTexel;      // of its texels that count
uniform float scale;    // pixels a texel

out vec4 colour;

// Laid over what is there, so many times larger.
void main() {
    vec2 at = clamp(gl_FragCoord.xy / scale, vec2(0.5), vec2(lastTexel) + 0.5);
    colour = textureLod(source, at / vec2(textureSize(source, 0)), 0.0);
}
