#version 410 core

uniform sampler2D source; // light times coverage; a: coverage
uniform ivec2 lastTexel;      // of its texels that count
uniform int scale;      // of them a pixel along each side

out vec4 colour;

// The mean of a square.
void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * scale;
    vec4 sum = vec4(0.0);
    for (int k = 0; k < scale * scale; k++)
        sum += texelFetch(source, min(first + ivec2(k % scale, k / scale), lastTexel), 0);
    colour = sum / float(scale * scale);
}
