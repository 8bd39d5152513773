#version 410 core
#include "scene.glsl"
#include "ribbon.glsl"

layout(location = 0) in vec4 place;  // xyz: position; w: half of the width, m, negative on the left side
layout(location = 1) in vec3 along;  // direction of the trace
layout(location = 2) in vec4 shade;  // colour, or for a wire its albedo
layout(location = 3) in float wire;  // 1 means a round, lit wire, 0 a flat ribbon

void main() { setRibbon(place, along, shade, wire); }
