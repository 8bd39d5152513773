#version 410 core

out vec4 colour;

void main() { colour = vec4(0.0); }
