#version 410 core

uniform sampler2D taken;

out vec4 colour;

// Added to what is there.
void main() { colour = texelFetch(taken, ivec2(gl_FragCoord.xy), 0); }
