#version 410 core

in float strength;
in float height;
#if defined(CUTOFF) || defined(BLENDED)
uniform sampler2D surface;
uniform float cutoff;
in vec3 uvOpacity;
#endif
out vec4 hidden; // r: fraction of the sun that is hidden; g: this fraction times the height, m

void main() {
    hidden = vec4(strength, strength * height, 0.0, 1.0);
#ifdef CUTOFF
    if (uvOpacity.z * texture(surface, uvOpacity.xy).a < cutoff) discard;
#endif
#ifdef BLENDED
    hidden *= clamp(uvOpacity.z * texture(surface, uvOpacity.xy).a, 0.0, 1.0);
#endif
}
