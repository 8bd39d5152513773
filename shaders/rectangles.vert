#version 410 core

// Draws rectangles of the image at the far plane.
layout(location = 0) in vec2 corner;

void main() { gl_Position = vec4(corner, 1.0, 1.0); }
