#version 410 core
#include "scene.glsl"
#ifdef SURFACE
#include "moved.glsl"
#endif

layout(location = 0) in vec3 place;
layout(location = 1) in vec3 facing;
layout(location = 2) in vec2 where;
layout(location = 3) in vec4 kind;

out vec3 fromEye;
centroid out vec3 normal;
out vec2 uv;        // windows along the wall and storeys above its foot; on a roof, units of roofSide
out vec3 hazeColour;
flat out vec4 wall; // as in land.ReliefVertex

// Places the houses of a town.
void main() {
    fromEye = place - eye.xyz;
    hazeColour = farHaze(normalize(fromEye));
    normal = facing;
    uv = where;
    wall = kind;
    gl_Position = viewProjection * vec4(place, 1.0);
    gl_ClipDistance[0] = 1.0;
#ifdef SURFACE
    moveTo(place);
#endif
}
