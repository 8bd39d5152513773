#version 410 core

centroid in vec4 shadeThere; // centroid: at a point that the ribbon covers
out vec4 colour;

void main() {
    colour = vec4(shadeThere.rgb * shadeThere.a, shadeThere.a);
}
