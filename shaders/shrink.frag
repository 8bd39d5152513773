#version 410 core

uniform sampler2D taken; // light times coverage; a: coverage
uniform ivec2 last;      // of its texels that count
uniform int shrunk;      // of them a pixel along each side

out vec4 colour;

// The mean of a square.
void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * shrunk;
    vec4 sum = vec4(0.0);
    for (int k = 0; k < shrunk * shrunk; k++)
        sum += texelFetch(taken, min(first + ivec2(k % shrunk, k / shrunk), last), 0);
    colour = sum / float(shrunk * shrunk);
}
