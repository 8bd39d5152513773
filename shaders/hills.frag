#version 410 core
#include "scene.glsl"

in vec4 shown;
out vec4 colour;

// At a ridge, which is mixed with what is behind, there is no need of noise.
void main() { colour = shown.a < 1.0 ? shown : vec4(dither(shown.rgb, gl_FragCoord.xy), 1.0); }
