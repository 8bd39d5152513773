#version 410 core

in vec4 shadeThere;
out vec4 colour;

void main() { colour = vec4(shadeThere.rgb * shadeThere.a, shadeThere.a); }
