#version 410 core

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
}
