#version 410 core
#include "scene.glsl"

in vec4 shown;
out vec4 colour;

// The edge of a ridge is blended with the background, so it needs no dithering.
void main() { colour = shown.a < 1.0 ? shown : vec4(dither(shown.rgb, gl_FragCoord.xy), 1.0); }
