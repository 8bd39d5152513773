#version 410 core
#include "scene.glsl"
#include "instance.glsl"

uniform vec4 base;

flat out uint id; // counted from 1
out vec3 uvOpacity;

void main() {
    vec3 world = toWorld(posed().position);
    id = packUnorm2x16(tint.rg);
    uvOpacity = vec3(uintBitsToFloat(look.zw), base.a * unpackColour(look.xy).a);
    gl_Position = viewProjection * vec4(world, 1.0);
}
