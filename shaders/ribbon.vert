#version 410 core
#include "scene.glsl"

layout(location = 0) in vec4 place;  // xyz: position; w: half of the width, m, negative on the left side
layout(location = 1) in vec3 along;  // direction of the trace
layout(location = 2) in vec4 shade;

centroid out vec4 shadeThere;

const float mostLines = 6.0; // greatest width of a ribbon, in thin lines; a matter of taste

void main() {
    vec3 fromEye = place.xyz - eye.xyz;
    vec3 across = cross(along, fromEye);
    float size = length(across);
    across = size > 1e-9 ? across / size : vec3(0.0);
    // A ribbon thinner than a line becomes transparent instead of thinner. The least opacity, 0.25, is a
    // matter of taste.
    float least = 0.5 * skylight.w * eye.w * length(fromEye);
    float halfWidth = clamp(abs(place.w), least, mostLines * least); // near the eye it stays narrow, too
    float opacity = min(abs(place.w) / halfWidth, 1.0);
    vec3 world = place.xyz + across * (sign(place.w) * halfWidth);
    float away = length(fromEye);
    shadeThere = vec4(exposed(air(shade.rgb, fromEye / away, away)), shade.a * max(opacity, 0.25));
    gl_Position = viewProjection * vec4(world, 1.0);
}
