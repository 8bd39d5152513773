#version 410 core
#include "scene.glsl"

const ivec2 corners[6] = ivec2[](
    ivec2(0, 0), ivec2(1, 0), ivec2(1, 1), ivec2(0, 0), ivec2(1, 1), ivec2(0, 1));

// How high what stands there may be seen, radians.
#ifdef MOOR
const float highest = 0.16;
#elif defined(CITY)
const float highest = 0.13;
#else
const float highest = 0.045;
#endif

out vec3 direction;
out vec3 behind;

// A band around, so far away that it stands still.
void main() {
    ivec2 at = ivec2(gl_VertexID / 6, 0) + corners[gl_VertexID % 6];
    float angle = 2.0 * PI * float(at.x % HORIZON_CELLS) / float(HORIZON_CELLS);
    direction = vec3(sin(angle), at.y == 0 ? -0.002 : tan(highest), cos(angle));
    behind = farHaze(normalize(direction));
    vec4 p = viewProjection * vec4(eye.xyz + direction, 1.0);
    gl_Position = vec4(p.xy, p.w, p.w);
}
