#version 410 core

centroid in vec3 shown; // centroid: outside of a small triangle, extrapolated values are arbitrary
out vec4 colour;

void main() { colour = vec4(shown, 1.0); }
