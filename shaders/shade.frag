#version 410 core

uniform sampler2D shadowMap; // share of the sun that is hidden

in vec2 uv;
in vec3 lost;
out vec4 factor;

// Multiplied with the ground: the mean over a few texels around, for the
// penumbra, or over the pixel if that is more.
void main() {
    vec2 r = max(vec2(1.3 / 512.0), 0.35 * fwidth(uv));
    float hidden = 0.25 * (
        texture(shadowMap, uv + r * vec2(1.0, 0.4)).r + texture(shadowMap, uv + r * vec2(-0.4, 1.0)).r +
        texture(shadowMap, uv + r * vec2(-1.0, -0.4)).r + texture(shadowMap, uv + r * vec2(0.4, -1.0)).r);
    factor = vec4(1.0 - hidden * lost, 1.0);
}
