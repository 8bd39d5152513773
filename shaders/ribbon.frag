#version 410 core

centroid in vec4 shadeThere; // of a place that the ribbon covers
out vec4 colour;

void main() {
    colour = vec4(shadeThere.rgb * shadeThere.a, shadeThere.a);
}
