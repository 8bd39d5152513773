#version 410 core

in float strength;
out vec4 hidden;

void main() { hidden = vec4(strength); }
