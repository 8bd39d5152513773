#version 410 core

in vec4 shadeThere;
out vec4 colour;

void main() { colour = shadeThere; }
