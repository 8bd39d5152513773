#version 410 core

uniform uint thing;

layout(location = 0) out uint boid;
layout(location = 1) out float depth; // along the view, m

void main() {
    boid = thing;
    depth = 1.0 / gl_FragCoord.w;
}
