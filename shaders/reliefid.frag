#version 410 core
#ifdef SURFACE
#include "surface.glsl"
#endif

layout(location = 0) out uint boid;
layout(location = 1) out float depth; // distance along the view, m

void main() {
    boid = uint(PLANT_ID);
    depth = 1.0 / gl_FragCoord.w;
#ifdef SURFACE
    writeSurface(1.0);
#endif
}
