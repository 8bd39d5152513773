#version 410 core
#include "scene.glsl"
#ifdef SHADED
#include "groundlight.glsl"
#include "sunlight.glsl"
#endif

uniform sampler2D shadowMap; // share of the sun that is hidden

#ifdef SHADED
in vec2 place;
#else
in vec2 uv;
in vec3 lost;
#endif
out vec4 factor;

// Multiplied with the ground: the mean over a few texels around, for the
// penumbra, or over the pixel if that is more.
void main() {
#ifdef SHADED
    vec3 at = vec3(place, 1.0);
    vec2 uv = vec2(dot(at, shadowU.xyz), dot(at, shadowV.xyz));
    vec3 spot = vec3(place.x, 0.0, place.y);
    vec3 lost = shade(spot - eye.xyz);
#endif
    vec2 r = max(vec2(1.3 / float(SHADOW_TEXELS)), 0.35 * fwidth(uv));
    float hidden = 0.25 * (
        texture(shadowMap, uv + r * vec2(1.0, 0.4)).r + texture(shadowMap, uv + r * vec2(-0.4, 1.0)).r +
        texture(shadowMap, uv + r * vec2(-1.0, -0.4)).r + texture(shadowMap, uv + r * vec2(0.4, -1.0)).r);
#ifdef SHADED
    hidden = max(hidden, 1.0 - sunlight(spot, vec3(0.0, 1.0, 0.0)));
#endif
    factor = vec4(1.0 - hidden * lost, 1.0);
}
