#version 410 core

uniform sampler2D source; // light times coverage
uniform vec2 pixel;      // size of a drawn pixel as a fraction of the image
uniform float radius;     // distance of the samples, texels of source
uniform float share;     // alpha to write, for blending
uniform float maxLight;      // greatest value that the format holds, or the limit for a sum of frames

out vec4 colour;

// Writes the mean of four bilinear samples around each pixel. The target has half or twice the size
// of source. The result has no visible steps. The passes from large to small and back follow
// Jimenez, "Next Generation Post Processing in Call of Duty: Advanced Warfare", 2014; the four
// samples are skein's own.
void main() {
    vec2 at = gl_FragCoord.xy * pixel, r = radius / vec2(textureSize(source, 0));
    vec3 sum = texture(source, at + r).rgb + texture(source, at - r).rgb +
        texture(source, at + vec2(r.x, -r.y)).rgb + texture(source, at + vec2(-r.x, r.y)).rgb;
    colour = vec4(clamp(0.25 * sum, 0.0, maxLight), share);
}
