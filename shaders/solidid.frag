#version 410 core

uniform int thing; // -1 for the first

layout(location = 0) out uint boid;
layout(location = 1) out float depth; // along the view, m

void main() {
    boid = uint(thing);
    depth = 1.0 / gl_FragCoord.w;
}
