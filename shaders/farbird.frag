#version 410 core

in vec3 shown;
out vec4 colour;

void main() { colour = vec4(shown, 1.0); }
