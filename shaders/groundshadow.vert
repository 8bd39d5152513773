#version 410 core
#include "scene.glsl"
#include "groundlight.glsl"

const ivec2 corners[6] = ivec2[](
    ivec2(0, 0), ivec2(1, 0), ivec2(1, 1), ivec2(0, 0), ivec2(1, 1), ivec2(0, 1));

#ifdef SHADED
uniform vec4 area; // xy: smallest x and z of the area, m; zw: its size along x and z, m
#else
out vec2 uv;
out vec3 loss; // fraction of the light that a full shadow removes
#ifdef WATER
out vec3 waterLoss;
#endif
#endif
#if defined(SHADED) || defined(WATER)
out vec2 place;
#endif

// Draws the rectangle of the shadow map on the ground or, if SHADED is defined, the area of all
// shadows.
void main() {
    int cell = gl_VertexID / 6;
    vec2 share = vec2(ivec2(cell % SHADE_SIDE, cell / SHADE_SIDE) + corners[gl_VertexID % 6]) / float(SHADE_SIDE);
#ifdef SHADED
    vec2 spot = area.xy + share * area.zw;
#else
    uv = share;
    mat2 axes = transpose(mat2(shadowU.xy, shadowV.xy));
    vec2 spot = inverse(axes) * (uv - vec2(shadowU.z, shadowV.z));
    vec3 fromEye = vec3(spot.x, 0.0, spot.y) - eye.xyz;
    loss = shadowLoss(fromEye);
#ifdef WATER
    waterLoss = waterShadowLoss(fromEye);
#endif
#endif
#if defined(SHADED) || defined(WATER)
    place = spot;
#endif
    gl_Position = viewProjection * vec4(spot.x, 0.0, spot.y, 1.0);
}
