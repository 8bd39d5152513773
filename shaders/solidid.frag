#version 410 core
#include "coat.glsl"

uniform int thing; // -1 for the first

in vec4 own;
in vec2 uv;
layout(location = 0) out uint boid;
layout(location = 1) out float depth; // along the view, m

void main() {
    if (coat(own, uv).a < cutoff) discard;
    boid = uint(thing);
    depth = 1.0 / gl_FragCoord.w;
}
