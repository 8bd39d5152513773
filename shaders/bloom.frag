#version 410 core

uniform sampler2D source; // light times coverage
uniform vec2 pixel;      // size of one of those drawn, of 1 for all
uniform float radius;     // how far around is looked, texels of what is taken
uniform float share;     // of what is mixed
uniform float maxLight;      // that the format holds, or the sum of so many frames

out vec4 colour;

// Each pixel is the mean of four places around it, each itself a mean of four texels: half
// as large as what is taken, or twice, without steps.
void main() {
    vec2 at = gl_FragCoord.xy * pixel, r = radius / vec2(textureSize(source, 0));
    vec3 sum = texture(source, at + r).rgb + texture(source, at - r).rgb +
        texture(source, at + vec2(r.x, -r.y)).rgb + texture(source, at + vec2(-r.x, r.y)).rgb;
    colour = vec4(clamp(0.25 * sum, 0.0, maxLight), share);
}
