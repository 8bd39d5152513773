#version 410 core
#include "scene.glsl"
#include "groundlight.glsl"

const vec2 ends[6] = vec2[](vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0));

uniform samplerBuffer plants; // as in plant.vert

out vec2 at;      // position in the shadow, -1 to 1
out vec2 place;   // position in the noise of leaves
out vec3 loss;    // fraction of the light that a full shadow removes
out vec2 foot;    // vector from the plant, in widths of the plant
out vec2 floorAt; // position in the land's noise
out vec3 near;    // fraction of the visible light that comes from the ground
flat out float fade;

// Draws the shadow of a plant on the ground, as far as the shadow of its crown reaches.
void main() {
    int plant = 3 * (gl_VertexID / 6);
    vec4 placement = texelFetch(plants, plant), rotationFade = texelFetch(plants, plant + 1);
    at = ends[gl_VertexID % 6];
    float along = min(length(sunDirection.xz) / max(sunDirection.y, 0.01), 9.0);
    vec2 away = -normalize(sunDirection.xz + vec2(1e-5, 0.0)), aside = vec2(-away.y, away.x);
    // The rectangle extends from the foot to the shadow of the top. To each side, it extends by
    // half the width of the crown.
    float half0 = 0.5 * placement.w, to = along * placement.z + 0.35 * half0;
    vec2 off = away * mix(-half0, max(to, half0), 0.5 + 0.5 * at.x) + aside * half0 * at.y;
    foot = off / placement.w;
    vec2 spot = placement.xy + off;
    floorAt = spot + landOffset.xy;
    place = vec2(rotationFade.w, 0.3 * rotationFade.w) + at * vec2(0.5 + 0.2 * along, 0.5);
    vec3 fromEye = vec3(spot.x, 0.0, spot.y) - eye.xyz;
    loss = shadowLoss(fromEye) * (1.0 - smoothstep(5.0, 11.0, length(sunDirection.xz) / max(sunDirection.y, 0.01)) * 0.5);
    near = groundShare(fromEye);
    fade = abs(rotationFade.z);
    gl_Position = viewProjection * vec4(spot.x, 0.0, spot.y, 1.0);
}
