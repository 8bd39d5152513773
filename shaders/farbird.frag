#version 410 core

in vec3 shown;
out vec4 colour;

void main() { colour = vec4(max(shown, 0.0), 1.0); } // at edges it is carried on beyond the bird
