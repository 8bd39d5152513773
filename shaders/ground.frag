#version 410 core

uniform sampler2D noise; // r: grass

in vec2 where;
in vec3 dark;
in vec3 bright;
out vec4 colour;

void main() { colour = vec4(mix(dark, bright, texture(noise, where).r), 1.0); }
