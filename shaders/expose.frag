#version 410 core

uniform sampler2D source;
uniform float keptShare; // fraction of light that bloom does not spread

out vec4 colour;

// Adds source to the image. For a display, light is limited to white. The sun is much brighter than
// white. Without the limit, it would dominate all pixels at its edge, and the edge would not be
// smooth.
void main() {
    colour = texelFetch(source, ivec2(gl_FragCoord.xy), 0);
#ifndef LINEAR
    colour.rgb = min(colour.rgb, vec3(7.24 / keptShare * colour.a)); // 7.24 solves toneMap(x) = 1; see tonemap.glsl
#endif
}
