#version 410 core
#ifdef SURFACE
#include "surface.glsl"
#endif

uniform sampler2D surface;
uniform float cutoff;

flat in uint id;
in vec3 uvOpacity;
layout(location = 0) out uint boid;
layout(location = 1) out float depth; // distance along the view, m

void main() {
#ifdef CUTOFF
    if (uvOpacity.z * texture(surface, uvOpacity.xy).a < cutoff) discard;
#endif
    boid = id;
    depth = 1.0 / gl_FragCoord.w;
#ifdef SURFACE
    writeSurface(gl_FrontFacing ? 1.0 : -1.0);
#endif
}
