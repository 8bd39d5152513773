#version 410 core
#include "basecolour.glsl"
#ifdef SURFACE
#include "surface.glsl"

in vec3 fromEye;
#endif

uniform int thingID; // id to write: -1 for the first thing, -2 for the next

in vec4 ownColour;
in vec2 uv;
layout(location = 0) out uint boid;
layout(location = 1) out float depth; // distance along the view, m

void main() {
    if (baseColour(ownColour, uv).a < cutoff) discard;
    boid = uint(thingID);
    depth = 1.0 / gl_FragCoord.w;
#ifdef SURFACE
    writeSurface(dot(normal, fromEye) > 0.0 && !gl_FrontFacing ? -1.0 : 1.0);
#endif
}
