#version 410 core

uniform sampler2D source; // light times coverage; a: coverage
uniform ivec2 lastTexel;      // last valid texel of source
uniform int scale;      // texels per pixel along each side

out vec4 colour;

// Writes the mean of a square of texels.
void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * scale;
    vec4 sum = vec4(0.0);
    for (int k = 0; k < scale * scale; k++)
        sum += texelFetch(source, min(first + ivec2(k % scale, k / scale), lastTexel), 0);
    colour = sum / float(scale * scale);
}
