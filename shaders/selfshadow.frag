#version 410 core

uniform sampler2D surface;
uniform float cutoff;

in vec3 uvOpacity;

void main() {
    if (uvOpacity.z * texture(surface, uvOpacity.xy).a < cutoff) discard;
}
