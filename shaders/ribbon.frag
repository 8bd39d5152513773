#version 410 core

in vec4 shadeThere;
out vec4 colour;

void main() {
    vec4 there = max(shadeThere, 0.0); // at edges it is carried on beyond the ribbon
    colour = vec4(there.rgb * there.a, there.a);
}
