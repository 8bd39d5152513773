#version 410 core
#include "scene.glsl"
#ifdef SHADED
#include "groundlight.glsl"
#include "sunshadow.glsl"
#endif

uniform sampler2D shadowMap; // fraction of the sun that birds hide

#ifndef SHADED
in vec2 uv;
in vec3 loss;
#ifdef WATER
in vec3 waterLoss;
#endif
#endif
#if defined(SHADED) || defined(WATER)
in vec2 place;
#endif
out vec4 factor;

#ifdef WATER
#include "landnoise.glsl"

// dry returns the fraction of a place that is land, reed or shallow water, 0 to 1.
#ifdef MARSH
#include "reed.glsl"

float dry(vec2 world) {
    vec2 at = world + landOffset.xy, away = world - eye.xz;
    float far = reedFar(at);
    vec2 back = away / max(eye.y, 1e-3) * tall;
    back *= min(1.0, min(22.0, 0.8 * length(away)) * inversesqrt(max(dot(back, back), 1e-8)));
    return smoothstep(0.0, 0.022, max(reed(at, far), reed(at + back, far)));
}
#elif defined(COAST)
#include "dunes.glsl"

float dry(vec2 world) { return 1.0 - smoothstep(-1.0, 40.0, distanceOffshore(world, world + landOffset.xy)); }
#else
#include "banks.glsl"

float dry(vec2 world) { return smoothstep(0.0, 0.004, bankAt(world + landOffset.xy)); }
#endif
#endif

// Multiplies the ground with the shadow. The shadow is the mean over a few texels, for the
// penumbra, or over the pixel if the pixel is larger.
void main() {
#ifdef SHADED
    vec3 at = vec3(place, 1.0);
    vec2 uv = vec2(dot(at, shadowU.xyz), dot(at, shadowV.xyz));
    vec3 spot = vec3(place.x, 0.0, place.y);
    vec3 loss = shadowLoss(spot - eye.xyz);
#ifdef WATER
    vec3 waterLoss = waterShadowLoss(spot - eye.xyz);
#endif
#endif
// The width of the penumbra was chosen by eye.
    vec2 r = max(vec2(1.3 / float(SHADOW_TEXELS)), 0.35 * fwidth(uv));
    float hidden = 0.25 * (
        texture(shadowMap, uv + r * vec2(1.0, 0.4)).r + texture(shadowMap, uv + r * vec2(-0.4, 1.0)).r +
        texture(shadowMap, uv + r * vec2(-1.0, -0.4)).r + texture(shadowMap, uv + r * vec2(0.4, -1.0)).r);
#ifdef SHADED
    hidden = max(hidden, 1.0 - sunlight(spot, vec3(0.0, 1.0, 0.0)));
#endif
#ifdef WATER
    factor = vec4(1.0 - hidden * mix(waterLoss, loss, dry(place)), 1.0);
#else
    factor = vec4(1.0 - hidden * loss, 1.0);
#endif
}
