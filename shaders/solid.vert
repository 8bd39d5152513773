#version 410 core
#include "scene.glsl"

layout(location = 0) in vec3 place;
layout(location = 1) in vec3 facing;
layout(location = 2) in vec3 albedo;

uniform float lowest; // height below which the ground, which writes no depth, hides it

out vec3 fromEye;
out vec3 normal;
out vec3 own;

void main() {
    fromEye = place - eye.xyz;
    normal = facing;
    own = albedo;
    gl_ClipDistance[0] = place.y - lowest;
    gl_Position = viewProjection * vec4(place, 1.0);
}
