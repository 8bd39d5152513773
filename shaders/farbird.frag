#version 410 core

centroid in vec3 shown; // of a place that the bird covers: far beyond a small triangle there is anything
out vec4 colour;

void main() { colour = vec4(shown, 1.0); }
