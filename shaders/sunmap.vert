#version 410 core
#include "scene.glsl"

layout(location = 0) in vec3 place;
layout(location = 2) in vec4 albedo;
layout(location = 3) in vec2 where;

uniform mat4 matrix; // from the solid's space to the world

out vec4 ownColour;
out vec2 uv;

void main() {
    ownColour = albedo;
    uv = where;
    vec4 world = matrix * vec4(place, 1.0);
    gl_Position = vec4((sunMatrix * vec4(world.xyz, 1.0)).xyz * 2.0 - 1.0, 1.0);
}
