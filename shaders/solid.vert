#version 410 core
#include "scene.glsl"
#ifdef SURFACE
#include "moved.glsl"

uniform mat4 movedMatrix; // matrix at the other time
#endif

layout(location = 0) in vec3 place;
layout(location = 1) in vec3 facing;
layout(location = 2) in vec4 albedo;
layout(location = 3) in vec2 where;

uniform mat4 matrix;  // from the solid's space to the world
uniform float lowest; // height below which the ground hides the solid; the ground writes no depth

out vec3 fromEye;
centroid out vec3 normal;
centroid out vec4 ownColour;
out vec2 uv;

void main() {
    vec3 world = (matrix * vec4(place, 1.0)).xyz;
    fromEye = world - eye.xyz;
    normal = mat3(matrix) * facing;
    ownColour = albedo;
    uv = where;
    gl_ClipDistance[0] = world.y - lowest;
    gl_Position = viewProjection * vec4(world, 1.0);
#ifdef SURFACE
    moveTo((movedMatrix * vec4(place, 1.0)).xyz);
#endif
}
