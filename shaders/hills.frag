#version 410 core
#include "scene.glsl"

in vec4 shown;
out vec4 colour;

void main() { colour = vec4(dither(shown.rgb, gl_FragCoord.xy), shown.a); }
