#version 410 core
#include "coat.glsl"

in vec4 own;
in vec2 uv;

void main() {
    if (coat(own, uv).a < cutoff) discard;
}
