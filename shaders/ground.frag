#version 410 core
#include "scene.glsl"

uniform sampler2D noise; // r: grass

in vec2 where;
in vec3 air;
in vec3 lit;
out vec4 colour;

void main() {
    float grass = texture(noise, where).r;
    colour = vec4(display(air + lit * (0.45 + 1.1 * grass)), 1.0);
}
