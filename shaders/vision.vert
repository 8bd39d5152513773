#version 410 core
#include "scene.glsl"

uniform vec4 sphere;        // xyz: centre; w: radius, m
uniform ivec2 divisions;  // x: cells around the sphere; y: cells from pole to pole

out vec3 fromEye;
centroid out vec3 normal;
out vec2 grid; // x: longitude in turns; y: latitude from the south pole, in half turns

const ivec2 corners[6] = ivec2[](
    ivec2(0, 0), ivec2(1, 0), ivec2(1, 1), ivec2(0, 0), ivec2(1, 1), ivec2(0, 1));

void main() {
    int cell = gl_VertexID / 6;
    ivec2 at = ivec2(cell % divisions.x, cell / divisions.x) + corners[gl_VertexID % 6];
    grid = vec2(at) / vec2(divisions);
    float lon = grid.x * 2.0 * PI, lat = (grid.y - 0.5) * PI;
    normal = vec3(cos(lat) * sin(lon), sin(lat), cos(lat) * cos(lon));
    vec3 world = sphere.xyz + normal * sphere.w;
    fromEye = world - eye.xyz;
    gl_Position = viewProjection * vec4(world, 1.0);
}
