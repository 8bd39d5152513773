#version 410 core

centroid in vec3 shown; // centroid, because values extrapolated beyond a small triangle are arbitrary
out vec4 colour;

void main() { colour = vec4(shown, 1.0); }
