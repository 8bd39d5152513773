#version 410 core

// Rectangles of the image, as far off as can be.
layout(location = 0) in vec2 corner;

void main() { gl_Position = vec4(corner, 1.0, 1.0); }
