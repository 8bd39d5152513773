#version 410 core
#include "scene.glsl"

layout(location = 0) in vec3 place;

void main() { gl_Position = vec4((sunward * vec4(place, 1.0)).xyz * 2.0 - 1.0, 1.0); }
