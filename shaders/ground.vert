#version 410 core
#include "scene.glsl"

// A fan from below the eye to far beyond the horizon's haze. Depth clamping
// keeps what lies behind the far plane.
const vec2 corners[6] = vec2[](
    vec2(0, 0), vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, 1), vec2(-1, -1));

void main() {
    vec2 p = eye.xz + corners[gl_VertexID] * 1e6;
    gl_Position = viewProjection * vec4(p.x, 0.0, p.y, 1.0);
}
