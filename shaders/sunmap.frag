#version 410 core
#include "basecolour.glsl"

in vec4 ownColour;
in vec2 uv;

void main() {
    if (baseColour(ownColour, uv).a < cutoff) discard;
}
