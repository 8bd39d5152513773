#version 410 core
#include "basecolour.glsl"

uniform int thingID; // -1 for the first

in vec4 ownColour;
in vec2 uv;
layout(location = 0) out uint boid;
layout(location = 1) out float depth; // along the view, m

void main() {
    if (baseColour(ownColour, uv).a < cutoff) discard;
    boid = uint(thingID);
    depth = 1.0 / gl_FragCoord.w;
}
